package packtest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/astragal-engine/astragal/engine/character/pack"
)

// what the packs that ship must use between them, by the headings of the table in their README.
var wanted = []struct {
	heading string
	names   []string
}{
	{"Steps", []string{"roll", "roll of", "choice", "allocate, a budget", "allocate, values", "branch", "changes", "changes, a release", "action", "action, by its source", "action, held", "action, a handoff", "outcome"}},
	{"Roll modifiers", []string{"advantage", "disadvantage", "noAdvantage", "noDisadvantage", "stepDie", "poolDice", "multiplyDice", "multiply", "reroll", "rerollOnce", "minimum", "explode", "setFaces"}},
	{"Advantage with disadvantage", []string{"cancel", "net", "stack"}},
	{"Stacking policies", []string{"all", "highest", "lowest", "highestBonusLowestPenalty", "first", "latest", "playerChooses", "the key source"}},
	{"Sources of options", []string{"written", "content", "copies", "pending", "added by content"}},
	{"Codes of errors", []string{
		"unknown-action", "unknown-follow-up", "missing-param", "wrong-type", "invalid-option", "situational-unavailable",
		"invalid-participants", "duplicate-id", "invalid-link-value", "unknown-tag", "type-mismatch", "no-such-key",
		"conflicting-roll-modifiers", "invalid-face", "safety-limit-exceeded", "unknown-field", "not-input-field", "unknown-reference",
		"proposed-changes-failed", "undeclared-result", "answer-mismatch", "unknown-id", "creation-incomplete"}},
}

// The table of examples/packs/README.md says which pack uses what, and every row has one.
func TestUses(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(packs, "*", "pack.yaml"))
	require.NoError(t, err)
	used := map[string][]string{} // packs by heading and name
	for _, file := range dirs {
		dir := filepath.Dir(file)
		for name := range uses(t, dir) {
			used[name] = append(used[name], filepath.Base(dir))
		}
	}
	var table strings.Builder
	for _, w := range wanted {
		fmt.Fprintf(&table, "\n| %s | Packs |\n|---|---|\n", w.heading)
		for _, name := range w.names {
			key := w.heading + ": " + name
			assert.NotEmpty(t, used[key], "no pack that ships uses %s", key)
			fmt.Fprintf(&table, "| `%s` | %s |\n", name, strings.Join(used[key], ", "))
		}
	}
	readme := filepath.Join(packs, "README.md")
	text, err := os.ReadFile(readme)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(text), "<!-- uses -->\n")
	require.True(t, found)
	_, after, found := strings.Cut(rest, "\n<!-- end -->")
	require.True(t, found)
	whole := before + "<!-- uses -->\n" + table.String() + "\n<!-- end -->" + after
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile(readme, []byte(whole), 0o644))
	}
	require.Equal(t, whole, string(text), "set ASTRAGAL_UPDATE=1 to write it anew")
}

// The codes that only a pack has that does not load are shown by packs that do not.
func TestCodesOfLoading(t *testing.T) {
	files, err := filepath.Glob("../pack/testdata/load/*.txtar")
	require.NoError(t, err)
	var all []byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		all = append(all, text...)
	}
	for _, code := range []string{"unknown-reference", "unknown-role", "formula-error", "type-mismatch", "schema"} {
		assert.True(t, bytes.Contains(all, []byte(code)), code)
	}
}

// uses is what a pack uses: in its rules, and for the codes in what its tables say is refused.
func uses(t *testing.T, dir string) map[string]bool {
	rs := load(t, dir).Ruleset
	out := map[string]bool{}
	use := func(heading, name string) { out[heading+": "+name] = true }
	for _, a := range rs.AllActions {
		for _, s := range a.StepsByID {
			use("Steps", string(s.Kind))
			ofStep(s, use)
		}
	}
	keys := map[string]bool{}
	for _, e := range rs.Effects {
		if e.Modifier != nil {
			use("Roll modifiers", string(e.Modifier.Type))
		}
		if e.Op == pack.AddOption {
			use("Sources of options", "added by content")
		}
		keys[e.StackKey] = true
	}
	use("Advantage with disadvantage", rs.Settings.Advantage)
	for key, policy := range rs.Settings.Stacking {
		if keys[key] {
			use("Stacking policies", string(policy))
		}
	}
	if keys["source"] {
		use("Stacking policies", "the key source")
	}
	for _, code := range refused(t, dir) {
		use("Codes of errors", code)
	}
	return out
}

func ofStep(s *pack.Step, use func(heading, name string)) {
	switch {
	case s.Roll != nil && s.Roll.Of != "":
		use("Steps", "roll of")
	case s.Allocate != nil && s.Allocate.Budget != nil:
		use("Steps", "allocate, a budget")
	case s.Allocate != nil:
		use("Steps", "allocate, values")
	case s.Changes != nil && s.Changes.Release != nil:
		use("Steps", "changes, a release")
	case s.Run != nil:
		for name, is := range map[string]bool{"by its source": s.Run.Source != nil, "held": s.Run.Hold, "a handoff": s.Run.Handoff} {
			if is {
				use("Steps", "action, "+name)
			}
		}
	case s.Choice != nil:
		o := s.Choice.Options
		for name, is := range map[string]bool{"written": len(o.Written) > 0, "content": o.Content != nil, "copies": o.Copies != nil, "pending": o.Pending != nil} {
			if is {
				use("Sources of options", name)
			}
		}
	}
}

// refused are the codes in which plays and changes of a pack must end.
func refused(t *testing.T, dir string) []string {
	var codes []string
	for _, c := range readExpected(t, dir).Characters {
		for _, change := range c.Changes {
			codes = append(codes, change.Fails)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "characters", "plays.yaml"))
	require.NoError(t, err)
	var all struct{ Plays []play }
	require.NoError(t, yaml.Unmarshal(text, &all))
	for _, p := range all.Plays {
		if p.Fails != nil {
			codes = append(codes, p.Fails.Code)
		}
	}
	return slices.DeleteFunc(codes, func(code string) bool { return code == "" })
}
