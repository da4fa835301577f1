package value

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawValue gives a value whose containers live in a (nil: on the heap) and may hold parts of pool.
func drawValue(t *rapid.T, a *Arena, pool []Value, depth int) Value {
	kind := rapid.IntRange(0, 8).Draw(t, "kind")
	if depth == 0 {
		kind %= 4
	}
	switch kind {
	case 0:
		return OfInt(int64(rapid.IntRange(-3, 3).Draw(t, "int")))
	case 1:
		return OfText(rapid.SampledFrom([]string{"", "a", "b", "uid"}).Draw(t, "text"))
	case 2:
		return rapid.SampledFrom([]Value{{}, OfBool(true), OfFloat(1), OfFloat(2.5), OfInst(1)}).Draw(t, "other")
	case 3:
		if len(pool) > 0 {
			return rapid.SampledFrom(pool).Draw(t, "part")
		}
		return OfInt(9)
	}
	n := rapid.IntRange(0, 12).Draw(t, "n")
	switch kind {
	case 4, 5:
		b := ListBuilder{arena: a}
		for range n {
			b.Append(drawValue(t, a, pool, depth-1))
		}
		return b.Done()
	case 6:
		b := ListBuilder{arena: a}
		for range n {
			b.Append(drawValue(t, a, pool, depth-1))
		}
		return b.Tuple()
	case 7:
		var d DictBuilder
		if a != nil {
			d = a.NewDict()
		}
		for i := range n {
			d.Set(OfInt(int64(i%9)), drawValue(t, a, pool, depth-1))
		}
		return d.Done()
	}
	s := SetBuilder{arena: a}
	for i := range n {
		s.Add(OfTuple([]Value{OfInt(int64(i))}))
	}
	return s.Done()
}

// TestSlotsAreIndependent writes in place to slots that were filled from each other and from the
// arena, at every depth, and compares them with copies that share nothing.
func TestSlotsAreIndependent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := NewOwner(NewEpoch())
		if rapid.Bool().Draw(t, "reuse") {
			o.Reuse(NewEpoch())
		}
		arena := &Arena{Heap: rapid.Bool().Draw(t, "heap")}
		var slots []Value
		var want []string
		check := func(what string) {
			for i, v := range slots {
				if got := Repr(dummyStore, v); got != want[i] {
					t.Fatalf("%s: slot %d is %s, want %s", what, i, got, want[i])
				}
			}
		}
		for step := range rapid.IntRange(1, 25).Draw(t, "steps") {
			op := rapid.SampledFrom([]string{"keep", "keep", "add", "set", "insert", "remove", "key", "inner", "epoch"}).Draw(t, "op")
			if len(slots) == 0 {
				op = "keep"
			}
			fresh := func() Value {
				v := drawValue(t, arena, slots, 2)
				s := Repr(dummyStore, v)
				v = o.Keep(v)
				arena.Reset()
				for range 40 { // make sure that the memory is in other hands
					_, items := arena.List(10)
					for i := range items {
						items[i] = OfText("dead")
					}
				}
				arena.Reset()
				if got := Repr(dummyStore, v); got != s {
					t.Fatalf("kept %s became %s", s, got)
				}
				return v
			}
			if op == "keep" {
				v := fresh()
				slots, want = append(slots, v), append(want, Repr(dummyStore, v))
				check(op)
				continue
			}
			i := rapid.IntRange(0, len(slots)-1).Draw(t, "slot")
			v := slots[i]
			list := v.Kind() == List
			switch {
			case op == "epoch":
				o.SetEpoch(NewEpoch())
				continue
			case op == "add" && list:
				v = o.Keep(Add(nil, v, OfList([]Value{drawValue(t, nil, slots, 1)})))
				slots, want = append(slots, v), append(want, Repr(dummyStore, v))
				check(op)
				continue
			case op == "set" && list && len(v.Items()) > 0:
				v = o.SetItem(v, rapid.IntRange(0, len(v.Items())-1).Draw(t, "i"), fresh())
			case op == "insert" && list:
				v = o.Insert(v, rapid.IntRange(0, len(v.Items())).Draw(t, "i"), fresh())
			case op == "remove" && list && len(v.Items()) > 0:
				v = o.Remove(v, rapid.IntRange(0, len(v.Items())-1).Draw(t, "i"))
			case op == "key" && v.Kind() == Dict:
				v = o.SetKey(v, OfInt(int64(rapid.IntRange(0, 20).Draw(t, "key"))), fresh())
			case op == "inner" && list && len(v.Items()) > 0:
				j := rapid.IntRange(0, len(v.Items())-1).Draw(t, "j")
				x := fresh()
				v = o.Writable(v)
				inner := v.Items()[j]
				if inner.Kind() != List {
					slots[i] = v
					continue
				}
				v = o.SetItem(v, j, o.Insert(inner, 0, x))
			default:
				continue
			}
			slots[i], want[i] = v, Repr(dummyStore, v)
			check(fmt.Sprintf("step %d: %s of slot %d", step, op, i))
		}
	})
}

