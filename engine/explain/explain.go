// Package explain says why: why an action is legal or not, why a value is what it is, why a trigger
// fired or did not, which end condition is nearest. Each answer is data, and sentences made of it.
//
// It works on a clone of the game and takes expressions apart (expr.Shape): every part is compiled and
// evaluated on its own, with the names in scope that the machine binds there. Whether an action is legal
// is the machine's own verdict. What is over is found by playing the last answers again on a copy that has
// a game.Tracer. So a game that nobody asks about pays nothing, and one that somebody does stays as it is.
//
// It sees all, hidden cards too: it is for whoever owns the table, not for a player at it.
package explain

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Options of an explanation. The zero Options explain for player 0: see Asked.
type Options struct {
	Seat      int          // for whom; Asked: whoever is asked
	Interrupt func() error // is asked on the way; its error ends the explanation. nil: never
}

// Asked as a seat is whoever the game asks now.
const Asked = -1

// What one explanation may cost: evaluations of parts, parts that it tells of, and how deep it follows
// functions and the parts of parts. What is beyond is left out, and Cut says so.
const (
	maxRuns  = 20_000
	maxParts = 1_000
	maxDeep  = 20
	maxCalls = 6
	keptMost = 3 // elements of all() and any() that are told
)

// mostTurns is how many elements of all() and any() are taken apart, by how many others are around.
var mostTurns = [...]int{32, 8, 3, 1}

// Place is where something stands in the model.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func placeOf(p diag.Pos) *Place {
	if p.Line == 0 {
		return nil
	}
	return &Place{p.File, p.Line, p.Col}
}

// explainer is one explanation underway; g is a clone of the game. Those of one explanation share meter.
type explainer struct {
	g     *game.Game
	prog  *program.Program
	opts  Options
	meter *meter
}

type meter struct {
	runs, parts int
	steps       int64
	cut         bool
}

func begin(g *game.Game, o Options) *explainer { return apart(g.Apart(), o, &meter{}) }

func apart(g *game.Game, o Options, m *meter) *explainer {
	return &explainer{g: g, prog: g.Program(), opts: o, meter: m}
}

// interrupted carries what Interrupt said out of the depth of an explanation.
type interrupted struct{ err error }

// guard gives the error of an explanation that was interrupted.
func guard(err *error) {
	switch p := recover().(type) {
	case nil:
	case interrupted:
		*err = p.err
	default:
		panic(p)
	}
}

// scope is what names mean in an expression: those in names stand behind the game's own state, the
// others are the model's, with the current local names before them where locals is set.
type scope struct {
	x      *explainer
	locals bool
	names  map[string]int
	calls  int // own functions around
	loops  int // all() and any() around
}

func (s *scope) Resolve(name string) expr.Ref {
	if i, ok := s.names[name]; ok {
		return expr.Ref{Local: expr.NoLocal, Kind: expr.State, Index: i}
	}
	ref := s.x.prog.Exprs.Resolve(name)
	if sym, ok := s.x.prog.SymIndex[name]; ok && s.locals {
		ref.Local = sym
	}
	return ref
}

// with is the scope with more names. Their places behind the state are given back by whoever made them.
func (s *scope) with(names []string) *scope {
	in := &scope{x: s.x, locals: s.locals, names: map[string]int{}, calls: s.calls, loops: s.loops}
	for n, i := range s.names {
		in.names[n] = i
	}
	env := s.x.g.Env()
	for _, n := range names {
		in.names[n] = len(env.State)
		env.State = append(env.State, value.Value{})
	}
	return in
}

// inside is the scope of a function's body.
func (s *scope) inside(f *expr.Function) *scope {
	bare := &scope{x: s.x, calls: s.calls + 1, loops: s.loops}
	return bare.with(f.Params)
}

func (s *scope) set(name string, v value.Value) { s.x.g.Env().State[s.names[name]] = v }

// mark gives back all places that were taken since.
func (x *explainer) mark() (release func()) {
	n := len(x.g.Env().State)
	return func() { x.g.Env().State = x.g.Env().State[:n] }
}

// eval evaluates a part; the text says why it has no value.
func (x *explainer) eval(syn *expr.Syntax, s *scope) (value.Value, string) {
	return x.run(expr.Compile(syn, s))
}

func (x *explainer) run(c *expr.Code) (value.Value, string) {
	if x.meter.runs++; x.meter.runs > maxRuns {
		x.meter.cut = true
		return value.Value{}, "the explanation would take too much work"
	}
	if x.opts.Interrupt != nil && x.meter.runs%64 == 0 {
		if err := x.opts.Interrupt(); err != nil {
			panic(interrupted{err})
		}
	}
	v, err := x.g.Try(c)
	switch e := err.(type) {
	case nil:
		return v, ""
	case *expr.Error:
		if e.Class == "ExprError" {
			return v, e.Message
		}
		return v, e.Class + ": " + e.Message
	default:
		return v, fmt.Sprint(err)
	}
}

func (x *explainer) truth(v value.Value) bool { return value.Truth(x.g.Env().Store, v) }

// maxSteps is how many steps of expressions the parts of one explanation may take together.
const maxSteps = 20_000_000

// fresh begins the next thing to explain with a full budget; nothing that was evaluated is held. It
// reports false where all of the explanation's work is used up.
func (x *explainer) fresh() bool {
	x.meter.steps += x.g.Env().Turn()
	if x.opts.Interrupt != nil {
		if err := x.opts.Interrupt(); err != nil {
			panic(interrupted{err})
		}
	}
	if x.meter.steps > maxSteps || x.meter.runs > maxRuns || x.meter.parts > maxParts {
		x.meter.cut = true
		return false
	}
	return true
}

// seat is for whom the explanation is; below 0: nobody is asked.
func (x *explainer) seat() int32 {
	if x.opts.Seat >= 0 {
		return int32(x.opts.Seat)
	}
	return int32(x.g.Player())
}
