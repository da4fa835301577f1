package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// setVar writes a variable, or an element of it, and nothing else.
func (g *Game) setVar(a *program.SetVar) {
	slot := &g.env.State[a.Var.Slot]
	g.wrote(a.Var.Slot)
	switch {
	case a.Var.All:
		x := a.V.Lit
		if a.V.X != nil {
			x = a.V.X.Run(g.env)
		} else if a.V.Stop != nil {
			g.raise(a.V.Stop)
		}
		if a.Add {
			x = g.sum(*slot, x)
		}
		if x.IsHeap() {
			x = g.keep(x)
		}
		*slot = x
	case a.Var.Cell && g.writeCell(slot, a):
	case a.Var.Stop != nil:
		g.raise(a.Var.Stop)
	default:
		g.writeVar(&a.Var, &a.V, a.Add)
	}
}

// sum is old + x, of which most are small.
func (g *Game) sum(old, x value.Value) value.Value {
	if old.IsInt() && x.IsInt() {
		if n := old.Int() + x.Int(); (n > old.Int()) == (x.Int() > 0) {
			return value.OfInt(n)
		}
	}
	return value.Add(g.env.Budget(), old, x)
}

func (g *Game) writeVar(ref *program.VarRef, v *program.Value, add bool) {
	decl := &g.prog.Vars[ref.Var]
	g.wrote(decl.Slot)
	slot := &g.env.State[decl.Slot]
	if len(ref.Path) == 0 {
		x := g.value(v)
		if add {
			x = value.Add(g.env.Budget(), *slot, x)
		}
		if decl.Whole() {
			*slot = g.keep(x)
			return
		}
		if decl.PerPlayer {
			if x.Kind() != value.List || len(x.Items()) != g.players {
				g.failHere("variable '%s' belongs to a player: it takes a list of %d values, or write %s[player]", decl.Name, g.players, decl.Name)
			}
			for _, e := range x.Items() {
				g.checkRange(decl, e)
			}
		} else {
			g.checkRange(decl, x)
		}
		*slot = g.keep(x)
		g.scored(decl)
		return
	}
	path := g.path[:0]
	for _, c := range ref.Path {
		path = append(path, c.Run(g.env))
	}
	g.path = path
	x := g.value(v)
	if add {
		old := *slot
		for _, k := range path {
			old = value.Subscript(&g.store, old, k)
		}
		x = value.Add(g.env.Budget(), old, x)
	}
	if !decl.PerPlayer || len(path) == 1 {
		g.checkRange(decl, x)
	}
	*slot = g.setPath(decl.Name, *slot, path, g.keep(x))
	g.scored(decl)
}

// writeCell is writeVar for what most models do most: one place of a list without bounds. It reports
// false where it has done nothing, since the case is another.
func (g *Game) writeCell(slot *value.Value, a *program.SetVar) bool {
	if slot.Kind() != value.List || len(slot.Items()) > perItem {
		return false
	}
	who, known := int32(0), false
	if a.Var.Actors || a.Actor {
		who, known = g.actorOf(g.env.Locals.Cur)
	}
	k := value.OfInt(int64(who))
	x := k
	if !known || !a.Var.Actors {
		k = a.Var.Path[0].Run(g.env)
	}
	if !k.IsInt() || uint64(k.Int()) >= uint64(len(slot.Items())) {
		return false
	}
	if !known || !a.Actor {
		x = g.value(&a.V)
	}
	if a.Add {
		x = g.sum(slot.Items()[k.Int()], x)
	}
	if x.IsHeap() {
		x = g.keep(x)
	}
	*g.own.Part(slot, int(k.Int())) = x
	return true
}

// setPath gives v with the element at path replaced by x.
func (g *Game) setPath(name string, v value.Value, path []value.Value, x value.Value) value.Value {
	if len(path) == 0 {
		return x
	}
	k := path[0]
	switch v.Kind() {
	case value.List:
		g.spend(len(v.Items()) / perItem)
		i := g.index(name, k, len(v.Items()))
		if len(path) > 1 {
			v = g.own.Writable(v)
			x = g.setPath(name, v.Items()[i], path[1:], x)
		}
		return g.own.SetItem(v, i, x)
	case value.Dict:
		if len(path) > 1 {
			v = g.own.Writable(v)
			x = g.setPath(name, value.Subscript(&g.store, v, k), path[1:], x)
		}
		n := v.Keys().Len()
		if g.spend(n / perItem); v.Keys().Find(k) < 0 {
			g.spend(n / 4) // the keys are made anew
		}
		return g.own.SetKey(v, g.keep(k), x)
	}
	if v.IsInst() {
		g.failHere("variable '%s': an attribute of an instance is written with attr and of", name)
	}
	g.failHere("variable '%s': %s has no elements to write", name, value.Repr(&g.store, v))
	return v
}

func (g *Game) index(name string, k value.Value, n int) int {
	if !k.IsInt() && !k.IsBool() {
		g.failHere("variable '%s': a list is indexed by a whole number, not %s", name, value.Repr(&g.store, k))
	}
	i := k.Int()
	if i < 0 {
		i += int64(n)
	}
	if i < 0 || i >= int64(n) {
		g.failHere("variable '%s': index %d is outside a list of %d", name, k.Int(), n)
	}
	return int(i)
}

// checkRange holds x against the declared min and max.
func (g *Game) checkRange(v *program.Var, x value.Value) {
	if !v.Min.Given() && !v.Max.Given() {
		return
	}
	if v.Min.Given() {
		if lo := g.value(&v.Min); !lo.IsNone() && value.Compare(&g.store, value.Lt, x, lo) {
			g.failHere("variable '%s': %s is below its min %s", v.Name, value.Repr(&g.store, x), value.Repr(&g.store, lo))
		}
	}
	if v.Max.Given() {
		if hi := g.value(&v.Max); !hi.IsNone() && value.Compare(&g.store, value.Gt, x, hi) {
			g.failHere("variable '%s': %s is above its max %s", v.Name, value.Repr(&g.store, x), value.Repr(&g.store, hi))
		}
	}
}

// setAttr writes an attribute of an instance.
func (g *Game) setAttr(a *program.SetAttr) {
	of := g.value(&a.Of)
	if of.IsData() {
		g.failHere("%s is model data; make an instance with create first", g.label(of))
	}
	if !of.IsInst() {
		g.failHere("of gives %s, which is no instance", value.Repr(&g.store, of))
	}
	x := g.value(&a.V)
	if a.Add {
		old, ok := g.store.Attr(of.Inst(), a.Attr)
		if !ok {
			g.failHere("%s has no attribute '%s' to add to", g.label(of), a.Attr.Text())
		}
		x = value.Add(g.env.Budget(), old, x)
	}
	g.calm = 0
	g.store.Set(of.Inst(), a.Attr, g.keep(x))
}
