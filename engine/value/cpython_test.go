package value

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestCPython runs the cases of testdata/cpython.jsonl (written by cpython.py next to it), or of
// the file that ASTRAGAL_CASES names.
func TestCPython(t *testing.T) {
	name := "testdata/cpython.jsonl"
	if s := os.Getenv("ASTRAGAL_CASES"); s != "" {
		name = s
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	ran, messages := 0, 0
	for lines.Scan() {
		var c []any
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		ran++
		op := c[0].(string)
		var args []Value
		for _, a := range c[1].([]any) {
			args = append(args, decode(a))
		}
		got, failed := try(func() Value { return perform(op, args) })
		switch {
		case len(c) > 3:
			class, message := c[3].(string), c[4].(string)
			if failed == nil {
				t.Errorf("%s\n got %s", lines.Text(), Repr(nil, got))
			} else if failed.Class != class {
				t.Errorf("%s\n got %v", lines.Text(), failed)
			} else if message != "" && failed.Message != message {
				messages++
				if testing.Verbose() {
					t.Logf("%s\n message %v", lines.Text(), failed)
				}
			}
		case failed != nil:
			t.Errorf("%s\n got %v", lines.Text(), failed)
		default:
			want := decode(c[2])
			if !alike(got, want) && !(op == "**" && ulpApart(got, want)) {
				t.Errorf("%s\n got %s want %s", lines.Text(), Repr(nil, got), Repr(nil, want))
			}
		}
	}
	if ran < 1000 {
		t.Errorf("only %d cases", ran)
	}
	t.Logf("%d cases; %d errors worded otherwise", ran, messages)
}

// try runs f and gives what it throws.
func try(f func() Value) (v Value, failed *Error) {
	defer func() {
		if r := recover(); r != nil {
			failed = r.(*Error)
		}
	}()
	return f(), nil
}

// alike reports whether two values are the same in type and value, order of dicts included.
func alike(a, b Value) bool {
	if a.Kind() != b.Kind() {
		return false
	}
	switch a.Kind() {
	case Set, Frozen:
		return Equal(nil, a, b)
	case List, Tuple, Dict:
		x, y := a.Items(), b.Items()
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !alike(x[i], y[i]) || a.Kind() == Dict && !alike(a.Keys().At(i), b.Keys().At(i)) {
				return false
			}
		}
		return true
	}
	return Repr(nil, a) == Repr(nil, b)
}

// ulpApart allows CPython's powers their last digit: ours are correctly rounded.
func ulpApart(a, b Value) bool {
	return a.IsFloat() && b.IsFloat() && math.Nextafter(a.Float(), b.Float()) == b.Float()
}

func decode(x any) Value {
	switch x := x.(type) {
	case nil:
		return Value{}
	case bool:
		return OfBool(x)
	case string:
		return OfText(x)
	case map[string]any:
		for kind, y := range x {
			return decodeTagged(kind, y)
		}
	}
	panic(fmt.Sprintf("cannot decode %v", x))
}

func decodeTagged(kind string, x any) Value {
	switch kind {
	case "i":
		i, _ := new(big.Int).SetString(x.(string), 10)
		return OfBig(i)
	case "f":
		f, err := strconv.ParseFloat(x.(string), 64)
		if err != nil {
			panic(err)
		}
		return OfFloat(f)
	case "d":
		var d DictBuilder
		for _, e := range x.([]any) {
			d.Set(decode(e.([]any)[0]), decode(e.([]any)[1]))
		}
		return d.Done()
	case "r":
		p := x.([]any)
		return OfRange(decode(p[0]).Int(), decode(p[1]).Int(), decode(p[2]).Int())
	}
	var items []Value
	for _, e := range x.([]any) {
		items = append(items, decode(e))
	}
	switch kind {
	case "l":
		return OfList(items)
	case "t":
		return OfTuple(items)
	case "s":
		return NewSet(nil, Set, items)
	}
	return NewSet(nil, Frozen, items)
}

func perform(op string, args []Value) Value {
	binary := map[string]func(*Budget, Value, Value) Value{
		"+": Add, "-": Sub, "*": Mul, "/": TrueDiv, "//": FloorDiv, "%": Mod, "**": Pow, "<<": LShift, ">>": RShift,
		"&": And, "|": Or, "^": Xor, "divmod": DivMod,
	}
	unary := map[string]func(Value) Value{
		"neg": Neg, "pos": Pos, "invert": Invert, "abs": Abs, "float": ToFloat, "chr": Chr, "ord": Ord,
		"truth": func(v Value) Value { return OfBool(Truth(nil, v)) },
		"len":   func(v Value) Value { return OfInt(int64(Len(nil, v))) },
		"repr":  func(v Value) Value { return OfText(Repr(nil, v)) },
		"str":   func(v Value) Value { return StrValue(nil, v) },
		"ascii": func(v Value) Value { return OfText(ASCII(nil, v)) },
	}
	a := args[0]
	if f := binary[op]; f != nil {
		return f(nil, a, args[1])
	}
	if f := unary[op]; f != nil {
		return f(a)
	}
	switch op {
	case "==":
		same := Equal(nil, a, args[1])
		if same != Equal(nil, args[1], a) {
			panic("== is not symmetric")
		}
		if same {
			h, failed := try(func() Value { return OfInt(int64(Hash(a))) })
			i, failedToo := try(func() Value { return OfInt(int64(Hash(args[1]))) })
			if failed == nil && failedToo == nil && h != i {
				panic("equal values with different hashes")
			}
		}
		return OfBool(same)
	case "<":
		return OfBool(Compare(nil, Lt, a, args[1]))
	case "<=":
		return OfBool(Compare(nil, Le, a, args[1]))
	case ">":
		return OfBool(Compare(nil, Gt, a, args[1]))
	case ">=":
		return OfBool(Compare(nil, Ge, a, args[1]))
	case "int":
		return ToInt(a, args[1:]...)
	case "round":
		return Round(a, append(args, Value{})[1])
	case "format":
		return OfText(Format(nil, a, args[1].Text()))
	case "pow3":
		return PowMod(a, args[1], args[2])
	case "[]":
		return Subscript(nil, a, args[1])
	case "[:]":
		return Subscript(nil, a, NewSlice(args[1], args[2], args[3]))
	case "in":
		return OfBool(Contains(nil, a, args[1]))
	case "sorted":
		items := append([]Value(nil), a.Items()...)
		SortValues(nil, items, nil, args[1].Bool())
		return OfList(items)
	}
	name, ok := strings.CutPrefix(op, ".")
	if !ok {
		panic("no such operation: " + op)
	}
	c := Call{Self: a, Args: args[1].Items()}
	for i, k := range args[2].Keys().List() {
		c.Kw = append(c.Kw, Kwarg{k.Text(), args[2].Items()[i]})
	}
	return Method(a.Kind(), name).Call(&c)
}
