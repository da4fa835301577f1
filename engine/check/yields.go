package check

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// yields finds whether an expression gives a card of a hidden zone or something that stands on it. What is only
// counted, compared or added up is let through.
type yields struct {
	l       *leak
	chooser bool     // the actor's own cards are no secret, nor is what an op made known to it
	own     []string // names that stand for the actor, beside `actor`
	binds   []boundSecret
	depth   int
}

type boundSecret struct{ name, what string }

func (y *yields) any(list []*expr.Tree) string {
	for _, t := range list {
		if what := y.of(t); what != "" {
			return what
		}
	}
	return ""
}

func (y *yields) of(t *expr.Tree) string {
	if t == nil || y.depth > 30 {
		return ""
	}
	y.depth++
	defer func() { y.depth-- }()
	switch t.Kind {
	case expr.NameTree:
		return y.name(t.Name)
	case expr.SubscriptTree:
		if y.chooser && y.mine(t.Kids[1]) {
			return ""
		}
		if k := t.Kids[1]; k.Kind == expr.ConstTree && k.Value.Kind() == value.Text && k.Value.Text() == "uid" {
			return ""
		}
		return y.of(t.Kids[0])
	case expr.MethodTree:
		switch t.Name {
		case "get", "keys", "values", "items":
			return y.of(t.Kids[0])
		case "join", "format":
			return y.any(t.Kids[1:])
		}
	case expr.DisplayTree, expr.DictTree, expr.FormatTree, expr.StarTree, expr.JunctionTree:
		return y.any(t.Kids)
	case expr.BinaryTree:
		return y.any(t.Kids)
	case expr.ConditionalTree:
		return y.any(t.Kids[1:])
	case expr.CompTree:
		n := len(y.binds)
		for _, k := range t.Clauses {
			what := y.of(k.Iter)
			for _, b := range k.Binds {
				y.binds = append(y.binds, boundSecret{b, what})
			}
		}
		what := y.any(t.Kids)
		y.binds = y.binds[:n]
		return what
	case expr.CallTree:
		return y.call(t)
	}
	return ""
}

// made finds options that tell what stands on a card. The cards themselves are picked blind by those who may not see
// them.
func (y *yields) made(t *expr.Tree) string {
	each := func(list []*expr.Tree) string {
		for _, x := range list {
			if x != nil {
				if what := y.made(x); what != "" {
					return what
				}
			}
		}
		return ""
	}
	switch t.Kind {
	case expr.SubscriptTree:
		if k := t.Kids[1]; k.Kind == expr.ConstTree && k.Value.Kind() == value.Text {
			return y.of(t)
		}
	case expr.MethodTree, expr.FormatTree:
		return y.of(t)
	case expr.CompTree:
		n := len(y.binds)
		for _, k := range t.Clauses {
			what := y.of(k.Iter)
			for _, b := range k.Binds {
				y.binds = append(y.binds, boundSecret{b, what})
			}
		}
		what := each(t.Kids)
		y.binds = y.binds[:n]
		return what
	case expr.DisplayTree, expr.DictTree, expr.BinaryTree, expr.JunctionTree, expr.StarTree:
		return each(t.Kids)
	case expr.CallTree:
		if t.Kids[0].Kind == expr.NameTree {
			if f := y.l.c.function(t.Kids[0].Name); f != nil {
				return y.madeBy(f, t.Kids[1:])
			}
		}
		return each(t.Kids[1:])
	case expr.ConditionalTree:
		return each(t.Kids[1:])
	}
	return ""
}

// madeBy follows a function that options are made by.
func (y *yields) madeBy(f *model.Function, args []*expr.Tree) string {
	if y.depth > 20 || len(f.Lets) > 0 {
		return ""
	}
	in := &yields{l: y.l, chooser: y.chooser, depth: y.depth + 5}
	for i, p := range f.Params {
		what := ""
		if i < len(args) {
			if what = y.of(args[i]); y.mine(args[i]) {
				in.own = append(in.own, p)
			}
		}
		in.binds = append(in.binds, boundSecret{p, what})
	}
	if src := y.l.c.read(f.X); src != nil {
		return in.made(src.tree)
	}
	return ""
}

// mine recognizes the actor, as in hand[actor]. A variable may well say whose turn it is.
func (y *yields) mine(t *expr.Tree) bool {
	if t.Kind != expr.NameTree {
		return false
	}
	return t.Name == "actor" || contains(y.own, t.Name) || y.l.c.variable(t.Name) != nil
}

func (y *yields) name(name string) string {
	for i := len(y.binds) - 1; i >= 0; i-- {
		if y.binds[i].name == name {
			return y.binds[i].what
		}
	}
	if what, ok := y.l.secret[name]; ok {
		if y.chooser {
			return ""
		}
		return what
	}
	c := y.l.c
	if _, local := c.scopes.index[name]; local {
		return ""
	}
	if z := c.zone(name); z != nil && z.Visibility != "public" && !y.l.looked[name] {
		return fmt.Sprintf("cards of '%s', which is %s", name, secrecy(z.Visibility))
	}
	if v := c.variable(name); v != nil && v.Visibility != "public" {
		return fmt.Sprintf("variable '%s', which is %s", name, secrecy(v.Visibility))
	}
	if d := c.derived(name); d != nil {
		if src := c.read(d.X); src != nil {
			return (&yields{l: y.l, chooser: y.chooser, depth: y.depth}).of(src.tree)
		}
	}
	return ""
}

var passesOn = map[string]bool{"list": true, "sorted": true, "tuple": true, "set": true, "reversed": true, "next": true, "max": true, "min": true, "str": true, "repr": true, "dict": true, "enumerate": true, "zip": true, "filter": true}

func (y *yields) call(t *expr.Tree) string {
	if t.Kids[0].Kind != expr.NameTree {
		return ""
	}
	name := t.Kids[0].Name
	f := y.l.c.function(name)
	if f == nil {
		if passesOn[name] {
			return y.any(t.Kids[1:])
		}
		return ""
	}
	in := &yields{l: y.l, chooser: y.chooser, depth: y.depth + 5}
	for i, p := range f.Params {
		what := ""
		if i+1 < len(t.Kids) {
			what = y.of(t.Kids[i+1])
		}
		in.binds = append(in.binds, boundSecret{p, what})
	}
	if y.chooser {
		return "" // which player's cards it looks at is the caller's to say
	}
	for _, l := range f.Lets {
		what := ""
		if src := y.l.c.read(l.X); src != nil {
			what = in.of(src.tree)
		}
		in.binds = append(in.binds, boundSecret{l.Name, what})
	}
	if src := y.l.c.read(f.X); src != nil {
		return in.of(src.tree)
	}
	return ""
}
