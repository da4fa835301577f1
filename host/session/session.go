// Package session is the runtime behind every embedding: models, games, simulations and batches by
// handle, for any number of threads.
//
// A Runtime owns tables of things that handles name (handle.go). Every use of it is a Call, which can
// be cancelled by its id. A game is used by one call at a time, others wait for their turn; different
// games run in parallel. Games that nobody has used for a while are kept as the bytes of a save
// (idle.go), so that a hundred thousand of them are cheap. A fault of the engine poisons the game that
// it hit and nothing else. Whatever a host can make grow has a limit (limits.go).
package session

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/host/contentpack"
)

// EngineVersion is the version of the engine, which packs can ask for.
const EngineVersion = "0.1.0"

// Config of a runtime. The zero Config has the limits of docs/limits.md.
type Config struct {
	Limits  Limits
	Workers int  // most threads that one simulation or batch takes; 0: one per core
	NoPaths bool // model.load reads no files

	Packs   string            // a folder in which packs are found by their ids; empty: there is none
	Trusted []contentpack.Key // whose signatures of packs count
	Demand  bool              // only packs that one of Trusted signed
	Grant   []string          // what packs may do (pack.Capabilities); nil: all

	// Evaluators answer inside the games of every model that declares code of their names; policies are agents of
	// every model.
	Evaluators []Module

	// Log hears of faults, with their stack; nil: nobody. It must not use the runtime.
	Log func(level, text string)
	// Probe is called inside every call that uses a game, where a fault would be; for tests.
	Probe func(game Handle)
}

// Runtime is where an embedder's models and games live. All its methods may be used by any thread.
type Runtime struct {
	conf    Config
	machine game.Limits

	models      table[Model]
	games       table[Game]
	simulations table[Simulation]
	batches     table[Batch]
	rulesets    table[Ruleset]
	library     contentpack.Library
	batchGames  atomic.Int64
	warm        warm
	calls       calls
	log         atomic.Pointer[func(level, text string)]
	naming      sync.Mutex // of functions
	functions   atomic.Pointer[functions]
	waiting     waiting
	modules     modules

	ctx     context.Context // ends with Close
	stop    context.CancelFunc
	using   using
	drained chan struct{}
	once    sync.Once
}

// New makes a runtime.
func New(c Config) *Runtime {
	c.Limits = c.Limits.withDefaults()
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	r := &Runtime{conf: c, drained: make(chan struct{})}
	r.machine.Ops, r.machine.ZoneItems = c.Limits.Ops, int(c.Limits.ZoneItems)
	r.machine.Expr.Steps, r.machine.Expr.Size = c.Limits.Steps, c.Limits.Size
	r.ctx, r.stop = context.WithCancel(context.Background())
	r.models.init("model", kindModel, int(c.Limits.Models))
	r.games.init("game", kindGame, int(c.Limits.Games))
	r.simulations.init("simulation", kindSimulation, int(c.Limits.Simulations))
	r.batches.init("batch", kindBatch, int(c.Limits.Batches))
	r.rulesets.init("ruleset", kindRuleset, int(c.Limits.Rulesets))
	r.functions.Store(&functions{})
	r.library.Dir, r.library.Host = c.Packs, r.policy()
	r.SetLog(c.Log)
	return r
}

// SetLog changes who hears of faults; nil: nobody.
func (r *Runtime) SetLog(log func(level, text string)) { r.log.Store(&log) }

func (r *Runtime) fault(text string) {
	if log := *r.log.Load(); log != nil {
		log("error", text)
	}
}

// Limits are the limits in force.
func (r *Runtime) Limits() Limits { return r.conf.Limits }

// FrameBytes is the limit that every request is held against, without a copy of the others.
func (r *Runtime) FrameBytes() int64 { return r.conf.Limits.FrameBytes }

// Count says how many models, games, batches and simulations are open.
func (r *Runtime) Count() (models, games, batches, simulations, rulesets int) {
	return r.models.count(), r.games.count(), r.batches.count(), r.simulations.count(), r.rulesets.count()
}

// Close ends the runtime: long calls and simulations are cancelled, calls underway finish, and all
// that handles named is forgotten. It returns when that is done; closing twice is harmless. It must
// not be called from inside a call (the log hook, a Function).
func (r *Runtime) Close() {
	r.using.closed.Store(true)
	if r.using.none() {
		r.drain()
	}
	r.stop()
	<-r.drained
	for _, s := range r.simulations.clear() {
		<-s.done
	}
	r.games.clear()
	r.batches.clear()
	r.models.clear()
	r.rulesets.clear()
	r.modules.forget()
	r.library.Forget()
	r.warm.clear()
}

// Closed reports whether Close has been called.
func (r *Runtime) Closed() bool { return r.using.closed.Load() }

func (r *Runtime) drain() { r.once.Do(func() { close(r.drained) }) }
