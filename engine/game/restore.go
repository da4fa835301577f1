package game

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
)

// Errors of Restore, for errors.Is.
var (
	ErrNotSave     = errors.New("this is no saved game")
	ErrSaveVersion = errors.New("the save was made by another version of the engine")
	ErrSaveModel   = errors.New("the save is of another model")
	ErrSaveDamaged = errors.New("the save is damaged")
)

// Restore gives the game that Save wrote, under the limits of opts; it records if the saved game did
// or opts says so. opts.Players is 0 or what the save says. A save is not trusted: everything in it
// is held against the program, and whatever does not fit is an error. The worst that a forged save
// can bring about is a game that stops with an error.
func Restore(p *program.Program, data []byte, opts Options) (g *Game, err error) {
	body, err := open(p, data)
	if err != nil {
		return nil, err
	}
	r := &reader{prog: p, in: body, rounds: true, probes: maxProbes}
	defer r.damaged(&g, &err, ErrSaveDamaged)
	if g, err = r.tables(opts); err != nil {
		return nil, err
	}
	r.state(g)
	r.need(len(r.in) == 0, "more than a game")
	g.log.on = g.log.on || opts.Record
	g.SetTurns(opts.Turns)
	return g, nil
}

// tables begins the game that follows.
func (r *reader) tables(opts Options) (*Game, error) {
	n := int(r.index(r.prog.MaxPlayers+1, "players"))
	r.need(n >= r.prog.MinPlayers, "players")
	if opts.Players != 0 && opts.Players != n {
		return nil, fmt.Errorf("the save is of a game of %d players, not %d", n, opts.Players)
	}
	g := blank(r.prog, n, opts)
	r.readTexts()
	r.readAlive()
	r.readObjects()
	r.instances(&g.store)
	return g, nil
}

// open checks what surrounds a save and gives what is inside.
func open(p *program.Program, data []byte) ([]byte, error) {
	head := len(saveMagic) + 1 + len(p.Hash) + 8
	switch {
	case !bytes.HasPrefix(data, []byte(saveMagic)):
		return nil, ErrNotSave
	case len(data) < head+checksumSize:
		return nil, fmt.Errorf("%w: cut short", ErrSaveDamaged)
	case data[len(saveMagic)] != saveFormat:
		return nil, fmt.Errorf("%w: format %d, this one reads %d", ErrSaveVersion, data[len(saveMagic)], saveFormat)
	}
	inner, sum := data[:len(data)-checksumSize], data[len(data)-checksumSize:]
	if want := sha256.Sum256(inner); !bytes.Equal(sum, want[:checksumSize]) {
		return nil, fmt.Errorf("%w: the checksum does not fit, so it was cut short or changed", ErrSaveDamaged)
	}
	marks := inner[len(saveMagic)+1:]
	if !bytes.Equal(marks[:len(p.Hash)], p.Hash[:]) {
		return nil, fmt.Errorf("%w: its rules have the hash %x, those of %s have %x", ErrSaveModel, marks[:6], p.Name, p.Hash[:6])
	}
	if binary.LittleEndian.Uint64(marks[len(p.Hash):]) != layout(p) {
		return nil, fmt.Errorf("%w: it numbers the parts of %s differently", ErrSaveVersion, p.Name)
	}
	return inner[head:], nil
}

func (r *reader) state(g *Game) {
	r.number(g)
	swept := r.uint()
	r.need(swept <= uint64(r.next), "instances")
	g.swept = int64(swept)
	grown, held := r.uint(), r.uint()
	r.need(grown <= math.MaxInt32 && held <= maxHeld, "what it holds")
	g.grown, g.held = int64(grown), int64(held)
	r.position(g)
	r.journal(g)
}

func (r *reader) number(g *Game) {
	g.gameNo = int(r.uint())
	r.need(g.gameNo >= 1 && g.gameNo <= 1<<31 && (g.gameNo == 1 || r.prog.Campaign != nil), "number of the game")
}

func (r *reader) position(g *Game) {
	kind := Kind(r.byte())
	r.need(kind > running && kind <= Call, "what the game waits for")
	for i := range g.env.State {
		g.env.State[i] = r.value()
	}
	for i := range g.decks {
		g.decks[i] = deck{top: r.index(math.MaxInt32, "a deck"), bottom: r.index(math.MaxInt32, "a deck")}
		if r.prog.Hidden {
			g.decks[i].seen, g.decks[i].under = r.uint(), r.uint()
		}
	}
	for i := range g.rounds {
		if r.rounds {
			g.rounds[i] = r.index(maxRounds+1, "a round")
		}
	}
	if r.prog.Turns != nil {
		g.due = r.bool()
	}
	for n := r.count(1, "places"); n > 0; n-- {
		g.places = append(g.places, r.text())
	}
	r.checkState(g, kind == Stopped)
	r.foreign(g)
	r.frames(g)
	r.windows(g)
	r.mods(g)
	g.pend.kind = kind
	switch kind {
	case Decision, Chance:
		r.request(g)
	case End:
		for i := 0; i < g.players; i++ {
			g.payoffs = append(g.payoffs, r.float())
		}
		g.reason = r.text()
	case Stopped:
		e := &Error{Kind: r.text(), Message: r.text()}
		e.Pos = diag.Pos{File: r.text(), Line: int(r.index(math.MaxInt32, "a line")), Col: int(r.index(math.MaxInt32, "a column"))}
		e.CannotEnd = r.cycle()
		g.err = e
	case Call:
		r.need(len(g.frames) > 0, "a call")
		g.pend.place, g.pend.model, g.pend.vis = g.top().place, -1, everyone
	}
	r.checkFrames(g)
}

