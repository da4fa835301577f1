// Package game is the machine: it plays a compiled program from request to answer.
//
// A game is data. What it has still to do is a stack of frames (frame.go), each with a program
// counter or a small state of its own; what it knows are slices of values. There is no goroutine,
// closure or pointer to a host in it, so a clone is a few copies, and a save is the same data
// written down. The machine never draws a random number: it asks (Chance) and is answered.
//
// One step runs the top frame once: an instruction of an effect (effect.go and the ops beside it),
// or the next thing of a flow node (flow.go, step.go), an action (action.go), an emit (emit.go) or
// a window (window.go). Steps run until the game asks, ends or stops with an error. What an
// expression makes lives until the next step; whatever is stored goes through value.Keep.
package game

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/turn"
	"github.com/astragal-engine/astragal/engine/value"
)

// Kind says what a game is waiting for.
type Kind uint8

const (
	running Kind = iota
	Decision
	Chance
	End
	Stopped // an error of the model; see Game.Err
	Call    // what code outside the model answers; see Game.Called
)

func (k Kind) String() string {
	return [...]string{"running", "decision", "chance", "end", "error", "call"}[k]
}

// Limits that a host may set; zero fields take the defaults of docs/limits.md.
type Limits struct {
	Ops       int64 // between two requests
	ZoneItems int   // in one zone
	Expr      expr.Limits
}

const (
	defaultOps       = 10_000_000
	defaultZoneItems = 100_000
	maxRounds        = 10_000 // of a loop, a repeat, a window
	maxEmits         = 50
	maxModified      = 20
	maxFrames        = 10_000
	maxElems         = 1_000_000 // of a range that something goes over
)

// Options of a new game.
type Options struct {
	Players int  // 0: the model's default
	Record  bool // keep the log of events, automatic moves and observations
	Heap    bool // evaluate without an arena: slower, and the same; for tests
	Limits  Limits

	Trace *Tracer // is told what is decided on the way; see Game.SetTracer

	// Turns is told of every relation of turns that is taken (docs/turns.md), each held against engine/turn: what it
	// refuses stops the game as a fault of the engine. A clone tells nobody before its SetTurns. A line and its kernels
	// must not be changed.
	Turns func(turn.Line)

	// Hosted is the code outside the model that answers calls; see Game.SetHosted.
	Hosted map[string]bool
}

// Game is one game, or one campaign of games. It is used by one goroutine at a time.
type Game struct {
	prog    *program.Program
	env     *expr.Env
	store   value.Store
	own     value.Owner // of all values in its slots
	epochs  value.Epochs
	players int
	flat    []int32    // zone → its first flat zone number (a zone per player has one for each)
	zones   []flatZone // by flat zone number
	limits  Limits
	heap    bool
	hidden  bool            // an account is kept of who knows which card (know.go)
	hosted  map[string]bool // shared with clones; no part of a save
	tracer  *Tracer         // of this game alone; no part of a clone or save

	frames   []frame
	windows  []window
	mods     []tempMod
	decks    []deck // by flat zone
	rounds   []int32
	places   []string // the program's, then those met on the way
	emits    int32    // open emits
	nested   int32    // open modified() calls
	ops      int64
	spun     int32 // rounds of loops and repeats since the last request
	watch    *watch
	trail    *trail
	calm     uint64 // bits of end conditions: false when last asked, and nothing that they read was written since
	swept    int64  // Store.Next at the last sweep
	turnAt   int64  // ops at which a turn comes
	sweepDue bool
	grown    int64 // ops since the game was weighed, and what it weighed
	held     int64
	pend     pending
	pick     int32
	legal    []int32       // scratch
	path     []value.Value // scratch
	items    []value.Value // scratch
	moved    []value.Value // scratch
	counted  []value.Value // scratch
	pool     pool          // scratch
	notation *notation     // scratch
	runner   *runner       // scratch
	log      journal
	gameNo   int       // of a campaign, from 1
	due      bool      // of a game with turns: a checkpoint is
	contract *contract // the relations of turns that this game is held against; nil: none. No part of a clone or save
	payoffs  []float64
	reason   string
	err      *Error
	lost     error // the host failed in the midst of a step, and the game with it
}

