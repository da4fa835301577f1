package engine_test

import (
	"fmt"
	"os"

	"github.com/astragal-engine/astragal/engine"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/value"
)

const pebbles = `
name: Pebbles
num_players: 2
constants: {pebbles: 5}
state: {vars: {left: {init_x: pebbles}, turn: {init: 0}}}
actions:
  take one: {effect: [{op: add, var: left, amount: -1}]}
  take two: {pre_x: left > 1, effect: [{op: add, var: left, amount: -2}]}
flow: {kind: loop, id: rounds, over_x: players, as: turn, children: [{kind: step, id: move, actor_x: turn, do: [take one, take two]}]}
end: [{id: last pebble, if_x: left == 0, result: win, who_x: turn}]
`

// A whole game, one answer at a time.
func Example() {
	m, err := engine.Parse("pebbles.yaml", pebbles)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, faults := m.Compile(engine.Settings{})
	if faults.Errors() > 0 {
		diag.Render(os.Stdout, faults, m.Sources(), false)
	}
	s, err := p.NewGame(engine.Options{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for !s.Game().Over() {
		r := s.Game().Request()
		last := len(r.Options) - 1
		fmt.Printf("player %d at %s: %s\n", r.Player, r.Place, r.Options[last].Label)
		if err := s.Answer(last); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(s.Game().Reason(), s.Game().Payoffs())
	// Output:
	// player 0 at step move: take two
	// player 1 at step move: take two
	// last pebble [1 -1]
}

// Players answer for themselves; the transcript tells what happens.
func ExampleTable() {
	m, _ := engine.Parse("pebbles.yaml", pebbles)
	p, _ := m.Compile(engine.Settings{Set: map[string]value.Value{"pebbles": value.OfInt(3)}})
	s, _ := p.NewGame(engine.Options{})
	script, _ := engine.ParseScript("script", "[take one]")
	seats, _ := p.Players("first,random", 2)
	table := engine.Table{Script: script, Seats: seats}
	err := table.Play(s, 100, &engine.Transcript{Emit: func(l engine.Line) { fmt.Println(l.Data) }})
	fmt.Println(err)
	// Output:
	// {"ask": {"kind": "decision", "player": 0, "place": "step move", "options": ["take one", "take two"], "visible_to": "all"}}
	// {"answer": 0}
	// {"ask": {"kind": "decision", "player": 1, "place": "step move", "options": ["take one", "take two"], "visible_to": "all"}}
	// {"answer": 0}
	// {"automatic": {"place": "step move", "action": "take one"}}
	// {"end": {"payoffs": [1, -1], "reason": "last pebble"}}
	// <nil>
}

// A record holds a game as its answers, a save as it stands; undo takes answers back.
func ExampleProgram_Replay() {
	m, _ := engine.Parse("pebbles.yaml", pebbles)
	p, _ := m.Compile(engine.Settings{})
	s, _ := p.NewGame(engine.Options{Seed: 3})
	s.Answer(1)
	s.Answer(0)

	again, err := p.Replay(s.Record(), engine.Options{})
	fmt.Println(err, again.Game().Request().Player, again.CanUndo())
	saved, err := p.Restore(s.Save(), engine.Options{})
	fmt.Println(err, saved.Game().Request().Player, saved.CanUndo())
	saved.Undo(1)
	fmt.Println(saved.Game().Request().Player, s.Game().Request().Player)
	// Output:
	// <nil> 0 2
	// <nil> 0 2
	// 1 0
}

// What is no model is an error of Parse; what is wrong in a model is a diagnostic.
func ExampleModel_Diagnostics() {
	_, err := engine.Parse("a.yaml", "name: a")
	fmt.Println(err)
	m, _ := engine.Parse("b.yaml", "num_players: 2\nactoins: {}\nflow: {kind: step, id: s, do: []}")
	diag.Render(os.Stdout, m.Diagnostics(), m.Sources(), false)
	// Output:
	// a.yaml:1:1: error: This is not a model: it has no flow [no-model]
	// b.yaml:2:1: warning: unknown key 'actoins' at the top level [unknown-key]
	//     2 | actoins: {}
	//       | ^~~~~~~
	//   fix: write 'actions'
}
