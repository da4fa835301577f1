package expr

import "github.com/astragal-engine/astragal/engine/value"

// findCells finds the comprehension variables that a lambda or generator refers to: such a variable
// changes under the closure's eyes, so they share a cell. Lambdas and generators that are consumed
// on the spot run in the frame they stand in and need none.
func (c *compiler) findCells() {
	if !deferred(c.syn.root) {
		return
	}
	f := &cellFinder{c: c, cells: map[*name]bool{}}
	for _, v := range c.frame.vars {
		f.scope = append(f.scope, binding{name: v.name})
	}
	f.visit(c.syn.root)
	c.cells = f.cells
}

// deferred reports whether n has lambdas or generators.
func deferred(n node) bool {
	has := false
	walk(n, func(n node) bool {
		switch n := n.(type) {
		case *lambda:
			has = true
		case *comp:
			has = has || n.kind == value.Iter
		}
		return !has
	})
	return has
}

type binding struct {
	name  string
	frame int
	decl  *name // of a comprehension variable
}

type cellFinder struct {
	c     *compiler
	scope []binding
	frame int
	cells map[*name]bool
}

func (f *cellFinder) visit(n node) {
	walk(n, func(n node) bool {
		switch n := n.(type) {
		case *name:
			for i := len(f.scope) - 1; i >= 0; i-- {
				if b := f.scope[i]; b.name == n.id {
					if b.frame != f.frame && b.decl != nil {
						f.cells[b.decl] = true
					}
					break
				}
			}
		case *call:
			if g := f.c.consumed(n); g != nil {
				for _, x := range n.args {
					if x != node(g) {
						f.visit(x)
					}
				}
				for _, k := range n.kws {
					f.keyword(n, k)
				}
				f.comp(g, false)
				return false
			}
			for _, x := range n.args {
				f.visit(x)
			}
			f.visit(n.fn)
			for _, k := range n.kws {
				f.keyword(n, k)
			}
			return false
		case *method:
			if g := f.c.consumedByJoin(n); g != nil {
				f.visit(n.x)
				f.comp(g, false)
				return false
			}
		case *lambda:
			f.lambda(n, true)
			return false
		case *comp:
			f.comp(n, n.kind == value.Iter)
			return false
		}
		return true
	})
}

func (f *cellFinder) keyword(n *call, k keyword) {
	if l := f.c.keyLambda(n, k); l != nil {
		f.lambda(l, false)
		return
	}
	f.visit(k.x)
}

func (f *cellFinder) lambda(n *lambda, deferred bool) {
	for _, p := range n.params {
		f.visit(p.def)
	}
	depth := len(f.scope)
	if deferred {
		f.frame++
	}
	for _, p := range n.params {
		f.scope = append(f.scope, binding{name: p.name, frame: f.frame})
	}
	f.visit(n.body)
	f.scope = f.scope[:depth]
	if deferred {
		f.frame--
	}
}

func (f *cellFinder) comp(n *comp, deferred bool) {
	f.visit(n.clauses[0].iter)
	depth := len(f.scope)
	if deferred {
		f.frame++
	}
	for _, cl := range n.clauses {
		walk(cl.target, func(t node) bool {
			if id, ok := t.(*name); ok {
				f.scope = append(f.scope, binding{id.id, f.frame, id})
			}
			return true
		})
	}
	for i, cl := range n.clauses {
		if i > 0 {
			f.visit(cl.iter)
		}
		for _, x := range cl.conds {
			f.visit(x)
		}
	}
	f.visit(n.key)
	f.visit(n.elt)
	f.scope = f.scope[:depth]
	if deferred {
		f.frame--
	}
}
