package simulate

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A simulation that is played in parts, which travel as bytes and are joined in any grouping, comes to
// what one run does, to the last bit.
func TestPartsAreTheWhole(t *testing.T) {
	p := example(t, "kuhn-poker")
	const games = 1730
	whole := run(t, Options{Games: games, Seed: 9}, p)
	rapid.Check(t, func(t *rapid.T) {
		var row []byte
		for at := 0; at < games; {
			n := min(games-at, PartSize*rapid.IntRange(1, 4).Draw(t, "size"))
			part, err := RunPart(context.Background(), Options{Games: n, Seed: 9, Workers: 1 + at%2}, at, p)
			require.NoError(t, err)
			require.Equal(t, n, part.Sum.Games())
			row = part.Append(row)
			at += n
		}
		var parts []*Part
		for len(row) > 0 {
			part, rest, err := ReadPart(row)
			require.NoError(t, err)
			parts, row = append(parts, part), rest
		}
		for len(parts) > 1 {
			i := rapid.IntRange(0, len(parts)-2).Draw(t, "join")
			require.NoError(t, parts[i].Join(parts[i+1], 0))
			parts = append(parts[:i+1], parts[i+2:]...)
			again, _, err := ReadPart(parts[i].Append(nil))
			require.NoError(t, err)
			parts[i] = again
		}
		require.Equal(t, whole, parts[0].Sum)
	})
}

func TestPartsThatDoNotFit(t *testing.T) {
	p := example(t, "kuhn-poker")
	part := func(first, games int, seed uint64) *Part {
		r, err := RunPart(context.Background(), Options{Games: games, Seed: seed}, first, p)
		require.NoError(t, err)
		return r
	}
	a := part(0, 200, 1)
	require.ErrorContains(t, a.Join(part(400, 200, 1), 0), "begins at game 400 does not follow on game 199")
	require.ErrorContains(t, a.Join(part(200, 200, 2), 0), "different simulations")
	require.NoError(t, a.Join(part(200, 100, 1), 0))
	require.Error(t, a.Join(part(400, 200, 1), 0), "behind a part that ends within")
	_, err := RunPart(context.Background(), Options{Games: 10}, 100, p)
	require.ErrorContains(t, err, "multiple of 200")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = RunPart(ctx, Options{Games: 10}, 0, p)
	require.ErrorIs(t, err, context.Canceled)
}

// Bytes of a part that were cut or changed are an error or another part, never a crash.
func FuzzReadPart(f *testing.F) {
	p := example(f, "kuhn-poker")
	for _, first := range []int{0, 400} {
		part, err := RunPart(context.Background(), Options{Games: 500}, first, p)
		require.NoError(f, err)
		b := part.Append(nil)
		f.Add(b)
		f.Add(b[:len(b)-1])
		f.Add(append(b, b...))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		part, _, err := ReadPart(b)
		if err != nil {
			return
		}
		again, rest, err := ReadPart(part.Append(nil))
		require.NoError(t, err)
		require.Empty(t, rest)
		require.Equal(t, part.Append(nil), again.Append(nil))
	})
}
