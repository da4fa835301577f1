package expr

import (
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/value"
)

// iterator gives elements one after another. Iter values hold one (or a view).
type iterator interface {
	next(*Env) (value.Value, bool)
}

// iterValue is an iterator as a value; kind is Python's name for it.
func iterValue(kind string, it iterator) value.Value { return value.OfExt(value.Iter, kind, it) }

// iterate begins to run over v; the part at off is to blame where it cannot be.
func (e *Env) iterate(off int, v value.Value) iterator {
	switch v.Kind() {
	case value.List, value.Tuple:
		return &over{items: v.Items()}
	case value.Dict, value.Set, value.Frozen:
		return &over{items: v.Keys().List()}
	case value.Inst:
		return &over{items: e.instance(off, v).Keys().List()}
	case value.Text:
		return &runes{v.Text()}
	case value.Range:
		start, _, step := v.RangeParts()
		return &steps{start, step, v.RangeLen()}
	case value.Iter:
		switch x := v.Ext().(type) {
		case iterator:
			return x
		case *view:
			return x.iterate(e, off)
		}
	}
	e.fail(off, "TypeError", "'%s' object is not iterable", typeName(v))
	return nil
}

// going is a run over a value on the spot. Lists, sets and ranges need no iterator for that.
type going struct {
	over  over
	steps steps
	it    iterator
}

// goOver is iterate for who does not hand the iterator on.
func (e *Env) goOver(off int, v value.Value) going {
	switch v.Kind() {
	case value.List, value.Tuple:
		return going{over: over{v.Items()}}
	case value.Dict, value.Set, value.Frozen:
		return going{over: over{v.Keys().List()}}
	case value.Range:
		start, _, step := v.RangeParts()
		return going{steps: steps{start, step, v.RangeLen()}}
	}
	return going{it: e.iterate(off, v)}
}

func (w *going) next(e *Env) (value.Value, bool) {
	switch {
	case w.it != nil:
		return w.it.next(e)
	case w.steps.left > 0:
		return w.steps.next(e)
	}
	return w.over.next(e)
}

// instance finds what v refers to.
func (e *Env) instance(off int, v value.Value) *value.Instance {
	in := e.Store.Get(v.Inst())
	if in == nil {
		e.fail(off, "RuntimeError", "instance %d is gone", v.Inst())
	}
	return in
}

// pushAll puts all elements of v on the stack.
func (e *Env) pushAll(off int, v value.Value) { e.pushSome(off, v, -1) }

// pushSome is pushAll for at most limit elements, where limit is not negative.
func (e *Env) pushSome(off int, v value.Value, limit int) {
	var items []value.Value
	switch v.Kind() {
	case value.List, value.Tuple:
		items = v.Items()
	case value.Dict, value.Set, value.Frozen:
		items = v.Keys().List()
	case value.Range:
		start, _, step := v.RangeParts()
		n := v.RangeLen()
		if limit >= 0 {
			n = min(n, int64(limit))
		}
		e.size.Charge(int(n))
		e.step(n)
		for i := range n {
			e.stack = append(e.stack, value.OfInt(start+i*step))
		}
		return
	default:
		for it := e.iterate(off, v); limit != 0; limit-- {
			x, ok := it.next(e)
			if !ok {
				return
			}
			e.step(1)
			e.push(x)
		}
		return
	}
	if limit >= 0 && len(items) > limit {
		items = items[:limit]
	}
	e.step(int64(len(items)))
	e.size.Charge(len(items))
	e.stack = append(e.stack, items...)
}

type over struct{ items []value.Value }

func (o *over) next(*Env) (value.Value, bool) {
	if len(o.items) == 0 {
		return value.Value{}, false
	}
	v := o.items[0]
	o.items = o.items[1:]
	return v, true
}

type runes struct{ s string }

func (r *runes) next(*Env) (value.Value, bool) {
	if r.s == "" {
		return value.Value{}, false
	}
	_, n := utf8.DecodeRuneInString(r.s)
	c := r.s[:n]
	r.s = r.s[n:]
	return value.OfText(c), true
}

type steps struct{ at, step, left int64 }

func (s *steps) next(*Env) (value.Value, bool) {
	if s.left <= 0 {
		return value.Value{}, false
	}
	v := value.OfInt(s.at)
	s.left--
	if s.left > 0 {
		s.at += s.step
	}
	return v, true
}

type backwards struct{ items []value.Value }

func (b *backwards) next(*Env) (value.Value, bool) {
	n := len(b.items) - 1
	if n < 0 {
		return value.Value{}, false
	}
	v := b.items[n]
	b.items = b.items[:n]
	return v, true
}

type enumeration struct {
	it iterator
	n  value.Value
}

func (x *enumeration) next(e *Env) (value.Value, bool) {
	v, ok := x.it.next(e)
	if !ok {
		return v, false
	}
	pair := e.tuple(x.n, v)
	x.n = value.Add(&e.size, x.n, value.OfInt(1))
	return pair, true
}

type zipped struct {
	its    []iterator
	strict bool
	done   bool
}

func (z *zipped) next(e *Env) (value.Value, bool) {
	if z.done || len(z.its) == 0 {
		return value.Value{}, false
	}
	base := len(e.stack)
	for i, it := range z.its {
		v, ok := it.next(e)
		if !ok {
			z.done = true
			e.stack = e.stack[:base]
			if z.strict {
				z.check(e, i)
			}
			return v, false
		}
		e.push(v)
	}
	t := e.tupleOf(e.stack[base:])
	e.stack = e.stack[:base]
	return t, true
}

// check demands of a strict zip whose i-th iterator has ended that the others have too.
func (z *zipped) check(e *Env, i int) {
	if i > 0 {
		e.fail(e.at, "ValueError", "zip() argument %d is shorter than argument%s", i+1, span(i))
	}
	for j, it := range z.its[1:] {
		if _, more := it.next(e); more {
			e.fail(e.at, "ValueError", "zip() argument %d is longer than argument%s", j+2, span(j+1))
		}
	}
}

func span(n int) string {
	if n == 1 {
		return " 1"
	}
	return "s 1-" + string(rune('0'+n%10))
}

type mapped struct {
	f   value.Value
	its []iterator
	off int
}

func (m *mapped) next(e *Env) (value.Value, bool) {
	base := len(e.stack)
	for _, it := range m.its {
		v, ok := it.next(e)
		if !ok {
			e.stack = e.stack[:base]
			return v, false
		}
		e.push(v)
	}
	v := e.callValue(m.off, m.f, e.stack[base:], nil)
	e.stack = e.stack[:base]
	return v, true
}

type filtered struct {
	f   value.Value
	it  iterator
	off int
}

func (f *filtered) next(e *Env) (value.Value, bool) {
	for {
		v, ok := f.it.next(e)
		if !ok {
			return v, false
		}
		keep := v
		if !f.f.IsNone() {
			base := len(e.stack)
			e.stack = append(e.stack, v)
			keep = e.callValue(f.off, f.f, e.stack[base:], nil)
			e.stack = e.stack[:base]
		}
		e.step(1)
		if e.truth(keep) {
			return v, true
		}
	}
}
