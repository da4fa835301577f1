package expr

import (
	"math"

	"github.com/astragal-engine/astragal/engine/value"
)

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
	if !a.simple || len(a.kws) > 0 || len(a.parts) != len(f.Params) || c.glimpsing && !a.leaves() || !spend(&c.mode.Room.nodes, f.size) || !c.mode.Quick("inlined") {
		return part{}, false
	}
	c.grown += f.size
	params := make([]*variable, len(f.Params))
	var slots []int
	var args []exec
	depth := len(c.frame.vars)
	for i, name := range f.Params {
		p := &a.parts[i]
		if p.kind != dynamic || c.glimpsing {
			params[i] = &variable{name: name, ready: true, alias: p}
			continue
		}
		v := c.frame.declare(name)
		v.items, v.whole = p.items, p.whole
		params[i], slots, args = v, append(slots, v.slot), append(args, p.run)
	}
	c.frame.vars = c.frame.vars[:depth]
	body := c.body(f, params)
	p := inlined(f, off, slots, args, body, 2+a.nodes)
	if len(args) > 0 && a.leaves() && spend(&c.mode.Room.nodes, f.size) {
		body = c.glimpse(f, a)
	} else if len(args) > 0 {
		return p, true
	}
	by := calling{1, MaxCalls - c.depth}
	p.look, p.ask, p.few = by.look(body.look), by.ask(body.ask), by.few(body.few)
	switch h := body.hand; {
	case h == nil:
	case p.ask != nil:
		p.ask = h.ask(by)
	default:
		p.few = h.few(by)
	}
	return p, true
}

// body compiles the body of f.
func (c *compiler) body(f *Function, params []*variable) part {
	outer, vars := *c, c.frame.vars
	c.frame.vars = params
	c.syn, c.resolver, c.closed, c.cells, c.inGen = f.syn, f.resolver, true, nil, 0
	c.depth++
	c.findCells()
	body := c.node(f.syn.root)
	c.frame.vars = vars
	c.syn, c.resolver, c.closed, c.cells, c.inGen, c.depth = outer.syn, outer.resolver, outer.closed, outer.cells, outer.inGen, outer.depth
	return body
}

// glimpse compiles the body of f only for what a glance tells of it: its parameters are what the caller passes, which is
// looked at where the body reads them.
func (c *compiler) glimpse(f *Function, a *arguments) part {
	params := make([]*variable, len(f.Params))
	for i, name := range f.Params {
		params[i] = &variable{name: name, ready: true, alias: &a.parts[i]}
	}
	reads, funcs, size := c.code.reads, c.code.funcs, c.frame.size
	c.glimpsing = true
	body := c.body(f, params)
	c.glimpsing = false
	c.code.reads, c.code.funcs, c.frame.size = reads, funcs, size
	return body
}

// leaves reports whether all arguments are.
func (a *arguments) leaves() bool {
	for i := range a.parts {
		if !a.parts[i].leaf {
			return false
		}
	}
	return true
}

// calling is the call by way of which there is a glance at a body: the steps that it takes, and how deep in calls it is
// still made.
type calling struct {
	steps int64
	depth int
}

var uncalled = calling{0, math.MaxInt}

// begin pays for the call; false where there is none.
func (by calling) begin(env *Env) bool {
	env.steps -= by.steps
	return env.steps >= 0 && env.calls < by.depth
}

//go:noinline
func (by calling) look(of look) look {
	if of == nil {
		return nil
	}
	return func(env *Env) (value.Value, bool) {
		if !by.begin(env) {
			return value.Value{}, false
		}
		return of(env)
	}
}

//go:noinline
func (by calling) ask(of ask) ask {
	if of == nil {
		return nil
	}
	return func(env *Env) (yes, sure bool) {
		if !by.begin(env) {
			return false, false
		}
		return of(env)
	}
}

//go:noinline
func (by calling) few(of fewOf) fewOf {
	if of == nil {
		return nil
	}
	return func(env *Env) ([]value.Value, uint64, bool) {
		if !by.begin(env) {
			return nil, 0, false
		}
		return of(env)
	}
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
	p := part{nodes: nodes, whole: body.whole, truth: body.truth}
	p.run = func(env *Env) value.Value {
		cur, scope := c.enter(env)
		v := run(env)
		env.outOf(cur, scope)
		return v
	}
	p.cond = func(env *Env) bool {
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
