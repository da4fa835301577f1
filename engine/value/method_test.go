package value

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMethodLookup(t *testing.T) {
	require.Len(t, MethodNames(), 32)
	for _, name := range MethodNames() {
		id, ok := LookupMethod(name)
		require.True(t, ok)
		found := false
		for k := range kinds {
			require.Equal(t, id.On(k), Method(k, name))
			found = found || id.On(k) != nil
		}
		require.True(t, found, name)
	}
	require.Nil(t, Method(Text, "append"))
	require.Nil(t, Method(Int, "lower"))
	require.Equal(t, Method(Inst, "get").Name, Method(Dict, "get").Name)
	require.Equal(t, Method(Text, "upper"), TypeMethod("str", "upper"))
	require.Nil(t, TypeMethod("int", "upper"))
	_, failed := try(func() Value { NoAttribute(OfInt(1), "upper"); return Value{} })
	require.Equal(t, "AttributeError: 'int' object has no attribute 'upper'", failed.Error())
}

// A generator argument is run by the evaluator, or refused.
func TestMethodTakesIterators(t *testing.T) {
	gen := OfExt(Iter, "generator", nil)
	c := Call{Self: OfText("-"), Args: []Value{gen}, Elems: func(Value) []Value { return []Value{OfText("a"), OfText("b")} }}
	require.Equal(t, "a-b", Method(Text, "join").Call(&c).Text())
	c.Elems = nil
	_, failed := try(func() Value { return Method(Text, "join").Call(&c) })
	require.Equal(t, "TypeError", failed.Class)
}

func TestDictHelpers(t *testing.T) {
	pair := func(k, v Value) Value { return OfTuple([]Value{k, v}) }
	d := DictOf(nil, nil, []Value{pair(OfInt(1), OfText("a")), OfText("xy"), pair(OfBool(true), OfText("b"))})
	require.Equal(t, "{1: 'b', 'x': 'y'}", Repr(nil, d))
	require.Equal(t, "{1: 'b', 'x': None}", Repr(nil, Merge(nil, d, OfDict(NewKeys(OfText("x")), []Value{{}}))))
	for class, bad := range map[string]Value{"TypeError": OfInt(1), "ValueError": OfText("xyz")} {
		_, failed := try(func() Value { return DictOf(nil, nil, []Value{bad}) })
		require.Equal(t, class, failed.Class)
	}
	keys := Method(Dict, "keys").Call(&Call{Self: d})
	require.Equal(t, "[1, 'x']", Repr(nil, keys))
	var a Arena
	b := a.NewDict()
	b.Set(OfText("k"), OfInt(1))
	kept := Keep(1, Method(Dict, "keys").Call(&Call{Self: b.Done()}))
	a.Reset()
	_, items := a.List(8)
	items[0] = OfText("dead")
	require.Equal(t, "['k']", Repr(nil, kept))
}

func TestMinMaxTakesTheFirst(t *testing.T) {
	keys := []Value{OfInt(2), OfInt(1), OfFloat(1), OfFloat(3), OfInt(3)}
	require.Equal(t, 1, MinMax(nil, keys, false))
	require.Equal(t, 3, MinMax(nil, keys, true))
	require.Equal(t, -1, MinMax(nil, nil, true))
}
