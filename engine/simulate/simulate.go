// Package simulate plays many games on all cores and adds up how they went.
//
// Game i of a simulation is a function of the simulation's seed and i alone, so its result does not
// depend on the number of workers, and each game can be repeated by its own seed. Games are played
// and added up in chunks of a fixed size, and the chunks are added in order: sums of floating-point
// numbers come out alike too.
package simulate

import (
	"context"
	"crypto/sha256"
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
	Actions  bool // count which options were legal and taken; it takes a little time

	// Seats makes who plays, one for each seat; nil: random players. Every worker calls it for players of
	// its own, one after the other. Compared makes those of the second of two variants; nil: as Seats does. Who names them all:
	// parts and saves go together only where it is alike.
	Seats    func(p *program.Program, seats int) ([]drive.Player, error)
	Compared func(p *program.Program, seats int) ([]drive.Player, error)
	Who      string
	// UntilCI stops as soon as the 95% interval of every payoff (of every difference, where two
	// variants are compared) is no wider than this, but not before 1,000 games: few may happen to be
	// all alike.
	UntilCI float64
	// Each hears of every game that is played, in order: first of all variants of game 0.
	Each func(*Game)
	// Progress hears how many games have been added up, and how many it takes as far as is known.
	Progress func(games, expected int)
	// Keep makes the Result's Save; From goes on where one ended.
	Keep bool
	From *Save

	first int           // number of the first game, a multiple of chunkSize
	chunk func(*Result) // hears of every chunk, in order
}

const (
	chunkSize       = 200
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

	CannotEnd *game.Cycle // of a game that is known never to end
	Place     string      // where a game that was cut asked last
}

func (g *Game) ended() bool { return !g.Cut && g.Error == "" }

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
	if o.Together <= 0 || o.chunk != nil || o.Keep || o.From != nil {
		o.Together = chunkSize
	}
	end := o.first + o.Games
	o.Workers = min(o.Workers, (o.Games+o.Together-1)/o.Together, mostWorkers)
	first, err := newWorker(&o, variants)
	if err != nil {
		return nil, err
	}
	c, err := first.collector(&o, variants)
	if err != nil {
		return nil, err
	}
	stop, cancel := context.WithCancel(ctx)
	defer cancel()
	c.cancel = cancel
	var next atomic.Int64
	next.Store(int64(c.next))
	done := make(chan *chunk, 4*o.Workers)
	var wait sync.WaitGroup
	var wrong atomic.Pointer[error]
	fail := func(err error) {
		wrong.CompareAndSwap(nil, &err)
		cancel()
	}
	var making sync.Mutex
	// own makes a worker on the thread that it works on: memory that two workers write does not lie side by side then.
	own := func() (*worker, error) {
		if o.Workers == 1 {
			return first, nil
		}
		making.Lock()
		defer making.Unlock()
		return newWorker(&o, variants)
	}
	for i := 0; i < o.Workers && !c.enough; i++ {
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					fail(&Fault{p, debug.Stack()})
				}
			}()
			w, err := own()
			if err != nil {
				fail(err)
				return
			}
			for stop.Err() == nil {
				n := int(next.Add(1)) - 1
				if n*o.Together >= end {
					return
				}
				if w.open[n].games() < o.sizeOf(n) {
					done <- w.chunk(stop, n)
				}
			}
		})
	}
	go func() { wait.Wait(); close(done) }()
	r := c.collect(done)
	if err := wrong.Load(); err != nil {
		return nil, *err
	}
	r.Interrupted = ctx.Err() != nil && !c.enough && r.Games() < o.Games
	return r, nil
}

// sizeOf is how many games chunk n comes to.
func (o *Options) sizeOf(n int) int { return min(o.Together, o.first+o.Games-n*o.Together) }

// identity says what is played: only games of one identity are added up.
func (o *Options) identity(players int, variants []*program.Program) [32]byte {
	h := sha256.New()
	for _, p := range variants {
		fmt.Fprintf(h, "%x ", p.Hash)
	}
	fmt.Fprintf(h, "%d %d %q %t %+v", players, o.Requests, o.Who, o.Actions, o.Limits)
	return [32]byte(h.Sum(nil))
}

// Fault is a fault of the engine that ended a simulation.
type Fault struct {
	Panic any
	Stack []byte
}

func (f *Fault) Error() string { return fmt.Sprintf("a fault of the engine: %v", f.Panic) }
