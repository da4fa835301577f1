package expr

import (
	"fmt"
	"math/bits"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/value"
)

// Defaults of Limits, and how deep own functions may call each other.
const (
	DefaultSteps = 10_000_000
	DefaultSize  = 10_000_000
	MaxCalls     = 100
)

type (
	exec func(*Env) value.Value
	test func(*Env) bool

	// fewOf gives the elements of a list as bits: they are those of others, or, where that is nil, whole numbers, in
	// order. ok is false where the list must be made as ever, and nothing has happened then.
	fewOf func(*Env) (others []value.Value, elements uint64, ok bool)
)

// Code is a compiled expression. It never changes and may be shared by all threads.
type Code struct {
	syn    *Syntax
	run    exec
	cond   test
	each   test // of a list comprehension: pushes its elements onto the stack
	few    fewOf
	eval   exec // Run
	decide test // RunBool
	slots  int  // of its frame
	konst  bool // val is the result
	val    value.Value
	reads  Reads
	funcs  []*Function // called by it
	makes  bool        // lambdas or generators, which have frames of their own
}

// Src is the text that was compiled, Pos where it stands.
func (c *Code) Src() string   { return c.syn.Src }
func (c *Code) Pos() diag.Pos { return c.syn.Pos }

// Const gives the result if it is known without running: the expression reads nothing and cannot fail.
func (c *Code) Const() (value.Value, bool) { return c.val, c.konst }

// NewEnv makes an Env with nothing in it, ready to run.
func NewEnv() *Env {
	e := &Env{Locals: Locals{Cur: -1}}
	e.Begin()
	return e
}

// Begin starts a new evaluation: its budgets are full, and all that earlier ones made and nobody
// kept is forgotten.
func (e *Env) Begin() {
	e.arena.Reset()
	if cap(e.stack) > keepStack && len(e.stack) == 0 {
		e.stack = nil // an enormous list was made: a game that waits should hold little
	}
	e.due.steps, e.due.size = e.Limits.Steps, e.Limits.Size
	if e.due.steps == 0 {
		e.due.steps = DefaultSteps
	}
	if e.due.size == 0 {
		e.due.size = DefaultSize
	}
	e.full.steps, e.full.size = e.due.steps+min(e.due.steps>>10, slack), e.due.size+min(e.due.size>>10, slack)
	e.steps, e.size.Left = e.full.steps, e.full.size
}

// slack is how much of its budgets an evaluation may leave spent to those that follow, so that not each of
// many small ones needs to begin anew: each has what its limits say, and at most so much more.
const slack = 1024

// Due reports whether the next evaluation needs a Turn first.
func (e *Env) Due() bool { return e.steps < e.due.steps || e.size.Left < e.due.size }

// Most is what one evaluation may cost at least before it is stopped, as Turn counts.
func (e *Env) Most() int64 { return min(e.due.steps, e.due.size) }

// Turn is Begin between two evaluations of a game, and tells what the one before cost: its steps, and
// four for each of the values and bytes that it made, which take memory as well.
func (e *Env) Turn() int64 {
	spent := e.full.steps - e.steps + 4*(e.full.size-e.size.Left)
	e.arena.Reset()
	if spent != 0 {
		e.steps, e.size.Left = e.full.steps, e.full.size
		if cap(e.stack) > keepStack {
			e.Begin()
		}
	}
	return spent
}

// Reset forgets evaluations that a panic cut short. Call it where no evaluation is running.
func (e *Env) Reset() {
	e.cur, e.frame, e.top, e.calls, e.count = nil, nil, 0, 0, 0
	clear(e.stack)
	clear(e.kws)
	e.stack, e.kws = e.stack[:0], e.kws[:0]
	e.Locals.Cur = -1
	e.size.Left = max(e.size.Left, 0)
}

// Run evaluates the expression. It panics with *Error or *value.Error. The result may be temporary:
// value.Keep makes it safe beyond the next Begin.
func (c *Code) Run(env *Env) value.Value { return c.eval(env) }

// RunBool gives the truth of the expression; it panics as Run does.
func (c *Code) RunBool(env *Env) bool { return c.decide(env) }

