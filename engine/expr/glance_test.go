package expr

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/value"
)

// What a glance tells is what the expression gives when it is run as a whole, for as many steps, whatever its names hold,
// be they of state, of ops, or of the parameters of a function that they are passed to.
func TestGlances(t *testing.T) {
	values := []string{
		"0", "1", "-1", "7", "True", "None", "1.5", "'blow'", "[]", "[1, 2]", "[-3, 0, 'blow', None]", "(1, 2)", "2 ** 63", "9223372036854775807",
		"-9223372036854775807 - 1", "2 ** 40", "item(0, cost=2)", "item(0, price=2)", "{'cost': 3}", "[item(0, cost=1), item(0, cost=2)]", "[[1], [2, 3]]",
	}
	sources := []string{
		"a", "min(a[b] + 2, 5)", "max(a[0], b)", "min(max(a, 1), b)", "-a['cost']", "-a", "a[0] <= 0 or b[1] <= 0", "a[0] <= 0 and b[1] <= 0", "a[-1] < 2", "1 - a", "a + b", "a - b",
		"a + 9223372036854775807", "a - 1", "not a", "not a[1]", "a != b and not a and len(b) == 0 and less(b, a)", "0 if a[0] <= 0 else 1", "a is None", "a[1] is not None", "a == 'blow'",
		"a[2] != 'blow'", "a < b", "a <= b", "a > b", "a >= b", "a == b", "a != 1", "1 < a", "len(a)", "len(a) > 1", "a[b]", "a[b[0]]", "a['cost'] + b['cost']",
		"less(a, b)", "less(a[0], b[1])", "more(a, 2)", "cheap(a, b)", "any(c['cost'] <= b for c in a)", "any(c['cost'] <= b[0] for c in a)", "some(a, b)", "at(a, 1)", "at(1, a)",
		"a * 7 + b", "a * b", "a % 3", "a // 2", "a[0] * 2", "a % b",
		"any(all(row[i] == a for i in line) for line in [[0, 1], [2]])", "not all(any(row[i] != b for i in line) for line in [[0, 1], [1, 2]])",
		"any(all(row[i] == 2 for i in line) for line in [[[0], [2]], [[0, 1], [1]]][a])", "all(x == b for x in a)", "any(x is None for x in a)",
		"[i for i in range(3) if row[i] <= a]", "[i for i in range(a) if row[i] != b]", "[i for i in range(2) if a[i] == b]", "places(a, b)", "owns(a)",
		"all(c['cost'] <= b for c in a)", "twice(a)", "twice(a[0])", "least(a, b) + least(b, a)", "rest", "rest + a", "unheard(a)", "gone(a)", "a and b", "a or b",
	}
	for _, as := range []func(w *world, name, text string){(*world).state, (*world).local} {
		for i, a := range values {
			for k := range 4 {
				b := values[(i*5+k*6+1)%len(values)]
				w := newWorld()
				as(w, "a", a)
				as(w, "b", b)
				w.state("gold", a)
				w.state("row", "[1, 2, 3]")
				w.function(t, "rest", nil, "gold - 2")
				w.function(t, "less", []string{"x", "y"}, "x < y")
				w.function(t, "more", []string{"x", "n"}, "x > n and not less(x, n)")
				w.function(t, "cheap", []string{"cards", "n"}, "[c for c in cards if c['cost'] <= n]")
				w.function(t, "some", []string{"cards", "n"}, "any(c['cost'] <= n for c in cards)")
				w.function(t, "at", []string{"x", "i"}, "row[i] + x")
				w.function(t, "places", []string{"cells", "n"}, "[i for i in range(2) if cells[i] == n]")
				w.function(t, "owns", []string{"p"}, "any(all(row[i] == p for i in line) for line in [[0], [1, 2]])")
				w.function(t, "twice", []string{"x"}, "x + x")
				w.function(t, "least", []string{"x", "y"}, "min(x, y)")
				w.function(t, "unheard", []string{"x"}, "b - x")
				w.function(t, "gone", []string{"x"}, "twice(at(x, x)) if less(x, 3) else twice(x)")
				for _, src := range sources {
					require.Equal(t, w.outcome(t, Mode{Plain: true}, src), w.outcome(t, Mode{}, src), "%s: a %s, b %s", src, a, b)
					c := w.compile(t, src)
					for range 2 {
						require.Equal(t, w.cost(c.whole()), w.cost(c.Run), "%s: a %s, b %s", src, a, b)
						few := func(env *Env) value.Value {
							others, bits, ok := c.Few(env, value.Most)
							if !ok {
								return c.Run(env)
							}
							var items []value.Value
							for i := range value.Most {
								switch {
								case bits>>i&1 == 0:
								case others != nil:
									items = append(items, others[i])
								default:
									items = append(items, value.OfInt(int64(i)))
								}
							}
							return value.OfList(items)
						}
						require.Equal(t, w.cost(c.whole()), w.cost(few), "%s: a %s, b %s", src, a, b)
						truth := func(env *Env) value.Value { return value.OfBool(c.truth()(env)) }
						require.Equal(t, w.cost(truth), w.cost(func(env *Env) value.Value { return value.OfBool(c.RunBool(env)) }), "%s: a %s, b %s", src, a, b)
					}
				}
			}
		}
	}
}

