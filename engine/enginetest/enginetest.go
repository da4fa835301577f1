// Package enginetest is a conformance kit for models and for the engine that plays them.
//
// It takes a compiled model and plays random games of it in several ways: straight on, cloned at
// every request, saved and restored at every request, replayed from its answers, evaluated without
// an arena, and in two threads at once. All must be the same game, to the letter of a transcript
// that holds every request, log entry and state; and a playout from anywhere must be asked and end as such a game. Along the way it demands that every option that is
// offered is accepted and nothing else is, and that no card is lost or doubled. It looks at every request
// from every seat, and demands that nothing a seat cannot know changes a byte of what it is given, nor what
// a player does who sees no more.
package enginetest

import (
	"fmt"
	"testing"

	"github.com/astragal-engine/astragal/engine/program"
)

// Options of Check and Run; zero fields take their defaults.
type Options struct {
	Games    int    // random games, default 3
	Seed     uint64 // of the first; the next ones follow
	Players  int    // default: the model's
	Requests int    // after so many a game is cut off, default 300
	MustEnd  bool   // a game that is cut off, or that stops with an error, is a failure
}

func (o Options) filled() Options {
	if o.Games == 0 {
		o.Games = 3
	}
	if o.Requests == 0 {
		o.Requests = 300
	}
	return o
}

// Check plays games of p and fails t for everything that is not as it must be.
func Check(t testing.TB, p *program.Program, opts Options) {
	t.Helper()
	for _, err := range Run(p, opts) {
		t.Error(err)
	}
}

// Run is Check without a test: it gives what is wrong, at most one error for each way of each game.
func Run(p *program.Program, opts Options) []error {
	opts = opts.filled()
	var errs []error
	for i := 0; i < opts.Games; i++ {
		seed := opts.Seed + uint64(i)
		fail := func(way string, err error) {
			if err != nil {
				errs = append(errs, fmt.Errorf("%s, seed %d, %s: %w", p.Name, seed, way, err))
			}
		}
		straight, err := play(p, opts, seed, watched)
		fail("straight on", err)
		if err != nil {
			continue
		}
		fail("straight on", straight.ended(opts))
		fail("options", legality(p, opts, straight))
		for _, w := range ways {
			other, err := play(p, opts, seed, w.way)
			if err == nil {
				err = straight.same(other)
			}
			fail(w.name, err)
		}
		other, err := replay(p, opts, straight, 0, nil)
		if err == nil {
			err = straight.same(other)
		}
		fail("replayed", err)
		fail("from the middle", middles(p, opts, straight))
		fail("playouts", playouts(p, opts, seed))
	}
	if err := together(p, opts); err != nil {
		errs = append(errs, fmt.Errorf("%s, in two threads: %w", p.Name, err))
	}
	return errs
}
