package expr

import "github.com/astragal-engine/astragal/engine/value"

// view is what keys(), values() and items() give: something to run over, count, look into and, for
// keys and items, to use like a set. Outside an expression it is a list.
type view struct {
	what string // "dict_keys", ...
	of   value.Value
}

func (e *Env) view(what string, of value.Value) value.Value {
	return value.OfExt(value.Iter, what, &view{what, of})
}

func asView(v value.Value) *view {
	if v.Kind() != value.Iter {
		return nil
	}
	w, _ := v.Ext().(*view)
	return w
}

// push puts the elements of the view on the stack.
func (w *view) push(e *Env, off int) {
	keys, at := e.mapping(off, w.of)
	n := keys.Len()
	e.step(int64(n))
	for i := 0; i < n; i++ {
		switch w.what {
		case "dict_keys":
			e.push(keys.At(i))
		case "dict_values":
			e.push(at(i))
		default:
			e.push(e.tuple(keys.At(i), at(i)))
		}
	}
}

// mapping gives the keys of a dict or instance and how to get the i-th value.
func (e *Env) mapping(off int, v value.Value) (*value.Keys, func(int) value.Value) {
	if v.IsInst() {
		in, uid := e.instance(off, v), v.Inst()
		return in.Keys(), func(i int) value.Value { return in.At(uid, i) }
	}
	items := v.Items()
	return v.Keys(), func(i int) value.Value { return items[i] }
}

func (w *view) iterate(e *Env, off int) iterator { return &over{w.list(e, off).Items()} }

func (w *view) list(e *Env, off int) value.Value {
	base := len(e.stack)
	w.push(e, off)
	return e.collect(value.List, base)
}

func (w *view) size(e *Env, off int) int {
	keys, _ := e.mapping(off, w.of)
	return keys.Len()
}

// asSet gives what an operator sees of v: a keys or items view is a set; all else stays.
func (e *Env) asSet(off int, v value.Value) value.Value {
	w := asView(v)
	if w == nil || w.what == "dict_values" {
		return v
	}
	base := len(e.stack)
	w.push(e, off)
	return e.collect(value.Set, base)
}

// outside gives what a view is to those who asked for an expression's result.
func (e *Env) outside(v value.Value) value.Value {
	if w := asView(v); w != nil {
		return w.list(e, 0)
	}
	return v
}

// truth is bool(v).
func (e *Env) truth(v value.Value) bool {
	if w := asView(v); w != nil {
		return w.size(e, e.at) > 0
	}
	return value.Truth(e.Store, v)
}

func typeName(v value.Value) string {
	if v.Kind() == value.Iter {
		return v.Text()
	}
	if v.Kind() == value.Func {
		switch v.Ext().(type) {
		case *builtin, *Native:
			return "builtin_function_or_method"
		}
	}
	return v.Kind().String()
}
