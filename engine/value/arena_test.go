package value

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestArenaAllocatesNothingOnceWarm(t *testing.T) {
	var a Arena
	key := OfText("k")
	run := func() {
		a.Reset()
		outer := a.NewList()
		for i := range 50 {
			inner := a.NewList()
			for j := range 20 {
				inner.Append(OfInt(int64(i * j)))
			}
			outer.Append(inner.Done())
			_, items := a.Tuple(2)
			items[0] = key
			d := a.NewDict()
			s := a.NewSet()
			for j := range 15 {
				d.Set(OfInt(int64(j%12)), key)
				s.Add(OfInt(int64(j % 11)))
			}
			if d.Done().Keys().Len() != 12 || s.Done().Keys().Len() != 11 {
				t.Fatal("duplicates were kept")
			}
		}
		if v := outer.Done(); len(v.Items()) != 50 || len(v.Items()[49].Items()) != 20 {
			t.Fatal("elements are missing")
		}
	}
	run()
	require.Zero(t, testing.AllocsPerRun(50, run))
}

func TestArenaDoesNotHoldRunawaySizes(t *testing.T) {
	var a Arena
	a.List(10)
	a.List(5_000_000)
	a.Reset()
	for _, c := range a.values.chunks {
		require.LessOrEqual(t, len(c), keepChunk)
	}
	a.Release()
	require.Empty(t, a.values.chunks)
}

// What builders give in an arena, on the heap and with Heap set is the same.
func TestBuildersAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		arenas := []*Arena{{}, {Heap: true}}
		var list [3]ListBuilder
		var dict [3]DictBuilder
		var set [3]SetBuilder
		for i, a := range arenas {
			list[i], dict[i], set[i] = a.NewList(), a.NewDict(), a.NewSet()
		}
		for i := range rapid.IntRange(0, 100).Draw(t, "n") {
			k := drawValue(t, nil, nil, 0)
			if k.IsInst() {
				continue
			}
			for j := range 3 {
				if rapid.Bool().Draw(t, "between") && j < 2 {
					arenas[j].List(i)
				}
				list[j].Append(k)
				dict[j].Set(k, OfInt(int64(i)))
				set[j].Add(k)
			}
		}
		l, d, s := Repr(nil, list[2].Done()), Repr(nil, dict[2].Done()), Repr(nil, set[2].Done())
		for j := range 2 {
			for got, want := range map[string]string{
				Repr(nil, Keep(1, list[j].Done())): l, Repr(nil, Keep(1, dict[j].Done())): d, Repr(nil, Keep(1, set[j].Done())): s,
			} {
				if got != want {
					t.Fatalf("got %s, want %s", got, want)
				}
			}
		}
	})
}

func BenchmarkArenaList(b *testing.B) {
	var a Arena
	b.ReportAllocs()
	for b.Loop() {
		a.Reset()
		l := a.NewList()
		for i := range 7 {
			l.Append(OfInt(int64(i)))
		}
		l.Done()
	}
}
