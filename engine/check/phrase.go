package check

import (
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// phrase is an expression of a model, parsed.
type phrase struct {
	x    model.Expr
	syn  *expr.Syntax // nil: it cannot be read
	err  error
	in   string // the function or derived value that it is part of
	rule bool   // it belongs to the rules, not to an agent
	path bool   // it is the path of a variable or a zone, which reads like an expression
}

// each visits every part of the expression.
func (p *phrase) each(visit func(*expr.Tree)) {
	var look func(t *expr.Tree)
	look = func(t *expr.Tree) {
		visit(t)
		t.Each(func(part *expr.Tree, _ []string) { look(part) })
	}
	if p.syn != nil {
		look(p.syn.Tree())
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
	switch t := p.syn.Tree(); t.Kind {
	case expr.DisplayTree:
		return true
	case expr.CompTree:
		return t.Type == value.List || t.Type == value.Set
	case expr.CallTree:
		return t.Kids[0].Kind == expr.NameTree && slices.Contains([]string{"list", "tuple", "set", "frozenset", "sorted"}, t.Kids[0].Name)
	}
	return false
}

// phrases gives every expression of a model once, whether the engine will ever evaluate it or not.
func phrases(m *model.Model) []phrase {
	r := &phraseReader{rule: true, seen: map[model.Expr]bool{}}
	for i := range m.Vars {
		r.fields(m.Vars[i].Init, m.Vars[i].Min, m.Vars[i].Max)
	}
	for i := range m.Zones {
		r.expr(m.Zones[i].InitX)
		r.fields(m.Zones[i].Capacity)
	}
	for i := range m.Functions {
		f := &m.Functions[i]
		r.in = f.Name
		for _, l := range f.Lets {
			r.expr(l.X)
		}
		r.expr(f.X)
	}
	for i := range m.Derived {
		r.in = m.Derived[i].Name
		r.expr(m.Derived[i].X)
	}
	r.in = ""
	eachAction(m, func(a *model.Action, _ *model.Item) { r.fields(a.Pre) })
	for _, b := range bodies(m) {
		eachOp(b.ops, r.op)
	}
	eachTrigger(m, func(t *model.Trigger, _ string) { r.fields(t.If, t.Controller) })
	eachModifier(m, func(mod *model.Modifier) { r.fields(mod.Change, mod.If) })
	eachItem(m, func(it *model.Item) { r.expr(it.ActiveX) })
	r.fields(m.Protocol.First)
	for i := range m.Windows {
		r.fields(m.Windows[i].Protocol.First)
	}
	for i := range m.Outcomes {
		for k := range m.Outcomes[i].Outcomes {
			r.fields(m.Outcomes[i].Outcomes[k].P)
		}
	}
	eachNode(m, func(n *model.FlowNode) {
		r.fields(n.Until, n.Over)
		for i := range n.Cases {
			r.fields(n.Cases[i].When)
		}
		r.expr(n.ActorX)
		r.expr(n.ActorsX)
		r.expr(n.VisibleX)
	})
	for i := range m.End {
		r.fields(m.End[i].If, m.End[i].Who, m.End[i].Returns, m.End[i].Ranks)
	}
	r.raw(m.Turns)
	r.rule = false
	for i := range m.Agents {
		r.raw(m.Agents[i].Node)
	}
	return r.out
}

type phraseReader struct {
	out  []phrase
	in   string
	rule bool
	seen map[model.Expr]bool // what aliases repeat
}

func (r *phraseReader) fields(list ...model.Field) {
	for _, f := range list {
		r.expr(f.X)
	}
}

func (r *phraseReader) expr(x model.Expr) { r.add(x, false) }

func (r *phraseReader) add(x model.Expr, path bool) {
	if !x.Given() || x.Bad || r.seen[x] {
		return
	}
	r.seen[x] = true
	syn, err := expr.Parse(x.Src, x.Pos)
	if err != nil {
		syn = nil
	}
	r.out = append(r.out, phrase{x: x, syn: syn, err: err, in: r.in, rule: r.rule, path: path})
}

func (r *phraseReader) op(op *model.Op) {
	for _, f := range op.Fields {
		r.expr(f.X)
		if f.Lit == nil || f.Lit.Kind != model.Text {
			continue
		}
		switch f.Name {
		case "var", "from", "to", "zone":
			r.add(f.Lit.Expr(), true)
		}
	}
	for _, w := range op.With {
		r.expr(w.X)
	}
}

// raw finds expressions in a part that is kept as written.
func (r *phraseReader) raw(n *model.Node) {
	if n == nil {
		return
	}
	for i, x := range n.Items {
		if n.Kind == model.MapNode && x.Scalar() && strings.HasSuffix(n.Keys[i].Text, "_x") {
			r.expr(x.Expr())
		}
		r.raw(x)
	}
}
