package meter

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// rewriter adds to a module what counts.
type rewriter struct {
	m *module
	l Limits

	left, room, flags, coarse, fine uint64 // globals
	more, bulk, spend, grow         uint64 // functions

	coarseShift, fineShift uint
	typeOf                 map[string]uint64 // by key
	work                   int               // of all functions so far
}

func newRewriter(m *module, l Limits) *rewriter {
	w := &rewriter{m: m, l: l}
	n := uint64(len(m.globals))
	w.left, w.room, w.flags, w.coarse, w.fine = n, n+1, n+2, n+3, n+4
	f := m.moved(uint32(m.functions()))
	w.more, w.bulk, w.spend, w.grow = uint64(len(m.imports)), f, f+1, f+2
	return w
}

func (w *rewriter) run() *Module {
	m := w.m
	out := &Module{Imports: m.imports, Exports: slices.Clone(m.exports), HasStart: m.start != nil}
	for _, e := range m.exports {
		if strings.HasPrefix(e.Name, Prefix) {
			refuse("it exports %q: names that begin with %s are not for modules", e.Name, Prefix)
		}
	}
	w.bound(out)
	w.shifts(out)

	bodies := make([]body, len(m.bodies))
	for i := range m.bodies {
		bodies[i] = w.function(i)
	}
	m.bodies, out.Work = bodies, w.work
	w.exports(out)
	w.helpers()
	m.moreType = w.typeFor(Signature{})
	out.Wasm = m.write()
	return out
}

// bound gives the memory and the tables ends.
func (w *rewriter) bound(out *Module) {
	clamp := func(s *size, what string, limit int) {
		if int64(s.min) > int64(limit) {
			panic(refusal{&TooMuch{What: what, Has: int64(s.min), Limit: int64(limit)}})
		}
		if !s.bounded || int64(s.max) > int64(limit) {
			s.max, s.bounded = uint32(limit), true
		}
	}
	if w.m.memory != nil {
		clamp(w.m.memory, "pages of memory", w.l.Pages)
		out.Pages, out.MaxPages = int(w.m.memory.min), int(w.m.memory.max)
		w.m.memory.max++
	}
	for i := range w.m.tables {
		clamp(&w.m.tables[i].size, fmt.Sprintf("elements in table %d", i), w.l.TableSize)
	}
}

// shifts chooses how large a part of memory a bit stands for: 64 coarse ones for all that there is at the
// beginning, 64 fine ones for the places in a coarse one.
func (w *rewriter) shifts(out *Module) {
	pages := max(out.Pages, 1)
	w.coarseShift = uint(bits.Len(uint(pages-1))) + 16 - 6
	w.fineShift = max(w.coarseShift-6, 6)
	out.CoarseShift, out.FineShift = w.coarseShift, w.fineShift
}

// exports shows the counters and the globals that may change.
func (w *rewriter) exports(out *Module) {
	m := w.m
	show := func(name string, kind Kind, index uint64) {
		m.exports = append(m.exports, Export{Name: name, Kind: kind, Index: uint32(index)})
	}
	for i, g := range m.globals {
		if g.mutable {
			if g.of == funcref || g.of == extern {
				refuse("global %d is mutable and holds a reference (%s), which evaluators may not have", i, g.of)
			}
			name := fmt.Sprint(own, i)
			show(name, Global, uint64(i))
			out.Mutables = append(out.Mutables, Mutable{Name: name, Type: g.of})
		}
	}
	i64 := global{of: I64, mutable: true, init: []byte{opI64Const, 0, opEnd}}
	i32 := global{of: I32, mutable: true, init: []byte{opI32Const, 0, opEnd}}
	m.globals = append(m.globals, i64, i32, i32, i64, i64)
	show(Left, Global, w.left)
	show(Room, Global, w.room)
	show(Flags, Global, w.flags)
	show(Coarse, Global, w.coarse)
	show(Fine, Global, w.fine)
	if m.start != nil {
		show(Start, Function, uint64(*m.start))
		if s := m.typeOf(*m.start); len(s.Params)+len(s.Results) > 0 {
			refuse("its start function has params or results")
		}
	}
}

// typeFor is the index of a type, which is added if there is none.
func (w *rewriter) typeFor(s Signature) uint64 {
	if w.typeOf == nil {
		w.typeOf = map[string]uint64{}
		for i, t := range w.m.types {
			if _, there := w.typeOf[t.key()]; !there {
				w.typeOf[t.key()] = uint64(i)
			}
		}
	}
	i, there := w.typeOf[s.key()]
	if !there {
		i = uint64(len(w.m.types))
		w.typeOf[s.key()] = i
		w.m.types = append(w.m.types, s)
	}
	return i
}
