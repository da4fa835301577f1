package value

import (
	"testing"
	"unicode/utf8"
)

// FuzzText feeds arbitrary text to everything that reads it: each gives a value or throws *Error.
func FuzzText(f *testing.F) {
	for _, s := range []string{"{0[a]!r:>{1}}", "*^+#012_.3f", "0x_1f", "-1_0.5e-3", "{}}{", "{:{:{}}}", "é>9,d", "\xff{0!\xff}"} {
		f.Add(s)
	}
	args := []Value{OfInt(-1234567), OfFloat(2.5), OfText("añb"), OfList([]Value{OfInt(1), OfText("x")})}
	f.Fuzz(func(t *testing.T, s string) {
		v, lim := OfText(s), &Budget{Left: 1_000_000}
		for _, run := range []func() Value{
			func() Value { return ToInt(v) },
			func() Value { return ToInt(v, OfInt(0)) },
			func() Value { return ToFloat(v) },
			func() Value { return Method(Text, "format").Call(&Call{Self: v, Args: args, Budget: lim}) },
			func() Value { return OfText(FormatLimited(nil, lim, args[0], s)) },
			func() Value { return OfText(FormatLimited(nil, lim, args[1], s)) },
			func() Value { return OfText(FormatLimited(nil, lim, args[2], s)) },
			func() Value { return Method(Text, "title").Call(&Call{Self: v}) },
			func() Value { return Method(Text, "rsplit").Call(&Call{Self: v}) },
			func() Value { return SliceOf(nil, nil, v, OfInt(1), OfInt(-1), OfInt(2)) },
		} {
			got, failed := try(run)
			if failed == nil && got.Kind() == Text && utf8.ValidString(s) && !utf8.ValidString(got.Text()) {
				t.Fatalf("%q became %q", s, got.Text())
			}
		}
		Repr(nil, v)
	})
}
