package packtest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A sheet is for people: whatever they may see of a pack that ships has a name in English.
func TestNames(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(packs, "*/pack.yaml"))
	require.NoError(t, err)
	for _, file := range files {
		rs := load(t, filepath.Dir(file)).Ruleset
		var ids []string
		for _, f := range rs.Fields {
			ids = append(ids, f.ID)
		}
		for _, c := range rs.Types {
			ids = append(ids, c.ID)
		}
		for _, i := range rs.Items {
			ids = append(ids, i.ID)
			for _, a := range i.Actions {
				ids = append(ids, a.ID)
			}
			for _, f := range i.FollowUps {
				ids = append(ids, f.ID)
			}
		}
		for _, a := range rs.Actions {
			ids = append(ids, a.ID)
		}
		for _, s := range rs.Situational {
			ids = append(ids, s.ID)
		}
		for _, f := range rs.Rules.FollowUps {
			ids = append(ids, f.ID)
		}
		var nameless []string
		for _, d := range rs.Describe("en", ids, nil) {
			if d.Name == d.ID[strings.LastIndexAny(d.ID, ":#")+1:] {
				nameless = append(nameless, d.ID)
			}
		}
		assert.Empty(t, nameless, file)
	}
}
