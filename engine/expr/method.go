package expr

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/value"
)

// methodNames are the only attributes that exist; each can only be called.
var methodNames = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`lower upper title strip lstrip rstrip split rsplit join replace startswith
		endswith find index count format isdigit isalpha removeprefix removesuffix zfill
		get keys values items
		union intersection difference symmetric_difference issubset issuperset isdisjoint`) {
		m[n] = true
	}
	return m
}()

func (c *compiler) method(n *method) part {
	x := c.node(n.x)
	off, name, get := n.off(), n.name, x.run
	switch name {
	case "get":
		if p, ok := c.get(n, x); ok {
			return p
		}
		c.readsAny()
	case "keys", "values", "items", "format", "join":
		c.readsAny()
	}
	if g := c.consumedByJoin(n); g != nil {
		as := *g
		as.kind = value.List
		list := c.collected(&as, value.List, true)
		items := list.run
		return part{nodes: 1 + x.nodes + list.nodes, run: func(env *Env) value.Value {
			v := get(env)
			env.demand(off, v, name)
			one := [1]value.Value{items(env)}
			return env.callMethod(off, v, name, one[:], nil)
		}}
	}
	a := c.arguments(off, n.args, n.kws)
	p := part{nodes: 2 + x.nodes + a.nodes, run: func(env *Env) value.Value {
		v := get(env)
		env.demand(off, v, name)
		base, kbase := len(env.stack), len(env.kws)
		a.push(env)
		r := env.callMethod(off, v, name, env.stack[base:], env.kws[kbase:])
		env.stack, env.kws = env.stack[:base], env.kws[:kbase]
		return r
	}}
	if a.constants() {
		return c.fold(p, x)
	}
	return p
}

// get is x.get(key) or x.get(key, default) of a dict or item.
func (c *compiler) get(n *method, x part) (part, bool) {
	if len(n.kws) > 0 || len(n.args) == 0 || len(n.args) > 2 || !c.mode.Quick("get") {
		return part{}, false
	}
	a := c.arguments(n.off(), n.args, nil)
	if !a.simple {
		return part{}, false
	}
	c.readsKey(&a.parts[0])
	run, key, off := x.run, a.parts[0].run, n.off()
	def := func(*Env) value.Value { return value.Value{} }
	if len(a.parts) == 2 {
		def = a.parts[1].run
	}
	p := part{nodes: 1 + x.nodes + a.nodes, run: func(env *Env) value.Value {
		v := run(env)
		if v.Kind() != value.Dict && !v.IsInst() && v.Kind() != value.Type {
			env.noMethod(off, v, "get")
		}
		k := key(env)
		d := def(env)
		env.at = off
		switch v.Kind() {
		case value.Inst:
			in := env.instance(off, v)
			if i := in.Keys().Find(k); i >= 0 {
				return in.At(v.Inst(), i)
			}
			return d
		case value.Dict:
			if i := v.Keys().Find(k); i >= 0 {
				return v.Items()[i]
			}
			return d
		}
		return env.unboundMethod(off, v, "get", []value.Value{k, d}[:len(a.parts)], nil)
	}}
	return c.fold(p, append(a.parts, x)...), true
}

func (e *Env) noMethod(off int, v value.Value, name string) {
	e.fail(off, "AttributeError", "'%s' object has no attribute '%s'", typeName(v), name)
}

// demand throws an AttributeError unless v has the method: Python looks for it before it evaluates
// the arguments.
func (e *Env) demand(off int, v value.Value, name string) {
	switch v.Kind() {
	case value.Type:
		return
	case value.Dict, value.Inst:
		if name == "get" || name == "keys" || name == "values" || name == "items" {
			return
		}
	case value.Iter:
		if w := asView(v); w != nil && name == "isdisjoint" && w.what != "dict_values" {
			return
		}
	default:
		if value.Method(v.Kind(), name) != nil {
			return
		}
	}
	e.noMethod(off, v, name)
}

// callMethod calls the method name of v.
func (e *Env) callMethod(off int, v value.Value, name string, args []value.Value, kws []Keyword) value.Value {
	e.step(1)
	e.at = off
	switch v.Kind() {
	case value.Dict, value.Inst:
		return e.dictMethod(off, v, name, args, kws)
	case value.Iter:
		e.demand(off, v, name)
		v = e.asSet(off, v)
	case value.Type:
		return e.unboundMethod(off, v, name, args, kws)
	case value.Text:
		if name == "join" && len(args) == 1 && len(kws) == 0 {
			one := [1]value.Value{e.elements(args[0])}
			e.at = off
			return e.valueMethod(v, name, one[:], nil)
		}
	case value.Set, value.Frozen:
		if len(kws) == 0 {
			base := len(e.stack)
			for _, x := range args {
				if k := x.Kind(); k != value.Set && k != value.Frozen {
					x = e.elements(x)
				}
				e.stack = append(e.stack, x)
			}
			e.at = off
			r := e.valueMethod(v, name, e.stack[base:], nil)
			e.stack = e.stack[:base]
			return r
		}
	}
	return e.valueMethod(v, name, args, kws)
}

func (e *Env) dictMethod(off int, v value.Value, name string, args []value.Value, kws []Keyword) value.Value {
	switch name {
	case "keys", "values", "items":
		if len(args)+len(kws) > 0 {
			e.fail(off, "TypeError", "dict.%s() takes no arguments (%d given)", name, len(args)+len(kws))
		}
		return e.view("dict_"+name, v)
	case "get":
		if len(kws) > 0 {
			e.fail(off, "TypeError", "dict.get() takes no keyword arguments")
		}
		checkCount("get", 1, 2, len(args))
		value.Hash(args[0])
		keys, at := e.mapping(off, v)
		if i := keys.Find(args[0]); i >= 0 {
			return at(i)
		}
		if len(args) == 2 {
			return args[1]
		}
		return value.Value{}
	}
	e.noMethod(off, v, name)
	return v
}

// unboundMethod is str.lower(x) and its like: a method called by way of its type.
func (e *Env) unboundMethod(off int, t value.Value, name string, args []value.Value, kws []Keyword) value.Value {
	if len(args) == 0 {
		e.fail(off, "TypeError", "unbound method %s.%s() needs an argument", t.Text(), name)
	}
	if typeName(args[0]) != t.Text() {
		e.fail(off, "TypeError", "descriptor '%s' for '%s' objects doesn't apply to a '%s' object", name, t.Text(), typeName(args[0]))
	}
	return e.callMethod(off, args[0], name, args[1:], kws)
}
