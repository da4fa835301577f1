package check

import (
	"github.com/astragal-engine/astragal/engine/model"
)

// world is what is known of the types of names: a variable is what it starts as and all that is ever written to
// it, a local name all that is ever bound to it.
type world struct {
	vars, locals, globals map[string]ty
	funcs                 map[string]ty // what functions and derived values give
	busy                  map[string]bool
}

func (c *checker) inferTypes() {
	w := &world{vars: map[string]ty{}, locals: map[string]ty{}, globals: map[string]ty{}, funcs: map[string]ty{}, busy: map[string]bool{}}
	c.world = w
	for i := range c.m.Vars {
		w.vars[c.m.Vars[i].Name] = anything
	}
	c.fixedTypes(w)
	w.vars = c.varTypes()
	w.funcs = map[string]ty{}
	w.locals = c.localTypes()
}

// fixedTypes are those of what no rule writes.
// diceType is that of the dice by name: lists of faces, or the notation of rolls.
func diceType(all []model.Die) ty {
	k := kList
	for _, d := range all {
		if d.Roll != nil {
			k |= kText
		}
	}
	return of(kDict, ty{k: k})
}

func (c *checker) fixedTypes(w *world) {
	w.globals["players"] = of(kList, oneInt)
	w.globals["n_players"] = oneInt
	w.globals["eliminated"] = of(kList, oneInt)
	w.globals["events"] = of(kList, oneText)
	w.globals["results"] = ty{k: kDict}
	if c.m.Turns != nil {
		w.globals["turn"] = ty{k: kDict | kNone}
	}
	w.globals["content"] = of(kDict, of(kList, ty{k: kDict}))
	w.globals["dice"] = diceType(c.m.Dice)
	for i := range c.m.Boards {
		w.globals[c.m.Boards[i].Name] = oneText
	}
	for _, k := range c.p.Constants {
		w.globals[k.Name] = ofValue(k.Value)
	}
	for i := range c.m.Zones {
		z := ty{k: kList}
		if c.m.Zones[i].PerPlayer {
			z = of(kList, z)
		}
		w.globals[c.m.Zones[i].Name] = z
	}
}

// give is what a field gives: its expression, else its literal.
func (c *checker) give(f model.Field) ty {
	if f.X.Given() {
		return c.quiet(f.X)
	}
	return ofNode(f.Lit)
}

// quiet is the type of an expression anywhere, without a word about it.
func (c *checker) quiet(x model.Expr) ty {
	src := c.read(x)
	if src == nil {
		return anything
	}
	y := &typer{c: c, see: names{all: true}}
	return y.of(src.tree)
}

func (c *checker) varTypes() map[string]ty {
	out := map[string]ty{}
	for i := range c.m.Vars {
		v := &c.m.Vars[i]
		t := c.give(v.Init)
		if v.PerPlayer {
			each := ty{}
			if t.k&kList != 0 {
				each = t.element()
			}
			if t.k != kList {
				each = join(each, t)
			}
			t = of(kList, each)
		}
		out[v.Name] = t
	}
	write := func(name string, depth int, t ty) {
		if was, ok := out[name]; ok {
			out[name] = overwrite(was, depth, t)
		}
	}
	eachNode(c.m, func(n *model.FlowNode) {
		if n.Over.X.Given() {
			write(n.As, 0, c.quiet(n.Over.X).each())
		}
	})
	c.eachOp(func(op *model.Op) {
		if op.Name != "set" && op.Name != "add" {
			return
		}
		name, subs := path(op.Field("var").Lit)
		depth := len(subs)
		if op.Field("player").Given() {
			depth++
		}
		if op.Name == "set" {
			write(name, depth, c.give(op.Field("value")))
			return
		}
		t := c.give(op.Field("amount"))
		if t.k&kNum != 0 {
			t = join(t, oneInt) // True + True
		}
		write(name, depth, t)
	})
	return out
}

// overwrite is what a variable is after something was written at a depth of subscripts.
func overwrite(was ty, depth int, t ty) ty {
	if depth == 0 {
		return join(was, t)
	}
	if was.elem == nil {
		return was
	}
	e := overwrite(*was.elem, depth-1, t)
	return ty{was.k, &e}
}

func (c *checker) localTypes() map[string]ty {
	out := map[string]ty{}
	bind := func(name string, t ty) { out[name] = join(out[name], t) }
	for name := range c.scopes.index {
		switch name {
		case "actor", "player":
			bind(name, oneInt)
		case "event":
			bind(name, oneText)
		case "window":
			bind(name, ty{k: kText | kNone})
		case "stack":
			bind(name, of(kList, ty{k: kDict}))
		case "opts", "pool", "chosen":
			bind(name, ty{k: kList})
		case "self":
			bind(name, ty{k: kDict})
		case "item", "value", "option":
			bind(name, anything)
		}
	}
	told := c.scopes.anyStat
	for _, n := range c.scopes.stats {
		told, _ = told.or(n)
	}
	for name, i := range c.scopes.index {
		if told.has(i) {
			bind(name, anything)
		}
	}
	c.eachOp(func(op *model.Op) {
		if op.Name == "call" {
			if as, ok := op.Str("as"); ok {
				bind(as, anything)
			}
			return
		}
		for _, w := range op.With {
			bind(w.Name, c.quiet(w.X))
		}
		if name, ok := op.Str("name"); ok && op.Name == "let" {
			bind(name, c.give(op.Field("value")))
		}
		if as, ok := op.Str("as"); ok {
			bind(as, c.boundBy(op))
		}
	})
	return out
}

// boundBy is what an op binds to `as`.
func (c *checker) boundBy(op *model.Op) ty {
	switch op.Name {
	case "sample":
		return oneText
	case "for_each":
		return c.give(op.Field("items")).each()
	case "choose":
		each := c.give(op.Field("options")).each()
		if op.Field("min").Given() || op.Field("max").Given() {
			each = of(kList, each)
		}
		if op.Field("actors").Given() {
			each = of(kDict, each)
		}
		return each
	case "roll":
		die := c.give(op.Field("die"))
		each := die.each()
		switch {
		case die.k == kText:
			each = oneInt // the total of dice in notation
		case die.k&(kEach|kNone) == 0:
			each = oneInt
		case die.k&kNum != 0:
			each = anything
		}
		if op.Field("n").Given() {
			return of(kList, each)
		}
		return each
	}
	return anything
}
