package game

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// A save is, in this order: saveMagic; the format as a byte; the hash of the rules (32 bytes); the
// layout of the compiled program (8 bytes); the number of players; the tables of texts, instances
// and heap values; the state; and the first 16 bytes of the SHA-256 of all that. What can be worked
// out is left out: where instances are, the number of open emits, a window's stack as a list.
const (
	saveMagic    = "astrsave"
	saveFormat   = 4
	checksumSize = 16
)

// Save writes the whole game down: restored, it goes on exactly as this one would. The limits of
// the host are no part of it; what has been recorded is.
func (g *Game) Save() []byte {
	w := newWriter(g.prog)
	w.budgets, w.rounds = true, true
	w.instances(&g.store, nil)
	alive := w.insts.out
	w.insts.out = nil
	w.attributes(&g.store, nil)
	w.state(g)

	head := section{out: append([]byte(saveMagic), saveFormat)}
	head.out = append(head.out, g.prog.Hash[:]...)
	head.out = binary.LittleEndian.AppendUint64(head.out, layout(g.prog.Root()))
	w.tables(&head, g.players, alive)
	return seal(head.out)
}

// tables writes what the sections hold; alive tells which instances there are.
func (w *writer) tables(s *section, players int, alive []byte) {
	s.uint(uint64(players))
	s.uint(w.texts.n)
	s.out = append(append(s.out, w.texts.out...), alive...)
	s.uint(w.objects.n)
	s.out = append(append(append(s.out, w.objects.out...), w.insts.out...), w.body.out...)
}

// seal puts the checksum behind a save.
func seal(b []byte) []byte {
	sum := sha256.Sum256(b)
	return append(b, sum[:checksumSize]...)
}

// layout is a mark of how the rules are compiled: two versions of the engine may number the parts
// of one model differently, and a save is full of those numbers.
func layout(p *program.Program) uint64 {
	h := uint64(14695981039346656037)
	add := func(n int) { h = (h ^ uint64(n)) * 1099511628211 }
	for _, n := range []int{len(p.Vars), len(p.Zones), len(p.Actions), len(p.Flows), len(p.Events), len(p.Windows),
		len(p.Triggers), len(p.Items), len(p.Outcomes), len(p.Modifies), len(p.Data), len(p.Stats), len(p.Ends)} {
		add(n)
	}
	for _, list := range [][]string{p.Symbols, p.Places} {
		add(len(list))
		for _, s := range list {
			h ^= value.HashText(s)
			add(len(s))
		}
	}
	for i := range p.Blocks {
		add(len(p.Blocks[i].Code))
		for k := range p.Blocks[i].Code {
			add(int(p.Blocks[i].Code[k].Op))
			add(int(p.Blocks[i].Code[k].To))
		}
	}
	for i := range p.Nodes {
		add(int(p.Nodes[i].Kind))
		add(len(p.Nodes[i].Children))
	}
	return h
}

func (w *writer) state(g *Game) {
	s := &w.body
	s.uint(uint64(g.gameNo))
	s.uint(uint64(g.swept))
	s.uint(uint64(g.grown))
	s.uint(uint64(g.held))
	w.position(g)
	w.journal(&g.log)
}

// position writes what the course of the game depends on from here, all but which game of a campaign it is.
func (w *writer) position(g *Game) {
	s := &w.body
	s.byte(byte(g.pend.kind))
	for slot, v := range g.env.State {
		if !w.budgets {
			v = g.steadily(slot, v)
		}
		w.value(s, v)
	}
	for _, d := range g.decks {
		s.uint(uint64(d.top))
		s.uint(uint64(d.bottom))
		if g.prog.Hidden {
			s.uint(d.seen)
			s.uint(d.under)
		}
	}
	for _, n := range g.rounds {
		if w.rounds {
			s.uint(uint64(n))
		}
	}
	if g.prog.Turns != nil {
		s.bool(g.due)
	}
	own := g.places[len(g.prog.Places):]
	s.uint(uint64(len(own)))
	for _, p := range own {
		w.text(s, p)
	}
	w.foreign(g.prog)
	w.frames(g)
	w.windows(g.windows)
	s.uint(uint64(len(g.mods)))
	for _, m := range g.mods {
		s.uint(uint64(m.op))
		s.float(m.layer)
		w.binds(m.binds)
	}
	switch g.pend.kind {
	case Decision, Chance:
		w.request(&g.pend)
	case End:
		for _, x := range g.payoffs {
			s.float(x)
		}
		w.text(s, g.reason)
	case Stopped:
		for _, t := range []string{g.err.Kind, g.err.Message, g.err.Pos.File} {
			w.text(s, t)
		}
		s.uint(uint64(g.err.Pos.Line))
		s.uint(uint64(g.err.Pos.Col))
		w.cycle(g.err.CannotEnd)
	}
}

