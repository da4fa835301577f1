package packtest

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// The sheet of the fighter of level 5 in the middle of a fight, every field of it, as values and as JSON.
func BenchmarkFighter(b *testing.B) {
	dir := filepath.Join(packs, "srd-5.1")
	src, err := pack.Open(dir)
	require.NoError(b, err)
	rs, faults := pack.Load([]pack.Source{src}, pack.Options{})
	require.Empty(b, faults)
	rules := sheet.Prepare(rs)
	ch, err := sheet.Read((&book{dir: dir}).character(b, "fighter-5.json"))
	require.NoError(b, err)
	b.Run("values", func(b *testing.B) {
		for b.Loop() {
			s := rules.Compute(ch, nil)
			for n := range rules.Fields {
				if _, err := s.Value(n); err != nil {
					b.Fatal(err)
				}
			}
			s.Release()
		}
	})
	b.Run("json", func(b *testing.B) {
		var dst []byte
		for b.Loop() {
			s := rules.Compute(ch, nil)
			dst = s.AppendJSON(dst[:0])
			s.Release()
		}
	})
}
