package compile_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/model"
)

func TestNamesThatMeanTwoThings(t *testing.T) {
	for sections, want := range map[string]string{
		`state: {vars: {x: {}}, zones: {x: {}}}`:                                      "warning: 'x' is a variable too; expressions read that",
		`{state: {zones: {x: {}}}, constants: {x: 1}}`:                                "warning: 'x' is a zone too; expressions read that",
		`{constants: {x: 1}, derived: {x: "1"}}`:                                      "warning: 'x' is a derived value too; expressions read that",
		`{constants: {x: 1}, functions: {x: {params: [], x: "1"}}}`:                   "error: the name of function 'x' is taken: it is a constant",
		`{state: {vars: {players: {}}}}`:                                              "warning: a variable 'players' hides what the engine gives under this name",
		`{constants: {content: 1}}`:                                                   "warning: a constant 'content' hides what the engine gives under this name",
		`{constants: {dice: 1}, dice: {d: {sides: 6}}}`:                               "warning: a constant 'dice' hides what the engine gives under this name",
		`{constants: {dice: 1}}`:                                                      "",
		`{functions: {modified: {params: [a], x: a}}}`:                                "error: the name of function 'modified' is taken: it is what the engine gives under this name",
		`{constants: {distance: 3}}`:                                                  "",
		`{constants: {distance: 3}, boards: {b: {kind: track, length: 3}}}`:           "warning: a constant 'distance' hides what the engine gives under this name",
		`{state: {vars: {round: {}}}, functions: {pick: {params: [], x: 1}}}`:         "",
		`{functions: {max: {params: [], x: 1}}}`:                                      "error: the name of function 'max' is taken: it is what the engine gives under this name",
		`{functions: {b: {params: [], x: 1}}, boards: {b: {kind: track, length: 3}}}`: "error: the name of function 'b' is taken: it is a board",
		`{functions: {f: {let: {if: 1}, x: 1}}}`:                                      "error: function 'f': let cannot give a value the name 'if'",
		`{functions: {f: {params: [n, m, n], x: n}}}`:                                 "error: function 'f' has two parameters 'n'",
		`{functions: {f: {params: [if], x: "1"}}}`:                                    "error: function 'f': 'if' can be no parameter",
		`{functions: {f: {params: ["a b"], x: "1"}}}`:                                 "error: function 'f': 'a b' can be no parameter",
		`{functions: {f: {params: ["1"], x: "1"}}}`:                                   "error: function 'f': '1' can be no parameter",
	} {
		text := "num_players: 2\nflow: {kind: sequence, id: main, children: []}\n"
		for _, part := range splitSections(sections) {
			text += part + "\n"
		}
		m, found, err := model.Parse("model.yaml", text, model.Options{})
		require.NoError(t, err)
		_, more := compile.Compile(m, compile.Options{})
		found = append(found, more...)
		got := ""
		for _, d := range found {
			got += d.Severity.String() + ": " + d.Text + "\n"
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("%s:\n%swant %s", sections, got, want)
		}
	}
}

// splitSections takes a flow mapping of sections apart, so that each stands on a line of its own.
func splitSections(s string) []string {
	if !strings.HasPrefix(s, "{") {
		return []string{s}
	}
	var out []string
	depth, from := 0, 1
	for i, r := range s {
		switch r {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth == 1 && r == ',' || depth == 0 && i == len(s)-1 {
			out = append(out, strings.TrimSpace(s[from:i]))
			from = i + 1
		}
	}
	return out
}