// evaluation is the quickest way to evaluate the expression, which is p.
func (c *Code) evaluation(p *part) exec {
	whole := c.whole()
	switch {
	case p.kind == statePart:
		i := p.index
		return func(env *Env) value.Value { return env.State[i] }
	case c.konst:
		return func(*Env) value.Value { return c.val }
	case p.local != nil:
		n := p.local
		return func(env *Env) value.Value {
			if v, ok := n.glance(&env.Locals); ok {
				return v
			}
			if v, ok := n.search(&env.Locals); ok {
				return v
			}
			return whole(env)
		}
	case p.look != nil:
		at := p.look
		return func(env *Env) value.Value {
			steps := env.steps
			if v, sure := at(env); sure {
				return v
			}
			env.steps = steps
			return whole(env)
		}
	case p.ask != nil && p.truth:
		of := p.ask
		return func(env *Env) value.Value {
			steps := env.steps
			if yes, sure := of(env); sure {
				return value.OfBool(yes)
			}
			env.steps = steps
			return whole(env)
		}
	}
	return whole
}

// decision is evaluation for the truth of p.
func (c *Code) decision(p *part) test {
	of, truth := p.asked(), c.truth()
	if of == nil {
		return truth
	}
	return func(env *Env) bool {
		steps := env.steps
		if yes, sure := of(env); sure {
			return yes
		}
		env.steps = steps
		return truth(env)
	}
}

// whole evaluates the expression without a glance.
//
//go:noinline
func (c *Code) whole() exec {
	return func(env *Env) value.Value {
		cur := env.cur
		env.cur = c
		var v value.Value
		switch {
		case c.slots == 0:
			v = c.run(env)
		case env.top == 0 && c.slots <= len(env.frame):
			env.top = c.slots
			v = c.run(env)
			env.top = 0
		default:
			frame, top := env.frame, env.top
			env.enter(c.slots)
			v = c.run(env)
			env.leave(frame, top)
		}
		env.cur = cur
		if v.Kind() == value.Iter {
			return env.outside(v)
		}
		return v
	}
}

// truth is whole for the truth of the expression.
//
//go:noinline
func (c *Code) truth() test {
	return func(env *Env) bool {
		cur := env.cur
		env.cur = c
		var b bool
		switch {
		case c.slots == 0:
			b = c.cond(env)
		case env.top == 0 && c.slots <= len(env.frame):
			env.top = c.slots
			b = c.cond(env)
			env.top = 0
		default:
			frame, top := env.frame, env.top
			env.enter(c.slots)
			b = c.cond(env)
			env.leave(frame, top)
		}
		env.cur = cur
		return b
	}
}

// Append evaluates a list comprehension and appends its elements to dst, without making the list. Of
// any other expression it gives the value: made is false then.
func (c *Code) Append(env *Env, dst []value.Value) (out []value.Value, v value.Value, made bool) {
	if c.each == nil {
		return dst, c.Run(env), false
	}
	cur, frame, top, stack := env.cur, env.frame, env.top, env.stack
	env.cur, env.stack = c, dst // the stack is where elements go
	defer func() { env.stack = stack }()
	if c.slots > 0 {
		env.enter(c.slots)
	}
	c.each(env)
	env.cur, env.frame, env.top = cur, frame, top
	return env.stack, v, true
}

// Few evaluates a list comprehension of which the elements, from 1 to most, are places of a board, such as [i for i in
// range(9) if board[i] is None], or some of a few items, such as [c for c in hand if c['cost'] < 3], to a set of bits, for
// the price of the list. Bits are places, or tell which of others; those must not be changed. Where ok is false it has done
// nothing and taken nothing off the budgets: the expression is another one, or what it reads now is not so plain.
func (c *Code) Few(env *Env, most int) (others []value.Value, few uint64, ok bool) {
	if c.few == nil {
		return nil, 0, false
	}
	steps, size := env.steps, env.size.Left
	others, few, ok = c.few(env)
	if n := bits.OnesCount64(few); !ok || n == 0 || n > most {
		env.steps, env.size.Left = steps, size
		return nil, 0, false
	}
	return others, few, true
}

// Eval is Run with an *Error in place of a panic.
func (c *Code) Eval(env *Env) (v value.Value, err error) {
	m := env.mark()
	defer func() {
		if p := recover(); p != nil {
			err = env.unwind(m, p)
		}
	}()
	return c.Run(env), nil
}

// EvalBool is RunBool with an *Error in place of a panic.
func (c *Code) EvalBool(env *Env) (b bool, err error) {
	m := env.mark()
	defer func() {
		if p := recover(); p != nil {
			err = env.unwind(m, p)
		}
	}()
	return c.RunBool(env), nil
}

