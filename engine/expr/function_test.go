package expr

import (
	"sync"
	"testing"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/value"
	"github.com/stretchr/testify/require"
)

func mustParse(t testing.TB, src string) *Syntax {
	s, err := Parse(src, diag.Pos{})
	require.NoError(t, err, src)
	return s
}

// function declares a function of the world; its body may call those declared before and itself.
func (w *world) function(t testing.TB, name string, params []string, body string, lets ...string) *Function {
	f := &Function{Name: name, Params: params}
	kind := OwnFunc
	if params == nil {
		kind = Derived
	}
	w.refs[name] = Ref{Local: NoLocal, Kind: kind, Func: f}
	var ls []Let
	for i := 0; i < len(lets); i += 2 {
		ls = append(ls, Let{lets[i], mustParse(t, lets[i+1])})
	}
	CompileFunction(f, ls, mustParse(t, body), w)
	return f
}

func TestOwnFunctions(t *testing.T) {
	w := newWorld()
	w.state("gold", "7")
	w.local("card", "item(0, cost=2)")
	w.function(t, "rest", nil, "gold - 2")
	w.function(t, "double", []string{"x"}, "x * 2")
	w.function(t, "fact", []string{"n"}, "1 if n == 0 else n * fact(n - 1)")
	w.function(t, "span", []string{"a", "b"}, "[lo, hi, hi - lo, gold]", "lo", "min(a, b)", "hi", "max(a, b) + lo * 0")
	w.function(t, "hidden", []string{"x"}, "card")
	w.function(t, "closed", []string{"k"}, "[f(1) for f in [lambda y: y + k + twice]]", "twice", "k * 2")
	w.function(t, "constant", []string{}, "5", "unused", "1")
	w.function(t, "failing", []string{}, "1", "bad", "1 / 0")
	w.function(t, "applied", []string{"f"}, "f(1)")
	for src, want := range map[string]string{
		"rest":                            "5",
		"[rest for x in range(2)]":        "[5, 5]",
		"double(4)":                       "8",
		"double(x=4)":                     "8",
		"double(*[4])":                    "8",
		"double(**{'x': 4})":              "8",
		"fact(20)":                        "2432902008176640000",
		"fact(50) // fact(49)":            "50",
		"span(9, 4)":                      "[4, 9, 5, 7]",
		"span(b=9, a=4)":                  "[4, 9, 5, 7]",
		"[double(x) for x in range(3)]":   "[0, 2, 4]",
		"list(map(double, [1, 2]))":       "[2, 4]",
		"sorted([3, 1], key=double)":      "[1, 3]",
		"closed(5)":                       "[16]",
		"constant()":                      "5",
		"applied(lambda y: card['cost'])": "2",
		"card['cost'] + double(card['cost']) + card['cost']": "8",
		"(lambda double: double(3))(lambda x: x)":            "3",
	} {
		v, err := w.eval(t, src)
		require.NoError(t, err, src)
		require.Equal(t, want, value.Repr(w.env.Store, v), src)
		require.EqualValues(t, 0, w.env.Locals.Cur)
	}
	for src, want := range map[string]string{
		"double()":       "TypeError: double() missing 1 required positional argument: 'x'",
		"span()":         "TypeError: span() missing 2 required positional arguments: 'a' and 'b'",
		"double(1, 2)":   "TypeError: double() takes 1 positional argument but 2 were given",
		"double(y=1)":    "TypeError: double() got an unexpected keyword argument 'y'",
		"double(1, x=1)": "TypeError: double() got multiple values for argument 'x'",
		"fact(-1)":       "function 'fact' calls itself more than 100 deep",
		"fact(100)":      "function 'fact' calls itself more than 100 deep",
		"hidden(1)":      "NameError: name 'card' is not defined",
		"failing()":      "ZeroDivisionError: division by zero",
		"rest()":         "TypeError: 'int' object is not callable",
		"card()":         "TypeError: 'dict' object is not callable",
	} {
		_, err := w.eval(t, src)
		require.ErrorContains(t, err, want, src)
		require.EqualValues(t, 0, w.env.Locals.Cur, src)
		require.Zero(t, w.env.calls, src)
	}
	// The error of a function is told with the function's text.
	_, err := w.eval(t, "failing()")
	require.Equal(t, "1 / 0", err.(*Error).Src)
	f := &Function{Name: "broken", Params: []string{}}
	w.refs["broken"] = Ref{Local: NoLocal, Kind: OwnFunc, Func: f}
	_, err = w.eval(t, "broken()")
	require.Equal(t, "ExprError", err.(*Error).Class)
}

