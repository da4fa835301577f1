package expr

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/value"
)

// arguments are a call's, compiled: push puts their values on the stack and the keywords on kws.
type arguments struct {
	parts  []part
	star   []bool
	kws    []kwPart
	nodes  int64
	simple bool // no stars: the counts are known
	off    int
}

type kwPart struct {
	name string
	sym  int32
	off  int
	part
}

func (c *compiler) arguments(off int, args []node, kws []keyword) *arguments {
	a := &arguments{simple: true, off: off}
	for _, x := range args {
		s, star := x.(*starred)
		if star {
			x = s.x
			a.simple = false
		}
		p := c.node(x)
		a.parts, a.star, a.nodes = append(a.parts, p), append(a.star, star), a.nodes+p.nodes
	}
	for _, k := range kws {
		p := kwPart{k.name, NoLocal, k.off(), c.node(k.x)}
		if k.name == "" {
			a.simple = false
		} else {
			p.sym = c.resolver.Resolve(k.name).Local
		}
		a.kws, a.nodes = append(a.kws, p), a.nodes+p.nodes
	}
	return a
}

func (a *arguments) push(e *Env) {
	for i := range a.parts {
		v := a.parts[i].load(e)
		if a.star[i] {
			e.pushAll(a.off, v)
		} else {
			e.stack = append(e.stack, v)
		}
	}
	base := len(e.kws)
	for i := range a.kws {
		k := &a.kws[i]
		v := k.load(e)
		if k.name != "" {
			e.kws = append(e.kws, Keyword{k.name, k.sym, v})
			continue
		}
		if v.Kind() != value.Dict && !v.IsInst() {
			e.fail(k.off, "TypeError", "argument after ** must be a mapping, not %s", typeName(v))
		}
		keys, at := e.mapping(k.off, v)
		for j := 0; j < keys.Len(); j++ {
			if keys.At(j).Kind() != value.Text {
				e.fail(k.off, "TypeError", "keywords must be strings")
			}
			e.kws = append(e.kws, Keyword{keys.At(j).Text(), NoLocal, at(j)})
		}
	}
	if !a.simple {
		for i := base; i < len(e.kws); i++ {
			for j := base; j < i; j++ {
				if e.kws[i].Name == e.kws[j].Name {
					e.fail(a.off, "TypeError", "got multiple values for keyword argument '%s'", e.kws[i].Name)
				}
			}
		}
	}
}

// constants reports whether all arguments are.
func (a *arguments) constants() bool {
	for i := range a.parts {
		if a.parts[i].kind != constPart {
			return false
		}
	}
	for i := range a.kws {
		if a.kws[i].kind != constPart {
			return false
		}
	}
	return a.simple
}

// with runs f on the values of the arguments.
//
//go:noinline
func (a *arguments) with(f func(*Env, []value.Value, []Keyword) value.Value) exec {
	off := a.off
	return func(env *Env) value.Value {
		base, kbase := len(env.stack), len(env.kws)
		a.push(env)
		env.at = off
		v := f(env, env.stack[base:], env.kws[kbase:])
		env.stack, env.kws = env.stack[:base], env.kws[:kbase]
		return v
	}
}

func (c *compiler) call(n *call) part {
	off := n.off()
	if b := c.builtin(n.fn); b != nil {
		if !c.mode.Plain {
			if p, ok := c.fused(b, n); ok {
				c.mode.Quick(b.name)
				return p
			}
		}
		a := c.arguments(off, n.args, n.kws)
		if b.name == "next" && c.inGen > 0 {
			b = &nextInGenerator
		}
		if b.reads {
			c.readsAny()
		}
		p := part{nodes: 1 + a.nodes, whole: b.whole, run: a.with(b.invoke)}
		if a.constants() {
			return c.fold(p)
		}
		return p
	}
	if ref, ok := c.static(n.fn); ok {
		a := c.arguments(off, n.args, n.kws)
		if ref.Kind == OwnFunc {
			if p, ok := c.inline(ref.Func, off, a); ok {
				return p
			}
			c.code.funcs = append(c.code.funcs, ref.Func)
			run := a.with(ref.Func.invoke)
			if c.mode.Quick("own function") {
				run = own(ref.Func, a)
			}
			return part{nodes: 2 + a.nodes, run: run}
		}
		c.code.reads.Calls = append(c.code.reads.Calls, ref.Native.Name)
		nat := ref.Native
		p := part{nodes: 2 + a.nodes, run: a.with(nat.invoke)}
		if nat.Pure && a.constants() {
			return c.fold(p)
		}
		return p
	}
	fn := c.node(n.fn)
	a := c.arguments(off, n.args, n.kws)
	f := fn.run
	return part{nodes: 2 + fn.nodes + a.nodes, run: func(env *Env) value.Value {
		callee := f(env)
		base, kbase := len(env.stack), len(env.kws)
		a.push(env)
		v := env.callValue(off, callee, env.stack[base:], env.kws[kbase:])
		env.stack, env.kws = env.stack[:base], env.kws[:kbase]
		return v
	}}
}