// mark is where an Env stands, for unwind to put it back after a panic.
type mark struct {
	cur               *Code
	frame             []value.Value
	top, calls, count int
	stack, kws        int
	scope             int32
}

func (e *Env) mark() mark {
	return mark{e.cur, e.frame, e.top, e.calls, e.count, len(e.stack), len(e.kws), e.Locals.Cur}
}

// unwind makes an error of the recovered p, or goes on panicking where p is no evaluation's.
func (e *Env) unwind(m mark, p any) error {
	err := e.Wrap(p)
	if err == nil {
		panic(p)
	}
	e.cur, e.frame, e.top, e.calls, e.count, e.Locals.Cur = m.cur, m.frame, m.top, m.calls, m.count, m.scope
	e.stack, e.kws = e.stack[:m.stack], e.kws[:m.kws]
	e.size.Left = max(e.size.Left, 0) // far below nought, it could come round to plenty
	return err
}

// Wrap makes an *Error of what a recovered panic gave, with the expression that was running. It
// gives nil for a panic that is not an evaluation's.
func (e *Env) Wrap(p any) error {
	switch p := p.(type) {
	case *Error:
		return p
	case *value.Error:
		err := &Error{Class: p.Class, Message: p.Message}
		if e.cur != nil {
			err.Src = e.cur.syn.Src
			err.Pos = place(err.Src, e.cur.syn.Pos, e.at)
		}
		return err
	}
	return nil
}

const (
	slotChunk = 64
	keepStack = 1 << 14 // a larger stack does not outlive its evaluation
)

// enter gives the running code a frame of n slots. Whoever calls it leaves it.
func (e *Env) enter(n int) {
	if e.top+n > len(e.slots) {
		// Frames below stay where they are: they hold on to the old slice.
		e.slots = make([]value.Value, max(slotChunk, 2*(e.top+n)))
	}
	e.frame = e.slots[e.top : e.top+n : e.top+n]
	e.top += n
}

// leave puts the frame of who ran before back. Where nobody did all slots stay the frame of who comes next.
func (e *Env) leave(frame []value.Value, top int) {
	if e.frame, e.top = frame, top; top == 0 {
		e.frame = e.slots
	}
}

// Spend takes n off the budget of steps, for work that natives do; it panics when that is spent.
func (e *Env) Spend(n int64) { e.step(n) }

// Budget is that of the values and bytes that the evaluation makes.
func (e *Env) Budget() *value.Budget { return &e.size }

// step takes n off the budget of steps.
func (e *Env) step(n int64) {
	e.steps -= n
	if e.steps < 0 {
		e.steps, e.at = 0, 0
		value.Throw("ExprError", "too many steps")
	}
}

// fail panics with a Python error of the part at off.
func (e *Env) fail(off int, class, format string, args ...any) {
	e.at = off
	panic(&value.Error{Class: class, Message: fmt.Sprintf(format, args...)})
}

// Call calls an own function.
func (e *Env) Call(f *Function, args ...value.Value) value.Value {
	if len(args) != len(f.Params) {
		n := len(e.stack)
		e.stack = append(e.stack, args...)
		arity(f.Name, f.Params, len(args), nil)
		e.stack = e.stack[:n]
	}
	cur, frame, top, scope := e.begin(f)
	copy(e.frame, args)
	v := f.Body.run(e)
	e.end(cur, frame, top, scope)
	return v
}

// begin enters f's body with an empty frame; end leaves it.
func (e *Env) begin(f *Function) (cur *Code, frame []value.Value, top int, scope int32) {
	if f.Body == nil {
		value.Throw("ExprError", "function '%s' could not be compiled", f.Name)
	}
	if e.calls >= MaxCalls {
		value.Throw("ExprError", "function '%s' calls itself more than %d deep", f.Name, MaxCalls)
	}
	e.step(1)
	cur, frame, top, scope = e.cur, e.frame, e.top, e.Locals.Cur
	e.calls++
	e.cur, e.Locals.Cur = f.Body, -1
	e.enter(f.Body.slots)
	return cur, frame, top, scope
}

func (e *Env) end(cur *Code, frame []value.Value, top int, scope int32) {
	e.calls--
	e.cur, e.frame, e.top, e.Locals.Cur = cur, frame, top, scope
}
