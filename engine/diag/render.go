package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Files gives the text of each file by its name in places, for showing lines.
type Files map[string]string

// width is how many characters of a source line are shown at most.
const width = 100

// Render writes the list for people, in its order: per diagnostic the place and the message, the line of
// the source with a caret below the column, and what to do. Lines of files that are not given are
// left out. With color, for a terminal. Control characters of the texts are shown, not sent.
func Render(w io.Writer, list List, files Files, color bool) error {
	out := bufio.NewWriter(w)
	lines := map[string][]string{}
	for _, d := range list {
		p := painter{color: color, tone: red}
		if d.Severity == Warning {
			p.tone = yellow
		}
		if place := d.Pos.String(); place != "" {
			fmt.Fprintf(out, "%s ", p.paint(bold, escape(place)+":"))
		}
		fmt.Fprintf(out, "%s %s", p.paint(p.tone, d.Severity.String()+":"), p.paint(bold, escape(d.Text)))
		if d.Code != "" {
			fmt.Fprintf(out, " [%s]", escape(d.Code))
		}
		fmt.Fprintln(out)
		if text, ok := files[d.Pos.File]; ok && d.Pos.Line > 0 {
			if _, split := lines[d.Pos.File]; !split {
				lines[d.Pos.File] = splitLines(text)
			}
			if all := lines[d.Pos.File]; d.Pos.Line <= len(all) {
				p.snippet(out, all[d.Pos.Line-1], d.Pos)
			}
		}
		if d.Fix != "" {
			fmt.Fprintf(out, "  %s %s\n", p.paint(green, "fix:"), escape(d.Fix))
		}
	}
	return out.Flush()
}

// snippet shows a line and points to its column.
func (p painter) snippet(out io.Writer, line string, pos Pos) {
	margin := fmt.Sprintf("%5d", pos.Line)
	shown, column := window(strings.TrimPrefix(line, "\ufeff"), pos.Col)
	fmt.Fprintf(out, "%s | %s\n", p.paint(dim, margin), shown)
	if pos.Col > 0 {
		fmt.Fprintf(out, "%s | %s%s\n", strings.Repeat(" ", len(margin)), strings.Repeat(" ", column), p.paint(p.tone, "^"))
	}
}

// window cuts a long line to the part around a column and gives the column (from 0) of the character in
// what is shown, counting what escapes and cuts add.
func window(line string, col int) (shown string, column int) {
	at := max(col-1, 0)
	from := 0
	if at > width*2/3 {
		from = at - width/2
	}
	var b strings.Builder
	if from > 0 && utf8.RuneCountInString(line) > width {
		b.WriteString("…")
	} else {
		from = 0
	}
	n, column, size := 0, -1, 0
	if from > 0 {
		size = 1
	}
	for _, r := range line {
		if n == at {
			column = size
		}
		if n >= from+width && n > at {
			b.WriteString("…")
			break
		}
		if n >= from {
			s := show(r)
			b.WriteString(s)
			size += utf8.RuneCountInString(s) + wide(r)
		}
		n++
	}
	if column < 0 {
		column = size
	}
	return b.String(), column
}

// splitLines cuts at every kind of line end that YAML knows, without keeping it.
func splitLines(text string) []string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
}

// show makes a character visible: a tab is a blank, what would steer a terminal is written as an escape.
func show(r rune) string {
	switch {
	case r == '\t':
		return " "
	case r == utf8.RuneError:
		return "\ufffd"
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == 0x2028, r == 0x2029:
		if r > 0xffff {
			return fmt.Sprintf("\\U%08x", r)
		}
		return fmt.Sprintf("\\u%04x", r)
	}
	return string(r)
}

func escape(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 || s[i] >= 0x7f {
			var b strings.Builder
			for _, r := range s {
				b.WriteString(show(r))
			}
			return b.String()
		}
	}
	return s
}

// wide gives the second cell that a character of the scripts of East Asia, or a picture, takes.
func wide(r rune) int {
	switch {
	case r < 0x1100:
		return 0
	case r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff,
		r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6,
		r >= 0x1f300 && r <= 0x1f64f, r >= 0x1f900 && r <= 0x1f9ff, r >= 0x20000 && r <= 0x3fffd:
		return 1
	}
	return 0
}

const (
	bold   = "1"
	dim    = "2"
	red    = "1;31"
	green  = "32"
	yellow = "1;33"
)

type painter struct {
	color bool
	tone  string
}

func (p painter) paint(style, s string) string {
	if !p.color {
		return s
	}
	return "\x1b[" + style + "m" + s + "\x1b[0m"
}
