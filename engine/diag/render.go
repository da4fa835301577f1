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

// width is how many characters of a source line are shown at most, and before how many of them, left of the
// column, a longer line is cut.
const (
	width = 100
	left  = 60
)

// Render writes the list for people, in its order: per diagnostic the place and the message, the line of
// the source with a caret below the column, and what to do. Lines of files that are not given are
// left out. With color, for a terminal. Control characters of the texts are shown, not sent.
func Render(w io.Writer, list List, files Files, color bool) error {
	out := bufio.NewWriter(w)
	src := NewLines(files)
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
		if s, ok := src.Show(d.Pos); ok {
			p.snippet(out, s, d.Pos)
		}
		if d.Fix != "" {
			fmt.Fprintf(out, "  %s %s\n", p.paint(green, "fix:"), escape(d.Fix))
		}
	}
	return out.Flush()
}

// Lines finds places in files. It remembers the last one, so that many on one enormous line cost
// no more than many on many.
type Lines struct {
	files Files
	lines map[string][]string
	last  Pos
	off   int
}

// NewLines finds places in these files.
func NewLines(files Files) *Lines { return &Lines{files: files, lines: map[string][]string{}} }

// Snippet is the line of a place as it is shown to people: cut around the column where it is long, with control
// characters as escapes.
type Snippet struct {
	Text   string
	Before int // cells before that of the column
	Width  int // cells of the word there, at least one
}

// Show gives the line of a place, or false where it is not there.
func (r *Lines) Show(pos Pos) (s Snippet, ok bool) {
	line, off, ok := r.find(pos)
	if !ok {
		return Snippet{}, false
	}
	return window(line, off), true
}

// Write shows the line of a place with a caret below its column, as Render does; nothing where it is not there.
func (r *Lines) Write(w io.Writer, pos Pos, color bool) {
	if s, ok := r.Show(pos); ok {
		painter{color, red}.snippet(w, s, pos)
	}
}

// find gives the line of a place and the byte of its column, or of the line's end.
func (r *Lines) find(pos Pos) (line string, off int, ok bool) {
	text, ok := r.files[pos.File]
	if !ok || pos.Line < 1 {
		return "", 0, false
	}
	if r.lines[pos.File] == nil {
		r.lines[pos.File] = splitLines(text)
	}
	all := r.lines[pos.File]
	if pos.Line > len(all) {
		return "", 0, false
	}
	line = all[pos.Line-1]
	if r.last.File != pos.File || r.last.Line != pos.Line || r.last.Col > pos.Col {
		r.last, r.off = Pos{File: pos.File, Line: pos.Line, Col: 1}, 0
	}
	for r.last.Col < pos.Col && r.off < len(line) {
		_, n := utf8.DecodeRuneInString(line[r.off:])
		r.off += n
		r.last.Col++
	}
	return line, r.off, true
}

// snippet shows a line and points to its column, and the word there.
func (p painter) snippet(out io.Writer, s Snippet, pos Pos) {
	margin := fmt.Sprintf("%5d", pos.Line)
	fmt.Fprintf(out, "%s | %s\n", p.paint(dim, margin), s.Text)
	if pos.Col > 0 {
		fmt.Fprintf(out, "%s | %s%s\n", strings.Repeat(" ", len(margin)), strings.Repeat(" ", s.Before), p.paint(p.tone, "^"+strings.Repeat("~", s.Width-1)))
	}
}

// window cuts a long line to the part around a byte of it, and tells in which cell of what is shown
// that byte's character begins.
func window(line string, off int) Snippet {
	from := 0
	if len(line) > 4*width || utf8.RuneCountInString(line) > width {
		from = off
		for n := 0; n < left && from > 0; n++ {
			_, size := utf8.DecodeLastRuneInString(line[:from])
			from -= size
		}
	}
	var b strings.Builder
	cells, column, end, word := 0, 0, 0, false
	if from > 0 {
		b.WriteString("…")
		cells++
	}
	n := 0
	for i, r := range line[from:] {
		if from+i == off {
			column, word = cells, true
		}
		if word = word && (r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)); word {
			end = cells + 1 + wide(r)
		}
		if n++; n > width {
			b.WriteString("…")
			break
		}
		s := show(r)
		b.WriteString(s)
		cells += utf8.RuneCountInString(s) + wide(r)
	}
	if off >= len(line) {
		column = cells
	}
	return Snippet{b.String(), column, max(1, end-column)}
}

// splitLines cuts at the ends of lines, whichever system's they are.
func splitLines(text string) []string {
	text = strings.TrimPrefix(text, "\ufeff")
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
