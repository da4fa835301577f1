package packtest

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// The whole pack of docs/packs.md is played: a bearer of a guild climbs, slowly and by the light of a lamp.
func TestThePackOfTheDocumentationPlays(t *testing.T) {
	text, err := os.ReadFile("../../../docs/packs.md")
	require.NoError(t, err)
	files := fstest.MapFS{}
	for _, m := range regexp.MustCompile("(?s)```yaml (\\S+)\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		files[m[1]] = &fstest.MapFile{Data: []byte(m[2])}
	}
	rs, faults := pack.Load([]pack.Source{{Name: "lantern", FS: files}}, pack.Options{})
	require.Empty(t, faults)
	rules := sheet.Prepare(rs)
	start := map[string]any{
		"character": map[string]any{"format": 1, "ruleset": map[string]any{"lantern": "1.0.0"}, "id": "ivo", "choices": map[string]any{"guild": []string{"miners"}},
			"inventory": []any{map[string]any{"id": "lamp", "item": "lantern:storm-lamp", "equipped": true, "state": map[string]any{"oil": 3}}}},
		"action": map[string]any{"id": "lantern:climb"}, "policy": map[string]any{"dice": "pause", "choices": "pause"},
	}
	in, err := action.ReadInput(asJSON(t, start))
	require.NoError(t, err)
	r := action.Start(rules, in, action.Options{})
	require.Empty(t, r.Errors)
	require.Equal(t, []string{"slow", "bold"}, r.Needs.Options, "the miners' nerve of 3 is bold")
	require.NotNil(t, r.Needs.Recommended)
	require.Equal(t, "slow", *r.Needs.Recommended)

	// The lamp is an advantage: of three dice two are kept. 1 + 1, 3 of nerve and 1 of slowness are 6, one too few.
	start["answers"] = []any{map[string]any{"option": "slow"}, map[string]any{"faces": []int{1, 1, 1}}, map[string]any{"faces": []int{2}}}
	in, err = action.ReadInput(asJSON(t, start))
	require.NoError(t, err)
	r = action.Start(rules, in, action.Options{})
	require.Empty(t, r.Errors)
	var got ran
	require.NoError(t, json.Unmarshal(written(t, r), &got))
	require.Equal(t, map[string]any{"result": "slip"}, got.Outcome)
	require.Equal(t, []map[string]any{
		{"to": "self", "step": "way", "change": map[string]any{"type": "setState", "copies": map[string]any{"type": "lantern:lamp"}, "key": "oil", "value": "max(0, self.oil - 1)"}},
		{"to": "self", "step": "fall/lose", "change": map[string]any{"type": "adjust", "field": "lantern:hp.now", "by": -2.0}},
	}, got.ProposedChanges)
}
