package engine

import (
	"context"
	"runtime"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/check"
	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/explain"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/simulate"
	"github.com/astragal-engine/astragal/engine/value"
)

// What games are played with; see the packages that these come from.
type (
	Session    = drive.Session // a game in play, with its seed and history
	Record     = drive.Record  // a game as its answers
	Player     = drive.Player  // decides for a seat
	Table      = drive.Table   // who answers: a script, players
	Script     = drive.Script
	Transcript = drive.Transcript
	Line       = drive.Line
	Options    = drive.Options  // of a new game: players, seed, limits, function
	Function   = drive.Function // answers calls of code outside a model
	Request    = game.Request   // what a game waits for
	Failure    = model.Failure  // why a text is no model at all
	Report     = check.Report   // what a check of a model finds
)

// Code outside a model that answers inside the machine; see docs/model.md. Functions are asked, and answer, the same.
type (
	Evaluator = program.Evaluator
	Asked     = program.Asked
	Answer    = program.Answer
)

// Many games at once; see package simulate.
type (
	SimulateOptions = simulate.Options
	SimulateResult  = simulate.Result
)

// Why, of a game in play; see package explain. An explanation is data, and prints as sentences.
type (
	ExplainOptions = explain.Options
	Legality       = explain.Legality  // why actions are legal or not
	Valuation      = explain.Valuation // what a value comes from
	Hearing        = explain.Hearing   // why triggers fired or not
	Endings        = explain.Endings   // which end condition is nearest
)

// What a game waits for: Session.Game().Kind().
const (
	Decision = game.Decision
	Chance   = game.Chance
	End      = game.End
	Stopped  = game.Stopped // by an error of the model
)

// Model is a model that has been read.
type Model struct {
	model *model.Model
	diags diag.List
}

// Load reads the model in a file and what it includes. The error, a *Failure, says why it is no
// model at all; everything else that is wrong is among the Diagnostics.
func Load(path string) (*Model, error) {
	m, diags, err := model.Load(path, model.Options{})
	if err != nil {
		return nil, err
	}
	return &Model{m, diags}, nil
}

// Parse reads a model from text. name stands for the file in places; includes are refused.
func Parse(name, text string) (*Model, error) {
	m, diags, err := model.Parse(name, text, model.Options{})
	if err != nil {
		return nil, err
	}
	return &Model{m, diags}, nil
}

// Name is the model's name.
func (m *Model) Name() string { return m.model.Name }

// Diagnostics is what was found wrong while reading.
func (m *Model) Diagnostics() diag.List { return m.diags }

// Sources gives the text of the model's files, as diag.Render takes it.
func (m *Model) Sources() diag.Files { return m.model.Sources() }

// Tree is the model as it was read, for tools.
func (m *Model) Tree() *model.Model { return m.model }

// Check looks at the whole model without playing it: everything that is wrong with it, in the order of
// its text, how much of it the engine can run, how large it is. Package report makes of that, and of
// test games, what the command check shows.
func (m *Model) Check() *Report { return check.Model(m.model, m.diags) }

// Settings of Compile.
type Settings struct {
	Set        map[string]value.Value // constants that get another value
	Evaluators []Evaluator            // answer calls of code outside the model
}

// Program is a compiled model.
type Program struct{ *program.Program }

// Compile gives the program of a model and everything that is wrong with it, found while reading
// included. There always is a program; a part that is at fault stops the game that reaches it.
func (m *Model) Compile(set Settings) (Program, diag.List) {
	p, diags := compile.Compile(m.model, compile.Options{Set: set.Set, Evaluators: set.Evaluators})
	all := append(append(diag.List(nil), m.diags...), diags...)
	all.Sort()
	return Program{p}, all
}

// NewGame starts a game and runs it to its first request. An error means that the options do not
// fit the model.
func (p Program) NewGame(opts Options) (*Session, error) { return drive.New(p.Program, opts) }

// Replay plays a record again.
func (p Program) Replay(r *Record, opts Options) (*Session, error) {
	return drive.Replay(p.Program, r, opts)
}

// Restore opens a session that was saved.
func (p Program) Restore(save []byte, opts Options) (*Session, error) {
	return drive.Restore(p.Program, save, opts)
}

// Players makes a player for each seat from names such as "random,search:1000,heuristic"; one name
// stands for all (see package agent).
func (p Program) Players(names string, seats int) ([]Player, error) {
	return agent.Seats(p.Program, names, seats, agent.Host{Workers: runtime.GOMAXPROCS(0), Timer: agent.Clock})
}

// Simulate plays many games and gives their statistics; see simulate.Options.
func (p Program) Simulate(ctx context.Context, opts SimulateOptions) (*SimulateResult, error) {
	return simulate.Run(ctx, opts, p.Program)
}

// ExplainActions says of each action that is asked for, or of one by its name, whether it is legal and why.
func ExplainActions(s *Session, action string, o ExplainOptions) (*Legality, error) {
	return explain.Actions(s.Game(), action, o)
}

// ExplainValue says what an expression, or a stat, comes from.
func ExplainValue(s *Session, expression string, o ExplainOptions) (*Valuation, error) {
	return explain.Value(s.Game(), expression, o)
}

// ExplainTriggers says why triggers fired or did not: those of an event, one by its id, or with no name those of
// the event that was emitted last.
func ExplainTriggers(s *Session, name string, o ExplainOptions) (*Hearing, error) {
	return explain.Triggers(s, name, o)
}

// ExplainEnds says how near each end condition is.
func ExplainEnds(s *Session, o ExplainOptions) (*Endings, error) { return explain.Ends(s.Game(), o) }
