// Package explore visits every state of a small game, nearest first, and says what can be told only of all of them:
// whether something always holds, and whether an end can always be reached.
//
// A state is a game's position (game.Position): all that its course depends on from there. States are kept as these
// bytes, and the game goes on from them, so that two are one state only if their bytes are the same, and nothing that
// could make a difference is left out. What is not in them are the record of the game and the bounds of what it may do
// (docs/turns.md).
package explore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// Options say what is explored.
type Options struct {
	Players    int
	Depth      int      // answers from the beginning at most; 0: no bound
	States     int      // that are kept at most; 0: a million
	Bytes      int64    // of memory at most, about; 0: 1 GiB
	Invariants []string // expressions that must be true in every state

	// At counts as states also those in which the only option is taken unasked at a place that fits (`*` stands for
	// any text): the last free cell of a board, say.
	At string

	Limits   game.Limits
	Progress func(Progress)          // is told now and then; nil: nobody
	Each     func(g *game.Game) bool // is shown every state once, as it is found, and may end it all; it must not change it
}

// Progress is how far an exploration is.
type Progress struct {
	States   int
	Explored int // of them, with all that follows
	Depth    int
}

const (
	defaultStates = 1_000_000
	defaultBytes  = 1 << 30
	mostStates    = 1 << 30
	perState      = 96 // bytes, but for the position: of tables and their room to grow
	perEdge       = 12
)

// Report is what an exploration came to. States with a trace are those that are nearest to the beginning.
type Report struct {
	Game        string   `json:"game" doc:"name of the model"`
	Players     int      `json:"players"`
	States      int      `json:"states" doc:"that were found"`
	Transitions int64    `json:"transitions" doc:"from a state to what follows an answer"`
	Depth       int      `json:"depth" doc:"answers on the way to the farthest state"`
	Levels      []int    `json:"levels" doc:"how many states have so many answers on the shortest way to them, from 0"`
	Whole       bool     `json:"whole" doc:"whether these are all states there are"`
	Cut         string   `json:"cut,omitempty" doc:"why not"`
	Open        int      `json:"open" doc:"states of which it is not known what follows"`
	Decisions   int      `json:"decisions" doc:"states in which a player is asked"`
	Chances     int      `json:"chances" doc:"states in which chance is asked"`
	Unasked     int      `json:"unasked" doc:"states in which the only option is taken"`
	Ends        int      `json:"ends" doc:"states in which the game has ended"`
	Reasons     []Reason `json:"reasons" doc:"of the ends, in the order in which they were found"`
	Faults      []Fault  `json:"faults" doc:"errors that stop the game, in the order in which they were found: at most 100"`
	Stopped     int      `json:"stopped" doc:"states in which an error has stopped the game"`
	Outside     int      `json:"outside" doc:"states in which code outside the model is asked, which is not explored"`
	Deadlocks   Found    `json:"deadlocks" doc:"states in which nothing can be answered and the game has not ended"`
	Stuck       Found    `json:"stuck" doc:"states from which no end can be reached any more, but for those that are stopped"`
	Broken      *Broken  `json:"broken,omitempty" doc:"the first state in which an invariant does not hold"`
	Cyclic      bool     `json:"cyclic" doc:"whether the game can come back to a state"`
	Histories   *Counts  `json:"histories,omitempty" doc:"ways there are to these states, where all are known, none comes back and they are fewer than 2^64: the nodes of the game's tree"`

	opts  Options
	prog  *program.Program
	keys  []string // of a state its position
	kinds []kind
	from  []link
	full  int     // so many states, from the first, have all their edges
	first []int64 // of a state, where its edges begin
	edges []int32 // the states that they lead to
}

// Reason counts the states in which the game has ended for it.
type Reason struct {
	Reason string `json:"reason"`
	States int    `json:"states"`
}

// Fault is an error that stops the game.
type Fault struct {
	Error     string      `json:"error"`
	At        diag.Pos    `json:"at,omitzero"`
	CannotEnd *game.Cycle `json:"cannot_end,omitempty" doc:"where it is known that it would never end"`
	States    int         `json:"states" doc:"in which it has stopped the game"`
	Trace     []Answer    `json:"trace" doc:"a shortest way there"`
}

