package check

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/expr"
)

// typer goes over one expression and works out what kinds of values its parts may have. It says what can fit in
// no case; without a site it says nothing.
type typer struct {
	c     *checker
	site  *site
	see   names
	binds []string
	bound []boundTy
}

type boundTy struct {
	name string
	t    ty
}

func (y *typer) say(code string, t *expr.Tree, fix, format string, args ...any) {
	if y.site != nil {
		y.c.warn(code, y.site.at(t), fix, fmt.Sprintf(format, args...)+" in "+y.site.in())
	}
}

func (y *typer) of(t *expr.Tree) ty {
	if t == nil {
		return anything
	}
	switch t.Kind {
	case expr.ConstTree:
		return ofValue(t.Value)
	case expr.NameTree:
		return y.name(t.Name)
	case expr.DisplayTree:
		k := kindOf[t.Type]
		var e ty
		for _, x := range t.Kids {
			if x.Kind == expr.StarTree {
				e = join(e, y.each(x.Kids[0]))
			} else {
				e = join(e, y.of(x))
			}
		}
		return of(k, e)
	case expr.DictTree:
		var e ty
		for i, x := range t.Kids {
			if x == nil || x.Kind == expr.StarTree {
				y.parts(x)
				e = anything
				continue
			}
			if v := y.of(x); i%2 == 1 {
				e = join(e, v)
			}
		}
		return of(kDict, e)
	case expr.CompTree:
		return y.comp(t)
	case expr.LambdaTree:
		y.lambda(t, anything)
		return ty{k: kFunc}
	case expr.CallTree:
		return y.call(t)
	case expr.MethodTree:
		return y.method(t)
	case expr.SubscriptTree:
		return y.subscript(t)
	case expr.UnaryTree:
		return y.unary(t)
	case expr.BinaryTree:
		return y.binary(t, y.of(t.Kids[0]), y.of(t.Kids[1]))
	case expr.JunctionTree:
		var e ty
		for _, x := range t.Kids {
			e = join(e, y.of(x))
		}
		return e
	case expr.ComparisonTree:
		return y.comparison(t)
	case expr.ConditionalTree:
		y.of(t.Kids[0])
		return join(y.of(t.Kids[1]), y.of(t.Kids[2]))
	case expr.FormatTree:
		y.parts(t)
		return oneText
	}
	y.parts(t)
	return anything
}

// parts looks at what t is made of.
func (y *typer) parts(t *expr.Tree) {
	if t != nil {
		t.Each(func(part *expr.Tree, bound []string) {
			n := len(y.bound)
			for _, b := range bound {
				y.bound = append(y.bound, boundTy{b, anything})
			}
			y.of(part)
			y.bound = y.bound[:n]
		})
	}
}

// name is what a name may be: what is bound to it, where something may be, or what it means to all.
func (y *typer) name(name string) ty {
	for i := len(y.bound) - 1; i >= 0; i-- {
		if y.bound[i].name == name {
			return y.bound[i].t
		}
	}
	if y.see.all || contains(y.binds, name) {
		if _, known := y.c.scopes.index[name]; known || contains(y.binds, name) {
			return anything
		}
	}
	var local ty
	if i, ok := y.c.scopes.index[name]; ok && y.see.has(i) {
		if local, ok = y.c.world.locals[name]; !ok {
			return anything
		}
	}
	outer := y.outer(name)
	if local.k != 0 {
		if y.c.p.Exprs.Resolve(name).Kind == expr.Unknown && !expr.IsBuiltin(name) {
			return local
		}
		return join(local, outer)
	}
	return outer
}

func (y *typer) outer(name string) ty {
	w := y.c.world
	ref := y.c.p.Exprs.Resolve(name)
	switch ref.Kind {
	case expr.Unknown:
		if expr.IsBuiltin(name) {
			return ty{k: kFunc}
		}
		return anything
	case expr.OwnFunc, expr.Builtin:
		return ty{k: kFunc}
	case expr.Derived:
		return y.c.gives(name)
	}
	if t, ok := w.vars[name]; ok {
		return t
	}
	if t, ok := w.globals[name]; ok {
		return t
	}
	return anything
}

// gives is what a function or derived value gives, whatever its arguments are.
func (c *checker) gives(name string) ty {
	w := c.world
	if t, ok := w.funcs[name]; ok {
		return t
	}
	if w.busy[name] || len(w.busy) > 100 {
		return anything
	}
	w.busy[name] = true
	t := anything
	if d := c.derived(name); d != nil {
		if src := c.read(d.X); src != nil {
			t = (&typer{c: c}).of(src.tree)
		}
	}
	if f := c.function(name); f != nil {
		y := &typer{c: c, binds: append([]string(nil), f.Params...)}
		for _, l := range f.Lets {
			if src := c.read(l.X); src != nil {
				y.bound = append(y.bound, boundTy{l.Name, y.of(src.tree)})
			}
		}
		if src := c.read(f.X); src != nil {
			t = y.of(src.tree)
		}
	}
	delete(w.busy, name)
	w.funcs[name] = t
	return t
}

// each is what iterating over a part gives.
func (y *typer) each(t *expr.Tree) ty {
	v := y.of(t)
	if v.k != 0 && v.k&kEach == 0 {
		y.say("bad-operands", t, "", "%s cannot be gone through", v.k)
		return anything
	}
	return v.each()
}

func (y *typer) comp(t *expr.Tree) ty {
	n := len(y.bound)
	for _, c := range t.Clauses {
		e := y.each(c.Iter)
		if c.Nested {
			e = e.each()
		}
		for _, b := range c.Binds {
			y.bound = append(y.bound, boundTy{b, e})
		}
		for _, x := range c.Conds {
			y.of(x)
		}
	}
	var e ty
	for _, x := range t.Kids {
		e = y.of(x)
	}
	y.bound = y.bound[:n]
	return of(kindOf[t.Type], e)
}

// lambda looks into a lambda whose first parameter is called with arg.
func (y *typer) lambda(t *expr.Tree, arg ty) ty {
	n := len(y.bound)
	for _, x := range t.Kids[1:] {
		y.of(x)
	}
	for i, b := range t.Binds {
		p := anything
		if i == 0 && len(t.Binds) == 1 {
			p = arg
		}
		y.bound = append(y.bound, boundTy{b, p})
	}
	out := y.of(t.Kids[0])
	y.bound = y.bound[:n]
	return out
}
