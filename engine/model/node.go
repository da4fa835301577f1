package model

import (
	"strings"
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/diag"
)

// turn says that from a byte of a scalar's text on, the text stands at another place.
type turn struct {
	from int
	pos  diag.Pos
}

// At gives the place in the file of a byte of Src. It knows lines, folded or not, and doubled
// quotes; behind an escape in double quotes it may be a few columns off.
func (e Expr) At(off int) diag.Pos {
	off = max(0, min(off, len(e.Src)))
	from, pos := 0, e.Pos
	if e.turns != nil {
		for _, t := range *e.turns {
			if t.from > off {
				break
			}
			from, pos = t.from, t.pos
		}
	}
	pos.Col += utf8.RuneCountInString(e.Src[from:off])
	return pos
}

// article names a kind of value in a sentence.
func (k NodeKind) article() string {
	return [...]string{"nothing", "a yes or no", "a whole number", "a number", "a text", "a list", "a mapping"}[k]
}

// Scalar reports whether n is a single value: no list, no mapping.
func (n *Node) Scalar() bool { return n != nil && n.Kind < ListNode }

// Expr takes a scalar's text, as it is written, as an expression: for names that hold expressions (`board[cell]`).
func (n *Node) Expr() Expr {
	return Expr{Src: strings.Trim(n.raw, blanks), Pos: n.start, turns: n.turns}
}

const blanks = " \t\r\n"

// clip keeps a text of the model that is quoted in a message short.
func clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	n := most
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
