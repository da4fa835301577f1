package formula

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/dice"
)

// Summary is a condition or a value with everything put in that does not depend on a roll.
type Summary struct {
	Text    string // printed
	Value   Value  // what it is when nothing depends on the roll any more, else Absent
	Tests   []Test // what a condition comes down to; empty, not nil, when it is true
	Decided bool   // Tests says all: it is true, or a conjunction of plain comparisons
}

// Test is a plain comparison of a roll with a number.
type Test struct {
	Of      string // roll.total, roll.value, roll.unbounded or roll.kept[<int>]
	Compare string // lt, le, gt, ge or eq
	Value   Value  // an integer or a number
}

// Summary puts in the values of all greatest parts that do not read root (roll), then lets literal
// guards decide. A part that fails, or gives an object, stays as it is written. It never fails. The
// seed's section on the roll summary rules.
func (f *Formula) Summary(names Names, b *Budget, root string) Summary {
	known := f.partsOf(root)
	if known.still != nil {
		return *known.still
	}
	if b == nil {
		b = NewBudget(0, dice.Limits{})
	}
	s := summarizer{f: f, names: names, budget: b, depends: known.depends}
	n := s.resolve(f.root, 0)
	out := Summary{Text: print(n)}
	if !s.depends[0] || n.op == opLiteral {
		out.Value = s.valueOf(n)
	}
	out.Tests, out.Decided = tests(n, root)
	if !s.asked {
		still := out
		f.rolled.Store(&parts{root, known.depends, &still})
	}
	return out
}

// parts is what the summaries of a formula have in common.
type parts struct {
	root    string
	depends []bool   // parts that read the roll, by id
	still   *Summary // where there was nothing to be put in: it is the same always
}

func (f *Formula) partsOf(root string) *parts {
	p := f.rolled.Load()
	if p == nil || p.root != root {
		p = &parts{root: root, depends: make([]bool, f.root.size)}
		p.mark(f.root)
		f.rolled.Store(p)
	}
	return p
}

func (p *parts) mark(n *node) bool {
	d := n.op == opName && n.name == p.root
	for _, k := range n.kids {
		d = p.mark(k) || d
	}
	p.depends[n.id] = d
	return d
}

type summarizer struct {
	f       *Formula
	names   Names
	budget  *Budget
	depends []bool
	asked   bool  // something was evaluated
	whole   Value // of the whole formula, when it does not depend on the roll
}

// fixed reports whether a part can be evaluated: variables that are bound outside of it stand for each
// element in turn.
func (s *summarizer) fixed(n *node, bound int) bool { return !s.depends[n.id] && n.free >= bound }

// evaluated gives the literal of a part that can be evaluated, or the part itself.
func (s *summarizer) evaluated(n *node) *node {
	if n.op == opLiteral {
		return n
	}
	s.asked = true
	v := s.budget.rounded(n, s.f.eval(n, s.names, s.budget))
	if n == s.f.root {
		s.whole = v
	}
	if l := literal(v); l != nil {
		return l
	}
	return n
}

// valueOf gives what the formula is when nothing depends on the roll.
func (s *summarizer) valueOf(n *node) Value {
	if n.op == opLiteral {
		return n.value
	}
	if s.whole.kind == failed {
		return Absent
	}
	return s.whole
}

// resolve puts values in. bound is how many variables are bound around the part.
func (s *summarizer) resolve(n *node, bound int) *node {
	if s.fixed(n, bound) {
		return s.evaluated(n)
	}
	switch n.op {
	case opName, opVariable, opHas:
		return n
	case opAnd:
		return s.logic(n, bound, false)
	case opOr:
		return s.logic(n, bound, true)
	}
	out := s.resolveKids(n, bound)
	if n.op == opNot || n.op == opIf {
		if v, ok := truth(out.kids[0]); ok {
			switch {
			case n.op == opNot:
				return &node{op: opLiteral, value: BoolValue(!v), t: Bool}
			case v:
				return out.kids[1]
			default:
				return out.kids[2]
			}
		}
	}
	return out
}

