package expr

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/value"
)

func bMin(e *Env, args []value.Value, kws []Keyword) value.Value { return e.extreme("min", args, kws) }
func bMax(e *Env, args []value.Value, kws []Keyword) value.Value { return e.extreme("max", args, kws) }

var nothing = value.OfExt(value.Func, "nothing", nil)

func (e *Env) extreme(name string, args []value.Value, kws []Keyword) value.Value {
	key := keywordArg(nil, -1, kws, "key", value.Value{})
	def := keywordArg(nil, -1, kws, "default", nothing)
	off := e.at
	var it iterator
	if len(kws) == 0 && len(args) == 1 && isList(args[0]) && len(args[0].Items()) > 0 {
		return e.extremeOf(name == "max", args[0].Items())
	}
	if len(args) > 1 {
		if !value.Same(def, nothing) {
			value.Throw("TypeError", "Cannot specify a default for %s() with multiple positional arguments", name)
		}
		it = &over{items: args}
	} else {
		it = e.iterate(off, args[0])
	}
	best, bestKey := nothing, nothing
	for {
		v, ok := it.next(e)
		if !ok {
			break
		}
		e.step(1)
		k := v
		if !key.IsNone() {
			base := len(e.stack)
			e.stack = append(e.stack, v)
			k = e.callValue(off, key, e.stack[base:], nil)
			e.stack = e.stack[:base]
		}
		e.at = off
		if value.Same(best, nothing) || e.beats(name == "max", k, bestKey) {
			best, bestKey = v, k
		}
	}
	if !value.Same(best, nothing) {
		return best
	}
	if value.Same(def, nothing) {
		e.fail(off, "ValueError", "%s() arg is an empty sequence", name)
	}
	return def
}

// extremeOf is the least or greatest of items, of which there is one at least.
func (e *Env) extremeOf(isMax bool, items []value.Value) value.Value {
	best := items[0]
	e.step(int64(len(items) - 1))
	for _, v := range items[1:] {
		if best.IsInt() && v.IsInt() {
			if isMax == (v.Int() > best.Int()) && v.Int() != best.Int() {
				best = v
			}
		} else if e.beats(isMax, v, best) {
			best = v
		}
	}
	return best
}

// beats reports whether key k goes before the best so far.
func (e *Env) beats(max bool, k, best value.Value) bool {
	if max {
		return value.Compare(e.Store, value.Gt, k, best)
	}
	return value.Compare(e.Store, value.Lt, k, best)
}

func bSorted(e *Env, args []value.Value, kws []Keyword) value.Value {
	key := keywordArg(nil, -1, kws, "key", value.Value{})
	reverse := keywordArg(nil, -1, kws, "reverse", value.OfBool(false))
	off := e.at
	base := len(e.stack)
	e.pushAll(off, args[0])
	n := len(e.stack) - base
	if !key.IsNone() {
		for i := 0; i < n; i++ {
			at := len(e.stack)
			e.stack = append(e.stack, e.stack[base+i])
			k := e.callValue(off, key, e.stack[at:], nil)
			e.stack = append(e.stack[:at], k)
		}
	}
	if k := reverse.Kind(); !k.IsInteger() {
		e.fail(off, "TypeError", "'%s' object cannot be interpreted as an integer", typeName(reverse))
	}
	e.at = off
	return e.sortStack(base, n, !key.IsNone(), e.truth(reverse))
}

// sortStack makes a sorted list of the n values from base on; their keys follow them if keyed.
func (e *Env) sortStack(base, n int, keyed, reverse bool) value.Value {
	items := e.stack[base : base+n]
	cost := int64(n)
	for m := n; m > 1; m >>= 1 {
		cost += int64(n)
	}
	e.step(cost)
	if !keyed {
		if reverse {
			slices.Reverse(items)
		}
		sortStable(e, items)
		if reverse {
			slices.Reverse(items)
		}
		return e.collect(value.List, base)
	}
	keys := e.stack[base+n : base+2*n]
	e.pairs = e.pairs[:0]
	for i, v := range items {
		e.pairs = append(e.pairs, pair{keys[i], v})
	}
	if reverse {
		slices.Reverse(e.pairs)
	}
	slices.SortStableFunc(e.pairs, func(a, b pair) int { return e.order(a.key, b.key) })
	if reverse {
		slices.Reverse(e.pairs)
	}
	for i := range e.pairs {
		items[i] = e.pairs[i].val
	}
	clear(e.pairs)
	e.stack = e.stack[:base+n]
	return e.collect(value.List, base)
}

type pair struct{ key, val value.Value }

func sortStable(e *Env, items []value.Value) {
	slices.SortStableFunc(items, func(a, b value.Value) int { return e.order(a, b) })
}

// order is what the sort asks: only `a < b` counts.
func (e *Env) order(a, b value.Value) int {
	if a.IsInt() && b.IsInt() {
		switch {
		case a.Int() < b.Int():
			return -1
		case a.Int() > b.Int():
			return 1
		}
		return 0
	}
	if value.Less(e.Store, a, b) {
		return -1
	}
	return 0
}
