package action_test

import (
	"encoding/json"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// rulesOf loads one pack p.
func rulesOf(t *testing.T, rules, content string) *sheet.Rules {
	t.Helper()
	files := fstest.MapFS{
		"pack.yaml":    {Data: []byte("id: p\nversion: 1.0.0\n")},
		"rules/a.yaml": {Data: []byte(rules)},
	}
	if content != "" {
		files["content/a.yaml"] = &fstest.MapFile{Data: []byte(content)}
	}
	rs, errs := pack.Load([]pack.Source{{Name: "p", FS: files}}, pack.Options{})
	require.NotNil(t, rs, "%v\n%s\n%s", errs, rules, content)
	return sheet.Prepare(rs)
}

func startOf(t *testing.T, rules *sheet.Rules, input string, o action.Options) *action.Result {
	t.Helper()
	in, err := action.ReadInput([]byte(input))
	require.NoError(t, err)
	return action.Start(rules, in, o)
}

func TestOnlyFinishedRunsClearOffers(t *testing.T) {
	rules := rulesOf(t, `
fields: [{id: low, type: boolean, default: true}]
followUps: [{id: stored, action: roll}, {id: derived, action: roll, when: low}, {id: bad, action: fails}]
actions:
  - {id: roll, steps: [{id: r, kind: roll, parts: [{dice: 1d6}]}]}
  - {id: fails, steps: [{id: r, kind: roll, parts: [{value: '[1][5]'}]}]}
`, "")
	start := func(id, offer, more string) *action.Result {
		return startOf(t, rules, `{"character": {"format": 1, "ruleset": {"p": "1.0.0"}, "id": "h", "followUps": [
			{"id": "stored-1", "followUp": "p:stored", "source": {"type": "rules", "id": "p"}},
			{"id": "bad-1", "followUp": "p:bad", "source": {"type": "rules", "id": "p"}}]},
			"action": {"id": "`+id+`", "followUp": "`+offer+`"}, "policy": {"dice": "pause"}`+more+`}`, action.Options{})
	}
	require.Len(t, start("p:roll", "stored-1", `, "answers": [{"faces": [3]}]`).Proposed, 1)
	require.Empty(t, start("p:roll", "p:derived", `, "answers": [{"faces": [3]}]`).Proposed)
	paused := start("p:roll", "stored-1", "")
	require.NotNil(t, paused.Needs)
	require.Empty(t, paused.Proposed)
	failed := start("p:fails", "bad-1", "")
	require.NotEmpty(t, failed.Errors)
	require.Empty(t, failed.Proposed)
}

func unmarshal(v any, into any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

func TestOutcomeWithoutDataIsTheResult(t *testing.T) {
	rules := rulesOf(t, "actions: [{id: a, steps: [{id: end, kind: outcome, result: \"'won'\"}]}]", "")
	r := startOf(t, rules, `{"character": {"format": 1, "ruleset": {"p": "1.0.0"}, "id": "h"}, "action": {"id": "p:a"}}`, action.Options{})
	text, err := json.Marshal(r.Outcome)
	require.NoError(t, err)
	require.Equal(t, `{"result":"won"}`, string(text))
}
