package expr

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/value"
)

// Form says what an expression is at its outermost, as far as tools take expressions apart.
type Form uint8

const (
	Whole       Form = iota // anything else: it is looked at as one
	Literal                 // a constant written out
	Named                   // a name
	And                     // the operands of a chain
	Or                      //
	Not                     // one operand
	Comparison              // the operands of a chain of comparisons
	Conditional             // test, value if true, value if false
	Every                   // all(x for ...): x
	Some                    // any(x for ...): x
	Calls                   // a call of a plain name: its arguments
)

// Shape is an expression taken apart by one level. A part is a Syntax of its own, in the same text; what
// it evaluates to may depend on names that only Binds, or a caller, can tell.
type Shape struct {
	Form     Form
	Name     string    // of Named; of Calls what is called
	Ops      []string  // of Comparison: what stands between the parts
	Parts    []*Syntax // see Form
	Keywords []string  // of Calls: the names of the last arguments
	Spread   bool      // of Calls: there are * or ** arguments, which are not among the parts
	Binds    []string  // of Every and Some: what the loop binds
	Each     *Syntax   // of Every and Some: a list with a tuple of the values of Binds for each turn
}

// Shape takes the expression apart.
func (s *Syntax) Shape() Shape {
	switch n := s.root.(type) {
	case *constant:
		return Shape{Form: Literal}
	case *name:
		return Shape{Form: Named, Name: n.id}
	case *junction:
		form := And
		if n.op == opOr {
			form = Or
		}
		return Shape{Form: form, Parts: s.parts(n.xs...)}
	case *unary:
		if n.op == opNot {
			return Shape{Form: Not, Parts: s.parts(n.x)}
		}
	case *comparison:
		sh := Shape{Form: Comparison, Parts: s.parts(append([]node{n.x}, n.rest...)...)}
		for _, o := range n.ops {
			sh.Ops = append(sh.Ops, opText[o])
		}
		return sh
	case *conditional:
		return Shape{Form: Conditional, Parts: s.parts(n.test, n.then, n.els)}
	case *call:
		if fn, ok := n.fn.(*name); ok {
			return s.called(fn.id, n)
		}
	}
	return Shape{}
}

func (s *Syntax) called(fn string, n *call) Shape {
	if (fn == "all" || fn == "any") && len(n.args) == 1 && len(n.kws) == 0 {
		if c, ok := n.args[0].(*comp); ok && (c.kind == value.Iter || c.kind == value.List) {
			return s.quantified(fn, c)
		}
	}
	sh := Shape{Form: Calls, Name: fn}
	for _, x := range n.args {
		if _, star := x.(*starred); star {
			sh.Spread = true
			continue
		}
		sh.Parts = append(sh.Parts, s.part(x))
	}
	for _, k := range n.kws {
		if k.name == "" {
			sh.Spread = true
			continue
		}
		sh.Parts, sh.Keywords = append(sh.Parts, s.part(k.x)), append(sh.Keywords, k.name)
	}
	return sh
}

// quantified makes of all(x for a, b in ...) the list [(a, b) for a, b in ...] and x.
func (s *Syntax) quantified(fn string, c *comp) Shape {
	sh := Shape{Form: Every, Name: fn, Parts: s.parts(c.elt)}
	if fn == "any" {
		sh.Form = Some
	}
	turn := &display{at: c.at, kind: value.Tuple}
	for _, cl := range c.clauses {
		for _, id := range targetNames(cl.target, nil) {
			sh.Binds = append(sh.Binds, id)
			turn.items = append(turn.items, &name{c.at, id})
		}
	}
	sh.Each = s.part(&comp{at: c.at, kind: value.List, elt: turn, clauses: c.clauses})
	return sh
}

func (s *Syntax) part(n node) *Syntax { return &Syntax{Src: s.Src, Pos: s.Pos, root: n} }

func (s *Syntax) parts(ns ...node) []*Syntax {
	out := make([]*Syntax, len(ns))
	for i, n := range ns {
		out[i] = s.part(n)
	}
	return out
}

// Begin is where the expression, or the part of one, begins; the zero place where the text has none.
func (s *Syntax) Begin() diag.Pos {
	first := s.root.off()
	walk(s.root, func(n node) bool {
		first = min(first, n.off())
		return true
	})
	return place(s.Src, s.Pos, first)
}

// Reads lists what the expression reads from outside, in the order of the text and each once: names
// with what is taken of them by subscripts and get, such as gold[actor], the names in those subscripts,
// and calls of functions that are not Python's. What depends on a name that a comprehension or lambda in
// it binds is left out.
func (s *Syntax) Reads() []*Syntax {
	r := reads{syn: s, seen: map[string]bool{}}
	r.visit(s.root)
	return r.out
}

type reads struct {
	syn   *Syntax
	bound []string
	seen  map[string]bool
	out   []*Syntax
}

func (r *reads) add(n node) {
	p := r.syn.part(n)
	for _, id := range p.Names() {
		for _, b := range r.bound {
			if id == b {
				return
			}
		}
	}
	if text := p.String(); !r.seen[text] {
		r.seen[text] = true
		r.out = append(r.out, p)
	}
}

func (r *reads) visit(n node) {
	walk(n, func(n node) bool {
		switch n := n.(type) {
		case *name:
			r.add(n)
			return false
		case *subscript, *method:
			if !isPath(n) {
				return true
			}
			r.add(n)
			r.inside(n)
			return false
		case *call:
			if fn, plain := n.fn.(*name); !plain {
				r.visit(n.fn)
			} else if !IsBuiltin(fn.id) {
				r.add(n)
			}
			for _, x := range n.args {
				r.visit(x)
			}
			for _, k := range n.kws {
				r.visit(k.x)
			}
			return false
		case *lambda:
			depth := len(r.bound)
			for _, p := range n.params {
				r.bound = append(r.bound, p.name)
			}
			r.visit(n.body)
			r.bound = r.bound[:depth]
			return false
		case *comp:
			depth := len(r.bound)
			for _, c := range n.clauses {
				r.bound = append(r.bound, targetNames(c.target, nil)...)
			}
			for _, c := range n.clauses {
				r.visit(c.iter)
				for _, x := range c.conds {
					r.visit(x)
				}
			}
			if n.key != nil {
				r.visit(n.key)
			}
			r.visit(n.elt)
			r.bound = r.bound[:depth]
			return false
		}
		return true
	})
}

// inside visits the subscripts of a chain, not what it begins with.
func (r *reads) inside(n node) {
	switch n := n.(type) {
	case *subscript:
		r.inside(n.x)
		r.visit(n.index)
	case *method:
		r.inside(n.x)
		for _, x := range n.args {
			r.visit(x)
		}
	}
}

// isPath reports whether n is a name with subscripts, or with get as one of them.
func isPath(n node) bool {
	switch n := n.(type) {
	case *name:
		return true
	case *subscript:
		return isPath(n.x)
	case *method:
		return n.name == "get" && len(n.kws) == 0 && isPath(n.x)
	}
	return false
}

// Syntax is what was compiled.
func (c *Code) Syntax() *Syntax { return c.syn }
