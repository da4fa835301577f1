package check

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
)

// phrases finds every expression of a model once, whether the engine will ever evaluate it or not.
func (r *reading) phrasesOf(m *model.Model) {
	r.rule = true
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
	if t := m.Turns; t != nil {
		r.fields(t.First, t.Next)
		for i := range t.Objectives {
			r.fields(t.Objectives[i].If, t.Objectives[i].Who)
		}
	}
	r.rule = false
	for i := range m.Agents {
		r.raw(m.Agents[i].Node)
	}
}

func (r *reading) fields(list ...model.Field) {
	for _, f := range list {
		r.expr(f.X)
	}
}

func (r *reading) expr(x model.Expr) { r.add(x, false) }

func (r *reading) add(x model.Expr, path bool) {
	if !x.Given() || x.Bad || r.at[where{x.Pos, x.Src}] != nil { // aliases repeat them
		return
	}
	p := r.parse(x)
	p.in, p.rule, p.path = r.in, r.rule, path
	r.phrases = append(r.phrases, p)
}

// parse parses an expression once.
func (r *reading) parse(x model.Expr) *phrase {
	key := where{x.Pos, x.Src}
	p := r.at[key]
	if p == nil {
		p = &phrase{x: x}
		if p.syn, p.err = expr.Parse(x.Src, x.Pos); p.err == nil {
			p.tree = p.syn.Tree()
		} else {
			p.syn = nil
		}
		r.at[key] = p
	}
	return p
}

func (r *reading) op(op *model.Op) {
	for _, f := range op.Fields {
		r.expr(f.X)
		if f.Lit == nil || f.Lit.Kind != model.Text {
			continue
		}
		switch f.Name {
		case "var", "from", "to", "zone":
			if strings.IndexByte(f.Lit.Text, '[') < 0 {
				continue // a name alone says nothing
			}
			_, subs := path(f.Lit)
			for _, x := range subs {
				r.add(x, true)
			}
		case "player":
			r.add(f.Lit.Expr(), true)
		}
	}
	for _, w := range op.With {
		r.expr(w.X)
	}
}

// raw finds expressions in a part that is kept as written.
func (r *reading) raw(n *model.Node) {
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
