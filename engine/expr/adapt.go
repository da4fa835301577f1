package expr

import "github.com/astragal-engine/astragal/engine/value"

// This file is where the evaluator meets the operations of package value: it says who is to blame,
// hands over budgets, and makes containers in the arena.

// collect makes a collection of what stands on the stack from base on: for a dict, keys and values
// in turn.
func (e *Env) collect(kind value.Kind, base int) value.Value {
	items := e.stack[base:]
	var v value.Value
	switch kind {
	case value.List:
		v = e.list(items)
	case value.Tuple:
		v = e.tupleOf(items)
	case value.Dict:
		b := e.arena.NewDict()
		for i := 0; i < len(items); i += 2 {
			b.Set(items[i], items[i+1])
		}
		v = b.Done()
	default:
		b := e.arena.NewSet()
		for _, x := range items {
			b.Add(x)
		}
		if v = b.Done(); kind == value.Frozen {
			v = b.Frozen()
		}
	}
	e.stack = e.stack[:base]
	return v
}

func (e *Env) list(items []value.Value) value.Value {
	v, to := e.arena.List(len(items))
	copy(to, items)
	return v
}

func (e *Env) tupleOf(items []value.Value) value.Value {
	v, to := e.arena.Tuple(len(items))
	copy(to, items)
	return v
}

func (e *Env) tuple(a, b value.Value) value.Value {
	v, to := e.arena.Tuple(2)
	to[0], to[1] = a, b
	return v
}

func (e *Env) subscript(off int, v, key value.Value) value.Value {
	e.at = off
	if v.Kind() == value.Iter {
		value.Throw("TypeError", "'%s' object is not subscriptable", typeName(v))
	}
	return value.Subscript(e.Store, v, key)
}

func (e *Env) slice(off int, v, lo, hi, step value.Value) value.Value {
	e.at = off
	switch v.Kind() {
	case value.List, value.Tuple:
		e.size.Charge(len(v.Items()))
	case value.Text:
		e.size.Charge(len(v.Text()))
	case value.Iter:
		value.Throw("TypeError", "'%s' object is not subscriptable", typeName(v))
	}
	return value.SliceOf(e.Store, &e.arena, v, lo, hi, step)
}

func (e *Env) contains(in, x value.Value) bool {
	off := e.at
	if in.Kind() == value.Iter {
		it := e.iterate(off, in)
		for {
			v, ok := it.next(e)
			if !ok {
				return false
			}
			if e.step(1); value.Same(v, x) || value.Equal(e.Store, v, x) {
				return true
			}
		}
	}
	return value.Contains(e.Store, in, x)
}

func (e *Env) repr(v value.Value) string {
	s := value.Repr(e.Store, v)
	e.size.Charge(len(s))
	return s
}

func (e *Env) str(v value.Value) string {
	if v.Kind() == value.Text {
		return v.Text()
	}
	s := value.Str(e.Store, v)
	e.size.Charge(len(s))
	return s
}

// plain gives what | sees of v: an instance is a dict there.
func (e *Env) plain(v value.Value) value.Value { return value.AsDict(e.Store, v) }

func isList(v value.Value) bool { return v.IsList() }

func (e *Env) formatValue(v value.Value, spec string) string {
	return value.FormatLimited(e.Store, &e.size, v, spec)
}

func round(v, n value.Value) value.Value { return value.Round(v, n) }

func intBase(v, base value.Value) value.Value { return value.ToInt(v, base) }

// valueMethod calls a method of a text, list, tuple, range or set.
func (e *Env) valueMethod(v value.Value, name string, args []value.Value, kws []Keyword) value.Value {
	m := value.Method(v.Kind(), name)
	if m == nil {
		e.noMethod(e.at, v, name)
	}
	c := value.Call{Store: e.Store, Budget: &e.size, Self: v, Args: args}
	for _, k := range kws {
		c.Kw = append(c.Kw, value.Kwarg{Name: k.Name, Value: k.Value})
	}
	return m.Call(&c)
}
