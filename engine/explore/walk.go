package explore

import (
	"context"
	"errors"
	"fmt"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/turn"
	"github.com/astragal-engine/astragal/engine/value"
)

type kind uint8

const (
	decision kind = iota
	chance
	unasked // the only option is about to be taken
	outside
	ended
	stopped
)

// link is how a state was found: from which other, by which answer. The first has none (-1), and what follows an option that
// is taken unasked follows no answer.
type link struct{ state, answer int32 }

// lost is the state that is not kept.
const lost int32 = -1

type walk struct {
	*Report
	ctx        context.Context
	index      map[string]int32 // of a state by its position
	invariants []*expr.Code
	faults     map[string]int
	reasons    map[string]int
	bytes      int64
	spare      *game.Game
	buf        []byte
	passed     []string // positions in which the only option was taken since the last answer
	tracer     game.Tracer
	over       bool
}

func (w *walk) run() error {
	w.tracer.Forced = w.forced
	g, err := w.begin()
	if err != nil {
		return err
	}
	w.Players = g.Players()
	w.land(g, link{-1, -1}, 0)
	for level := 0; w.full < len(w.keys) && !w.over; level++ {
		for end := len(w.keys); w.full < end && !w.over; w.full++ {
			if w.full&63 == 0 {
				w.tell(level)
			}
			if err := w.expand(int32(w.full), level); err != nil {
				return err
			}
			if w.over {
				break
			}
		}
	}
	for len(w.first) <= len(w.keys) {
		w.first = append(w.first, int64(len(w.edges)))
	}
	return nil
}

// unheard has the games of a model with turns held against their relations: what these refuse is an error like any other.
func unheard(turn.Line) {}

// begin starts the game.
func (w *walk) begin() (*game.Game, error) {
	o := game.Options{Players: w.opts.Players, Limits: w.opts.Limits, Turns: unheard}
	if w.opts.At != "" {
		o.Trace = &w.tracer
	}
	w.passed = w.passed[:0]
	return game.New(w.prog, o)
}

// forced takes down that the only option is taken unasked.
func (w *walk) forced(g *game.Game, place, _ int32, _ value.Value) {
	if program.Glob(w.opts.At, g.PlaceName(place)) {
		w.passed = append(w.passed, string(g.Position(nil)))
	}
}

func (w *walk) tell(level int) {
	if w.opts.Progress != nil {
		w.opts.Progress(Progress{States: len(w.keys), Explored: w.full, Depth: level})
	}
	if w.ctx.Err() != nil {
		if errors.Is(w.ctx.Err(), context.DeadlineExceeded) {
			w.cut("the time is up")
		}
		w.cut("it was cancelled")
	}
}

// cut ends the exploration.
func (w *walk) cut(format string, args ...any) {
	if w.over, w.Whole = true, false; w.Cut == "" {
		w.Cut = fmt.Sprintf(format, args...)
	}
}

// expand finds what follows a state.
func (w *walk) expand(i int32, level int) error {
	if w.over {
		return nil
	}
	w.first = append(w.first, int64(len(w.edges)))
	switch w.kinds[i] {
	case ended, stopped, outside:
		return nil
	case unasked:
		return w.pass(i, level)
	}
	if w.opts.Depth > 0 && level >= w.opts.Depth {
		w.cut("states of which it takes more than %d answers to come to them are left out", w.opts.Depth)
		return nil
	}
	g, err := w.at(i)
	if err != nil {
		return err
	}
	weights := append([]float64(nil), g.Weights()...)
	n := int32(g.Len())
	for a := range n {
		if len(weights) > 0 && weights[a] == 0 {
			continue
		}
		child := g
		if a < n-1 {
			w.spare = g.CloneInto(w.spare)
			w.spare.SetTurns(unheard)
			child = w.spare
		}
		if err := w.answer(child, a); err != nil {
			return err
		}
		if w.lead(w.land(child, link{i, a}, level+1)); w.over {
			return nil
		}
	}
	if n == 0 {
		w.Deadlocks.add(w.Report, i)
	}
	return nil
}

// lead adds an edge to the state that is expanded.
func (w *walk) lead(to int32) {
	if to == lost {
		return
	}
	w.edges = append(w.edges, to)
	w.Transitions++
	w.bytes += perEdge
}

