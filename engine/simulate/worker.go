package simulate

import (
	"context"
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// worker plays games one after the other. A game starts as a copy of one that has run to its first
// request, which is the same for every seed, and every copy goes into the same memory.
type worker struct {
	o       *Options
	starts  []*game.Game // by variant
	coop    [2]bool
	players int
	seats   [][]drive.Player // by variant
	random  []bool           // by variant: all seats play at random
	streams []prng.Source
	records []*recorder // by variant; nil: nobody asks for what was legal and taken
	open    map[int]*Result
	game    *game.Game

	now      playing
	anything game.Pick            // pick, made once
	asked    func(*game.Game) int // choose, made once
}

// playing is the game that is being played.
type playing struct {
	ctx     context.Context
	out     *Game
	chance  prng.Source
	fault   error // of a player
	stopped bool  // the context has ended
}

// leaves reports that the game is to be left at this request.
func (r *playing) leaves(most int) bool {
	if r.out.Requests&15 == 15 && r.ctx.Err() != nil {
		r.stopped = true
	}
	r.out.Cut = !r.stopped && r.out.Requests == most
	return r.stopped || r.out.Cut
}

func (r *playing) draw(options int, weights []float64) int {
	if len(weights) > 0 {
		return r.chance.Weighted(weights)
	}
	return r.chance.Intn(options)
}

// pick is what random players answer.
func (w *worker) pick(seat, options int, weights []float64) int {
	r := &w.now
	if r.leaves(w.o.Requests) {
		return -1
	}
	r.out.Requests++
	if seat < 0 {
		return r.draw(options, weights)
	}
	return w.streams[seat].Intn(options)
}

// choose is what chance and the players answer.
func (w *worker) choose(g *game.Game) (pick int) {
	r := &w.now
	if r.leaves(w.o.Requests) {
		return -1
	}
	if g.Kind() == game.Chance {
		pick = r.draw(g.Len(), g.Weights())
	} else {
		p := g.Player()
		if pick, r.fault = w.seats[r.out.Variant][p].Choose(g, &w.streams[p]); r.fault != nil {
			return -1
		}
		if w.records != nil {
			w.records[r.out.Variant].decided(g, pick)
		}
	}
	r.out.Requests++
	return pick
}

// chunk is a part of the simulation: its games (kept where someone asks for them) and what they add up to.
type chunk struct {
	number int
	result *Result
	games  []Game
}

func newWorker(o *Options, variants []*program.Program) (*worker, error) {
	w := &worker{o: o}
	w.anything, w.asked = w.pick, w.choose
	if o.From != nil {
		w.open = o.From.open
	}
	for v, p := range variants {
		opts := game.Options{Players: o.Players, Limits: o.Limits}
		if o.Actions {
			w.records = append(w.records, newRecorder())
			opts.Trace = &w.records[v].tracer
		}
		g, err := game.New(p, opts)
		if err != nil {
			return nil, err
		}
		if o.Actions {
			w.records[v].started()
		}
		if w.players != 0 && w.players != g.Players() {
			return nil, fmt.Errorf("the variants have %d and %d players", w.players, g.Players())
		}
		w.players = g.Players()
		seats := make([]drive.Player, w.players)
		for i := range seats {
			seats[i] = drive.Random{}
		}
		who := o.Seats
		if v == 1 && o.Compared != nil {
			who = o.Compared
		}
		if who != nil {
			if seats, err = who(p, w.players); err != nil {
				return nil, err
			}
		}
		if len(seats) != w.players {
			return nil, fmt.Errorf("%d agents for %d players", len(seats), w.players)
		}
		w.starts, w.coop[v], w.seats = append(w.starts, g), p.Cooperative, append(w.seats, seats)
		w.random = append(w.random, !slices.ContainsFunc(seats, func(s drive.Player) bool { return s != drive.Player(drive.Random{}) }))
	}
	w.streams = make([]prng.Source, w.players)
	return w, nil
}

// result is an empty one.
func (w *worker) result() *Result { return newResult(len(w.starts), w.players) }

// chunk plays what a chunk lacks.
func (w *worker) chunk(ctx context.Context, number int) *chunk {
	c := &chunk{number: number, result: w.result()}
	if begun := w.open[number]; begun != nil {
		c.result = begun.clone()
	}
	defer func() {
		for v, r := range w.records {
			r.hand(c.result.Variants[v])
		}
	}()
	first := number * w.o.Together
	var pair [2]Game
	for i := first + c.result.Games(); i < first+w.o.sizeOf(number) && ctx.Err() == nil; i++ {
		for v := range w.starts {
			g := &pair[v]
			*g = Game{Index: i, Variant: v, Seed: SeedOf(w.o.Seed, i), Payoffs: g.Payoffs[:0]}
			if !w.play(ctx, g) {
				return c
			}
		}
		for v := range w.starts {
			g := &pair[v]
			c.result.Variants[v].add(g, w.coop[v])
			if w.records != nil {
				w.records[v].over()
			}
			if w.o.Each != nil {
				kept := *g
				kept.Payoffs = slices.Clone(g.Payoffs)
				c.games = append(c.games, kept)
			}
		}
		if len(w.starts) == 2 {
			c.result.pair(&pair[0], &pair[1], w.coop)
		}
	}
	return c
}

// play plays a game from its seed to its end; it reports false where ctx ends before.
func (w *worker) play(ctx context.Context, out *Game) bool {
	w.now = playing{ctx: ctx, out: out, chance: prng.Source{Seed: out.Seed}}
	for p := range w.streams {
		w.streams[p] = prng.Source{Seed: out.Seed, Stream: 1 + uint64(p)}
	}
	var err error
	if w.random[out.Variant] && w.records == nil {
		w.game, err = w.starts[out.Variant].Playout(w.game, w.anything)
	} else {
		w.game = w.starts[out.Variant].CloneInto(w.game)
		if w.records != nil {
			w.records[out.Variant].begin()
			w.game.SetTracer(&w.records[out.Variant].tracer)
		}
		err = w.game.Play(w.asked)
	}
	g := w.game
	if out.Cut {
		out.Place = g.Place()
	}
	switch {
	case w.now.stopped || w.now.fault != nil && ctx.Err() != nil:
		return false
	case w.now.fault != nil:
		out.Error = w.now.fault.Error()
	case err != nil:
		out.Error = err.Error()
	case g.Kind() == game.End:
		out.Reason, out.Payoffs = g.Reason(), append(out.Payoffs, g.Payoffs()...) // the game's own are of its memory
	case g.Kind() == game.Stopped:
		out.Error, out.At, out.CannotEnd = g.Err().Error(), g.Err().Pos, g.Err().CannotEnd
	case !out.Cut:
		out.Error = g.Place() + " waits for code, not for an answer"
	}
	return true
}
