package action_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// States that no run gives out are refused, each with what is wrong with it.
func TestStatesThatNoRunGivesAreRefused(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(casesAt, "replay.yaml"))
	require.NoError(t, err)
	var f caseFile
	require.NoError(t, yaml.Unmarshal(text, &f))
	rules := f.load(t)
	state := func(answers string) string {
		return `{"format":1,"ruleset":{"t":"1.0.0"},"character":{"format":1,"id":"hero"},"action":{"id":"t:burst"},"policy":{"dice":"pause"},"answers":[` + answers + `]}`
	}
	whole := `{"kind":"dice","step":"roll","by":"app","faces":[6,1]}`
	for _, row := range []struct{ name, state, fault string }{
		{"the faces of a pause in the middle of a roll", state(whole), ""},
		{"a record twice", state(whole + "," + whole), "answer-mismatch roll"},
		{"a record of fewer faces than the roll begins with", state(`{"kind":"dice","step":"roll","by":"app","faces":[6]}`), "answer-mismatch roll"},
		{"a record of more faces", state(`{"kind":"dice","step":"roll","by":"app","faces":[1,1,1]}`), "answer-mismatch roll"},
		{"a face that is not on the die", state(`{"kind":"dice","step":"roll","by":"app","faces":[6,7]}`), "answer-mismatch roll"},
		{"a record of another step", state(strings.Replace(whole, `"roll"`, `"rolls"`, 1)), "answer-mismatch roll"},
		{"a record of another kind", state(`{"kind":"choice","step":"roll","by":"app","option":"a"}`), "answer-mismatch roll"},
		{"a record of two kinds", state(`{"kind":"dice","step":"roll","by":"app","faces":[6,1],"option":"a"}`), "schema state.answers[0]"},
		{"a record by nobody", state(`{"kind":"dice","step":"roll","by":"me","faces":[6,1]}`), "schema state.answers[0]"},
		{"a roll with the choice of a pick", state(`{"kind":"dice","step":"roll","by":"app","faces":[6,1],"choice":{"choice":["a"]}}`), "schema state.answers[0]"},
		{"another version of a pack", strings.Replace(state(whole), "1.0.0", "1.0.1", 1), "ruleset-mismatch state.ruleset"},
		{"another format", strings.Replace(state(whole), `"format":1,"ruleset"`, `"format":9,"ruleset"`, 1), "state-format state.format"},
		{"a member that states do not have", strings.Replace(state(whole), `"policy"`, `"more":1,"policy"`, 1), "schema state"},
		{"no character", strings.Replace(state(whole), `"character":{"format":1,"id":"hero"},`, "", 1), "schema state.character"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s, err := action.ReadState([]byte(row.state))
			var errs sheet.Errors
			if err == nil {
				a, err := action.ReadAnswer([]byte(`{"faces":[2]}`))
				require.NoError(t, err)
				errs = action.Continue(rules, s, a, nil, action.Options{}).Errors
			} else {
				require.ErrorAs(t, err, &errs)
			}
			if row.fault == "" {
				require.Empty(t, errs)
				return
			}
			require.Len(t, errs, 1)
			require.Equal(t, row.fault, errs[0].Code+" "+errs[0].Path)
			_, err = json.Marshal(errs)
			require.NoError(t, err)
		})
	}
}