// Error stops a game: a fault of its model.
type Error struct {
	Kind    string // NotExecutable, ExprError, internal for a fault of the engine, host for one of the machine it runs on
	Message string
	Pos     diag.Pos // in the model, where known
	Stack   string   // of a fault of the engine

	CannotEnd *Cycle // of a loop or repeat that is known never to end; else nil
}

func (e *Error) Error() string { return e.Kind + ": " + e.Message }

// New starts a game and runs it to its first request. An error means that the options do not fit
// the program; an error of the model itself stops the game (Kind is Stopped).
func New(p *program.Program, opts Options) (*Game, error) {
	n := opts.Players
	if n == 0 {
		n = p.DefPlayers
	}
	if n < p.MinPlayers || n > p.MaxPlayers {
		return nil, fmt.Errorf("%s takes %s, not %d", p.Name, playersText(p), n)
	}
	g := blank(p, n, opts)
	g.SetTurns(opts.Turns)
	g.advance(func() { g.start(nil) })
	return g, g.lost
}

// blank gives a game of n players in which nothing is set yet.
func blank(p *program.Program, n int, opts Options) *Game {
	g := &Game{prog: p, players: n, limits: opts.Limits, places: p.Places[:len(p.Places):len(p.Places)], gameNo: 1}
	if g.limits.Ops == 0 {
		g.limits.Ops = defaultOps
	}
	if g.limits.ZoneItems == 0 {
		g.limits.ZoneItems = defaultZoneItems
	}
	g.log.on, g.heap, g.hosted, g.tracer = opts.Record, opts.Heap, opts.Hosted, opts.Trace
	epoch := value.NewEpoch()
	g.own, g.store = value.NewOwner(epoch), value.NewStore(epoch)
	if g.hidden = p.Hidden; g.hidden {
		g.store.Track()
	}
	g.newEnv()
	g.zones, g.flat = flatZones(p, n)
	g.env.State = make([]value.Value, p.Slots())
	g.decks = make([]deck, len(g.zones))
	g.rounds = make([]int32, countLoops(p))
	return g
}

func countLoops(p *program.Program) int {
	n := 0
	for i := range p.Nodes {
		if p.Nodes[i].Kind == program.Loop {
			n++
		}
	}
	return n
}

func playersText(p *program.Program) string {
	if p.MinPlayers == p.MaxPlayers {
		return fmt.Sprintf("%d players", p.MinPlayers)
	}
	return fmt.Sprintf("%d to %d players", p.MinPlayers, p.MaxPlayers)
}

func (g *Game) newEnv() {
	g.env = expr.NewEnv()
	g.env.Store = &g.store
	g.env.Host = g
	g.env.Limits = g.limits.Expr
	g.env.Heap(g.heap)
	g.env.Begin()
	g.env.Locals.Cur = -1
}

// Program is what the game plays, as it was compiled of its model; Players how many seats it has.
func (g *Game) Program() *program.Program { return g.prog.Root() }
func (g *Game) Players() int              { return g.players }

// Kind is what the game waits for.
func (g *Game) Kind() Kind { return g.pend.kind }

// Over reports whether the game has ended or stopped.
func (g *Game) Over() bool { return g.pend.kind == End || g.pend.kind == Stopped }

// Payoffs gives one number per player, and Reason the id of the end condition, once Kind is End. The
// numbers are the game's own: copy them to keep them past the next CloneInto into this game.
func (g *Game) Payoffs() []float64 {
	if g.pend.kind != End {
		return nil
	}
	return g.payoffs
}
func (g *Game) Reason() string { return g.reason }

// Err is the error that stopped the game; nil unless Kind is Stopped.
func (g *Game) Err() *Error { return g.err }

// advance runs first and then steps until the game asks, ends or stops.
func (g *Game) advance(first func()) {
	g.ops = 0
	g.run(first)
}

