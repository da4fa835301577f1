package report

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/check"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/simulate"
)

const partly = `name: Partly
num_players: 1
actions: {go: {pre: when the moon is full, effect: [{op: say, text_x: "'what the old woman of the mill says'"}]}}
flow: {kind: step, id: s, actor_x: '0', do: [go]}
`

func at(line, col int) diag.Pos { return diag.Pos{File: "partly.yaml", Line: line, Col: col} }

// found is a report made by hand, so that this test is of how things are told, not of what is found.
func found(t *testing.T) *Report {
	m, _, err := model.Parse("partly.yaml", partly, model.Options{})
	require.NoError(t, err)
	c := &check.Report{
		Diagnostics: diag.List{{Code: "some-code", Severity: diag.Warning, Pos: at(3, 11), Text: "something may be wrong", Fix: "mend it"}},
		Allowed:     []check.Allowed{{Diagnostic: diag.Diagnostic{Code: "other-code", Severity: diag.Warning, Pos: at(4, 7), Text: "a loop"}, Reason: "it is\x1b[31m meant"}},
		Size:        check.Size{Steps: 1, Ops: 8, Calls: 1},
		Executability: check.Executability{
			Rules: check.Share{OK: 199, Total: 200}, Content: check.Share{OK: 1, Total: 3},
			Gaps: []check.Gap{
				{Kind: "text", Place: "action go", Pos: at(3, 16), Text: "pre has no pre_x"},
				{Kind: "content:text", Place: "content elder", Pos: at(3, 150), Text: "text without behaviour, " + strings.Repeat("and so on ", 12)},
				{Kind: "text", Place: "end over", Pos: at(4, 1), Text: "who is missing"},
			},
		},
		Program: check.Model(m, nil).Program,
	}
	r := Of(m, c)
	require.NoError(t, r.Outline(m))
	return r
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func TestText(t *testing.T) {
	r := found(t)
	r.Flow, r.Tree = nil, "Partly\n└─ step s\n"
	r.TestGames = &TestGames{
		Seed: 1, Asked: 20, Limit: 5000,
		Data: simulate.Data{
			Games: 19, Finished: 10, Stopped: 7, Cut: 2, Requests: simulate.Interval{Mean: new(float64)},
			Reasons: []simulate.Reason{{Reason: "three_in_a_row", Games: 9}, {Reason: "full", Games: 1}},
			Endless: &simulate.Endless{Seed: 7, Place: "step s"},
		},
		Stops: []Stop{
			{Error: "NotExecutable: action go: pre is text without pre_x", Games: 6, Seed: 12, Source: r.source(at(3, 16))},
			{Error: "ExprError: " + strings.Repeat("something long ", 12), Games: 1, Seed: 13},
		},
	}
	var plain, color strings.Builder
	require.NoError(t, r.Write(&plain, "games/partly.yaml", false))
	golden(t, "testdata/partly.txt", plain.String())
	for line := range strings.Lines(plain.String()) {
		require.LessOrEqual(t, len([]rune(strings.TrimSpace(line))), columns+len("    3 | …"))
	}
	require.NotContains(t, plain.String(), "\x1b")
	require.NoError(t, r.Write(&color, "games/partly.yaml", true))
	golden(t, "testdata/partly.ansi", color.String())
}

func TestOfNoModel(t *testing.T) {
	_, list, err := model.Parse("m.yaml", "- x", model.Options{})
	r := None(err.(*model.Failure), list)
	require.NoError(t, r.Outline(nil))
	played, err := r.Play(context.Background(), simulate.Options{Games: 5})
	require.NoError(t, err)
	require.False(t, played)
	var b strings.Builder
	require.NoError(t, r.Write(&b, "m.yaml", false))
	require.Equal(t, "m.yaml:1:1: error: This is not a model: it is a list, not a mapping [no-model]\n    1 | - x\n      | ^\n  fix: make it a mapping that has a 'flow'\n\nm.yaml: 1 error, 0 warnings\n", b.String())
}

// Games that there was no time for are told of, not counted as played.
func TestNoTimeLeft(t *testing.T) {
	r := found(t)
	ctx, stop := context.WithDeadline(context.Background(), time.Now())
	defer stop()
	played, err := r.Play(ctx, simulate.Options{Games: 20})
	require.NoError(t, err)
	require.True(t, played)
	var b strings.Builder
	require.NoError(t, r.Write(&b, "m.yaml", false))
	require.Contains(t, b.String(), "  0 of 0 games finished\n  no time was left for 20 more\n")
}

// The test games do not depend on how many workers play them, down to the last bit.
func TestWorkersPlayTheSameGames(t *testing.T) {
	m, list, err := model.Load("../../examples/kuhn-poker/model.yaml", model.Options{})
	require.NoError(t, err)
	play := func(workers int) *TestGames {
		r := Of(m, check.Model(m, list))
		_, err := r.Play(context.Background(), simulate.Options{Games: 20, Seed: 5, Workers: workers})
		require.NoError(t, err)
		return r.TestGames
	}
	require.Equal(t, play(1), play(7))
}

func TestPercent(t *testing.T) {
	for _, x := range []struct {
		n, of int
		want  string
	}{{0, 0, "100%"}, {3, 3, "100%"}, {0, 3, "0%"}, {1, 3, "33%"}, {2, 3, "67%"}, {1, 1000, "1%"}, {999, 1000, "99%"}, {1, 2, "50%"}} {
		require.Equal(t, x.want, percent(x.n, x.of), "%d of %d", x.n, x.of)
	}
}
