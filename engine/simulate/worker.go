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
	streams []prng.Source
	records []*recorder // by variant; nil: nobody asks for what was legal and taken
	open    map[int]*Result
	game    *game.Game
}

// chunk is a part of the simulation: its games (kept where someone asks for them) and what they add up to.
type chunk struct {
	number int
	result *Result
	games  []Game
}

func newWorker(o *Options, variants []*program.Program) (*worker, error) {
	w := &worker{o: o}
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
	w.game = w.starts[out.Variant].CloneInto(w.game)
	g, seats := w.game, w.seats[out.Variant]
	if w.records != nil {
		w.records[out.Variant].begin()
		g.SetTracer(&w.records[out.Variant].tracer)
	}
	chance := prng.Source{Seed: out.Seed}
	for p := range w.streams {
		w.streams[p] = prng.Source{Seed: out.Seed, Stream: 1 + uint64(p)}
	}
	var fault error
	stopped := false
	err := g.Play(func(g *game.Game) (pick int) {
		switch {
		case out.Requests&15 == 15 && ctx.Err() != nil:
			stopped = true
			return -1
		case out.Requests == w.o.Requests:
			out.Cut, out.Place = true, g.Place()
			return -1
		case g.Kind() == game.Chance:
			if weights := g.Weights(); len(weights) > 0 {
				pick = chance.Weighted(weights)
			} else {
				pick = chance.Intn(g.Len())
			}
		default:
			p := g.Player()
			if pick, fault = seats[p].Choose(g, &w.streams[p]); fault != nil {
				return -1
			}
			if w.records != nil {
				w.records[out.Variant].decided(g, pick)
			}
		}
		out.Requests++
		return pick
	})
	switch {
	case stopped || fault != nil && ctx.Err() != nil:
		return false
	case fault != nil:
		out.Error = fault.Error()
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
