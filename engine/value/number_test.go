package value

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func drawInt(t *rapid.T, name string) Value {
	switch rapid.IntRange(0, 3).Draw(t, name+" size") {
	case 0:
		return OfInt(int64(rapid.IntRange(-9, 9).Draw(t, name)))
	case 1:
		return OfInt(rapid.Int64().Draw(t, name))
	case 2:
		edge := rapid.SampledFrom([]int64{math.MinInt64, math.MaxInt64, 1 << 53, -1 << 53, 1 << 32}).Draw(t, name)
		return Add(nil, OfInt(edge), OfInt(int64(rapid.IntRange(-2, 2).Draw(t, name+" off"))))
	}
	bytes := rapid.SliceOfN(rapid.Byte(), 8, 40).Draw(t, name)
	i := new(big.Int).SetBytes(bytes)
	if rapid.Bool().Draw(t, name+" negative") {
		i.Neg(i)
	}
	return OfBig(i)
}

// Integers of any size against math/big, and the laws of division.
func TestIntegers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawInt(t, "a"), drawInt(t, "b")
		x, y := bigOf(a), bigOf(b)
		is := func(what string, got Value, want *big.Int) {
			if !got.Kind().IsInteger() || bigOf(got).Cmp(want) != 0 || got.Kind() == BigInt && want.IsInt64() {
				t.Fatalf("%v %s %v = %s, want %v", x, what, y, Repr(nil, got), want)
			}
		}
		is("+", Add(nil, a, b), new(big.Int).Add(x, y))
		is("-", Sub(nil, a, b), new(big.Int).Sub(x, y))
		is("*", Mul(nil, a, b), new(big.Int).Mul(x, y))
		is("&", And(nil, a, b), new(big.Int).And(x, y))
		is("|", Or(nil, a, b), new(big.Int).Or(x, y))
		is("^", Xor(nil, a, b), new(big.Int).Xor(x, y))
		is("neg", Neg(a), new(big.Int).Neg(x))
		is("~", Invert(a), new(big.Int).Not(x))
		if c := x.Cmp(y); Compare(nil, Lt, a, b) != (c < 0) || Compare(nil, Ge, a, b) != (c >= 0) || Equal(nil, a, b) != (c == 0) {
			t.Fatalf("order of %v and %v", x, y)
		}
		if y.Sign() == 0 {
			return
		}
		q, r := FloorDiv(nil, a, b), Mod(nil, a, b)
		if !Equal(nil, Add(nil, Mul(nil, q, b), r), a) {
			t.Fatalf("%v // %v = %s rest %s", x, y, Repr(nil, q), Repr(nil, r))
		}
		if s := bigOf(r); s.Sign() != 0 && s.Sign() != y.Sign() || s.CmpAbs(y) >= 0 {
			t.Fatalf("%v %% %v = %v", x, y, s)
		}
		f, exact := new(big.Rat).SetFrac(x, y).Float64()
		if got := TrueDiv(nil, a, b).Float(); got != f {
			t.Fatalf("%v / %v = %v, want %v (%v)", x, y, got, f, exact)
		}
	})
}

// Values that are equal have equal hashes, whatever their types.
func TestHashAgreesWithEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawInt(t, "a")
		f, failed := try(func() Value { return ToFloat(a) })
		if failed != nil {
			return
		}
		for _, b := range []Value{f, ToInt(f), OfBool(true), OfBool(false), OfFloat(f.Float() + 0.5)} {
			if Equal(nil, a, b) != Equal(nil, b, a) || Equal(nil, a, b) && Hash(a) != Hash(b) {
				t.Fatalf("%s and %s", Repr(nil, a), Repr(nil, b))
			}
			p, q := OfTuple([]Value{a, OfText("x")}), OfTuple([]Value{b, OfText("x")})
			if Equal(nil, p, q) && Hash(p) != Hash(q) {
				t.Fatalf("%s and %s", Repr(nil, p), Repr(nil, q))
			}
		}
	})
}

func TestSetHashIgnoresOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOf(rapid.IntRange(0, 30)).Draw(t, "xs")
		var fore, back []Value
		for i := range xs {
			fore = append(fore, OfInt(int64(xs[i])))
			back = append(back, OfFloat(float64(xs[len(xs)-1-i])))
		}
		a, b := NewSet(nil, Frozen, fore), NewSet(nil, Frozen, back)
		if !Equal(nil, a, b) || Hash(a) != Hash(b) {
			t.Fatalf("%s and %s", Repr(nil, a), Repr(nil, b))
		}
	})
}

// Every float reads back from its repr, and rounding to more places than it has changes nothing.
func TestFloatText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := OfFloat(math.Float64frombits(rapid.Uint64().Draw(t, "bits")))
		if f.Float() != f.Float() {
			return
		}
		if g := ToFloat(OfText(Repr(nil, f))); !Same(f, g) {
			t.Fatalf("%v reads back as %v", f.Float(), g.Float())
		}
		if g := Round(f, OfInt(340)); !Same(f, g) {
			t.Fatalf("round(%v, 340) is %v", f.Float(), g.Float())
		}
	})
}