func TestLocalsHideEverythingOutside(t *testing.T) {
	w := newWorld()
	w.local("len", "5")
	w.local("gold", "1")
	ref := w.refs["gold"]
	ref.Kind, ref.Index = State, 0
	w.refs["gold"] = ref
	w.env.State = append(w.env.State, value.OfInt(2))
	v, err := w.eval(t, "[len, gold, [gold for gold in [3]], (lambda gold: gold)(4)]")
	require.NoError(t, err)
	require.Equal(t, "[5, 1, [3], 4]", value.Repr(nil, v))
	_, err = w.eval(t, "len([1])")
	require.ErrorContains(t, err, "TypeError: 'int' object is not callable")
	w.env.Locals.Cur = -1
	v, err = w.eval(t, "[len([1]), gold]")
	require.NoError(t, err)
	require.Equal(t, "[1, 2]", value.Repr(nil, v))
}

func TestNatives(t *testing.T) {
	w := newWorld()
	inner := w.compile(t, "[x * 10 for x in range(n)]")
	w.refs["n"] = Ref{Local: NoLocal, Kind: State, Index: 0}
	w.env.State = []value.Value{value.OfInt(2)}
	inner = w.compile(t, "[x * 10 for x in range(n)]")
	var got []Keyword
	w.refs["probe"] = Ref{Local: NoLocal, Kind: Builtin, Native: &Native{Name: "probe", Min: 1, Max: 2, Keywords: true,
		Call: func(env *Env, args []value.Value, kw []Keyword) value.Value {
			nested := inner.Run(env) // must not disturb args, kw or the caller's slots
			got = append([]Keyword(nil), kw...)
			return value.OfList([]value.Value{args[0], nested})
		}}}
	w.refs["pure"] = Ref{Local: NoLocal, Kind: Builtin, Native: &Native{Name: "pure", Min: 1, Max: 1, Pure: true,
		Call: func(_ *Env, args []value.Value, _ []Keyword) value.Value { return args[0] }}}
	w.local("bonus", "1")
	v, err := w.eval(t, "[probe(x, bonus=x, other=2) for x in range(2)]")
	require.NoError(t, err)
	require.Equal(t, "[[0, [0, 10]], [1, [0, 10]]]", value.Repr(nil, v))
	require.Equal(t, w.refs["bonus"].Local, got[0].Sym)
	require.Equal(t, NoLocal, got[1].Sym)
	_, err = w.eval(t, "probe()")
	require.ErrorContains(t, err, "TypeError: probe expected at least 1 argument, got 0")
	_, err = w.eval(t, "pure(x=1)")
	require.ErrorContains(t, err, "TypeError")
	c := w.compile(t, "pure(3) + 1")
	folded, ok := c.Const()
	require.True(t, ok)
	require.EqualValues(t, 4, folded.Int())
	_, ok = w.compile(t, "probe(3)").Const()
	require.False(t, ok)
}

