package expr

import "github.com/astragal-engine/astragal/engine/value"

func (c *compiler) display(n *display) part {
	a := &arguments{simple: true, off: n.off()}
	for _, x := range n.items {
		s, star := x.(*starred)
		if star {
			x = s.x
		}
		p := c.node(x)
		a.parts, a.star, a.nodes = append(a.parts, p), append(a.star, star), a.nodes+p.nodes
	}
	kind, hashed := n.kind, n.kind == value.Set
	p := part{nodes: 1 + a.nodes, run: func(env *Env) value.Value {
		base := len(env.stack)
		for i := range a.parts {
			v := a.parts[i].load(env)
			if a.star[i] {
				env.pushAll(a.off, v)
			} else {
				env.push(v)
			}
		}
		if hashed {
			env.at = a.off
			for _, v := range env.stack[base:] {
				value.Hash(v)
			}
		}
		return env.collect(kind, base)
	}}
	return c.fold(p, a.parts...)
}

func (c *compiler) dictDisplay(n *dictDisplay) part {
	var parts []part
	nodes := int64(1)
	keys, vals, offs := make([]exec, len(n.vals)), make([]exec, len(n.vals)), make([]int, len(n.vals))
	for i, v := range n.vals {
		offs[i] = v.off()
		if n.keys[i] != nil {
			k := c.node(n.keys[i])
			keys[i], nodes, offs[i] = k.run, nodes+k.nodes, n.keys[i].off()
			parts = append(parts, k)
		}
		p := c.node(v)
		vals[i], nodes = p.run, nodes+p.nodes
		parts = append(parts, p)
	}
	p := part{nodes: nodes, run: func(env *Env) value.Value {
		base := len(env.stack)
		for i := range vals {
			if keys[i] == nil {
				v := vals[i](env)
				env.at = offs[i]
				if v.Kind() != value.Dict && !v.IsInst() {
					env.fail(offs[i], "TypeError", "'%s' object is not a mapping", typeName(v))
				}
				env.pushPairs(v)
				continue
			}
			env.push(keys[i](env))
			env.push(vals[i](env))
		}
		env.at = n.off()
		for i := base; i < len(env.stack); i += 2 {
			value.Hash(env.stack[i])
		}
		return env.collect(value.Dict, base)
	}}
	return c.fold(p, parts...)
}
