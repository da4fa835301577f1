package schema

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/check"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/internal/schemacheck"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/report"
	"github.com/astragal-engine/astragal/engine/simulate"
)

func TestTheFilesAreThese(t *testing.T) {
	for _, name := range Names() {
		want := Of(name)
		got, err := os.ReadFile("../../docs/" + name + ".schema.json")
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), "docs/%s.schema.json: go run ./engine/schema/gen", name)
	}
}

// modelFiles are the models of the examples and of the tests.
func modelFiles(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"../../examples/*/model.yaml", "../../testdata/models/*.yaml", "../../testdata/models/*/*.yaml"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		all = append(all, found...)
	}
	require.Greater(t, len(all), 20)
	return all
}

// What has no errors and no unknown keys is a model to the schema too.
func TestModelsThatLoadAreValid(t *testing.T) {
	s := schemacheck.Compile(t, Model())
	valid := 0
	for _, path := range modelFiles(t) {
		m, list, err := model.Load(path, model.Options{})
		if err != nil || check.Model(m, list).Diagnostics.Errors() > 0 || slices.ContainsFunc(list, unknownKey) {
			continue
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, s.Validate(schemacheck.YAML(t, text)), path)
		valid++
	}
	require.Greater(t, valid, 20)
}

func unknownKey(d diag.Diagnostic) bool { return d.Code == "unknown-key" }

func TestWhatTheSchemaRefuses(t *testing.T) {
	s := schemacheck.Compile(t, Model())
	const good = `
name: A
num_players: 2
state: {vars: {x: {init: 0}}}
actions: {a: {pre_x: x < 3, effect: [{op: add, var: x, amount: 1}]}}
flow: {kind: loop, id: l, children: [{kind: step, id: s, actor_x: '0', do: [a]}]}
end: [{id: e, if_x: x == 3, result: draw}]
content: {cards: [{id: c, cost: 3, effect: [{op: add, var: x, amount: 1, mine: 2}], abilities: [{id: b, any: 1}]}]}
`
	require.NoError(t, s.Validate(schemacheck.YAML(t, []byte(good))))
	for what, change := range map[string][2]string{
		"a key at the top":         {"name:", "nmae:"},
		"a key of an op":           {"{op: add, var: x, amount: 1}", "{op: add, vra: x, amount: 1}"},
		"a key of another op":      {"{op: add, var: x, amount: 1}", "{op: add, var: x, amount: 1, die: 6}"},
		"an op":                    {"{op: add,", "{op: ad,"},
		"an op without op":         {"{op: add, var: x, amount: 1}", "{var: x, amount: 1}"},
		"an op without amount":     {"{op: add, var: x, amount: 1}", "{op: add, var: x}"},
		"a kind of node":           {"kind: loop", "kind: lop"},
		"a key of a node":          {"actor_x: '0'", "actro_x: '0'"},
		"a key of a kind":          {"id: s, actor_x", "id: s, until_x: x, actor_x"},
		"a word":                   {"result: draw", "result: drawn"},
		"no flow":                  {"flow:", "flows:"},
		"a list that is none":      {"do: [a]", "do: a"},
		"an expression that is no": {"if_x: x == 3", "if_x: [x]"},
		"too many players":         {"num_players: 2", "num_players: 65"},
		"an item without id":       {"{id: c, cost: 3", "{cost: 3"},
		"an unknown op in content": {"{op: add, var: x, amount: 1, mine: 2}", "{op: ad}"},
	} {
		text := bytes.Replace([]byte(good), []byte(change[0]), []byte(change[1]), 1)
		require.NotEqual(t, good, string(text), what)
		require.Error(t, s.Validate(schemacheck.YAML(t, text)), what)
	}
}

func TestReportsAreValid(t *testing.T) {
	s := schemacheck.Compile(t, Report())
	for _, path := range modelFiles(t) {
		m, list, err := model.Load(path, model.Options{})
		var r *report.Report
		if fail, none := err.(*model.Failure); none {
			r = report.None(fail, list)
		} else {
			require.NoError(t, err)
			r = report.Of(m, check.Model(m, list))
			require.NoError(t, r.Outline(m))
			_, err = r.Play(context.Background(), simulate.Options{Games: 2, Requests: 200})
			require.NoError(t, err)
		}
		b, err := json.Marshal(r)
		require.NoError(t, err)
		v := schemacheck.JSON(t, b)
		require.NoError(t, s.Validate(v), path)
	}
}
