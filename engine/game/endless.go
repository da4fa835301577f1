package game

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Cycle says why a game cannot end: with nobody asked in between, it is again in a state in which it has been, and
// what it does follows from its state alone. The state is all that Position writes.
type Cycle struct {
	Rounds int      `json:"rounds" doc:"of loops and repeats, until the state is the same again"`
	Places []string `json:"places" doc:"gone through meanwhile, each once: the first 32"`
	More   bool     `json:"more,omitempty" doc:"whether there are more places"`
}

func (c *Cycle) String() string {
	rounds := "1 round"
	if c.Rounds != 1 {
		rounds = fmt.Sprintf("%d rounds", c.Rounds)
	}
	places := strings.Join(c.Places, ", ")
	if c.More {
		places += ", ..."
	}
	return fmt.Sprintf("it cannot end: after %s, with nobody asked, its state is the same again (%s)", rounds, places)
}

// Rounds without a request are nothing unusual. patience is after how many of them a game is watched.
const (
	patience    = 32
	mostPassed  = 32
	mostWatched = 200_000    // values that a game may hold to be watched
	mostLooks   = 20_000_000 // values to be compared between two requests, and bytes of positions
	looksAtOnce = 4096
)

// watch holds a game against itself as it was at the round mark; twice as many rounds later it is marked again (Brent),
// so that a state that comes back is noticed whenever it first came and however many rounds it takes.
type watch struct {
	was   *Game
	place []byte // its position, once that was asked for
	mark  int32
	slot  int // where the two differed last
	uid   int64
	looks int64 // that may still be taken
}

// round begins another round of a loop or a repeat, the frame on top.
func (g *Game) round() {
	if g.spun++; g.spun >= patience {
		g.spin()
	}
}

// spin stops the game if it is where it was.
func (g *Game) spin() {
	if g.trail != nil {
		g.trail.round()
		return
	}
	if g.straight() {
		return // without frames, two positions would look alike
	}
	w := g.watch
	if g.spun == patience {
		if w == nil {
			w = &watch{}
			g.watch = w
		}
		if w.mark, w.looks = patience, mostLooks; g.held > mostWatched {
			w.looks = 0
		}
	}
	if w.looks <= 0 {
		return
	}
	if g.spun == patience || g.spun == 2*w.mark {
		w.was, w.mark, w.place = g.CloneInto(w.was), g.spun, w.place[:0]
		return
	}
	if w.differs(g) || !w.same(g) {
		return
	}
	f := g.spinning(w.was)
	e := &Error{Kind: "ExprError", CannotEnd: g.cycle(g.spun - w.mark)}
	if f.kind == repeatFrame {
		e.Message, e.Pos = g.placedIn(f, repeatEndless), g.posOf(f)
	} else {
		n := &g.prog.Nodes[f.ref]
		if e.Message, e.Pos = endlessLoop(n), n.Pos; n.Kind == program.TakeTurns {
			e.Message = endlessTurns(n)
		}
	}
	panic(e)
}

// spinning is the loop, repeat or run of turns that has gone round since: those within it have begun and ended
// meanwhile.
func (g *Game) spinning(was *Game) *frame {
	for i := range g.frames {
		f, old := &g.frames[i], &was.frames[i]
		round := f.kind == repeatFrame && f.i != old.i
		if f.kind == nodeFrame {
			switch g.prog.Nodes[f.ref].Kind {
			case program.Loop:
				round = f.n != old.n
			case program.TakeTurns:
				round = g.takesTurns(f) && g.record(program.TurnID) != was.record(program.TurnID)
			}
		}
		if round {
			return f
		}
	}
	return g.top()
}

// same compares the two as far as anything depends on it.
func (w *watch) same(g *Game) bool {
	if len(w.place) == 0 {
		w.place = w.was.Position(w.place)
	}
	now := g.Position(nil)
	w.looks -= int64(len(w.place) + len(now))
	return bytes.Equal(w.place, now)
}

