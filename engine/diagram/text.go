package diagram

import (
	"io"
	"strings"
	"unicode"
)

// Text draws the tree, one part a line.
func (p *Part) Text(w io.Writer) error {
	var b strings.Builder
	p.line(&b)
	p.below(&b, "")
	_, err := io.WriteString(w, b.String())
	return err
}

func (p *Part) line(b *strings.Builder) {
	switch {
	case p.Kind == "game" || p.Kind == "condition" || p.Kind == "action":
		b.WriteString(plain(p.ID))
	case p.ID == "":
		b.WriteString(plain(p.Kind))
	default:
		b.WriteString(plain(p.Kind) + " " + plain(p.ID))
	}
	for _, d := range p.Detail {
		b.WriteString(" · " + d.Name + " " + plain(d.Text))
	}
	for i, m := range p.Marks {
		if i == 0 {
			b.WriteString(" · marks " + m.Kind)
		} else {
			b.WriteString(", " + m.Kind)
		}
	}
	b.WriteByte('\n')
}

func (p *Part) below(b *strings.Builder, margin string) {
	for i, child := range p.Parts {
		branch, further := "├─ ", "│  "
		if i == len(p.Parts)-1 {
			branch, further = "└─ ", "   "
		}
		b.WriteString(margin + branch)
		child.line(b)
		child.below(b, margin+further)
	}
}

// plain keeps what a model says on its line: an expression over several lines becomes one, and what
// would steer a terminal, turn the direction of the text around it or hide in it is dropped.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.C, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) {
			return -1
		}
		return r
	}, strings.Join(strings.Fields(s), " "))
}