func (r *reader) frames(g *Game) {
	n := r.count(12, "frames")
	r.need(n <= maxFrames, "frames")
	g.frames = make([]frame, n)
	scopes := 0
	for i := range g.frames {
		f := &g.frames[i]
		f.kind, f.state = frameKind(r.byte()), r.byte()
		f.own, f.flag = r.bool(), r.bool()
		for _, field := range []*int32{&f.ref, &f.pc, &f.place, &f.scope, &f.i, &f.n} {
			*field = r.within(math.MinInt32, math.MaxInt32, "a frame")
		}
		f.v, f.w = r.value(), r.value()
		if f.own {
			scopes++
		}
	}
	l := &g.env.Locals
	for i := 0; i < scopes; i++ {
		l.Scopes = append(l.Scopes, expr.Scope{Start: r.index(math.MaxInt32, "a scope"), Parent: r.within(-1, int64(i)-1, "a scope")})
	}
	l.Binds = r.binds()
	for i, s := range l.Scopes {
		r.need(int(s.Start) <= len(l.Binds) && (i == 0 || s.Start >= l.Scopes[i-1].Start), "a scope")
	}
	r.need(len(l.Binds) == 0 || scopes > 0 && l.Scopes[0].Start == 0, "names outside a scope")
	if n > 0 {
		l.Cur = g.frames[n-1].scope
	}
}

func (r *reader) binds() []expr.Bind {
	list := make([]expr.Bind, 0, r.count(2, "names"))
	for i := 0; i < cap(list); i++ {
		sym := r.within(int64(symPicks), int64(len(r.prog.Symbols))-1, "a name")
		r.need(sym != program.NoName, "a name")
		list = append(list, expr.Bind{Sym: sym, Value: r.value()})
	}
	return list
}

// windows reads one window for each window frame.
func (r *reader) windows(g *Game) {
	for i := range g.frames {
		if g.frames[i].kind != windowFrame {
			continue
		}
		w := window{ref: r.index(len(r.prog.Windows), "a window"), first: r.player(g), turn: r.player(g)}
		w.passes = r.index(math.MaxInt32, "a window")
		w.turns = r.index(maxRounds+1, "a window")
		w.bindFrom = r.index(len(g.env.Locals.Binds)+1, "a window")
		w.out = r.mask(g)
		for n := r.count(4, "a stack"); n > 0; n-- {
			it := stackItem{action: r.index(len(r.prog.Actions), "an action"), actor: r.player(g), cancelled: r.bool()}
			it.binds = r.binds()
			r.need(int(2*it.actor) < len(r.prog.Actions[it.action].OnStack), "a stack")
			w.stack = append(w.stack, it)
		}
		w.list = g.stackList(w.stack)
		g.windows = append(g.windows, w)
	}
}

func (r *reader) player(g *Game) int32 { return r.index(g.players, "a player") }

func (r *reader) mask(g *Game) uint64 {
	m := r.uint()
	r.need(g.players >= 64 || m < 1<<uint(g.players), "a set of players")
	return m
}

func (r *reader) mods(g *Game) {
	for n := r.count(10, "modifiers"); n > 0; n-- {
		m := tempMod{op: r.index(len(r.prog.Modifies), "a modifier"), layer: r.float()}
		m.binds = r.binds()
		for _, b := range m.binds {
			r.need(int(b.Sym) < len(g.prog.Level(g.levelOf(m.op)).Symbols), "a name")
		}
		r.need(len(g.mods) == 0 || !(m.layer < g.mods[len(g.mods)-1].layer), "order of modifiers")
		g.mods = append(g.mods, m)
	}
}

func (r *reader) request(g *Game) {
	p := &g.pend
	p.place = r.index(len(g.places), "a place")
	p.suffix = r.index(math.MaxInt32, "an element")
	p.model = r.within(-1, int64(len(r.prog.Outcomes))-1, "an outcome model")
	p.vis = sees{all: r.bool(), mask: r.mask(g)}
	p.sealed = r.bool()
	p.prompt = r.text()
	p.pool, p.chosen = r.value(), r.value()
	for n := r.count(8, "weights"); n > 0; n-- {
		x := r.float()
		r.need(x >= 0 && !math.IsInf(x, 0), "a weight")
		p.weights = append(p.weights, x)
	}
	for n := r.count(4, "questions"); n > 0; n-- {
		a := p.addAsk(r.within(-1, int64(g.players)-1, "a player"), optionKind(r.byte()))
		a.pick = r.within(-1, math.MaxInt32, "an answer")
		a.options = r.values(r.count(1, "options"))
	}
	r.checkRequest(g)
}

func (r *reader) journal(g *Game) {
	j := &g.log
	j.on = r.bool()
	for n := r.count(8, "entries"); n > 0; n-- {
		e := Entry{Kind: EntryKind(r.byte()), What: r.text(), Place: r.text(), Label: r.text(), All: r.bool(), Seen: r.mask(g)}
		r.need(e.Kind <= Observed, "an entry")
		e.Player = int(r.within(-1, int64(g.players)-1, "a player"))
		e.Choice, e.Veiled = r.bool(), r.bool()
		e.Told, e.Nameless = r.mask(g), r.bool()
		j.add(e)
	}
}
