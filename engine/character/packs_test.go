package character_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/astragal-engine/astragal/engine/character"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// expectations are a pack's table of what its characters' sheets must show.
type expectations struct {
	Characters []struct {
		File         string
		expectedPart `yaml:",inline"`
		Changes      []struct {
			Because      string
			Apply        []map[string]any
			Fails        string
			expectedPart `yaml:",inline"`
		}
	}
}

type expectedPart struct {
	Fields    map[string][]any // the value, and its sum in words
	Pending   *[]map[string]any
	Competing []string // local field ids
	Offers    []string // local follow-up ids
	Options   []struct {
		Path     map[string]any
		Eligible []string
	}
	Actions struct {
		Available []expectedAction
		Not       []expectedAction
	}
}

type expectedAction struct{ Action, Entry, Source string }

func loadPack(t testing.TB, dir string) *character.Ruleset {
	t.Helper()
	src, err := pack.Open(dir)
	require.NoError(t, err)
	t.Cleanup(func() { _ = src.Close() })
	rules, errs := character.LoadRuleset([]pack.Source{src}, pack.Options{})
	require.NotNil(t, rules, "%v", errs)
	return rules
}

// TestPacksShowWhatTheyMust holds the sheets of the packs that ship against the tables that were worked out
// by hand from their rules.
func TestPacksShowWhatTheyMust(t *testing.T) {
	tables, err := filepath.Glob("../../examples/packs/*/characters/expected.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, tables)
	for _, table := range tables {
		dir := filepath.Dir(table)
		root := filepath.Dir(dir)
		text, err := os.ReadFile(table)
		require.NoError(t, err)
		var all expectations
		require.NoError(t, yaml.Unmarshal(text, &all))
		rules := loadPack(t, root)
		id := filepath.Base(root)
		for _, one := range all.Characters {
			t.Run(id+"/"+one.File, func(t *testing.T) {
				text, err := os.ReadFile(filepath.Join(dir, one.File))
				require.NoError(t, err)
				h := held{t, rules, id}
				h.sheet(text, &one.expectedPart)
				for _, c := range one.Changes {
					t.Run(c.Because, func(t *testing.T) {
						h := held{t, rules, id}
						out := h.call(rules.ApplyChanges(h.input(map[string]any{"character": json.RawMessage(text), "changes": c.Apply, "dice": map[string]any{"seed": 1}}), nil))
						if c.Fails != "" {
							require.Equal(t, false, out["ok"])
							require.Equal(t, c.Fails, out["errors"].([]any)[0].(map[string]any)["code"], "%v", out)
							return
						}
						require.Equal(t, true, out["ok"], "%v", out)
						h.sheet(h.input(out["character"]), &c.expectedPart)
					})
				}
			})
		}
	}
}

// held holds sheets of a pack against what is expected.
type held struct {
	t     *testing.T
	rules *character.Ruleset
	id    string
}

func (h held) input(v any) []byte {
	text, err := json.Marshal(v)
	require.NoError(h.t, err)
	return text
}

func (h held) call(out []byte) (m map[string]any) {
	require.NoError(h.t, json.Unmarshal(out, &m), "%s", out)
	return m
}

func (h held) local(id any) string { return strings.ReplaceAll(fmt.Sprint(id), h.id+":", "") }

func (h held) sheet(ch []byte, want *expectedPart) {
	input := h.input(map[string]any{"character": json.RawMessage(ch)})
	out := h.rules.ComputeSheet(input)
	require.Equal(h.t, string(out), string(h.rules.ComputeSheet(input)), "the same input gave other bytes")
	s := h.call(out)
	require.Equal(h.t, true, s["ok"], "%v", s)
	require.Empty(h.t, s["issues"])
	values := map[string]any{}
	for _, f := range s["fields"].([]any) {
		values[h.local(f.(map[string]any)["id"])] = f.(map[string]any)["value"]
	}
	for id, row := range want.Fields {
		require.Contains(h.t, values, id)
		require.JSONEq(h.t, string(h.input(row[0])), string(h.input(values[id])), "%s: %v", id, row)
	}
	if want.Pending != nil {
		paths := []any{}
		for _, p := range s["pending"].([]any) {
			paths = append(paths, p.(map[string]any)["path"])
		}
		require.JSONEq(h.t, string(h.input(*want.Pending)), string(h.input(paths)))
	}
	if want.Competing != nil {
		var fields []string
		for _, c := range s["competing"].([]any) {
			fields = append(fields, h.local(c.(map[string]any)["target"].(map[string]any)["field"]))
		}
		require.Equal(h.t, want.Competing, fields)
	}
	if want.Offers != nil {
		var ids []string
		for _, o := range s["offers"].([]any) {
			ids = append(ids, h.local(o.(map[string]any)["followUp"]))
		}
		require.Equal(h.t, want.Offers, ids)
	}
	for _, o := range want.Options {
		out := h.call(h.rules.ListOptions(h.input(map[string]any{"character": json.RawMessage(ch), "path": o.Path})))
		var eligible []string
		for _, one := range out["options"].([]any) {
			if one := one.(map[string]any); one["eligible"] == true && one["picked"] == false {
				eligible = append(eligible, h.local(one["id"]))
			}
		}
		require.ElementsMatch(h.t, o.Eligible, eligible, "%v", o.Path)
	}
	listed := map[expectedAction]bool{}
	for _, a := range s["actions"].([]any) {
		a := a.(map[string]any)
		text := func(key string) string {
			if a[key] == nil {
				return ""
			}
			return h.local(a[key])
		}
		listed[expectedAction{text("id"), text("entry"), text("source")}] = true
	}
	for _, a := range want.Actions.Available {
		require.True(h.t, listed[a], "%v is not listed: %v", a, listed)
	}
	for _, a := range want.Actions.Not {
		require.False(h.t, listed[a], "%v is listed", a)
	}
}
