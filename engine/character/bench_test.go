package character_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

func fighter(b *testing.B) (*character.Ruleset, []byte) {
	src, err := pack.Open("../../examples/packs/srd-5.1")
	require.NoError(b, err)
	rules, errs := character.LoadRuleset([]pack.Source{src}, pack.Options{})
	require.NotNil(b, rules, "%v", errs)
	text, err := os.ReadFile("../../examples/packs/srd-5.1/characters/fighter-5.json")
	require.NoError(b, err)
	return rules, text
}

// The sheet of a fighter of level 5: computed whole, with its JSON; every field and nothing else; armour
// class alone; a change of hit points.
func BenchmarkFighterSheet(b *testing.B) {
	rules, text := fighter(b)
	ch, err := sheet.Read(text)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		s := rules.Rules().Compute(ch, nil)
		s.AppendJSON(nil)
		s.Release()
	}
}

func BenchmarkFighterValues(b *testing.B) {
	rules, text := fighter(b)
	ch, err := sheet.Read(text)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		s := rules.Rules().Compute(ch, nil)
		for n := range s.Rules.Fields {
			_, _ = s.Value(n)
		}
		s.Release()
	}
}

func BenchmarkFighterOneField(b *testing.B) {
	rules, text := fighter(b)
	ch, err := sheet.Read(text)
	require.NoError(b, err)
	ac := rules.Rules().Field("srd-5.1:ac").N
	b.ReportAllocs()
	for b.Loop() {
		s := rules.Rules().Compute(ch, nil)
		_, _ = s.Value(ac)
		s.Release()
	}
}

func BenchmarkFighterDamage(b *testing.B) {
	rules, text := fighter(b)
	ch, err := sheet.Read(text)
	require.NoError(b, err)
	changes, err := sheet.ReadChanges([]byte(`[{"type":"adjust","field":"srd-5.1:hp.damage","by":7,"tags":["damage.fire"]}]`))
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		_, err := rules.Rules().Apply(ch, changes, sheet.Options{})
		require.Nil(b, err)
	}
}
