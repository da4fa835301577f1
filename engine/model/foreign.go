package model

import "github.com/astragal-engine/astragal/engine/diag"

// Single makes a node of a single value that does not come from YAML: text is its form in a model, src how
// an expression writes it.
func Single(kind NodeKind, text, src string, pos diag.Pos) *Node {
	return &Node{Kind: kind, Text: text, Pos: pos, raw: src, start: pos}
}

// ReadOps reads ops that do not come from a model's text, such as what code outside answers, by the rules of a
// model. What is wrong with them is said by their number: `ops[0].amount`.
func ReadOps(list []*Node) ([]*Op, diag.List) {
	var diags diag.List
	r := &reader{limits: Limits{}.withDefaults(), diags: &diags, flowIDs: map[string]diag.Pos{}}
	at := (*spot)(nil).key("ops")
	ops := make([]*Op, len(list))
	for i, n := range list {
		ops[i] = r.op(n, at.at(i))
	}
	return ops, diags
}
