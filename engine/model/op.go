package model

import (
	"fmt"
	"sort"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

// opNames are the known ops, sorted.
var opNames = func() []string {
	out := make([]string, 0, len(opShapes))
	for op := range opShapes {
		out = append(out, op)
	}
	sort.Strings(out)
	return out
}()

// ops reads a list of ops. What is no list becomes one op without a name, so that the game stops there.
func (f form) ops(key string) []*Op {
	var out []*Op
	if n := f.get(key); n != nil && n.Kind != ListNode {
		return []*Op{{Pos: n.Pos, Node: n}}
	}
	f.items(key, func(n *Node, at *spot) { out = append(out, f.r.op(n, at)) })
	return out
}

// op reads one op. What is no op becomes one without a name, so that the game stops there.
func (r *reader) op(n *Node, at *spot) *Op {
	op := &Op{Pos: n.Pos, Node: n}
	if n.Kind != MapNode {
		r.badType(n, at, "an op: a mapping with `op`")
		return op
	}
	name := n.Get("op")
	switch {
	case name == nil:
		r.diags.Add(diag.Error, "unknown-op", n.Pos, "%s has no `op`", at)
		r.fix("add op, the name of one")
	case name.Kind != Text:
		r.badType(name, at.key("op"), "the name of an op")
	default:
		op.Name = name.Text
	}
	s, known := opShapes[op.Name]
	if !known {
		if op.Name != "" {
			r.unknownOp(name)
		}
		op.Fields = r.joined(n, nil)
		return op
	}
	f, _ := r.form(n, s, at)
	op.Fields = r.joined(n, s)
	for key, to := range map[string]*[]*Op{"then": &op.Then, "do": &op.Then, "else": &op.Else, "impact": &op.Impact} {
		if s[key].holds == opList {
			*to = f.ops(key)
		}
	}
	if s["with"].holds == withX {
		op.With = r.named(n.Get("with_x"), at.key("with_x"))
	}
	return op
}

func (r *reader) unknownOp(name *Node) {
	r.suggest(diag.Diagnostic{Code: "unknown-op", Pos: name.Pos, Text: fmt.Sprintf("unknown op '%s'", clip(name.Text))},
		name.Text, func() []string { return opNames })
}

// joined gives the fields of an op in source order, each key together with its `_x` twin. What does
// not fit the op's shape is left out; an unknown op (without shape) keeps all.
func (r *reader) joined(n *Node, s shape) []Field {
	out := make([]Field, 0, len(n.Keys))
	slot := func(name string) *Field {
		for i := range out {
			if out[i].Name == name {
				return &out[i]
			}
		}
		out = append(out, Field{Name: name})
		return &out[len(out)-1]
	}
	for i, k := range n.Keys {
		v := n.Items[i]
		if k.Kind != Text || k.Text == "op" || k.Text == "note" || len(out) >= maxFields {
			continue
		}
		key, twin, known := s.find(k.Text)
		h := key.holds
		base, isX := strings.CutSuffix(k.Text, "_x")
		switch {
		case h == opList, h == withX && twin:
		case isX && (twin || !known):
			slot(base).X = r.expr(v)
		case known && !fits(h, v):
		default:
			slot(k.Text).Lit = v
		}
	}
	return out
}

// maxFields bounds the fields of one op; the known ops have a dozen at most.
const maxFields = 100

// fits reports whether a literal may stand under a key of an op; a null stands for an absent name.
func fits(h holds, v *Node) bool {
	switch h {
	case name, nameOrX:
		return v.Kind == Text
	case label:
		return isLabel(v)
	case flag:
		return v.Kind == Bool
	case text:
		return v.Scalar() && v.Kind != Null
	}
	return true
}
