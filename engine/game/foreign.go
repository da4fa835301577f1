package game

import (
	"errors"
	"math"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Ops that code outside has answered run where the call stands, as blocks of an extended program (program.
// Extension), which is the game's program as long as anything of it is needed: while their call frame is there,
// or a modifier that they have added. A call frame: ref the number of the extension; its scope holds the names
// that the ops see.

// runForeign holds ops against the model and their code's bounds, and runs them in place of the call.
func (g *Game) runForeign(f *frame, a *program.Call, ops value.Value) error {
	if err := plain(ops); err != nil {
		return err
	}
	if g.prog.Extend == nil {
		return errors.New("this program runs no ops from outside")
	}
	g.release()
	p, ext, err := g.prog.Extend(program.Foreign{Code: a.Code, Ops: ops, Seat: g.actingIn(f.scope), Pos: g.pos()})
	if err != nil {
		return err
	}
	g.spend(len(ext.Text))
	args := f.v
	g.prog = p
	g.bindName(a.As, value.Value{})
	f.done()
	place, scope := f.place, f.scope
	s := g.openCall(scope, args, a)
	*g.above() = frame{kind: callFrame, ref: int32(ext.Depth), place: place, scope: s, own: true}
	g.runBlock(ext.Entry, s, g.answerPlace(place, a))
	return nil
}

// stepCallFrame ends what code outside has answered.
func (g *Game) stepCallFrame() {
	g.pop()
	g.release()
}

// release lets go of the ops from outside that nothing needs any more.
func (g *Game) release() {
	if g.prog.Ext == nil {
		return
	}
	needed := 0
	for i := range g.frames {
		if f := &g.frames[i]; f.kind == callFrame {
			needed = max(needed, int(f.ref))
		}
	}
	for i := range g.mods {
		needed = max(needed, g.levelOf(g.mods[i].op))
	}
	g.prog = g.prog.Level(needed)
}

// levelOf is the extension that a modify op stands in, 0 for none.
func (g *Game) levelOf(modify int32) int {
	for p := g.prog; p.Ext != nil; p = p.Ext.Under {
		if int(modify) >= len(p.Ext.Under.Modifies) {
			return p.Ext.Depth
		}
	}
	return 0
}

// unname drops from what a modifier keeps the names that go before it does.
func (g *Game) unname(m *tempMod) {
	known := int32(len(g.prog.Level(g.levelOf(m.op)).Symbols))
	kept := m.binds[:0]
	for _, b := range m.binds {
		if b.Sym < known {
			kept = append(kept, b)
		}
	}
	m.binds = kept
}

// touch holds the items that an op from outside is about to write to, or to show, against the zones that its
// code may write.
func (g *Game) touch(a *program.Touch) {
	what := g.value(&a.What)
	items := []value.Value{what}
	if what.Kind() == value.List {
		items = what.Items()
	}
	for _, x := range items {
		if !x.IsInst() {
			continue
		}
		if flat := g.whereIs(x); flat >= 0 {
			if zone, _ := g.zoneOfFlat(flat); !a.Zones[zone] {
				g.failHere("code '%s': '%s' lies in zone '%s', which its manifest does not list", a.Code, g.label(x), g.prog.Zones[zone].Name)
			}
		}
	}
}

// foreign writes what code outside has answered and is still needed: its ops, which restoring compiles and checks
// again, and a mark of how they are compiled.
func (w *writer) foreign(p *program.Program) {
	s := &w.body
	s.uint(uint64(p.Depth()))
	for i := 1; i <= p.Depth(); i++ {
		e := p.Level(i).Ext
		w.text(s, e.Code)
		s.int(int64(e.Seat))
		w.text(s, e.Pos.File)
		s.uint(uint64(e.Pos.Line))
		s.uint(uint64(e.Pos.Col))
		w.value(s, e.Ops)
	}
	if p.Ext != nil {
		s.uint(layout(p))
	}
}

func (r *reader) foreign(g *Game) {
	n := r.count(5, "ops from outside")
	for range n {
		f := program.Foreign{Code: r.text(), Seat: int(r.within(-1, int64(g.players)-1, "a seat"))}
		f.Pos = diag.Pos{File: r.text(), Line: int(r.index(math.MaxInt32, "a line")), Col: int(r.index(math.MaxInt32, "a column"))}
		if f.Ops = r.value(); plain(f.Ops) != nil || g.prog.Extend == nil {
			panic(damage("ops from outside"))
		}
		p, _, err := g.prog.Extend(f)
		if err != nil {
			panic(damage("ops from outside: " + err.Error()))
		}
		r.need(p != g.prog, "ops from outside")
		g.prog, r.prog = p, p
	}
	if n > 0 && r.uint() != layout(g.prog) {
		panic(damage("ops from outside, compiled differently"))
	}
}
