package check

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// phrase is an expression of a model, parsed. All places of one text share it.
type phrase struct {
	x    model.Expr
	syn  *expr.Syntax // nil: it cannot be read
	tree *expr.Tree
	err  error
	in   string // the function or derived value that it is part of
	rule bool   // it belongs to the rules, not to an agent
	path bool   // it is part of what reads like an expression: the path of a variable or a zone, a player

	reads *expr.Reads // of what is outside; see checker.reads
}

// each visits every part of the expression.
func (p *phrase) each(visit func(*expr.Tree)) {
	var look func(t *expr.Tree)
	look = func(t *expr.Tree) {
		visit(t)
		t.Each(func(part *expr.Tree, _ []string) { look(part) })
	}
	if p.syn != nil {
		look(p.tree)
	}
}

// texts gives what the expression writes in quotes.
func (p *phrase) texts() []string {
	var out []string
	p.each(func(t *expr.Tree) {
		if t.Kind == expr.ConstTree && t.Value.Kind() == value.Text {
			out = append(out, t.Value.Text())
		}
	})
	return out
}

// collection reports whether the expression obviously gives a list, a tuple or a set: it writes one out, is a
// comprehension, or calls list, tuple, set or sorted.
func (p *phrase) collection() bool {
	if p.syn == nil {
		return false
	}
	switch t := p.tree; t.Kind {
	case expr.DisplayTree:
		return true
	case expr.CompTree:
		return t.Type == value.List || t.Type == value.Set
	case expr.CallTree:
		return t.Kids[0].Kind == expr.NameTree && slices.Contains([]string{"list", "tuple", "set", "frozenset", "sorted"}, t.Kids[0].Name)
	}
	return false
}
