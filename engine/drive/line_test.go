package drive

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/value"
)

func TestNumbers(t *testing.T) {
	for f, want := range map[float64]string{1: "1", -1: "-1", 0.5: "0.5", math.Copysign(0, -1): "0", 1.0 / 3: "0.3333333333333333", 1e22: "1e+22", 123456789: "123456789",
		math.Inf(1): `"inf"`, math.Inf(-1): `"-inf"`} {
		require.Equal(t, want, Number(f))
	}
	require.Equal(t, `"nan"`, Number(math.NaN()))
}

func TestDataIsJSON(t *testing.T) {
	st := value.NewStore(value.NewEpoch())
	text := value.OfText("a<b>\"\n·")
	inst := value.OfInst(st.Add(value.NewKeys(value.UIDKey, value.OfText("id"), value.OfText("origin")), []value.Value{{}, text, text}))
	deep := value.OfList(nil)
	for range 40 {
		deep = value.OfList([]value.Value{deep})
	}
	for _, c := range []struct {
		v    value.Value
		want string
	}{
		{value.Value{}, "null"},
		{value.OfBool(true), "true"},
		{value.OfInt(-7), "-7"},
		{value.OfFloat(2.5), "2.5"},
		{text, `"a<b>\"\n·"`},
		{value.OfTuple([]value.Value{value.OfInt(1), value.OfText("x")}), `[1, "x"]`},
		{value.OfRange(0, 3, 1), `[0, 1, 2]`},
		{value.OfDict(value.NewKeys(value.OfInt(1), value.OfText("k")), []value.Value{value.OfInt(2), value.OfList(nil)}), `{"1": 2, "k": []}`},
		{inst, `{"uid": 1, "id": "a<b>\"\n·"}`},
		{value.OfInst(99), `"?"`},
		{deep, `[[[[[[[[[[[[["…"]]]]]]]]]]]]]`},
	} {
		got := string(appendJSON(nil, Data(&st, c.v)))
		require.Equal(t, c.want, got)
		require.True(t, json.Valid([]byte(got)))
	}
}

func TestDataOfTooMuch(t *testing.T) {
	st := value.NewStore(value.NewEpoch())
	wide := value.OfInt(1)
	for range 10 { // 10^10 values, in a few lists
		row := make([]value.Value, 10)
		for i := range row {
			row[i] = wide
		}
		wide = value.OfList(row)
	}
	require.Less(t, len(appendJSON(nil, Data(&st, wide))), 10_000_000)
	got := string(appendJSON(nil, Data(&st, value.OfDict(value.NewKeys(value.OfInt(1), value.OfInt(2), value.OfInt(3)), []value.Value{wide, wide, wide}))))
	require.Less(t, len(got), 10_000_000)
	require.True(t, json.Valid([]byte(got)))
}

func TestOneLine(t *testing.T) {
	require.Equal(t, `a\nb\u001b[31m\u202eé`, OneLine("a\nb\x1b[31m\u202eé"))
}
