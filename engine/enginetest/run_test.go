package enginetest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/enginetest"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

func compiled(text string) *program.Program {
	m, _, err := model.Parse("model.yaml", text, model.Options{})
	if err != nil {
		panic(err)
	}
	p, _ := compile.Compile(m, compile.Options{})
	return p
}

func ExampleRun() {
	p := compiled(`
name: Coin
num_players: 1
state: {vars: {heads: {init: 0}}}
actions: {toss: {effect: [{op: roll, die: [0, 1], as: side}, {op: add, var: heads, amount_x: side}]}}
flow: {kind: loop, id: tosses, until_x: heads == 3, children: [{kind: step, id: one, do: [toss]}]}
`)
	fmt.Println(enginetest.Run(p, enginetest.Options{MustEnd: true}))
	// Output: []
}

func TestRunTellsWhatIsWrong(t *testing.T) {
	endless := compiled(`
name: Endless
num_players: 1
actions: {toss: {effect: [{op: roll, die: 6, as: side}]}}
flow: {kind: loop, id: tosses, children: [{kind: step, id: one, do: [toss]}]}
`)
	require.Empty(t, enginetest.Run(endless, enginetest.Options{Requests: 5, Games: 1}))
	errs := enginetest.Run(endless, enginetest.Options{Requests: 5, Games: 2, MustEnd: true})
	require.Len(t, errs, 2)
	require.EqualError(t, errs[1], "Endless, seed 1, straight on: not ended after 5 requests, at action toss")

	faulty := compiled(`
name: Faulty
num_players: 1
actions: {toss: {effect: [{op: roll, die: 6, as: side}, {op: set, var: nowhere, value: 1}]}}
flow: {kind: step, id: one, do: [toss]}
`)
	require.Empty(t, enginetest.Run(faulty, enginetest.Options{Games: 1}))
	errs = enginetest.Run(faulty, enginetest.Options{Games: 1, MustEnd: true})
	require.Len(t, errs, 1)
	require.ErrorContains(t, errs[0], "Faulty, seed 0, straight on: stopped at model.yaml:4:")
	require.ErrorContains(t, errs[0], "variable 'nowhere' not declared")

	require.NotEmpty(t, enginetest.Run(faulty, enginetest.Options{Players: 3}), "a game that cannot begin")
}
