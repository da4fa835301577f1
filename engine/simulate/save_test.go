package simulate

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// again is a save that went through a file.
func again(t require.TestingT, s *Save) *Save {
	back, err := ReadSave(s.Append(nil))
	require.NoError(t, err)
	return back
}

// unsaved is a result without what it keeps to go on.
func unsaved(r *Result) *Result {
	c := *r
	c.save = nil
	return &c
}

// A simulation that is interrupted anywhere, goes on, and is interrupted again comes to what it would have
// come to without a pause: in each number, to the last bit, on any number of cores.
func TestASimulationGoesOn(t *testing.T) {
	a, b := build(t, coin, nil), build(t, coin, map[string]value.Value{"bias": value.OfInt(7)})
	kuhn := example(t, "kuhn-poker")
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.IntRange(900, 1800).Draw(t, "games")
		variants := rapid.SampledFrom([][]*program.Program{{a, b}, {kuhn}, {b}}).Draw(t, "variants")
		o := Options{Games: games, Seed: 5, Actions: true, UntilCI: rapid.SampledFrom([]float64{0, 0.2}).Draw(t, "until")}
		whole, err := Run(context.Background(), o, variants...)
		require.NoError(t, err)

		var save *Save
		for {
			ctx, cancel := context.WithCancel(context.Background())
			next := o
			next.Keep, next.From, next.Workers = true, save, rapid.IntRange(1, 3).Draw(t, "workers")
			if rapid.Bool().Draw(t, "fewer") && (save == nil || save.end() < games) {
				at := 1
				if save != nil {
					at = save.end()
				}
				next.Games = rapid.IntRange(max(at, 1), games).Draw(t, "ask")
			} else if rapid.Bool().Draw(t, "stop") {
				next.Progress = func(int, int) { cancel() }
			}
			r, err := Run(ctx, next, variants...)
			cancel()
			require.NoError(t, err)
			save = again(t, r.Save())
			if !r.Interrupted && next.Games == games {
				require.Equal(t, whole, unsaved(r))
				break
			}
		}
		o.From = save
		r, err := Run(context.Background(), o, variants...)
		require.NoError(t, err)
		require.Equal(t, whole, r)
	})
}

// Games that were in the middle of a chunk when it was interrupted are kept, and count once.
func TestAPartlyPlayedChunkGoesOn(t *testing.T) {
	p := example(t, "kuhn-poker")
	o := Options{Games: 600, Seed: 2, Workers: 1, Actions: true}
	whole := run(t, o, p)
	w, err := newWorker(&Options{Games: 600, Seed: 2, Actions: true, Together: chunkSize, Requests: defaultRequests}, []*program.Program{p})
	require.NoError(t, err)
	c, err := w.collector(w.o, []*program.Program{p})
	require.NoError(t, err)
	part := w.chunk(&countdown{context.Background(), 70}, 1)
	require.NotZero(t, part.result.Games())
	require.Less(t, part.result.Games(), chunkSize)
	c.save.sum, c.save.open[1] = newResult(1, 2), part.result
	o.From = again(t, &c.save)
	require.Equal(t, whole, run(t, o, p))
}

// countdown is a context that ends after so many looks at it.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestASaveOfSomethingElse(t *testing.T) {
	p := example(t, "kuhn-poker")
	save := run(t, Options{Games: 300, Keep: true}, p).Save()
	require.Equal(t, 300, save.Games())
	for name, o := range map[string]Options{
		"has come to game 300 already": {Games: 200},
		"has the seed 0, not 1":        {Games: 300, Seed: 1},
		"of other rules":               {Games: 300, Requests: 9},
	} {
		o.From = save
		_, err := Run(context.Background(), o, p)
		require.ErrorContains(t, err, name)
	}
	_, err := Run(context.Background(), Options{Games: 300, From: save}, p, p)
	require.ErrorContains(t, err, "of other rules")
	require.Nil(t, run(t, Options{Games: 3}, p).Save())
}

// Bytes of a save that were cut or changed are an error or another save, never a crash.
func FuzzReadSave(f *testing.F) {
	p := example(f, "kuhn-poker")
	for _, games := range []int{400, 530} {
		b := run(f, Options{Games: games, Keep: true, Actions: true}, p).Save().Append(nil)
		f.Add(b[:len(b)-sealSize])
		f.Add(b[:len(b)-sealSize-1])
	}
	b := run(f, Options{Games: 10, Keep: true}, p, p).Save().Append(nil)
	f.Add(b[:len(b)-sealSize])
	f.Fuzz(func(t *testing.T, b []byte) {
		save, err := ReadSave(seal(b, 0))
		if err != nil {
			return
		}
		require.Equal(t, save.Append(nil), again(t, save).Append(nil))
	})
}

// A save of which a byte has changed is refused, whichever it is.
func TestDamagedSavesAreRefused(t *testing.T) {
	b := run(t, Options{Games: 250, Keep: true, Actions: true}, example(t, "kuhn-poker")).Save().Append([]byte("before"))[len("before"):]
	_, err := ReadSave(b)
	require.NoError(t, err)
	for i := range b {
		b[i] ^= 0x10
		_, err := ReadSave(b)
		require.Error(t, err, "byte %d", i)
		b[i] ^= 0x10
	}
	for n := range min(len(b), 64) {
		_, err := ReadSave(b[:n])
		require.Error(t, err)
	}
}
