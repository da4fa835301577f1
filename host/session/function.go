package session

import (
	"context"
	"maps"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// Function is a function of the host. It answers calls of the code that has its name, with a plain value, ops or a
// chance (see drive.Function); an error stops the game. It runs on the goroutine of the call that the game is
// played by, and holds no lock: it may use the runtime, but its own game answers Busy.
type Function func(*Called) (program.Answer, error)

// Called is what a model calls, good until the Function returns.
type Called struct {
	Game Handle // 0: it is just being made
	program.Asked

	ctx context.Context // of the call that plays the game
}

const maxFunctions = 1024

// functions are those of a runtime; a change makes new ones.
type functions struct {
	byName map[string]Function
	hosted map[string]bool
}

// SetFunction gives the runtime a function under the name of the code that it answers for; a second one
// replaces the first, and nil takes it away. Games that are open hear of it with their next call.
func (r *Runtime) SetFunction(name string, f Function) error {
	r.naming.Lock()
	defer r.naming.Unlock()
	old := r.functions.Load()
	next := &functions{maps.Clone(old.byName), maps.Clone(old.hosted)}
	if next.byName == nil {
		next.byName, next.hosted = map[string]Function{}, map[string]bool{}
	}
	if next.byName[name] = f; f == nil {
		delete(next.byName, name)
		delete(next.hosted, name)
	} else {
		next.hosted[name] = true
	}
	if len(next.byName) > maxFunctions {
		return errorf(Limited, "the runtime has %d functions: no more", maxFunctions)
	}
	r.functions.Store(next)
	return nil
}

// learn tells a game which functions there are.
func (g *Game) learn() {
	if f := g.rt.functions.Load(); f != g.functions {
		g.functions = f
		g.s.SetFunction(f.hosted, g.host)
	}
}

// host has a function of the host answer.
func (g *Game) host(_ *game.Game, q program.Asked) (program.Answer, error) {
	g.away.Store(true)
	defer g.away.Store(false)
	return g.functions.byName[q.Code](&Called{g.handle, q, g.call.Context()})
}
