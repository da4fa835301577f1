package expr

import "github.com/astragal-engine/astragal/engine/value"

func (c *compiler) name(n *name) part {
	if v := c.frame.find(n.id); v != nil {
		return c.variable(n, v)
	}
	ref := c.resolve(n.id)
	p := c.outer(n, ref)
	if ref.Local == NoLocal {
		return p
	}
	c.code.reads.Locals = append(c.code.reads.Locals, ref.Local)
	otherwise, name := p.run, &local{sym: ref.Local}
	p = part{nodes: 1, run: func(env *Env) value.Value {
		if v, ok := name.find(&env.Locals); ok {
			return v
		}
		return otherwise(env)
	}}
	if c.mode.Quick("local") {
		p.local, p.look, p.leaf = name, lookAtLocal(name), true
	}
	return p
}

func (c *compiler) variable(n *name, v *variable) part {
	if v.alias != nil {
		return *v.alias
	}
	slot, off := v.slot, n.off()
	p := part{nodes: 1, items: v.items, whole: v.whole}
	switch {
	case v.cell:
		p.run = func(env *Env) value.Value {
			x := env.frame[slot].Ext().(*cell).v
			if value.Same(x, unbound) {
				env.fail(off, "NameError", "cannot access free variable '%s' where it is not associated with a value in enclosing scope", n.id)
			}
			return x
		}
	case !v.ready:
		v.unset = true
		p.run = func(env *Env) value.Value {
			x := env.frame[slot]
			if value.Same(x, unbound) {
				env.fail(off, "UnboundLocalError", "cannot access local variable '%s' where it is not associated with a value", n.id)
			}
			return x
		}
	default:
		p.kind, p.index = slotPart, slot
		p.run = func(env *Env) value.Value { return env.frame[slot] }
	}
	return p
}

// outer gives what a name means when no local is bound.
func (c *compiler) outer(n *name, ref Ref) part {
	switch ref.Kind {
	case Const:
		return constantPart(ref.Value)
	case State:
		i := ref.Index
		c.code.reads.State = append(c.code.reads.State, i)
		return part{kind: statePart, index: i, nodes: 1, look: lookAtState(i), leaf: true, run: func(env *Env) value.Value { return env.State[i] }}
	case Derived:
		f, off := ref.Func, n.off()
		if p, ok := c.inline(f, off, nil); ok {
			return p
		}
		c.code.funcs = append(c.code.funcs, f)
		return part{nodes: 2, run: func(env *Env) value.Value {
			env.at = off
			cur, frame, top, scope := env.begin(f)
			v := f.Body.run(env)
			env.end(cur, frame, top, scope)
			return v
		}}
	case OwnFunc:
		c.code.funcs = append(c.code.funcs, ref.Func)
		return function(ref.Func.Name, ref.Func)
	case Builtin:
		c.code.reads.Calls = append(c.code.reads.Calls, ref.Native.Name)
		return function(ref.Native.Name, ref.Native)
	}
	if b := builtins[n.id]; b != nil {
		return part{nodes: 1, kind: constPart, val: b.val, run: func(*Env) value.Value { return b.val }}
	}
	id, off := n.id, n.off()
	return part{nodes: 1, run: func(env *Env) value.Value {
		env.fail(off, "NameError", "name '%s' is not defined", id)
		return value.Value{}
	}}
}

//go:noinline
func function(name string, f any) part {
	v := value.OfExt(value.Func, name, f)
	return part{nodes: 1, run: func(*Env) value.Value { return v }}
}

// builtin gives the Python builtin that n names, if nothing hides it.
func (c *compiler) builtin(n node) *builtin {
	id, ok := n.(*name)
	if !ok || builtins[id.id] == nil || c.frame.find(id.id) != nil {
		return nil
	}
	if ref := c.resolve(id.id); ref.Local != NoLocal || ref.Kind != Unknown {
		return nil
	}
	return builtins[id.id]
}
