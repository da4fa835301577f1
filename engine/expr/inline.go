package expr

import "github.com/astragal-engine/astragal/engine/value"

// How much of other functions' bodies may stand in an expression, and how deep in one another.
const (
	inlineDepth = 4
	inlineNodes = 2000
)

// inline compiles the body of f in place of a call with the arguments a (nil: none), with its parameters as
// slots of the caller's frame, or as what the caller names where that cannot change or fail. What is told of
// errors, depth and steps is what it would be of a call.
func (c *compiler) inline(f *Function, off int, a *arguments) (part, bool) {
	if f.syn == nil || f.Body == nil || c.frame.parent != nil || c.depth >= inlineDepth || c.grown+f.size > inlineNodes {
		return part{}, false
	}
	if a == nil {
		a = &arguments{simple: true}
	}
	if !a.simple || len(a.kws) > 0 || len(a.parts) != len(f.Params) || !spend(&c.mode.Room.nodes, f.size) || !c.mode.Quick("inlined") {
		return part{}, false
	}
	c.grown += f.size
	outer, vars := *c, c.frame.vars
	c.frame.vars = nil
	c.syn, c.resolver, c.closed, c.cells, c.inGen = f.syn, f.resolver, true, nil, 0
	c.depth++
	var slots []int
	var args []exec
	for i, name := range f.Params {
		if p := &a.parts[i]; p.kind != dynamic {
			c.frame.vars = append(c.frame.vars, &variable{name: name, ready: true, alias: p})
		} else {
			v := c.frame.declare(name)
			v.items, v.whole = p.items, p.whole
			slots, args = append(slots, v.slot), append(args, p.run)
		}
	}
	c.findCells()
	body := c.node(f.syn.root)
	c.frame.vars = vars
	c.syn, c.resolver, c.closed, c.cells, c.inGen, c.depth = outer.syn, outer.resolver, outer.closed, outer.cells, outer.inGen, outer.depth
	return inlined(f, off, slots, args, body, 2+a.nodes), true
}

// callee is a function whose body stands in for a call of it: what its parameters become is put into slots.
type callee struct {
	f     *Function
	off   int
	slots []int
	args  []exec
}

//go:noinline
func inlined(f *Function, off int, slots []int, args []exec, body part, nodes int64) part {
	run, cond, each := body.run, body.test(), body.each
	c := &callee{f, off, slots, args}
	p := part{nodes: nodes, whole: body.whole}
	p.run = func(env *Env) value.Value {
		cur, scope := c.enter(env)
		v := run(env)
		env.outOf(cur, scope)
		return v
	}
	h := body.hand
	p.cond = func(env *Env) bool {
		if h != nil && env.calls < MaxCalls {
			// What a glance tells needs none of what an error would say. Where it tells nothing it has cost nothing:
			// what others remembered must not show in the budgets.
			steps, size := env.steps, env.size.Left
			c.pass(env)
			if v, sure := h.over.glance(env); sure {
				if yes, sure := h.any(env, v); sure {
					env.steps--
					return yes
				}
			}
			env.steps, env.size.Left = steps, size
		}
		cur, scope := c.enter(env)
		b := cond(env)
		env.outOf(cur, scope)
		return b
	}
	if each != nil {
		p.each = func(env *Env) bool {
			cur, scope := c.enter(env)
			b := each(env)
			env.outOf(cur, scope)
			return b
		}
	}
	if few := body.few; few != nil {
		p.few = func(env *Env) ([]value.Value, uint64, bool) {
			cur, scope := c.enter(env)
			others, elements, ok := few(env)
			env.outOf(cur, scope)
			return others, elements, ok
		}
	}
	return p
}

// enter begins the body in the caller's frame; outOf ends it.
func (c *callee) enter(env *Env) (cur *Code, scope int32) {
	c.pass(env)
	env.at = c.off
	if env.calls >= MaxCalls {
		value.Throw("ExprError", "function '%s' calls itself more than %d deep", c.f.Name, MaxCalls)
	}
	if env.steps--; env.steps < 0 {
		env.step(0)
	}
	cur, scope = env.cur, env.Locals.Cur
	env.calls++
	env.cur, env.Locals.Cur = c.f.Body, -1
	return cur, scope
}

// pass puts the arguments where the body looks for its parameters.
func (c *callee) pass(env *Env) {
	for i, arg := range c.args {
		v := arg(env)
		env.frame[c.slots[i]] = v
	}
}

func (e *Env) outOf(cur *Code, scope int32) {
	e.calls--
	e.cur, e.Locals.Cur = cur, scope
}
