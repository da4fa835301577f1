package bench

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/turn"
)

// race is a game of a hundred moves whose players take turns by a loop; what stands for %s is where a section turns would.
const race = `
name: Race
num_players: 2
%s
state: {vars: {steps: {scope: player, init: 0}, moves: {init: 0}, mover: {init: 0}}}
actions:
  walk: {cost: [{op: add, var: moves, amount: 1}], effect: [{op: add, var: "steps[actor]", amount: 1}, {op: emit, event: passed}]}
  run: {cost: [{op: add, var: moves, amount: 1}], effect: [{op: choose, options: [1, 2], as: far}, {op: add, var: "steps[actor]", amount_x: far}]}
triggers: [{id: stumble, event: passed, if_x: "steps[actor] % 7 == 0", do: [{op: add, var: "steps[actor]", amount: -1}]}]
flow: {kind: loop, id: race, over_x: players, as: mover, children: [{kind: step, id: move, actor_x: mover, do: [walk, run]}]}
end: [{id: over, if_x: "moves >= 100", result: score, returns_x: steps}]
`

const turnsOfRace = `turns: {sides: {runner: {phases: [main]}}, scores: [steps], checkpoint: [{id: far, if_x: "max(steps) > 1000", who_x: "0"}]}`

// races are the race by a loop, the same beside a section of turns that no flow takes, and as formal turns.
func races(t testing.TB) map[string]*program.Program {
	formal := strings.NewReplacer("%s", turnsOfRace, `kind: loop, id: race, over_x: players, as: mover, children: [{kind: step, id: move, actor_x: mover, do: [walk, run]}]`,
		`kind: turns, id: race, phases: {main: [{kind: step, id: move, actor_x: "turn['owner']", do: [walk, run]}]}`).Replace(race)
	out := map[string]*program.Program{}
	for name, text := range map[string]string{"loop": strings.Replace(race, "%s", "", 1), "beside": strings.Replace(race, "%s", turnsOfRace, 1), "turns": formal} {
		m, _, err := model.Parse("race.yaml", text, model.Options{})
		require.NoError(t, err)
		p, list := compile.Compile(m, compile.Options{})
		require.Zero(t, list.Errors(), "%v", list)
		out[name] = p
	}
	return out
}

// A model without turns pays nothing for them: its state has no place for a record, its actions begin as they ever did and
// no variable scores. Beside a section that no flow takes the same game does the same work.
func TestAModelWithoutTurnsPaysNothing(t *testing.T) {
	p := races(t)
	require.Nil(t, p["loop"].Turns)
	require.Equal(t, p["loop"].Slots()+1, p["beside"].Slots())
	for i := range p["loop"].Actions {
		require.Zero(t, p["loop"].Actions[i].Start)
	}
	for i := range p["loop"].Vars {
		require.False(t, p["loop"].Vars[i].Scores)
	}
	play := func(p *program.Program) (answers int, pay []float64) {
		g, err := game.New(p, game.Options{Turns: func(turn.Line) { answers = -1 << 40 }}) // nothing is told
		require.NoError(t, err)
		for src := rand.New(rand.NewPCG(5, 5)); !g.Over(); answers++ {
			require.NoError(t, g.Answer(src.IntN(g.Len())))
		}
		require.Equal(t, game.End, g.Kind())
		return answers, g.Payoffs()
	}
	answers, pay := play(p["loop"])
	besides, same := play(p["beside"])
	require.Equal(t, answers, besides)
	require.Equal(t, pay, same)
}

// What turns cost: `go test ./engine/bench -bench Turns`; docs/turns.md has it in instructions.
func BenchmarkTurns(b *testing.B) {
	for name, p := range races(b) {
		for _, held := range []bool{false, true} {
			label, o := name, game.Options{}
			if held {
				label, o.Turns = name+", held against the relations", func(turn.Line) {}
			}
			if held && name != "turns" {
				continue
			}
			b.Run(label, func(b *testing.B) {
				src := rand.New(rand.NewPCG(5, 5))
				for b.Loop() {
					g, err := game.New(p, o)
					if err != nil {
						b.Fatal(err)
					}
					if err := g.Play(func(g *game.Game) int { return src.IntN(g.Len()) }); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