// static gives the own function or native that n certainly names.
func (c *compiler) static(n node) (Ref, bool) {
	id, ok := n.(*name)
	if !ok || c.frame.find(id.id) != nil {
		return Ref{}, false
	}
	ref := c.resolve(id.id)
	return ref, ref.Local == NoLocal && (ref.Kind == OwnFunc || ref.Kind == Builtin)
}

// own is a call of an own function.
//
//go:noinline
func own(f *Function, a *arguments) exec {
	if a.simple && len(a.kws) == 0 && len(a.parts) == len(f.Params) {
		n := len(a.parts)
		return func(env *Env) value.Value {
			base := len(env.stack)
			for i := range a.parts {
				env.stack = append(env.stack, a.parts[i].load(env))
			}
			env.at = a.off
			cur, frame, top, scope := env.begin(f)
			copy(env.frame, env.stack[base:base+n])
			env.stack = env.stack[:base]
			v := f.Body.run(env)
			env.end(cur, frame, top, scope)
			return v
		}
	}
	return a.with(f.invoke)
}

// invoke calls f with arguments that may be parts of the stack.
func (f *Function) invoke(e *Env, args []value.Value, kws []Keyword) value.Value {
	arity(f.Name, f.Params, len(args), kws)
	cur, frame, top, scope := e.begin(f)
	copy(e.frame, args)
	for _, k := range kws {
		for i, p := range f.Params {
			if p == k.Name {
				e.frame[i] = k.Value
			}
		}
	}
	v := f.Body.run(e)
	e.end(cur, frame, top, scope)
	return v
}

// arity throws a TypeError unless n positional arguments and kws fill params.
func arity(name string, params []string, n int, kws []Keyword) {
	if n > len(params) {
		value.Throw("TypeError", "%s() takes %d positional argument%s but %d %s given", name, len(params), plural(len(params)), n, were(n))
	}
	given := make([]bool, len(params))
	for i := 0; i < n; i++ {
		given[i] = true
	}
next:
	for _, k := range kws {
		for i, p := range params {
			if p == k.Name {
				if given[i] {
					value.Throw("TypeError", "%s() got multiple values for argument '%s'", name, p)
				}
				given[i] = true
				continue next
			}
		}
		value.Throw("TypeError", "%s() got an unexpected keyword argument '%s'", name, k.Name)
	}
	var missing []string
	for i, p := range params {
		if !given[i] {
			missing = append(missing, "'"+p+"'")
		}
	}
	if m := len(missing); m > 0 {
		list := strings.Join(missing, ", ")
		if m > 1 {
			list = strings.Join(missing[:m-1], ", ") + " and " + missing[m-1]
		}
		value.Throw("TypeError", "%s() missing %d required positional argument%s: %s", name, m, plural(m), list)
	}
}

func (nat *Native) invoke(e *Env, args []value.Value, kws []Keyword) value.Value {
	checkCount(nat.Name, nat.Min, nat.Max, len(args))
	if len(kws) > 0 && !nat.Keywords {
		value.Throw("TypeError", "%s() takes no keyword arguments", nat.Name)
	}
	e.step(1)
	return nat.Call(e, args, kws)
}

// checkCount throws a TypeError unless min <= n <= max.
func checkCount(name string, min, max, n int) {
	switch {
	case n < min && min == max:
		value.Throw("TypeError", "%s() takes exactly %d argument%s (%d given)", name, min, plural(min), n)
	case n < min:
		value.Throw("TypeError", "%s expected at least %d argument%s, got %d", name, min, plural(min), n)
	case max >= 0 && n > max && min == max:
		value.Throw("TypeError", "%s() takes exactly %d argument%s (%d given)", name, max, plural(max), n)
	case max >= 0 && n > max:
		value.Throw("TypeError", "%s expected at most %d argument%s, got %d", name, max, plural(max), n)
	}
}

// callValue calls whatever v is.
func (e *Env) callValue(off int, v value.Value, args []value.Value, kws []Keyword) value.Value {
	e.at = off
	switch v.Kind() {
	case value.Func, value.Type:
		switch f := v.Ext().(type) {
		case *builtin:
			return f.invoke(e, args, kws)
		case *closure:
			return f.call(e, args, kws)
		case *Function:
			return f.invoke(e, args, kws)
		case *Native:
			return f.invoke(e, args, kws)
		}
	}
	e.fail(off, "TypeError", "'%s' object is not callable", typeName(v))
	return value.Value{}
}
