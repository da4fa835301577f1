package expr

import "github.com/astragal-engine/astragal/engine/value"

// iterable is what a for clause runs over. Where it is range(n), bound gives n, and no range is made.
type iterable struct {
	part
	off   int
	bound exec
}

func (c *compiler) iterable(n node) iterable {
	if call, ok := n.(*call); ok && len(call.kws) == 0 && len(call.args) == 1 {
		b := c.builtin(call.fn)
		if _, star := call.args[0].(*starred); b != nil && b.name == "range" && !star {
			p, off := c.node(call.args[0]), n.off()
			bound := p.run
			p = part{nodes: 1 + p.nodes, whole: true, run: func(env *Env) value.Value { return env.rangeOf(off, bound(env)) }}
			return iterable{p, off, bound}
		}
	}
	return iterable{c.node(n), n.off(), nil}
}

// tally is the body of a loop that only counts.
func tally(env *Env) bool { env.count++; return false }

// loop runs body for every element that cond lets through (nil: all), until body gives true. Each
// turn costs price. A nil body counts.
//
// Where cells is not nil it is what cond tests, or body where there is no cond.
//
//go:noinline
func (it *iterable) loop(to store, cond, body test, price int64, cells *cellTest) test {
	if cells != nil && cells.cell.slot == to.slot && body != nil {
		general := it.loop(to, cond, body, price, nil)
		full, hit := cond, body
		if cond == nil {
			full, hit = body, nil
		}
		if it.bound != nil {
			return cells.count(it.bound, price, full, hit, general)
		}
		return cells.scan(&it.part, price, full, hit, general)
	}
	iter, off := it.run, it.off
	counting := body == nil
	if counting {
		body = tally
	}
	if it.bound != nil && to.slot >= 0 {
		return counted(it, to.slot, cond, body, price)
	}
	turn := func(env *Env, v value.Value) bool {
		env.step(price)
		to.set(env, v)
		return (cond == nil || cond(env)) && body(env)
	}
	general := func(env *Env, v value.Value) bool {
		switch v.Kind() {
		case value.List, value.Tuple:
			for _, x := range v.Items() {
				if turn(env, x) {
					return true
				}
			}
			return false
		}
		next := env.iterate(off, v)
		for {
			x, ok := next.next(env)
			if !ok {
				return false
			}
			if turn(env, x) {
				return true
			}
		}
	}
	if to.slot < 0 {
		return func(env *Env) bool { return general(env, iter(env)) }
	}
	slot := to.slot
	if cond == nil {
		return func(env *Env) bool {
			v := iter(env)
			if !isList(v) {
				return general(env, v)
			}
			items := v.Items()
			for i := range items {
				if env.steps -= price; env.steps < 0 {
					env.step(0)
				}
				env.frame[slot] = items[i]
				if body(env) {
					return true
				}
			}
			return false
		}
	}
	if counting {
		return func(env *Env) bool {
			v := iter(env)
			if !isList(v) {
				return general(env, v)
			}
			n := 0
			items := v.Items()
			for i := range items {
				if env.steps -= price; env.steps < 0 {
					env.step(0)
				}
				env.frame[slot] = items[i]
				if cond(env) {
					n++
				}
			}
			env.count += n
			return false
		}
	}
	return func(env *Env) bool {
		v := iter(env)
		if !isList(v) {
			return general(env, v)
		}
		items := v.Items()
		for i := range items {
			if env.steps -= price; env.steps < 0 {
				env.step(0)
			}
			env.frame[slot] = items[i]
			if cond(env) && body(env) {
				return true
			}
		}
		return false
	}
}

// counted is the loop over range(n).
//
//go:noinline
func counted(it *iterable, slot int, cond, body test, price int64) test {
	bound, off := it.bound, it.off
	return func(env *Env) bool {
		n := bound(env)
		if !n.IsInt() {
			start, stop, step := env.rangeOf(off, n).RangeParts() // a bool, or an error
			if start != 0 || step != 1 {
				return false
			}
			n = value.OfInt(stop)
		}
		to := n.Int()
		for i := int64(0); i < to; i++ {
			if env.steps -= price; env.steps < 0 {
				env.step(0)
			}
			env.frame[slot] = value.OfInt(i)
			if (cond == nil || cond(env)) && body(env) {
				return true
			}
		}
		return false
	}
}
