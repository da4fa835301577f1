package expr

import "github.com/astragal-engine/astragal/engine/value"

// Mode says how expressions are compiled. The zero Mode takes every fast path that it finds.
//
// Plain takes none: every node is run by itself and gives its value, every operator goes the way that
// fits all values, and nothing is worked out, remembered or left out beforehand. Both modes give the
// same values and errors; only what they take off the budgets differs. Fast, if it is given, is told of
// each fast path that is taken. Room is shared by the expressions of one model; nil: each has its own.
type Mode struct {
	Plain bool
	Fast  func(path string)
	Room  *Room
}

// Compile is the function Compile in this mode.
func (m Mode) Compile(s *Syntax, r Resolver) *Code { return m.compile(s, r, &frame{}, nil) }

// Quick asks whether a fast path may be taken; whoever asks takes it then.
func (m Mode) Quick(path string) bool {
	if m.Plain {
		return false
	}
	if m.Fast != nil {
		m.Fast(path)
	}
	return true
}

// known leaves what may be known of a part beside how to run it: nothing in plain mode. All that follows
// from a part being constant, a slot, a place or a condition rests on this.
func (m Mode) known(p part) part {
	if m.Plain {
		p = part{run: p.run, nodes: p.nodes, whole: p.whole}
	}
	if m.Fast != nil {
		for path, is := range map[string]bool{
			"constant": p.kind == constPart, "slot": p.kind == slotPart, "state": p.kind == statePart, "attribute": p.attr != nil,
			"place": p.cell != nil, "local": p.local != nil, "glance": p.look != nil || p.ask != nil, "elements": p.each != nil, "condition": p.cond != nil,
		} {
			if is {
				m.Fast(path)
			}
		}
	}
	return p
}

// The ways that fit all values.

//go:noinline
func applied(o op, off int, a, b exec) exec {
	return func(env *Env) value.Value {
		l := a(env)
		return env.apply(o, off, l, b(env))
	}
}

//go:noinline
func related(n *comparison, runs []exec) test {
	return func(env *Env) bool {
		a := runs[0](env)
		for i, o := range n.ops {
			b := runs[i+1](env)
			if !env.relation(o, n.offs[i], a, b) {
				return false
			}
			a = b
		}
		return true
	}
}

//go:noinline
func subscripted(off int, a, b exec) exec {
	return func(env *Env) value.Value {
		l := a(env)
		return env.subscript(off, l, b(env))
	}
}
