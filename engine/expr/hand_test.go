package expr

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/value"
)

// What a loop over a hand remembers of a face, in whatever game, holds for no item that has been written since, not for
// one that has got another face, and not for what is each item's own. The code is that of all games.
func TestHandsRememberFacesAlone(t *testing.T) {
	var faces []value.Value
	for kind, cost := range map[string]int64{"blow": 1, "trick": 2, "charm": 3} {
		keys := value.NewKeys(value.OfText("kind"), value.OfText("cost"))
		faces = append(faces, value.OfDict(keys, []value.Value{value.Intern(kind), value.OfInt(cost)}))
		value.MarkData(faces[len(faces)-1], nil)
	}
	value.NumberFaces(faces)
	rules := newWorld()
	rules.refs["hand"] = Ref{Local: NoLocal, Kind: State, Index: 0}
	rules.refs["n"] = Ref{Local: NoLocal, Kind: State, Index: 1}
	compiled := map[string][2]*Code{}
	for _, src := range []string{
		"any(c['kind'] == 'blow' and c['cost'] <= n for c in hand)", "[c['uid'] for c in hand if c['kind'] != 'charm' and c['cost'] < n]",
		"len([c for c in hand if c['cost'] == n])", "[c for c in hand if c['kind'] == 'trick']",
		"any(c['uid'] == 2 for c in hand)", "[c for c in hand if c['kind'] != 'trick' and c['uid'] <= n]",
	} {
		s, err := Parse(src, diag.Pos{})
		require.NoError(t, err)
		compiled[src] = [2]*Code{Compile(s, rules), Mode{Plain: true}.Compile(s, rules)}
	}
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld()
		w.sto.Track()
		var hand []value.Value
		for range rapid.IntRange(0, 6).Draw(t, "cards") {
			uid := w.sto.Make(rapid.SampledFrom(faces).Draw(t, "face").Template())
			hand = append(hand, value.OfInst(uid))
		}
		w.env.State = []value.Value{value.OfList(hand), {}}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			if len(hand) > 0 {
				uid := rapid.SampledFrom(hand).Draw(t, "card").Inst()
				switch rapid.IntRange(0, 3).Draw(t, "what") {
				case 0:
					w.sto.Set(uid, value.OfText("cost"), value.OfInt(rapid.Int64Range(0, 4).Draw(t, "cost")))
				case 1:
					w.sto.Set(uid, value.OfText("kind"), value.OfText(rapid.SampledFrom([]string{"blow", "trick"}).Draw(t, "kind")))
				case 2:
					w.sto.Reface(uid, rapid.SampledFrom(faces).Draw(t, "new face").Template())
				}
			}
			w.env.State[1] = value.OfInt(rapid.Int64Range(-1, 20).Draw(t, "n"))
			for src, c := range compiled {
				w.env.Begin()
				want := value.Repr(&w.sto, c[1].Run(w.env))
				w.env.Begin()
				require.Equal(t, want, value.Repr(&w.sto, c[0].Run(w.env)), src)
				if others, few, ok := c[0].Few(w.env, 64); ok {
					var items []value.Value
					for i, x := range others {
						if few>>i&1 == 1 {
							items = append(items, x)
						}
					}
					require.Equal(t, want, value.Repr(&w.sto, value.OfList(items)), src)
				}
			}
		}
	})
}