// Found counts states, and tells the way to the nearest.
type Found struct {
	States int      `json:"states"`
	Trace  []Answer `json:"trace,omitempty" doc:"a shortest way to one"`
	Cycle  []Answer `json:"cycle,omitempty" doc:"from there, or from behind it, answers that lead back to where they begin; the last of trace leads there"`
}

// Broken is an invariant that does not hold.
type Broken struct {
	Invariant string   `json:"invariant"`
	Value     string   `json:"value" doc:"what it gives, or the error"`
	Trace     []Answer `json:"trace" doc:"a shortest way to a state in which it does not hold"`
}

// Counts are numbers of histories.
type Counts struct {
	Decisions uint64 `json:"decisions"`
	Chances   uint64 `json:"chances"`
	Unasked   uint64 `json:"unasked"`
	Ends      uint64 `json:"ends"`
}

// Fine reports that nothing was found amiss in what was explored.
func (r *Report) Fine() bool {
	return r.Stopped == 0 && r.Deadlocks.States == 0 && r.Stuck.States == 0 && r.Broken == nil
}

// Amiss is the way to what is amiss: a broken invariant; else a state without an end to come, and once round; else an
// error; else where nothing can be answered.
func (r *Report) Amiss() (way []Answer, found bool) {
	switch {
	case r.Broken != nil:
		return r.Broken.Trace, true
	case r.Stuck.States > 0:
		return append(slices.Clone(r.Stuck.Trace), r.Stuck.Cycle...), true
	case len(r.Faults) > 0:
		return r.Faults[0].Trace, true
	}
	return r.Deadlocks.Trace, r.Deadlocks.States > 0
}

// Run explores a game. Where a bound is reached, or ctx ends, the report says so and what was found by then. Errors are
// those of the options.
func Run(ctx context.Context, p *program.Program, o Options) (*Report, error) {
	if o.States == 0 {
		o.States = defaultStates
	}
	if o.Bytes == 0 {
		o.Bytes = defaultBytes
	}
	switch {
	case o.States < 1 || o.States > mostStates:
		return nil, fmt.Errorf("the states must be from 1 to %d, not %d", mostStates, o.States)
	case o.Bytes < 1:
		return nil, errors.New("the memory must be above 0")
	case o.Depth < 0:
		return nil, fmt.Errorf("the depth must not be below 0")
	}
	w := &walk{Report: &Report{Game: p.Name, Whole: true, Faults: []Fault{}, Reasons: []Reason{}, opts: o, prog: p}, ctx: ctx, index: map[string]int32{}, faults: map[string]int{}, reasons: map[string]int{}}
	for _, text := range o.Invariants {
		code, err := w.compiled(text)
		if err != nil {
			return nil, err
		}
		w.invariants = append(w.invariants, code)
	}
	if err := w.run(); err != nil {
		return nil, err
	}
	w.count()
	w.reach()
	w.histories()
	return w.Report, nil
}

type names func(string) expr.Ref

func (n names) Resolve(name string) expr.Ref { return n(name) }

// compiled reads an expression as a model's own with no local names. What it reads is from then on part of a state, where the
// model does not read it.
func (w *walk) compiled(text string) (*expr.Code, error) {
	tree, err := expr.Parse(text, diag.Pos{})
	if err != nil {
		return nil, fmt.Errorf("invariant '%s': %w", text, err)
	}
	p := *w.prog
	unknown := ""
	code := expr.Compile(tree, names(func(name string) expr.Ref {
		ref := p.Exprs.Resolve(name)
		switch {
		case ref.Kind == expr.State && ref.Index == program.SlotEvents:
			p.ReadsEvents = true
		case p.Turns != nil && ref.Kind == expr.State && ref.Index == p.Turns.Slot:
			turns := *p.Turns
			turns.Counts = true
			p.Turns = &turns
		case ref.Kind == expr.Builtin && name == "round_of":
			p.ReadsRounds = true
		case ref.Kind == expr.Unknown && !expr.IsBuiltin(name) && unknown == "":
			unknown = name
		}
		return ref
	}))
	if unknown != "" {
		return nil, fmt.Errorf("invariant '%s': nothing in the model has the name '%s'", text, unknown)
	}
	w.prog = &p
	return code, nil
}