var dummyStore = func() *Store {
	s := NewStore(NewEpoch())
	s.Add(NewKeys(UIDKey), []Value{{}})
	return &s
}()

func TestKeepRefusesWhatCannotLeave(t *testing.T) {
	for _, k := range []Kind{Func, Iter, Type} {
		bare := OfExt(k, "f", nil)
		var a Arena
		l, items := a.List(1)
		items[0] = bare
		for _, v := range []Value{bare, OfList([]Value{bare}), OfTuple([]Value{OfList([]Value{bare})}), l,
			OfDict(NewKeys(OfInt(1)), []Value{bare}), Add(nil, l, l), NewSet(nil, Set, []Value{bare})} {
			_, failed := try(func() Value { return Keep(7, v) })
			require.NotNil(t, failed, Repr(nil, v))
			require.Equal(t, "ExprError", failed.Class)
		}
	}
}

func TestWorkOnRepeatedPartsIsBounded(t *testing.T) {
	var arena Arena
	build := func() Value {
		v, items := arena.List(1)
		items[0] = OfInt(0)
		for range 4 {
			outer, items := arena.List(1)
			items[0] = v
			v = Mul(nil, outer, OfInt(1000))
		}
		return v
	}
	a, b := build(), build()
	for what, f := range map[string]func(){
		"keep":    func() { Keep(7, a) },
		"equal":   func() { Equal(nil, a, b) },
		"compare": func() { Compare(nil, Lt, a, b) },
		"repr":    func() { Repr(nil, a) },
	} {
		_, failed := try(func() Value { f(); return Value{} })
		require.NotNil(t, failed, what)
		require.Equal(t, "value too large", failed.Message, what)
	}
}

func TestDeepNesting(t *testing.T) {
	nest := func() Value {
		v := OfTuple(nil)
		for range 5000 {
			v = OfTuple([]Value{v})
		}
		return v
	}
	a, b := nest(), nest()
	for what, f := range map[string]func(){
		"equal":   func() { Equal(nil, a, b) },
		"compare": func() { Compare(nil, Lt, a, b) },
		"hash":    func() { Hash(a) },
		"repr":    func() { Repr(nil, a) },
	} {
		_, failed := try(func() Value { f(); return Value{} })
		require.NotNil(t, failed, what)
		require.Equal(t, "RecursionError", failed.Class, what)
	}
}

func TestReuseTakesTheMemoryBack(t *testing.T) {
	from := OfList([]Value{OfInt(1), OfList([]Value{OfInt(2), OfInt(3)}), OfText("x")})
	o := NewOwner(NewEpoch())
	play := func() Value {
		o.Reuse(NewEpoch())
		slot := o.SetItem(from, 0, OfInt(9))
		slot = o.SetItem(slot, 1, o.SetItem(slot.Items()[1], 0, OfInt(8)))
		for i := range 40 {
			slot = o.Insert(slot, 0, OfInt(int64(i)))
		}
		return slot
	}
	require.Zero(t, testing.AllocsPerRun(100, func() { play() }))
	slot := play()
	held := Repr(nil, slot)
	require.Equal(t, "[1, [2, 3], 'x']", Repr(nil, from))
	o.SetEpoch(NewEpoch()) // from now on another holds them too
	play()
	play()
	require.Equal(t, held, Repr(nil, slot))
}