func TestReads(t *testing.T) {
	w := newWorld()
	w.state("board", "[1]")
	w.state("gold", "1")
	w.state("hand", "[]")
	w.local("card", "1")
	w.constant("lines", boardLines)
	w.function(t, "poor", []string{"p"}, "gold < p['debt']")
	reads := func(src string) Reads { return *w.compile(t, src).Reads() }
	require.Equal(t, Reads{State: []int{0}}, reads("any(all(board[i] == 1 for i in line) for line in lines)"))
	require.Equal(t, Reads{State: []int{1, 2}, Attrs: []string{"cost"}}, reads("len([c for c in hand if c['cost'] <= gold]) > 0"))
	require.Equal(t, Reads{State: []int{1}, Locals: []int32{0}, Attrs: []string{"debt"}}, reads("poor(card)"))
	require.Equal(t, Reads{State: []int{0}, Locals: []int32{0}, Attrs: []string{"*"}}, reads("board[card]"))
	require.Equal(t, Reads{Locals: []int32{0}, Attrs: []string{"tags", "x"}}, reads("'x' in card.get('tags', [])"))
	require.Equal(t, Reads{Calls: []string{"item"}}, reads("item(1)"))
	require.Equal(t, Reads{State: []int{0, 1}}, reads("[board[i] for i in range(gold)]"))
	require.Equal(t, Reads{}, reads("1 + 2"))
}

func TestFolding(t *testing.T) {
	w := newWorld()
	w.constant("rules", "{'max': 5, 'list': [1, 2]}")
	for src, want := range map[string]string{
		"1 + 2 * 3": "7", "rules['max'] - 1": "4", "[1, (2,), {'a': {3}}]": "[1, (2,), {'a': {3}}]", "len(rules['list'])": "2",
		"'a'.upper() + f'{1:>3}'": "'A  1'", "1 if rules else 2": "1", "not 0 and 2": "2", "1 < 2 < 3": "True", "max(1, 2)": "2",
		"[1, 2, 3][1:]": "[2, 3]", "5 in rules['list']": "False", "isinstance(1, (int, str))": "True", "sorted([2, 1])": "[1, 2]",
	} {
		v, ok := w.compile(t, src).Const()
		require.True(t, ok, src)
		require.Equal(t, want, value.Repr(nil, v), src)
	}
	for _, src := range []string{"1 / 0", "nobody", "[0] * 10**6", "lambda: 1", "len", "item(1)"} {
		_, ok := w.compile(t, src).Const()
		require.False(t, ok, src)
	}
}

// A code is shared by threads, each with an Env of its own.
func TestThreadsShareCode(t *testing.T) {
	w := cardWorld()
	c := w.compile(t, "[c['id'] for c in sorted(hand, key=lambda c: -c['cost']) if c['cost'] <= gold]")
	var done sync.WaitGroup
	for range 4 {
		done.Go(func() {
			env := NewEnv()
			env.State, env.Store = w.env.State, w.env.Store
			for range 200 {
				env.Begin()
				v, err := c.Eval(env)
				if err != nil || value.Repr(env.Store, v) != "['c3', 'c2', 'c1', 'c0']" {
					t.Error(err, value.Repr(env.Store, v))
				}
			}
		})
	}
	done.Wait()
}

func TestWarmEvaluationAllocatesNothing(t *testing.T) {
	w := cardWorld()
	w.state("xs", "[3, 1, 2]")
	w.function(t, "double", []string{"x"}, "x * 2")
	for _, src := range []string{
		"card['id'] == self['id'] and len([c for c in hand if c['cost'] <= gold]) > 0",
		"[c for c in hand if c['cost'] <= gold]",
		"[[x, y] for x in xs for y in range(x)]",
		"sum(x * 2 for x in xs) + max(x for x in xs) + min(xs, key=lambda x: -x)",
		"sorted(xs, key=lambda x: -x), sorted(x for x in xs)",
		"any(x > 2 for x in xs) and all(x > 0 for x in xs)",
		"{x: x + 1 for x in xs}, {x for x in xs}, (xs, 1), [*xs]",
		"double(3) + double(x=3) if 2 in xs else 0",
		"max(xs[0], gold) + abs(gold) + len(xs)",
		"isinstance(gold, int) and gold in [1, 2, 3] and card.get('cost', 0) > 0",
	} {
		c := w.compile(t, src)
		run := func() {
			w.env.Begin()
			c.Run(w.env)
		}
		run()
		require.Zero(t, testing.AllocsPerRun(100, run), src)
	}
}
