package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/session"
)

func runtimeOf(t *testing.T) *session.Runtime {
	rt := session.New(session.Config{})
	t.Cleanup(rt.Close)
	return rt
}

// What model.check gives is what the command prints, by the schema of both.
func TestReportsFollowTheirSchema(t *testing.T) {
	text, err := os.ReadFile("../../docs/report.schema.json")
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("report.json", doc))
	s, err := c.Compile("report.json")
	require.NoError(t, err)

	models, err := filepath.Glob("../../examples/*/model.yaml")
	require.NoError(t, err)
	stops, err := filepath.Glob("../../testdata/models/stops/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, stops)
	rt := runtimeOf(t)
	for _, path := range append(models, stops...) {
		b := Handle(rt, fmt.Appendf(nil, `{"v":1,"method":"model.check","params":{"path":%q,"games":2,"requests":300}}`, path), nil)
		answer, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		require.NoError(t, err)
		require.NoError(t, s.Validate(answer.(map[string]any)["result"]), path)
	}
}

const thinker = `
num_players: 1
state: {vars: {x: {init: 0}}}
actions: {think: {effect: [{op: choose, options: [1, 2], as: x}, {op: set, var: x, value_x: "sum(i for i in range(100000))"}]}}
flow: {kind: loop, id: l, children: [{kind: step, id: s, actor_x: "0", do: [think]}]}`

// A check that plays test games can be cancelled, and keeps to the limits of the runtime.
func TestACheckCanBeCancelled(t *testing.T) {
	rt := runtimeOf(t)
	ask := func(params string) string {
		return string(Handle(rt, fmt.Appendf(nil, `{"v":1,"id":7,"method":"model.check","params":{"text":%s,%s}}`, quoted(thinker), params), nil))
	}
	require.Contains(t, ask(`"games":200000000`), `"limit"`)
	require.Contains(t, ask(`"games":-1`), `bad_params`)
	require.Contains(t, ask(`"games":1,"players":3`), `bad_params`)
	began, done := time.Now(), make(chan string)
	go func() { done <- ask(`"games":1000`) }()
	require.Eventually(t, func() bool { return rt.Cancel(7) }, 10*time.Second, time.Millisecond)
	require.Contains(t, <-done, `"code":"cancelled"`)
	require.Less(t, time.Since(began), 10*time.Second)
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// Where a test game stopped, the answer tells the line.
func TestStopsComeWithTheirLine(t *testing.T) {
	text := strings.Replace(thinker, "sum(i for i in range(100000))", "1 // (x - x)", 1)
	b := Handle(runtimeOf(t), fmt.Appendf(nil, `{"v":1,"method":"model.check","params":{"text":%s,"games":3}}`, quoted(text)), nil)
	var answer struct {
		Result struct {
			TestGames struct {
				Stopped int
				Stops   []struct {
					Error, Source string
					Caret         int
					At            struct{ Line int }
				}
			} `json:"test_games"`
		}
	}
	require.NoError(t, json.Unmarshal(b, &answer))
	g := answer.Result.TestGames
	require.Equal(t, 3, g.Stopped)
	require.Contains(t, g.Stops[0].Error, "ZeroDivisionError")
	require.Equal(t, 4, g.Stops[0].At.Line)
	require.Equal(t, "1 // (x - x)", g.Stops[0].Source[g.Stops[0].Caret:][:12])
}
