package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/session"
)

var tinyPack = params{"name": "tiny", "files": params{
	"pack.yaml":    "id: p\nversion: 1.0.0\n",
	"i18n/en.yaml": "actions.mend: {name: Mend, description: 'Heals {who}.'}\n",
	"i18n/de.yaml": "actions.mend.name: Heilen\n",
	"rules/r.yaml": `
fields: [{id: hp, type: integer, default: 10, min: '0', max: '10'}, {id: wounds, type: integer, formula: 10 - hp}]
choices: [{id: origin, options: [{id: north}, {id: south, when: hp > 5}]}]
actions:
  - id: mend
    steps:
      - {id: roll, kind: roll, parts: [{dice: 1d4}, {value: wounds}]}
      - {id: heal, kind: changes, changes: [{type: adjust, field: hp, by: 'steps.roll.total'}]}
`}}

// first gives the first element of a list of maps.
func first(list any) map[string]any { return list.([]any)[0].(map[string]any) }

// rules tries the calls of character rules.
func (h *host) rules() {
	t := h.t
	packs := []any{tinyPack}
	loaded := h.do("ruleset.load", params{"packs": packs})
	require.Equal(t, "p", first(loaded["packs"])["id"])
	rules := loaded["ruleset"]
	hero := params{"id": "ada", "values": params{"p:hp": 4}}

	sheet := h.do("sheet.compute", params{"ruleset": rules, "character": hero})
	require.EqualValues(t, 6, sheet["fields"].([]any)[1].(map[string]any)["value"])
	list := h.do("sheet.options", params{"ruleset": rules, "character": hero, "path": params{"choice": []any{"origin"}}})
	require.Len(t, list["options"], 2)
	applied := h.do("sheet.apply", params{"ruleset": rules, "character": hero, "changes": []any{params{"type": "adjust", "field": "p:hp", "by": 2}}})
	require.EqualValues(t, 6, applied["character"].(map[string]any)["values"].(map[string]any)["p:hp"])
	named := h.do("sheet.describe", params{"ruleset": rules, "ids": []any{"p:mend", "p:hp"}, "lang": "de-AT", "args": params{"who": "Ada"}})
	require.Equal(t, []any{map[string]any{"id": "p:mend", "name": "Heilen", "text": "Heals Ada."}, map[string]any{"id": "p:hp", "name": "hp"}}, named["texts"])
	require.Contains(t, h.refused("sheet.describe", params{"ruleset": rules, "ids": []any{3}}), "character_error: expected a text, found a number")

	paused := h.do("action.start", params{"ruleset": rules, "character": hero, "action": params{"id": "p:mend"}, "policy": params{"dice": "pause"}})
	require.Equal(t, "dice", paused["needs"].(map[string]any)["kind"])
	require.Equal(t, []any{}, paused["log"], "a list, also where there is nothing in it")
	done := h.do("action.continue", params{"ruleset": rules, "state": paused["state"], "answer": params{"faces": []any{3}}})
	require.EqualValues(t, 9, first(done["proposedChanges"])["change"].(map[string]any)["by"])

	wrong := h.call("action.continue", params{"ruleset": rules, "state": paused["state"], "answer": params{"faces": []any{5}}})
	fault := first(wrong["errors"])
	require.Equal(t, "character_error", fault["code"])
	require.Equal(t, "answer-mismatch", fault["data"].(map[string]any)["code"])
	require.Equal(t, "roll", fault["place"])

	require.Equal(t, true, h.do("ruleset.check", params{"packs": packs})["ok"])
	require.EqualValues(t, 1, h.do("runtime.info", nil)["rulesets"])
	h.do("ruleset.close", params{"ruleset": rules})
	require.Contains(t, h.refused("sheet.compute", params{"ruleset": rules, "character": hero}), "not_found")
}

func TestPacksThatDoNotLoad(t *testing.T) {
	h := newHost(t, session.Config{NoPaths: true})
	broken := params{"name": "b", "files": params{"pack.yaml": "id: p\nversion: 1.0.0\n", "rules/r.yaml": "fields:\n  - {id: hp, type: integer, formula: nothing}\n"}}
	e := first(h.call("ruleset.load", params{"packs": []any{broken}})["errors"])
	require.Equal(t, "ruleset_error", e["code"])
	require.Equal(t, "formula-error", e["data"].(map[string]any)["code"])
	require.EqualValues(t, 2, e["at"].(map[string]any)["line"])
	for _, packs := range []any{
		[]any{"some/folder"}, []any{params{"name": "x"}}, "x", []any{},
	} {
		require.Contains(t, h.refused("ruleset.load", params{"packs": packs}), "bad_params")
	}
	e = first(h.call("ruleset.load", params{"packs": []any{params{"name": "x", "files": params{"../pack.yaml": ""}}}})["errors"])
	require.Equal(t, "ruleset_error", e["code"])
	require.Equal(t, "path", e["data"].(map[string]any)["code"])
}