// differs reports that the two differ, where that is seen soon. It looks first where they differed before: in a game
// that counts something that is all there is to do.
func (w *watch) differs(g *Game) bool {
	left := looksAtOnce
	defer func() { w.looks -= int64(looksAtOnce - left) }()
	now := g.env.State
	other := func(slot int) bool {
		return unlike(g.steadily(slot, now[slot]), g.steadily(slot, w.was.env.State[slot]), &left, lookDepth)
	}
	if other(w.slot) || w.changed(g, w.uid, &left) {
		return true
	}
	if len(g.frames) != len(w.was.frames) || len(g.env.Locals.Binds) != len(w.was.env.Locals.Binds) || g.store.Next() != w.was.store.Next() {
		return true
	}
	for i := range now {
		if other(i) {
			w.slot = i
			return true
		}
	}
	for i := range g.frames {
		a, b := &g.frames[i], &w.was.frames[i]
		if a.kind != b.kind || a.ref != b.ref || a.pc != b.pc || unlike(a.v, b.v, &left, lookDepth) {
			return true
		}
	}
	for uid := int64(1); uid < g.store.Next() && left > 0; uid++ {
		if w.changed(g, uid, &left) {
			w.uid = uid
			return true
		}
	}
	return false
}

// changed reports that an instance has been written since, with other values.
func (w *watch) changed(g *Game, uid int64, left *int) bool {
	a, b := g.store.Get(uid), w.was.store.Get(uid)
	if *left--; a == b || a == nil || b == nil || a.Keys() != b.Keys() {
		return false
	}
	for i := 1; i < a.Keys().Len(); i++ {
		if unlike(a.At(uid, i), b.At(uid, i), left, lookDepth) {
			return true
		}
	}
	return false
}

const lookDepth = 4

// unlike reports that two values differ, where that is seen within so many looks.
func unlike(a, b value.Value, left *int, depth int) bool {
	if a == b {
		return false
	}
	if a.Kind() != b.Kind() {
		return true
	}
	switch a.Kind() {
	case value.Text:
		return a.Text() != b.Text()
	case value.List, value.Tuple, value.Dict:
		x, y := a.Items(), b.Items()
		if len(x) != len(y) {
			return true
		}
		if a.Object() == b.Object() || depth == 0 {
			return false
		}
		for i := range x {
			if *left--; *left <= 0 {
				return false
			}
			if unlike(x[i], y[i], left, depth-1) {
				return true
			}
		}
		return false
	case value.Set, value.Frozen:
		return a.Keys().Len() != b.Keys().Len()
	case value.Range, value.BigInt:
		return false
	}
	return true
}

// trail takes down where a game goes until it has gone round so often.
type trail struct {
	left   int32
	places []int32
	more   bool
}

type endOfTrail struct{}

func (t *trail) round() {
	if t.left--; t.left < 0 {
		panic(endOfTrail{})
	}
}

// pass takes down the place of what the game is about to do.
func (t *trail) pass(g *Game) {
	if len(g.frames) == 0 {
		return
	}
	p := g.top().place
	switch {
	case p < 0 || slices.Contains(t.places, p):
	case len(t.places) == mostPassed:
		t.more = true
	default:
		t.places = append(t.places, p)
	}
}

// cycle goes round so often, on a copy, and tells where.
func (g *Game) cycle(rounds int32) *Cycle {
	d := g.Clone()
	t := &trail{left: rounds} // the copy begins with the round in which g is
	d.trail, d.tracer, d.log.on, d.spun = t, &Tracer{}, false, patience
	func() {
		defer func() { _ = recover() }()
		for d.pend.kind == running {
			d.step()
		}
	}()
	c := &Cycle{Rounds: int(rounds), More: t.more}
	for _, p := range t.places {
		c.Places = append(c.Places, d.places[p])
	}
	return c
}

// cycle writes why a game that was stopped could not end.
func (w *writer) cycle(c *Cycle) {
	s := &w.body
	if s.bool(c != nil); c == nil {
		return
	}
	s.uint(uint64(c.Rounds))
	s.bool(c.More)
	s.uint(uint64(len(c.Places)))
	for _, p := range c.Places {
		w.text(s, p)
	}
}

func (r *reader) cycle() *Cycle {
	if !r.bool() {
		return nil
	}
	c := &Cycle{Rounds: int(r.index(math.MaxInt32, "rounds")), More: r.bool()}
	for n := r.count(1, "places"); n > 0; n-- {
		c.Places = append(c.Places, r.text())
	}
	return c
}
