package game

import (
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// tempMod is a modifier that a modify op added: op its number, binds the names of that moment.
type tempMod struct {
	op    int32
	layer float64
	binds []expr.Bind
}

func (g *Game) modify(f *frame, a *program.Modify) {
	if a.Stop != nil {
		g.raise(a.Stop)
	}
	g.spend(entryOps)
	layer := 0.0
	if a.Layer.Given() {
		v, ok := value.Number(g.value(&a.Layer))
		if !ok {
			g.failHere("layer gives no number")
		}
		layer = v
	}
	m := g.addMod(a.ID, layer)
	m.binds = g.flatten(m.binds, f.scope, program.SymStack, program.SymSelf)
	if g.prog.Ext != nil {
		g.unname(m)
	}
	for at := len(g.mods) - 1; at > 0 && g.mods[at-1].layer > layer; at-- {
		g.mods[at-1], g.mods[at] = g.mods[at], g.mods[at-1]
	}
}

// addMod adds a modifier without names, in the memory of one that was there before.
func (g *Game) addMod(op int32, layer float64) *tempMod {
	n := len(g.mods)
	if n < cap(g.mods) {
		g.mods = g.mods[:n+1]
	} else {
		g.mods = append(g.mods, tempMod{})
	}
	m := &g.mods[n]
	m.op, m.layer, m.binds = op, layer, m.binds[:0]
	return m
}

// expire drops the temporary modifiers that last until event.
func (g *Game) expire(event int32) {
	if len(g.mods) == 0 {
		return
	}
	kept := 0
	for i := range g.mods {
		if g.prog.Modifies[g.mods[i].op].Until != event {
			g.mods[kept], g.mods[i] = g.mods[i], g.mods[kept]
			kept++
		}
	}
	g.mods = g.mods[:kept]
}

// Modified is modified() of expressions: base through every active modifier of stat, by layer, the
// static ones of a layer before the temporary (seed, Modifiers).
func (g *Game) Modified(env *expr.Env, stat string, base value.Value, kw []expr.Keyword) value.Value {
	si, ok := g.prog.StatIndex[stat]
	if !ok {
		return base
	}
	static := g.prog.Stats[si].Modifiers
	if len(static) == 0 && len(g.mods) == 0 {
		return base
	}
	if g.ops += int64(len(static) + len(g.mods)); g.ops > g.limits.Ops {
		value.Throw("ExprError", "too many steps")
	}
	if g.nested++; g.nested > maxModified {
		g.fail("modifiers for '%s' refer to each other in a cycle", stat)
	}
	if g.tracer != nil {
		g.tracer.modifying(g, si, base)
	}
	v, i := base, 0
	for k := 0; k <= len(g.mods); k++ {
		var temp *program.Modify
		if k < len(g.mods) {
			if temp = g.prog.Modifies[g.mods[k].op]; temp.Stat != si {
				continue
			}
		}
		for ; i < len(static) && (temp == nil || static[i].Layer <= g.mods[k].layer); i++ {
			v = g.applyStatic(&static[i], v, kw)
		}
		if temp != nil {
			v = g.applyTemp(k, temp, v, kw)
		}
	}
	g.nested--
	return v
}

func (g *Game) applyStatic(m *program.Modifier, v value.Value, kw []expr.Keyword) value.Value {
	if m.Item >= 0 && !g.active(m.Item) {
		g.traceStatic(m, Inactive, v, v)
		return v
	}
	cur := g.env.Locals.Cur
	s := g.openScope(-1)
	if m.Item >= 0 {
		g.bind(program.SymSelf, g.prog.Items[m.Item].Data)
	}
	out, yes := g.apply(s, m.If, m.IfStop, m.Change, m.Stop, v, kw)
	if g.tracer != nil {
		g.traceStatic(m, verdict(yes), v, out)
	}
	g.closeScope(s)
	g.env.Locals.Cur = cur
	return out
}

func (g *Game) applyTemp(k int, m *program.Modify, v value.Value, kw []expr.Keyword) value.Value {
	cur := g.env.Locals.Cur
	s := g.openScope(-1)
	g.env.Locals.Binds = append(g.env.Locals.Binds, g.mods[k].binds...)
	out, yes := g.apply(s, m.If, nil, m.Change, m.Stop, v, kw)
	if g.tracer != nil {
		g.traceTemp(m, g.mods[k].layer, verdict(yes), v, out)
	}
	g.closeScope(s)
	g.env.Locals.Cur = cur
	return out
}

func (g *Game) apply(s int32, cond *expr.Code, condStop *program.Stop, change *expr.Code, stop *program.Stop, v value.Value, kw []expr.Keyword) (out value.Value, applied bool) {
	for i := range kw {
		// Functions see no locals, so a name that is told inside one has no symbol there.
		sym := kw[i].Sym
		if sym < 0 {
			var known bool
			if sym, known = g.prog.SymIndex[kw[i].Name]; !known {
				continue
			}
		}
		g.bind(sym, kw[i].Value)
	}
	g.bind(program.SymValue, v)
	g.env.Locals.Cur = s
	if condStop != nil {
		g.raise(condStop)
	}
	if cond != nil && !cond.RunBool(g.env) {
		return v, false
	}
	if stop != nil {
		g.raise(stop)
	}
	return change.Run(g.env), true
}
