package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/value"
)

func TestParseScript(t *testing.T) {
	script, err := engine.ParseScript("s.yaml", "- 2\n- fold\n- {pick: 3}\n- {pick: 0.50}\n- {pick: yes please}\n- {random: 4}\n- {until: step *}\n- '7'\n")
	require.NoError(t, err)
	for i := range script {
		require.Equal(t, i+1, script[i].Pos.Line)
		script[i].Pos.Line, script[i].Pos.Col, script[i].Pos.File = 0, 0, ""
	}
	require.Equal(t, engine.Script{{N: 2}, {Kind: drive.ByLabel, Text: "fold"}, {Kind: drive.ByLabel, Text: "3"}, {Kind: drive.ByLabel, Text: "0.5"},
		{Kind: drive.ByLabel, Text: "yes please"}, {Kind: drive.AtRandom, N: 4}, {Kind: drive.UntilAsks, Text: "step *"}, {Kind: drive.ByLabel, Text: "7"}}, script)

	asJSON, err := engine.ParseScript("s.json", `[1, "fold", {"random": 2}]`)
	require.NoError(t, err)
	require.Len(t, asJSON, 3)
	none, err := engine.ParseScript("s.yaml", "")
	require.NoError(t, err)
	require.Empty(t, none)

	for text, want := range map[string]string{
		"fold":                   "s.yaml:1:1: error: a script is a list of answers [script]",
		"- 1\n- -2":              "s.yaml:2:3: error: '-2' is no count [script]",
		"- {random: many}":       "s.yaml:1:12: error: 'many' is no count [script]",
		"- 1.5":                  "an answer is a number, a text",
		"- {pick: a, random: 1}": "an answer is a number, a text",
		"- {pick: [1]}":          "an answer is a number, a text",
		"- [1, 2":                "s.yaml",
	} {
		_, err := engine.ParseScript("s.yaml", text)
		require.ErrorContains(t, err, want, text)
	}
}

func TestParseValue(t *testing.T) {
	for text, want := range map[string]string{"3": "3", "true": "True", "[1, 2.5]": "[1, 2.5]", "red": "'red'", "{a: 1}": "{'a': 1}", "null": "None"} {
		v, err := engine.ParseValue(text)
		require.NoError(t, err)
		require.Equal(t, want, value.Repr(nil, v))
	}
	_, err := engine.ParseValue("[")
	require.Error(t, err)
}
