package program

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
)

// Agent is a player or voice that the model declares.
type Agent struct {
	Name   string
	Policy *expr.Code // nil: none
	Tactic []Rule
	Search *Lookahead // nil: it does not search

	Evaluator *Evaluator // code outside the model that picks; nil: none
}

// Decides reports whether the agent has rules to decide by without looking ahead.
func (a *Agent) Decides() bool { return a.Policy != nil || len(a.Tactic) > 0 || a.Evaluator != nil }

// Rule is one of a tactic: where it counts, it takes what it prefers or what it scores highest.
type Rule struct {
	At     []string   // patterns of places; none: every place
	If     *expr.Code // nil: always
	Score  *expr.Code
	Prefer Value
	Stop   *Stop // the rule could not be compiled: raised when it is reached
	Pos    diag.Pos
}

// Lookahead says how an agent searches; what is 0 was not given.
type Lookahead struct {
	Playouts, Depth      int
	Seconds, Exploration float64
	Tactic               int32 // the agent by whose rules tries are played out, -1: none
}

// Fits reports whether the rule is for a place.
func (r *Rule) Fits(place string) bool {
	if len(r.At) == 0 {
		return true
	}
	for _, pattern := range r.At {
		if PlaceFits(pattern, place) {
			return true
		}
	}
	return false
}

const suffixMark = " · "

// PlaceFits reports whether a place fits a pattern, in which `*` stands for any text. A place fits with its
// suffixes and without the last of them, the last two, and so on: `action raid` is also for `action raid · 2`. A
// pattern that begins with `·` is for the suffix alone.
func PlaceFits(pattern, place string) bool {
	if tail, ok := strings.CutPrefix(pattern, "·"); ok {
		tail = strings.TrimSpace(tail)
		for rest := place; ; {
			i := strings.Index(rest, suffixMark)
			if i < 0 {
				return false
			}
			rest = rest[i+len(suffixMark):]
			if Glob(tail, rest) {
				return true
			}
		}
	}
	for {
		if Glob(pattern, place) {
			return true
		}
		i := strings.LastIndex(place, suffixMark)
		if i < 0 {
			return false
		}
		place = place[:i]
	}
}

// Glob reports whether a text is as a pattern says, in which * stands for any text.
func Glob(pattern, text string) bool {
	// Where the text differs, go back to the last * and let it stand for one byte more.
	p, i, star, from := 0, 0, -1, 0
	for i < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, i
			p++
		case p < len(pattern) && pattern[p] == text[i]:
			p, i = p+1, i+1
		case star >= 0:
			from++
			p, i = star+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}
