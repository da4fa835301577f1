package page

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text writes the page as lines. What steers a terminal is taken out of the texts of packs and characters.
func (p *Page) Text(w io.Writer) error {
	var b strings.Builder
	b.WriteString(clean(p.Title))
	if p.Making {
		b.WriteString(" (being made)")
	}
	b.WriteString("\n")
	for _, s := range p.Sections {
		b.WriteString("\n" + clean(s.Title) + "\n")
		name, value := 0, 0
		for _, l := range s.Lines {
			name, value = max(name, utf8.RuneCountInString(clean(l.Name))), max(value, utf8.RuneCountInString(clean(l.Value)))
		}
		name, value = min(name, 34), min(value, 20)
		for _, l := range s.Lines {
			mark := "  "
			if l.Faint {
				mark = "- "
			}
			fmt.Fprintf(&b, "%s%-*s  %-*s  %s", mark, name, clean(l.Name), value, clean(l.Value), clean(l.How))
			text := strings.TrimRight(b.String(), " ")
			b.Reset()
			b.WriteString(text + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// clean makes a text one line without anything that steers a terminal.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}
