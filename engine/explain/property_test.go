package explain_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/explain"
)

// Over random games of every model: an explanation changes nothing, it is the same each time, an action is
// explained as legal exactly where it is among the options, and the parts come to what the whole does.
func TestAgreesWithTheMachine(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"../../examples/*/model.yaml", "../../testdata/models/*.yaml"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		paths = append(paths, found...)
	}
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			p := load(t, path)
			for seed := range uint64(2) {
				s := start(t, p, drive.Options{Seed: seed})
				plain := start(t, p, drive.Options{Seed: seed})
				for n := 0; n < 60; n++ {
					if n < 20 || n%5 == 0 {
						agree(t, s)
					}
					if !next(t, s) {
						break
					}
					next(t, plain)
				}
				require.Equal(t, plain.Save(), s.Save(), "a game that was explained went on otherwise")
			}
		})
	}
}

func agree(t *testing.T, s *drive.Session) {
	t.Helper()
	g := s.Game()
	was := s.Save()
	actions, err := explain.Actions(g, "", asked)
	require.NoError(t, err)
	options := map[int]map[string]bool{}
	actionable := false
	if sit := g.Situation(); sit.Step >= 0 || sit.Window >= 0 {
		actionable = true
		for _, r := range g.Requests() {
			options[r.Player] = map[string]bool{}
			for _, o := range r.Options {
				if o.Item.Kind() != 0 { // pass has none
					options[r.Player][o.Item.Text()] = true
				}
			}
		}
	}
	legal := 0
	for _, a := range actions.Actions {
		require.NotEmpty(t, a.Sentence)
		if seen, open := options[a.Player]; open {
			require.Equal(t, seen[a.Action], a.Legal, "%s: %s", g.Place(), a.Sentence)
		}
		if a.Legal {
			legal++
		}
		if a.Why == "pre" || a.Why == "condition" {
			require.Equal(t, a.Why == "pre", a.Pre.True, a.Sentence)
			require.NotEmpty(t, a.Reasons, a.Sentence)
		}
		if a.Pre != nil {
			coherent(t, a.Pre)
		}
	}
	require.Equal(t, actionable, legal > 0)
	ends, err := explain.Ends(g, asked)
	require.NoError(t, err)
	for _, e := range ends.Conditions {
		if e.If == nil {
			continue
		}
		coherent(t, e.If)
		require.Equal(t, e.Holds, e.Near == 1, e.Sentence)
		require.NotEmpty(t, e.Reasons)
	}
	heard, err := explain.Triggers(s, "", asked)
	require.NoError(t, err)
	again, err := explain.Triggers(s, "", asked)
	require.NoError(t, err)
	require.Equal(t, text(t, heard), text(t, again))
	for _, tr := range heard.Triggers {
		if tr.If != nil {
			coherent(t, tr.If)
			require.Equal(t, tr.Verdict == "would", tr.If.True, tr.Sentence)
		}
	}
	for i := range g.Program().Actions {
		_, err := explain.Actions(g, g.Program().Actions[i].Name, asked)
		require.NoError(t, err)
	}
	require.Equal(t, was, s.Save(), "the explanation changed the game")
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// coherent: a part is what its parts make it.
func coherent(t *testing.T, p *explain.Part) {
	t.Helper()
	if p.Fails != "" {
		return
	}
	switch p.Form {
	case "and", "or":
		is := p.Form == "and"
		for _, in := range p.Parts {
			if in.Fails == "" && !in.Skipped && in.True != is {
				require.Equal(t, p.Form == "or", p.True, p.Text)
			}
			is = is && in.True || p.Form == "or" && in.True
		}
	case "not":
		require.Equal(t, p.True, !p.Parts[0].True, p.Text)
	case "function", "derived":
		if len(p.Parts) > 0 && p.Parts[0].Fails == "" {
			require.Equal(t, p.Value, p.Parts[0].Value, p.Text)
		}
	case "all", "any":
		if len(p.Parts) == 0 {
			return
		}
		if (p.Form == "all") != p.True {
			require.NotZero(t, p.Deciding, p.Text)
		} else {
			require.Equal(t, p.Turns, p.Deciding, p.Text)
		}
	}
	for _, in := range p.Parts {
		coherent(t, in)
	}
}