func TestLimits(t *testing.T) {
	big := Pow(nil, OfInt(2), OfInt(maxBits-1))
	deep := OfText("x")
	for _, c := range []struct {
		class string
		f     func() Value
	}{
		{"OverflowError", func() Value { return Pow(nil, OfInt(10), Pow(nil, OfInt(10), OfInt(10))) }},
		{"OverflowError", func() Value { return Pow(nil, OfInt(2), OfInt(maxBits)) }},
		{"OverflowError", func() Value { return LShift(nil, OfInt(1), OfInt(math.MaxInt64)) }},
		{"OverflowError", func() Value { return Mul(nil, big, OfInt(2)) }},
		{"OverflowError", func() Value { return Add(nil, big, big) }},
		{"OverflowError", func() Value { return ToFloat(big) }},
		{"ExprError", func() Value { return Mul(&Budget{Left: 1000}, deep, OfInt(1001)) }},
		{"ExprError", func() Value { return Mul(nil, OfList([]Value{deep}), OfInt(1<<50)) }},
		{"ExprError", func() Value { return All1(&Budget{Left: 10}, OfRange(0, 11, 1)) }},
		{"ExprError", func() Value { return OfText(FormatLimited(nil, &Budget{Left: 10}, OfInt(1), "11")) }},
		{"ExprError", func() Value { return OfText(Format(nil, OfInt(1), "999999999999")) }},
		{"ExprError", func() Value {
			return Method(Text, "replace").Call(&Call{Self: OfText("aaaa"), Args: []Value{OfText("a"), OfText("bbb")}, Budget: &Budget{Left: 11}})
		}},
	} {
		_, failed := try(c.f)
		require.NotNil(t, failed)
		require.Equal(t, c.class, failed.Class)
	}
	require.Equal(t, "x", Mul(&Budget{Left: 1}, deep, OfInt(1)).Text())
}

func All1(lim *Budget, v Value) Value { return OfList(All(nil, lim, v)) }

// TestPowerIsCorrectlyRounded compares with results that CPython's decimal computed to 80 digits
// and rounded once, and with exact ties, which go to the even neighbour.
func TestPowerIsCorrectlyRounded(t *testing.T) {
	for _, c := range powers {
		got := Pow(nil, OfFloat(c[0]), OfFloat(c[1])).Float()
		require.Equal(t, c[2], got, "%v ** %v", c[0], c[1])
	}
	tie := float64(1<<27 - 1) // its square is odd and has 54 bits
	require.Equal(t, tie*tie, Pow(nil, OfFloat(tie), OfFloat(2)).Float())
	_, sure := powFast(tie, 2)
	require.False(t, sure, "a tie must be in doubt")
	require.Equal(t, 0x1.8p+1, Pow(nil, OfFloat(9), OfFloat(0.5)).Float())
	require.Equal(t, 27.0, Pow(nil, OfFloat(9), OfFloat(1.5)).Float())
	require.Equal(t, 5e-324, Pow(nil, OfFloat(2), OfFloat(-1074)).Float())
	require.Equal(t, 0.0, Pow(nil, OfFloat(2), OfFloat(-1075)).Float())
	require.Equal(t, 5e-324, Pow(nil, OfFloat(2.0000001), OfFloat(-1074.9)).Float())
	cube := float64(247001) // its cube is odd and has 54 bits
	exact := new(big.Float).SetPrec(200).SetFloat64(cube)
	exact.Mul(exact, new(big.Float).SetPrec(200).Mul(big.NewFloat(cube), big.NewFloat(cube)))
	want, _ := exact.Float64()
	require.Equal(t, want, Pow(nil, OfFloat(cube*cube), OfFloat(1.5)).Float())
}

func TestFastPowerAgreesWithSlow(t *testing.T) {
	fast := 0
	rapid.Check(t, func(t *rapid.T) {
		x := math.Ldexp(rapid.Float64Range(0.5, 1).Draw(t, "m"), rapid.IntRange(-200, 200).Draw(t, "e"))
		y := rapid.Float64Range(-5, 5).Draw(t, "y")
		if rapid.Bool().Draw(t, "near one") {
			x, y = 1+rapid.Float64Range(-1e-3, 1e-3).Draw(t, "d"), y*1000
		}
		if f, ok := powFast(x, y); ok {
			fast++
			if s := powSlow(x, y); f != s {
				t.Fatalf("%v ** %v is %v, want %v", x, y, f, s)
			}
		}
	})
	require.Positive(t, fast)
}

func TestSortIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "n")
		reverse := rapid.Bool().Draw(t, "reverse")
		items, keys := make([]Value, n), make([]Value, n)
		for i := range n {
			items[i], keys[i] = OfInt(int64(i)), OfInt(int64(rapid.IntRange(0, 20).Draw(t, "key")))
		}
		was := append([]Value(nil), keys...)
		SortValues(nil, items, keys, reverse)
		for i := range n {
			if was[items[i].Int()] != keys[i] {
				t.Fatal("items and keys came apart")
			}
			if i == 0 {
				continue
			}
			a, b := keys[i-1].Int(), keys[i].Int()
			if a == b && items[i-1].Int() > items[i].Int() || a != b && (a > b) != reverse {
				t.Fatalf("wrong order at %d", i)
			}
		}
	})
}

func BenchmarkPow(b *testing.B) {
	x, y := OfFloat(1.2345), OfFloat(3.7)
	for b.Loop() {
		Pow(nil, x, y)
	}
}

func BenchmarkAddInt(b *testing.B) {
	x, y := OfInt(3), OfInt(4)
	b.ReportAllocs()
	for b.Loop() {
		x = Add(nil, x, y)
	}
}

func BenchmarkEqualText(b *testing.B) {
	x, y := OfText("the same text"), OfText("the same text")
	b.ReportAllocs()
	for b.Loop() {
		Equal(nil, x, y)
	}
}
