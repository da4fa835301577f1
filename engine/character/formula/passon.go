package formula

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/dice"
)

// PassOn gives the formula as it is passed on with a change: each greatest name or member path rooted at
// one of roots (steps, flags, params, action), and has() of it, is replaced by its value. later are the
// roots that mean something else where the formula is passed to (self, item, batch): an index that reads
// one of them ends a path. A formula that reads none of the roots is given as it is written.
//
// A path that fails fails, unless a guard that has become literal skips it. An object has no literal:
// TypeMismatch. The seed's section on changes steps rules.
func (f *Formula) PassOn(names Names, b *Budget, roots, later []string) (string, *Error) {
	if !slices.ContainsFunc(roots, f.ReadsName) {
		return f.source, nil
	}
	if b == nil {
		b = NewBudget(0, dice.Limits{})
	}
	p := &passer{f, names, b, roots, later}
	n, err := p.pass(f.root, 0)
	if err != nil {
		return "", err
	}
	return print(n), nil
}

type passer struct {
	f            *Formula
	names        Names
	budget       *Budget
	roots, later []string
}

// isPath reports whether a part is a path that is known now.
func (p *passer) isPath(n *node, bound int) bool {
	switch n.op {
	case opName:
		return slices.Contains(p.roots, n.name)
	case opMember:
		return p.isPath(n.kids[0], bound)
	case opIndex:
		return p.isPath(n.kids[0], bound) && n.kids[1].free >= bound && !p.readsLater(n.kids[1])
	}
	return false
}

func (p *passer) readsLater(n *node) bool {
	return n.op == opName && slices.Contains(p.later, n.name) || slices.ContainsFunc(n.kids, p.readsLater)
}

// readsRoots reports whether a part reads what only the action knows.
func (p *passer) readsRoots(n *node) bool {
	return n.op == opName && slices.Contains(p.roots, n.name) || slices.ContainsFunc(n.kids, p.readsRoots)
}

// value gives the literal of a part.
func (p *passer) value(n *node) (*node, *Error) {
	v := p.f.eval(n, p.names, p.budget)
	if v.kind != failed {
		v = p.budget.rounded(n, v)
	}
	if v.kind == failed {
		return nil, p.budget.err
	}
	if l := literal(v); l != nil {
		return l, nil
	}
	path := print(n)
	return nil, &Error{Code: TypeMismatch, Offset: int(n.at), Length: int(n.len), Data: map[string]any{"path": path},
		Message: path + " is an object or holds one, and cannot be passed on: read the member that is meant"}
}

// pass replaces paths. An error comes of a path that failed and that no guard skips.
func (p *passer) pass(n *node, bound int) (*node, *Error) {
	switch {
	case p.isPath(n, bound), n.op == opHas && p.isPath(n.kids[0], bound):
		return p.value(n)
	case n.op == opHas && p.readsRoots(n):
		return nil, &Error{Code: TypeMismatch, Offset: int(n.at), Length: int(n.len),
			Message: "has() of a path that only the character that receives the change can tell cannot be passed on"}
	case n.op == opAnd:
		return p.logic(n, bound, false)
	case n.op == opOr:
		return p.logic(n, bound, true)
	case n.op == opIf:
		return p.choice(n, bound)
	case len(n.kids) == 0:
		return n, nil
	}
	out := *n
	out.kids = make([]*node, len(n.kids))
	for i, k := range n.kids {
		inner := bound
		if (n.op == opMacro && i > 0) || (n.op == opWhere && i == len(n.kids)-1) {
			inner = n.depth + len(n.vars)
		}
		var err *Error
		if out.kids[i], err = p.pass(k, inner); err != nil {
			return nil, err
		}
	}
	return &out, nil
}

// logic drops an operand that failed behind one that is now literal and decides, and the guard becomes
// what it decides. Nothing else is folded.
func (p *passer) logic(n *node, bound int, decides bool) (*node, *Error) {
	out := *n
	out.kids = nil
	guard := -1 // the first operand that decides
	for _, k := range n.kids {
		kept, err := p.pass(k, bound)
		if err != nil {
			if guard < 0 || err.Code == SafetyLimit {
				return nil, err
			}
			out.kids[guard] = &node{op: opLiteral, value: BoolValue(decides), t: Bool}
			continue
		}
		if v, ok := constant(kept); guard < 0 && ok && v == decides {
			guard = len(out.kids)
		}
		out.kids = append(out.kids, kept)
	}
	if len(out.kids) == 1 {
		return out.kids[0], nil
	}
	return &out, nil
}

// choice drops the side of ?: that failed when the condition is now literal and skips it.
func (p *passer) choice(n *node, bound int) (*node, *Error) {
	out := *n
	out.kids = make([]*node, 3)
	var err [3]*Error
	for i, k := range n.kids {
		if out.kids[i], err[i] = p.pass(k, bound); err[i] != nil && (i == 0 || err[i].Code == SafetyLimit) {
			return nil, err[i]
		}
	}
	if err[1] == nil && err[2] == nil {
		return &out, nil
	}
	taken := 2
	v, ok := constant(out.kids[0])
	if v {
		taken = 1
	}
	switch {
	case ok && err[taken] == nil:
		return out.kids[taken], nil
	case ok:
		return nil, err[taken]
	case err[1] != nil:
		return nil, err[1]
	}
	return nil, err[2]
}

// constant gives what a condition is that is made of literals alone.
func constant(n *node) (value, ok bool) {
	switch n.op {
	case opLiteral:
		return truth(n)
	case opNot:
		v, ok := constant(n.kids[0])
		return !v, ok
	case opIf:
		if v, ok := constant(n.kids[0]); ok && v {
			return constant(n.kids[1])
		} else if ok {
			return constant(n.kids[2])
		}
	case opAnd, opOr:
		decides := n.op == opOr
		for _, k := range n.kids {
			v, ok := constant(k)
			if !ok {
				return false, false
			}
			if v == decides {
				return decides, true
			}
		}
		return !decides, true
	}
	return false, false
}