// run is advance, counting on from what has been done since the last request.
func (g *Game) run(first func()) {
	defer func() {
		if p := recover(); p != nil {
			g.stop(p)
		}
	}()
	if first != nil {
		first()
	}
	g.steps()
}

// steps runs the game to its next request, its end, or a panic.
func (g *Game) steps() {
	g.env.Turn()
	g.spun = 0
	g.nested, g.turnAt = 0, min(g.ops+opsPerTurn, g.limits.Ops+1)
	if g.sweepDue {
		g.turnAt = 0
	}
	for g.pend.kind == running {
		g.step()
		if g.contract != nil {
			g.contract.hold(g)
		}
	}
	g.grow()
}

// caught is the error that p, a recovered panic, stands for.
func (g *Game) caught(p any) *Error {
	var e *Error
	switch x := p.(type) {
	case *Error:
		e = x
	case *program.HostFault:
		e = &Error{Kind: "host", Message: x.Error()}
		g.lost = x
	default:
		switch err := g.env.Wrap(p).(type) {
		case *expr.Error:
			e = &Error{Kind: "ExprError", Message: err.Error(), Pos: err.Pos}
			if err.Src == "" {
				text := err.Class + ": " + err.Message
				if err.Class == "ExprError" {
					text = err.Message
				}
				e.Message, e.Pos = g.placed(text), g.pos()
			}
		default:
			e = internal(p)
		}
	}
	e.Message = short(e.Message)
	return e
}

// stop ends the game with the error that p, a recovered panic, stands for.
func (g *Game) stop(p any) {
	e := g.caught(p)
	g.env.Reset()
	g.nested, g.emits = 0, 0
	if e.Pos.Line == 0 {
		e.Pos = g.pos()
	}
	g.err = e
	g.pend = pending{kind: Stopped}
	g.frames, g.windows = g.frames[:0], g.windows[:0]
	g.release()
	g.env.Locals.Binds, g.env.Locals.Scopes = g.env.Locals.Binds[:0], g.env.Locals.Scopes[:0]
	g.env.Locals.Cur = -1
}

// pos is where the model stands that the top frame runs.
func (g *Game) pos() diag.Pos {
	if len(g.frames) == 0 {
		return diag.Pos{}
	}
	return g.posOf(g.top())
}

func (g *Game) posOf(f *frame) diag.Pos {
	switch f.kind {
	case codeFrame, repeatFrame:
		if code := g.prog.Blocks[f.ref].Code; int(f.pc) < len(code) {
			return code[f.pc].Pos
		}
	case nodeFrame:
		return g.prog.Nodes[f.ref].Pos
	}
	return diag.Pos{}
}

// placed puts the place of the top frame before a message.
func (g *Game) placed(text string) string {
	if len(g.frames) == 0 {
		return text
	}
	return g.placedIn(g.top(), text)
}

func (g *Game) placedIn(f *frame, text string) string {
	switch {
	case f.place < 0:
		return text
	case f.kind == windowFrame && f.flag:
		return g.places[f.place] + " · window: " + text
	}
	return g.places[f.place] + ": " + text
}

// fail stops the game with an ExprError; failHere puts the place of the top frame before it.
func (g *Game) fail(format string, args ...any) {
	panic(&Error{Kind: "ExprError", Message: fmt.Sprintf(format, args...)})
}

func (g *Game) failHere(format string, args ...any) {
	panic(&Error{Kind: "ExprError", Message: g.placed(fmt.Sprintf(format, args...)), Pos: g.pos()})
}

func (g *Game) notExecutable(format string, args ...any) {
	panic(&Error{Kind: "NotExecutable", Message: fmt.Sprintf(format, args...), Pos: g.pos()})
}

// raise stops the game with a fault that was found when the model compiled.
func (g *Game) raise(s *program.Stop) {
	text := s.Message
	if s.InPlace {
		text = g.placed(text)
	}
	panic(&Error{Kind: s.Kind, Message: text, Pos: s.Pos})
}
