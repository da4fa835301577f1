// Package simulate plays many games on all cores and adds up how they went.
//
// Game i of a simulation is a function of the simulation's seed and i alone, so its result does not
// depend on the number of workers, and each game can be repeated by its own seed. Games are played
// and added up in chunks of a fixed size, and the chunks are added in order: sums of floating-point
// numbers come out alike too.
package simulate

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// Options of a simulation.
type Options struct {
	Games    int    // how many; with UntilCI the most
	Players  int    // 0: the model's default
	Seed     uint64 // of the simulation
	Workers  int    // 0: one per core
	Requests int    // after which a game is cut; 0: 5,000
	Together int    // how many games one worker plays in a row; 0: 200. The last bits of sums depend on it
	Limits   game.Limits

	// Seats makes who plays a variant, one for each seat; nil: random players. Every worker calls it
	// for players of its own.
	Seats func(p *program.Program, seats int) ([]drive.Player, error)
	// UntilCI stops as soon as the 95% interval of every payoff (of every difference, where two
	// variants are compared) is no wider than this, but not before 1,000 games: few may happen to be
	// all alike.
	UntilCI float64
	// Each hears of every game, in order: first of all variants of game 0.
	Each func(*Game)
	// Progress hears how many games have been added up.
	Progress func(games int)

	first int          // number of the first game, a multiple of chunkSize
	chunk func(*Tally) // hears of every chunk, in order
}

const (
	chunkSize       = 200
	fewest          = 1000 // games before UntilCI may stop
	defaultRequests = 5000
	gamesStream     = 1 << 32 // of the simulation's seed: it gives the games theirs
)

// SeedOf is the seed of game i. It is below 2^53, so that every JSON reader keeps it whole.
func SeedOf(seed uint64, i int) uint64 { return prng.At(seed, gamesStream, uint64(i)) >> 11 }

// Game is how one game went.
type Game struct {
	Index    int
	Variant  int
	Seed     uint64
	Requests int
	Reason   string
	Payoffs  []float64 // empty where it did not end
	Error    string    // that stopped it
	At       diag.Pos  // where in the model, where known
	Cut      bool
	Place    string // where a game that was cut asked last
}

func (g *Game) ended() bool { return !g.Cut && g.Error == "" }

// Result of a simulation: a tally for each variant.
type Result struct {
	Variants []*Tally
	// Of two variants: how the second differs from the first over the Pairs of games with one seed that
	// both finished. Payoffs by seat.
	Pairs       int
	Payoffs     []Moments
	Requests    Moments
	Interrupted bool // the context ended before the last game
}

// mostWorkers is more than any machine has cores; each takes the memory of a game.
const mostWorkers = 1024

// Run plays the games of one program, or the same games (by their seeds) of two, to compare them. When
// ctx ends, games that have begun are given up, and the result holds those that were over.
func Run(ctx context.Context, o Options, variants ...*program.Program) (*Result, error) {
	if len(variants) < 1 || len(variants) > 2 {
		return nil, errors.New("a simulation is of one program, or of two")
	}
	if o.Games < 1 {
		return nil, fmt.Errorf("%d games cannot be played", o.Games)
	}
	if o.Requests == 0 {
		o.Requests = defaultRequests
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Together <= 0 || o.chunk != nil {
		o.Together = chunkSize
	}
	chunks := (o.Games + o.Together - 1) / o.Together
	o.Workers = min(o.Workers, chunks, mostWorkers)
	workers := make([]*worker, o.Workers)
	for i := range workers {
		w, err := newWorker(&o, variants)
		if err != nil {
			return nil, err
		}
		workers[i] = w
	}
	stop, cancel := context.WithCancel(ctx)
	defer cancel()
	var next atomic.Int64
	done := make(chan *chunk, o.Workers)
	var wait sync.WaitGroup
	var fault atomic.Pointer[Fault]
	for _, w := range workers {
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					fault.Store(&Fault{p, debug.Stack()})
					cancel()
				}
			}()
			for stop.Err() == nil {
				n := int(next.Add(1)) - 1
				if n >= chunks {
					return
				}
				done <- w.chunk(stop, o.first/o.Together+n)
			}
		})
	}
	go func() { wait.Wait(); close(done) }()
	r := workers[0].result()
	r.collect(&o, done, cancel)
	if f := fault.Load(); f != nil {
		return nil, f
	}
	r.Interrupted = ctx.Err() != nil && r.Variants[0].Games < o.Games
	return r, nil
}

// Fault is a fault of the engine that ended a simulation.
type Fault struct {
	Panic any
	Stack []byte
}

func (f *Fault) Error() string { return fmt.Sprintf("a fault of the engine: %v", f.Panic) }

// collect adds up the chunks in order, and stops the workers when the result is precise enough.
func (r *Result) collect(o *Options, done <-chan *chunk, cancel func()) {
	waiting := map[int]*chunk{}
	next, enough := o.first/o.Together, false
	take := func(c *chunk) {
		r.merge(c)
		if o.chunk != nil {
			o.chunk(c.result.Variants[0])
		}
		if o.Each != nil {
			for i := range c.games {
				o.Each(&c.games[i])
			}
		}
		if o.Progress != nil {
			o.Progress(r.Variants[0].Games)
		}
	}
	for c := range done {
		waiting[c.number] = c
		for waiting[next] != nil && !enough {
			take(waiting[next])
			delete(waiting, next)
			next++
			if enough = o.UntilCI > 0 && r.Variants[0].Games >= fewest && r.width() <= o.UntilCI; enough {
				cancel()
			}
		}
	}
	// After an interruption a chunk may be missing.
	for ; len(waiting) > 0 && !enough; next++ {
		if c := waiting[next]; c != nil {
			take(c)
			delete(waiting, next)
		}
	}
}

func (r *Result) merge(c *chunk) {
	for i, t := range c.result.Variants {
		r.Variants[i].merge(t)
	}
	r.Pairs += c.result.Pairs
	r.Requests.merge(&c.result.Requests)
	for i := range r.Payoffs {
		r.Payoffs[i].merge(&c.result.Payoffs[i])
	}
}

// width is that of the widest 95% interval.
func (r *Result) width() float64 {
	most := 0.0
	if len(r.Variants) == 2 {
		for i := range r.Payoffs {
			most = max(most, 2*r.Payoffs[i].Half())
		}
		return most
	}
	for i := range r.Variants[0].Seats {
		most = max(most, 2*r.Variants[0].Seats[i].Payoff.Half())
	}
	return most
}