// cost is what an evaluation gives, and what it leaves of the budgets. What it leaves after an error nobody sees.
func (w *world) cost(run exec) [3]any {
	w.env.Begin()
	var v value.Value
	if err := func() (err error) {
		m := w.env.mark()
		defer func() {
			if p := recover(); p != nil {
				err = w.env.unwind(m, p)
			}
		}()
		v = run(w.env)
		return nil
	}(); err != nil {
		return [3]any{err.Error(), err.(*Error).Pos}
	}
	return [3]any{value.Repr(w.env.Store, v), w.env.steps, w.env.size.Left}
}

// A glance that would take more steps than there are takes none, and the expression fails where it fails as a whole.
func TestGlancesAtTheEdge(t *testing.T) {
	w := newWorld()
	w.local("a", "1")
	w.local("cards", "[item(0, cost=2), item(0, cost=1)]")
	w.function(t, "least", []string{"x", "y"}, "min(x, y)")
	w.function(t, "some", []string{"x"}, "any(c['cost'] <= x for c in cards)")
	w.function(t, "any_of", []string{"x", "hand"}, "any(c['cost'] <= x for c in hand)")
	for _, src := range []string{"min(a, 2) + min(a, 3)", "least(a, least(a, 2))", "any_of(a, cards)", "any_of(a, cards) and any_of(a, cards)", "any(c['cost'] <= a for c in cards)"} {
		for steps := int64(1); steps < 30; steps++ {
			w.env.Limits.Steps = steps
			c := w.compile(t, src)
			for range 2 {
				require.Equal(t, w.cost(c.whole()), w.cost(c.Run), "%s with %d", src, steps)
			}
		}
	}
}

// A name is found in the scope that it is visible from, wherever it stood before and whoever bound it.
func TestHintsOfLocals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l Locals
		l.Cur = -1
		names := make([]*local, 4)
		for i := range names {
			names[i] = &local{sym: int32(i)}
		}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			switch n := int32(len(l.Scopes)); rapid.IntRange(0, 5).Draw(t, "what") {
			case 0:
				l.Scopes = append(l.Scopes, Scope{int32(len(l.Binds)), rapid.Int32Range(-1, n-1).Draw(t, "parent")})
			case 1:
				if n > 0 {
					l.Binds, l.Scopes = l.Binds[:l.Scopes[n-1].Start], l.Scopes[:n-1]
					l.Cur = min(l.Cur, n-2)
				}
			case 2, 3:
				sym, v := rapid.Int32Range(0, 3).Draw(t, "name"), value.OfInt(rapid.Int64().Draw(t, "value"))
				switch bound := false; {
				case n == 0:
				default:
					for i := l.Scopes[n-1].Start; int(i) < len(l.Binds); i++ {
						if l.Binds[i].Sym == sym {
							l.Binds[i].Value, bound = v, true
						}
					}
					if !bound && rapid.Bool().Draw(t, "with a mark") {
						l.Bind(sym, v)
					} else if !bound {
						l.Binds = append(l.Binds, Bind{Sym: sym, Value: v})
					}
				}
			default:
				l.Cur = rapid.Int32Range(-1, n-1).Draw(t, "scope")
			}
			for _, n := range names {
				want, is := visible(&l, n.sym)
				for range 2 {
					got, ok := n.find(&l)
					require.Equal(t, is, ok)
					require.Equal(t, want, got)
				}
			}
		}
	})
}

// visible looks a name up by going over all binds, from the last.
func visible(l *Locals, sym int32) (v value.Value, ok bool) {
	for s := l.Cur; s >= 0; s = l.Scopes[s].Parent {
		for i := range l.Binds {
			in := int32(-1)
			for k := range l.Scopes {
				if int(l.Scopes[k].Start) <= i {
					in = int32(k)
				}
			}
			if in == s && l.Binds[i].Sym == sym {
				return l.Binds[i].Value, true
			}
		}
	}
	return value.Value{}, false
}
