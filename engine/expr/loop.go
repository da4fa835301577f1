package expr

import "github.com/astragal-engine/astragal/engine/value"

// iterable is what a for clause runs over. Where it is range(n), bound gives n, and no range is made.
type iterable struct {
	part
	off   int
	bound *part
}

func (c *compiler) iterable(n node) iterable {
	if call, ok := n.(*call); ok && len(call.kws) == 0 && len(call.args) == 1 {
		b := c.builtin(call.fn)
		if _, star := call.args[0].(*starred); b != nil && b.name == "range" && !star {
			bound, off := c.node(call.args[0]), n.off()
			run := bound.run
			p := part{nodes: 1 + bound.nodes, whole: true, run: func(env *Env) value.Value { return env.rangeOf(off, run(env)) }}
			return iterable{p, off, &bound}
		}
	}
	return iterable{c.node(n), n.off(), nil}
}

// before is it with what comes between its value, which can be run over, and the first turn.
func (it *iterable) before(then func(*Env)) iterable {
	run, off := it.run, it.off
	return iterable{part{nodes: it.nodes, run: func(env *Env) value.Value {
		v := run(env)
		if !isList(v) {
			env.iterate(off, v)
		}
		then(env)
		return v
	}}, off, nil}
}

// sink says what a loop does with an element that it lets through.
type sink struct {
	kind  sinkKind
	run   test   // of each: true ends the loop. Of found: the test
	sieve *sieve // of found: the test taken apart, or nil
	ask   *ask   // of found: takes what tells by a glance whether the loop ends with it, if anything does
	hand  **hand // of found and collect: takes the loop, if it is one over a hand, and free
	few   *fewOf // of collect: takes the loop that gives the elements as bits, if there is one
}

type sinkKind uint8

const (
	each    sinkKind = iota // run it
	found                   // end the loop with true
	tally                   // count it
	collect                 // push it onto the stack
)

// loop is one for clause: each turn costs price, and an element that cond (nil: all) lets through goes into
// sink.
type loop struct {
	over  iterable
	to    store
	cond  test
	sieve *sieve // cond taken apart, or nil
	sink  sink
	price int64
	room  *Room
}

// body is what the sink does, with the element in its slot.
func (l *loop) body() test {
	slot := l.to.slot
	switch l.sink.kind {
	case found:
		return func(*Env) bool { return true }
	case tally:
		return func(env *Env) bool { env.count++; return false }
	case collect:
		return func(env *Env) bool { env.push(env.frame[slot]); return false }
	}
	return l.sink.run
}

// compile gives the loop. Its result is true as soon as a sink has ended it.
//
//go:noinline
func (l *loop) compile() test {
	iter, slot := l.over.operand(), l.to.slot
	if slot < 0 {
		return l.general().over(iter)
	}
	switch {
	case l.over.bound != nil && l.sieve != nil && l.sieve.compares(ofPlace) && l.sink.kind != each:
		return l.siftValues()
	case l.over.bound != nil && l.sieve != nil:
		return l.siftRange().over(l.over.bound.operand())
	case l.over.bound != nil:
		return l.counted().over(l.over.bound.operand())
	case l.sieve != nil:
		return l.sift()
	}
	general, body, cond, price := l.general(), l.body(), l.cond, l.price
	if cond == nil {
		return func(env *Env) bool {
			v := iter.get(env)
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
	return func(env *Env) bool {
		v := iter.get(env)
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

// general is the loop over whatever can be iterated.
func (l *loop) general() turns {
	to, cond, body, price, off := l.to, l.cond, l.body(), l.price, l.over.off
	turn := func(env *Env, v value.Value) bool {
		env.step(price)
		to.set(env, v)
		return (cond == nil || cond(env)) && body(env)
	}
	return func(env *Env, v value.Value) bool {
		switch v.Kind() {
		case value.List, value.Tuple:
			for _, x := range v.Items() {
				if turn(env, x) {
					return true
				}
			}
			return false
		}
		next := env.goOver(off, v)
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
}

// counted is the loop over range(n).
//
//go:noinline
func (l *loop) counted() turns {
	slot, cond, body, price, off := l.to.slot, l.cond, l.body(), l.price, l.over.off
	return func(env *Env, n value.Value) bool {
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
