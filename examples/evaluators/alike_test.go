package evaluators_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/examples/evaluators"
	"github.com/astragal-engine/astragal/host/sandbox"
)

// The evaluators of all languages answer the same bytes, whatever they are asked.

var (
	wholes = rapid.OneOf(rapid.Int64(), rapid.Int64Range(-40, 140), rapid.SampledFrom([]int64{-129, -128, -33, -32, 127, 128, 255, 256,
		32767, 65535, 65536, -32768, -32769, math.MaxInt32, math.MinInt32, math.MinInt32 - 1, math.MaxUint32, math.MaxUint32 + 1, math.MinInt64, math.MaxInt64}))
	texts  = rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"♣", "♦", "rank", ""}), rapid.StringN(28, 40, 300))
	leaves = rapid.OneOf(rapid.Just[any](nil), rapid.Bool().AsAny(), wholes.AsAny(), rapid.Float64().AsAny(), rapid.Float32().AsAny(),
		texts.AsAny(), rapid.Uint64().AsAny(), rapid.SliceOf(rapid.Byte()).AsAny())
)

// anything is a value of any kind, three deep.
var anything = func() *rapid.Generator[any] {
	g := leaves
	for range 3 {
		g = rapid.OneOf(leaves, rapid.SliceOfN(g, 0, 20).AsAny(), rapid.MapOfN(rapid.StringN(0, 10, -1), g, 0, 20).AsAny())
	}
	return g
}()

// now and then draws anything in place of what is due.
func orAnything(t *rapid.T, due *rapid.Generator[any], label string) any {
	if rapid.IntRange(0, 40).Draw(t, label+" is due") == 17 {
		return anything.Draw(t, label)
	}
	return due.Draw(t, label)
}

func drawnCard(t *rapid.T) any {
	return object{
		"rank": orAnything(t, rapid.Int64Range(1, 13).AsAny(), "rank"),
		"suit": orAnything(t, rapid.SampledFrom([]any{"♣", "♦"}), "suit"),
	}
}

func drawnHand(t *rapid.T) any {
	cards := list{}
	for range rapid.IntRange(0, 13).Draw(t, "cards") {
		cards = append(cards, drawnCard(t))
	}
	args := object{"cards": orAnything(t, rapid.Just[any](cards), "cards")}
	if rapid.Bool().Draw(t, "cut") {
		args["starter"] = orAnything(t, rapid.Just(drawnCard(t)), "starter")
		args["crib"] = orAnything(t, rapid.Bool().AsAny(), "crib")
	}
	return object{"code": "show", "kind": "code", "args": args}
}

func drawnSpell(t *rapid.T) any {
	foes, uids := list{}, list{nil}
	for range rapid.IntRange(0, 66).Draw(t, "foes") {
		uid := wholes.Draw(t, "uid")
		uids = append(uids, uid)
		foes = append(foes, object{"uid": orAnything(t, rapid.Just[any](uid), "uid"), "left": orAnything(t, wholes.AsAny(), "left")})
	}
	drawn := list{}
	for range rapid.IntRange(0, 5).Draw(t, "outcomes") {
		drawn = append(drawn, orAnything(t, rapid.SampledFrom(uids), "outcome"))
	}
	return object{
		"args":   object{"power": orAnything(t, rapid.OneOf(rapid.Int64Range(-1, 40), rapid.Int64()).AsAny(), "power")},
		"reads":  object{"foes": orAnything(t, rapid.Just[any](foes), "foes")},
		"chance": orAnything(t, rapid.Just[any](drawn), "chance"),
	}
}

func drawnEcho(t *rapid.T) any { return object{"args": anything.Draw(t, "args")} }

func TestAllAlike(t *testing.T) {
	for _, tt := range []struct {
		name  string
		drawn func(*rapid.T) any
	}{{"echo", drawnEcho}, {"score", drawnHand}, {"spell", drawnSpell}} {
		t.Run(tt.name, func(t *testing.T) {
			alike := allOf(t, tt.name)
			rapid.Check(t, func(rt *rapid.T) { alike(rt, pack(t, tt.drawn(rt))) })
		})
	}
}

// FuzzAllAlike has messages that a well-behaved host never sends.
func FuzzAllAlike(f *testing.F) {
	for _, tt := range answers {
		f.Add(pack(f, tt.in))
	}
	var alike []func(require.TestingT, []byte)
	for _, name := range []string{"echo", "score", "spell"} {
		alike = append(alike, allOf(f, name))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		for _, hold := range alike {
			hold(t, input)
		}
	})
}

// allOf gives what holds the answers of all languages to an input against each other.
func allOf(t testing.TB, name string) func(require.TestingT, []byte) {
	var all []*sandbox.Module
	for _, language := range evaluators.Languages {
		all = append(all, open(t, language, name))
	}
	return func(rt require.TestingT, input []byte) {
		var first []byte
		for i, m := range all {
			out, _, err := m.Call(context.Background(), input)
			require.NoError(rt, err, m.Name())
			if i == 0 {
				first = out
			}
			require.Equal(rt, first, out, "%s and %s: %v, %v", all[0].Name(), m.Name(), shown(first), shown(out))
		}
	}
}