// frames writes what the game is in the middle of, and the local names.
func (w *writer) frames(g *Game) {
	s := &w.body
	s.uint(uint64(len(g.frames)))
	for i := range g.frames {
		f := &g.frames[i]
		s.byte(byte(f.kind))
		s.byte(f.state)
		s.bool(f.own)
		s.bool(f.flag)
		i, n := f.i, f.n
		switch {
		case !w.rounds && f.kind == nodeFrame && g.prog.Nodes[f.ref].Kind == program.Loop:
			n = min(n, 1)
		case !w.budgets && f.kind == repeatFrame && n < 0:
			i = min(i, 1)
		}
		for _, n := range []int32{f.ref, f.pc, f.place, f.scope, i, n} {
			s.int(int64(n))
		}
		w.value(s, f.v)
		w.value(s, f.w)
	}
	l := &g.env.Locals
	for _, sc := range l.Scopes {
		s.uint(uint64(sc.Start))
		s.int(int64(sc.Parent))
	}
	w.binds(l.Binds)
}

func (w *writer) binds(list []expr.Bind) {
	s := &w.body
	s.uint(uint64(len(list)))
	for _, b := range list {
		s.int(int64(b.Sym))
		w.value(s, b.Value)
	}
}

func (w *writer) windows(list []window) {
	s := &w.body
	for i := range list {
		o := &list[i]
		turns := o.turns
		if !w.budgets {
			turns = 0
		}
		for _, n := range []int32{o.ref, o.first, o.turn, o.passes, turns, o.bindFrom} {
			s.uint(uint64(n))
		}
		s.uint(o.out)
		s.uint(uint64(len(o.stack)))
		for k := range o.stack {
			it := &o.stack[k]
			s.uint(uint64(it.action))
			s.uint(uint64(it.actor))
			s.bool(it.cancelled)
			w.binds(it.binds)
		}
	}
}

func (w *writer) request(p *pending) {
	s := &w.body
	s.uint(uint64(p.place))
	s.uint(uint64(p.suffix))
	s.int(int64(p.model))
	s.bool(p.vis.all)
	s.uint(p.vis.mask)
	s.bool(p.sealed)
	w.text(s, p.prompt)
	w.value(s, p.pool)
	w.value(s, p.chosen)
	s.uint(uint64(len(p.weights)))
	for _, x := range p.weights {
		s.float(x)
	}
	s.uint(uint64(len(p.asks)))
	for i := range p.asks {
		a := &p.asks[i]
		a.list()
		s.int(int64(a.player))
		s.byte(byte(a.kind))
		s.int(int64(a.pick))
		s.uint(uint64(len(a.options)))
		for _, x := range a.options {
			w.value(s, x)
		}
	}
}

func (w *writer) journal(j *journal) {
	s := &w.body
	s.bool(j.on)
	s.uint(uint64(j.n))
	for _, e := range j.since(0) {
		s.byte(byte(e.Kind))
		w.text(s, e.What)
		w.text(s, e.Place)
		w.text(s, e.Label)
		s.bool(e.All)
		s.uint(e.Seen)
		s.int(int64(e.Player))
		s.bool(e.Choice)
		s.bool(e.Veiled)
		s.uint(e.Told)
		s.bool(e.Nameless)
	}
}