// resolveKids puts values in below a part, which stays the same where there are none to put in.
func (s *summarizer) resolveKids(n *node, bound int) *node {
	var out *node
	for i, k := range n.kids {
		inner := bound
		if (n.op == opMacro && i > 0) || (n.op == opWhere && i == len(n.kids)-1) {
			inner = n.depth + len(n.vars)
		}
		resolved := s.resolve(k, inner)
		if resolved == k {
			continue
		}
		if out == nil {
			copied := *n
			copied.kids = slices.Clone(n.kids)
			out = &copied
		}
		out.kids[i] = resolved
	}
	if out == nil {
		return n
	}
	return out
}

// truth gives a literal boolean.
func truth(n *node) (value, ok bool) {
	return n.value.Bool(), n.op == opLiteral && n.value.kind == BoolKind
}

// logic resolves && and ||. The operands before the first that depends on the roll are one part: as (a && b)
// in a && b && roll.total > 3.
func (s *summarizer) logic(n *node, bound int, decides bool) *node {
	out := *n
	out.kids = nil
	first := 0
	for first < len(n.kids) && s.fixed(n.kids[first], bound) {
		first++
	}
	if first > 1 {
		part := *n
		part.kids = n.kids[:first]
		part.run = runLogic(&part, decides)
		if l := s.evaluated(&part); l.op == opLiteral {
			out.kids = []*node{l}
		} else {
			out.kids = append(out.kids, part.kids...)
		}
	} else {
		first = 0
	}
	for _, k := range n.kids[first:] {
		out.kids = append(out.kids, s.resolve(k, bound))
	}
	return folded(&out, decides)
}

// folded lets literal operands decide: false && x is false, true && x and x && true are x.
func folded(n *node, decides bool) *node {
	kids := n.kids
	n.kids = nil
	for _, k := range kids {
		v, ok := truth(k)
		if ok && v == decides && len(n.kids) == 0 {
			return k
		}
		if !ok || v == decides {
			n.kids = append(n.kids, k)
		}
	}
	switch len(n.kids) {
	case 0:
		return &node{op: opLiteral, value: BoolValue(!decides), t: Bool}
	case 1:
		return n.kids[0]
	}
	return n
}

// turned tells what a comparison is when its sides change places.
var turned = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}

var compareCodes = map[string]string{"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq"}

// tests gives what a condition comes down to; ok is false when it is no conjunction of plain comparisons.
func tests(n *node, root string) (list []Test, ok bool) {
	if v, ok := truth(n); ok {
		if v {
			return []Test{}, true
		}
		return nil, false
	}
	kids := []*node{n}
	if n.op == opAnd {
		kids = n.kids
	}
	list = make([]Test, 0, len(kids))
	for _, k := range kids {
		t, ok := test(k, root)
		if !ok {
			return nil, false
		}
		list = append(list, t)
	}
	return list, true
}

func test(n *node, root string) (Test, bool) {
	operator, ok := n.name, n.op == opBinary
	if _, plain := compareCodes[operator]; !ok || !plain {
		return Test{}, false
	}
	of, value := n.kids[0], n.kids[1]
	if of.op == opLiteral {
		of, value, operator = value, of, turned[operator]
	}
	if !rollPath(of, root) || value.op != opLiteral || !value.value.numeric() {
		return Test{}, false
	}
	return Test{print(of), compareCodes[operator], value.value}, true
}

// rollPath reports whether a part is what can be told of a roll in a test.
func rollPath(n *node, root string) bool {
	index := n.op == opIndex
	if index {
		if k := n.kids[1]; k.op != opLiteral || k.value.kind != IntKind {
			return false
		}
		n = n.kids[0]
	}
	if n.op != opMember || n.kids[0].op != opName || n.kids[0].name != root {
		return false
	}
	if index {
		return n.name == "kept"
	}
	return n.name == "total" || n.name == "value" || n.name == "unbounded"
}