// at gives the game in a state.
func (w *walk) at(i int32) (*game.Game, error) {
	g, err := game.At(w.prog, []byte(w.keys[i]), game.Options{Limits: w.opts.Limits, Turns: unheard})
	if err != nil {
		return nil, fmt.Errorf("state %d cannot be gone on from: %w", i, err)
	}
	return g, nil
}

func (w *walk) answer(g *game.Game, a int32) error {
	if w.opts.At != "" {
		w.passed = w.passed[:0]
		g.SetTracer(&w.tracer)
	}
	return g.Answer(int(a))
}

// pass finds what follows an option that is taken unasked: the answer before is given again.
func (w *walk) pass(i int32, level int) error {
	from := w.from[i]
	for from.answer < 0 && from.state >= 0 {
		from = w.from[from.state]
	}
	var g *game.Game
	var err error
	if from.state < 0 {
		g, err = w.begin()
	} else if g, err = w.at(from.state); err == nil {
		err = w.answer(g, from.answer)
	}
	if err != nil {
		return err
	}
	for len(w.passed) > 0 {
		at := w.passed[0]
		if w.passed = w.passed[1:]; at == w.keys[i] {
			break
		}
	}
	w.lead(w.land(g, link{i, -1}, level+1))
	return nil
}

// land gives the state that a game has come to, or the first on the way there in which an option was taken unasked.
func (w *walk) land(g *game.Game, from link, level int) int32 {
	if len(w.passed) > 0 {
		i, _ := w.state([]byte(w.passed[0]), unasked, from, level)
		return i
	}
	w.buf = g.Position(w.buf[:0])
	i, isNew := w.state(w.buf, kindOf(g), from, level)
	if isNew {
		w.meet(g, i)
	}
	return i
}

func kindOf(g *game.Game) kind {
	switch g.Kind() {
	case game.Decision:
		return decision
	case game.Chance:
		return chance
	case game.End:
		return ended
	case game.Call:
		return outside
	}
	return stopped
}

// state gives the number of a state; lost where there is no room for it.
func (w *walk) state(position []byte, k kind, from link, level int) (i int32, isNew bool) {
	if i, ok := w.index[string(position)]; ok {
		return i, false
	}
	size := int64(len(position)) + perState
	switch {
	case len(w.keys) >= w.opts.States:
		w.cut("there are more than %d states", w.opts.States)
		return lost, false
	case w.bytes+size > w.opts.Bytes:
		w.cut("the states take more than %d MiB", w.opts.Bytes>>20)
		return lost, false
	}
	w.bytes += size
	i = int32(len(w.keys))
	key := string(position)
	w.index[key] = i
	w.keys, w.kinds, w.from = append(w.keys, key), append(w.kinds, k), append(w.from, from)
	for len(w.Levels) <= level {
		w.Levels = append(w.Levels, 0)
	}
	w.Levels[level]++
	return i, true
}

// meet counts a new state, and holds it against the invariants.
func (w *walk) meet(g *game.Game, i int32) {
	switch w.kinds[i] {
	case ended:
		at, ok := w.reasons[g.Reason()]
		if !ok {
			at = len(w.Reasons)
			w.reasons[g.Reason()] = at
			w.Reasons = append(w.Reasons, Reason{Reason: g.Reason()})
		}
		w.Reasons[at].States++
	case stopped:
		w.fault(g.Err(), i)
		return
	}
	for k, code := range w.invariants {
		if text, yes := holds(g, code); !yes && w.Broken == nil {
			w.Broken = &Broken{Invariant: w.opts.Invariants[k], Value: text, Trace: w.trace(i)}
			w.cut("an invariant does not hold")
		}
	}
	if w.opts.Each != nil && !w.opts.Each(g) {
		w.cut("it was ended")
	}
}

const mostFaults = 100

func (w *walk) fault(e *game.Error, i int32) {
	key := e.Error() + "\x00" + e.Pos.String()
	at, ok := w.faults[key]
	if !ok {
		if len(w.Faults) == mostFaults {
			return
		}
		at = len(w.Faults)
		w.faults[key] = at
		w.Faults = append(w.Faults, Fault{Error: e.Error(), At: e.Pos, CannotEnd: e.CannotEnd, Trace: w.trace(i)})
	}
	w.Faults[at].States++
}
