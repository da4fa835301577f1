package expr

import (
	"github.com/astragal-engine/astragal/engine/value"
)

// Functions that make closures which run often carry go:noinline: where the compiler inlines such a
// function it copies the closure, and in the copy it no longer inlines the calls of small functions.

// part is a compiled node: how to run it and what is known of it.
type part struct {
	run   exec
	cond  test // its truth; nil: by way of run
	kind  partKind
	index int           // of a state slot or frame slot
	attr  *attribute    // the part is frame[index][attr.key]
	local *local        // the local name that the part is, where it is bound
	cell  *stateCell    // the part is State[cell.state][frame[cell.slot]]
	spot  *spot         // the part is such
	pick  *pick         // the part is such
	look  look          // its value, where a glance tells
	ask   ask           // its truth, where look does not tell but a glance does
	leaf  bool          // look takes no steps: at a constant, a state variable, a local name, a place or an attribute of such
	each  test          // of a list comprehension: pushes its elements
	few   fewOf         // of such a one of places or items: its elements as bits
	hand  *hand         // the part is a free one, of which ask or few tells
	val   value.Value   // of a constant
	nodes int64         // how many nodes it has, as the price of running it once
	items []value.Value // of a comprehension variable that runs over constants: which
	whole bool          // it gives a number or a bool: never an attribute's name
	truth bool          // it gives a bool
}

type partKind uint8

const (
	dynamic   partKind = iota
	constPart          // always val
	slotPart           // frame[index]
	statePart          // State[index]
)

// Compile binds the expression to the meaning that r gives its names. It never fails: a name
// without meaning is a NameError when it is reached. What depends on constants alone is evaluated now.
func Compile(s *Syntax, r Resolver) *Code {
	return Mode{}.Compile(s, r)
}

// Let is a name that a function binds before its body is evaluated.
type Let struct {
	Name string
	X    *Syntax
}

// CompileFunction compiles body as that of f and sets f.Body. The lets are evaluated in order; each
// sees the parameters and the lets before it.
func CompileFunction(f *Function, lets []Let, body *Syntax, r Resolver) {
	Mode{}.CompileFunction(f, lets, body, r)
}

// CompileFunction is the function CompileFunction in this mode.
func (m Mode) CompileFunction(f *Function, lets []Let, body *Syntax, r Resolver) {
	fr := &frame{closed: true}
	for _, p := range f.Params {
		fr.declare(p)
	}
	type step struct {
		code *Code
		slot int
	}
	var steps []step
	var before []*Code
	for _, l := range lets {
		c := m.compile(l.X, r, fr, nil)
		steps = append(steps, step{c, fr.declare(l.Name).slot})
		before = append(before, c)
	}
	code := m.compile(body, r, fr, before)
	if len(lets) == 0 && !code.makes {
		f.syn, f.resolver = body, r
		walk(body.root, func(node) bool { f.size++; return true })
	}
	if len(steps) > 0 {
		run, cond, konst, val := code.run, code.cond, code.konst, code.val
		enter := func(env *Env) {
			for _, s := range steps {
				env.cur = s.code
				v := s.code.run(env)
				env.frame[s.slot] = v
			}
			env.cur = code
		}
		code.konst, code.each, code.few = false, nil, nil
		code.run = func(env *Env) value.Value {
			enter(env)
			if konst {
				return val
			}
			return run(env)
		}
		code.cond = func(env *Env) bool { enter(env); return cond(env) }
		code.eval, code.decide = code.whole(), code.truth()
	}
	f.Lets, f.Body = lets, code
}

func (m Mode) compile(s *Syntax, r Resolver, fr *frame, before []*Code) *Code {
	if m.Room == nil {
		m.Room = NewRoom()
	}
	c := &compiler{mode: m, syn: s, resolver: r, frame: fr, code: &Code{syn: s}, closed: fr.closed}
	c.findCells()
	p := c.node(s.root)
	c.code.run, c.code.cond, c.code.each, c.code.few = p.run, p.test(), p.each, p.few
	if p.kind == constPart && p.val.Kind() != value.Func && p.val.Kind() != value.Type {
		c.code.konst, c.code.val = true, p.val
	}
	c.code.slots = fr.size
	c.code.eval, c.code.decide = c.code.evaluation(&p), c.code.decision(&p)
	for _, b := range before {
		c.code.reads.add(&b.reads)
		c.code.funcs = append(c.code.funcs, b.funcs...)
	}
	return c.code
}

func (r *Reads) add(o *Reads) {
	r.State = append(r.State, o.State...)
	r.Locals = append(r.Locals, o.Locals...)
	r.Attrs = append(r.Attrs, o.Attrs...)
	r.Calls = append(r.Calls, o.Calls...)
	r.All = r.All || o.All
}

type compiler struct {
	mode      Mode
	syn       *Syntax
	resolver  Resolver
	frame     *frame
	code      *Code
	env       *Env           // to fold with
	inGen     int            // generator expressions around the node
	then      func(*Env)     // what comes between the first iterable of the next loops and their turns
	cells     map[*name]bool // comprehension variables that a lambda or generator outlives a turn with
	closed    bool           // it is a function's body: local names mean nothing
	depth     int            // of the functions whose bodies stand in for their calls
	grown     int            // nodes of those bodies
	glimpsing bool           // what is compiled is looked at and never run
}

// resolve says what a name means that no comprehension or lambda binds.
func (c *compiler) resolve(id string) Ref {
	ref := c.resolver.Resolve(id)
	if c.closed {
		ref.Local = NoLocal
	}
	return ref
}

// frame is the slots of one running code: an expression, a function, a lambda or a generator.
type frame struct {
	parent *frame
	vars   []*variable // in scope, innermost last
	outer  []*variable // taken over from parent when the lambda or generator is made
	takes  []take
	size   int
	closed bool // a function's
}

type variable struct {
	name  string
	slot  int
	cell  bool // the slot holds a *cell, shared with lambdas
	unset bool // read while it may not be bound yet
	ready bool // bound by now
	items []value.Value
	whole bool
	alias *part // a parameter that is something of the caller's
}

// take says that a new closure copies slot from of its maker to slot to of its own frame.
type take struct{ from, to int }

func (f *frame) declare(name string) *variable {
	v := &variable{name: name, slot: f.size, ready: true}
	f.size++
	f.vars = append(f.vars, v)
	return v
}

// find looks name up among the static variables, and takes it over from an outer frame if it is there.
func (f *frame) find(name string) *variable {
	for i := len(f.vars) - 1; i >= 0; i-- {
		if f.vars[i].name == name {
			return f.vars[i]
		}
	}
	for _, v := range f.outer {
		if v.name == name {
			return v
		}
	}
	if f.parent == nil {
		return nil
	}
	v := f.parent.find(name)
	if v == nil {
		return nil
	}
	mine := &variable{name: name, slot: f.size, cell: v.cell, ready: true, items: v.items, whole: v.whole}
	f.size++
	f.outer = append(f.outer, mine)
	f.takes = append(f.takes, take{v.slot, mine.slot})
	return mine
}

// cell is a comprehension variable that closures share.
type cell struct{ v value.Value }

// unbound is what a variable holds before it is bound, where somebody may look.
var unbound = value.OfExt(value.Func, "unbound", nil)

//go:noinline
func constantPart(v value.Value) part {
	return part{kind: constPart, val: v, nodes: 1, whole: isWhole(v), look: lookAtConstant(v), leaf: true, run: func(*Env) value.Value { return v }}
}

func isWhole(v value.Value) bool {
	switch v.Kind() {
	case value.Int, value.Bool, value.Float, value.None:
		return true
	}
	return false
}

// test gives the part as a condition.
func (p *part) test() test {
	if p.cond != nil {
		return p.cond
	}
	if p.kind == constPart {
		t := value.Truth(nil, p.val)
		return func(*Env) bool { return t }
	}
	run := p.run
	return func(env *Env) bool {
		v := run(env)
		if v.IsBool() {
			return v.Bool()
		}
		return env.truth(v)
	}
}

// asBool makes a part of a condition.
//
//go:noinline
func asBool(cond test, nodes int64) part {
	return part{cond: cond, nodes: nodes, whole: true, truth: true, run: func(env *Env) value.Value { return value.OfBool(cond(env)) }}
}

// What folding may cost in one expression, where there is Room. Beyond it everything is left to each evaluation.
const (
	foldSteps = 100_000
	foldSize  = 20_000
)

// fold evaluates p now if what it is made of is constant and it can be evaluated at little cost.
func (c *compiler) fold(p part, of ...part) part {
	for i := range of {
		if of[i].kind != constPart {
			return p
		}
	}
	if !c.mode.Quick("folded") {
		return p
	}
	if c.env == nil {
		c.env = NewEnv()
		c.env.arena.Heap = true
		c.env.Store = &value.Store{} // with no instance: what looks into one is not constant
		c.env.steps, c.env.size.Left = min(foldSteps, c.mode.Room.steps), min(foldSize, c.mode.Room.values)
	}
	env := c.env
	steps, size := env.steps, env.size.Left
	v, ok := env.try(p.run)
	c.mode.Room.steps -= steps - env.steps
	c.mode.Room.values -= size - env.size.Left
	if !ok {
		return p
	}
	if !onlyTypes(v) {
		kept, ok := env.try(func(*Env) value.Value { return value.Keep(0, v) })
		if !ok {
			return p // a function or iterator, which each evaluation must make anew
		}
		v = kept
	}
	return constantPart(v)
}

// onlyTypes is true of int, (int, str) and their like, which isinstance wants.
func onlyTypes(v value.Value) bool {
	if v.Kind() == value.Tuple {
		for _, x := range v.Items() {
			if !onlyTypes(x) {
				return false
			}
		}
		return len(v.Items()) > 0
	}
	return v.Kind() == value.Type
}

func (e *Env) try(run exec) (v value.Value, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			if _, mine := p.(*value.Error); !mine {
				panic(p)
			}
			e.Reset()
			ok = false
		}
	}()
	return run(e), true
}

// node compiles n.
func (c *compiler) node(n node) part { return c.mode.known(c.part(n)) }

func (c *compiler) part(n node) part {
	switch n := n.(type) {
	case *constant:
		return constantPart(n.v)
	case *name:
		return c.name(n)
	case *display:
		return c.display(n)
	case *dictDisplay:
		return c.dictDisplay(n)
	case *comp:
		if n.kind == value.Iter {
			return c.generator(n)
		}
		return c.comp(n)
	case *lambda:
		return c.lambda(n)
	case *call:
		return c.call(n)
	case *method:
		return c.method(n)
	case *subscript:
		return c.subscript(n)
	case *unary:
		return c.unary(n)
	case *binary:
		return c.binary(n)
	case *junction:
		return c.junction(n)
	case *comparison:
		return c.comparison(n)
	case *conditional:
		return c.conditional(n)
	case *formatted:
		return c.formatted(n)
	}
	panic("expr: cannot compile this node")
}

func (c *compiler) conditional(n *conditional) part {
	test := c.node(n.test)
	if test.kind == constPart {
		if value.Truth(nil, test.val) {
			return c.node(n.then)
		}
		return c.node(n.els)
	}
	then, els := c.node(n.then), c.node(n.els)
	t, a, b := test.test(), then.run, els.run
	p := part{nodes: 1 + test.nodes + then.nodes + els.nodes, whole: then.whole && els.whole, look: lookAtEither(&test, &then, &els)}
	p.run = func(env *Env) value.Value {
		if t(env) {
			return a(env)
		}
		return b(env)
	}
	x, y := then.test(), els.test()
	p.cond = func(env *Env) bool {
		if t(env) {
			return x(env)
		}
		return y(env)
	}
	return p
}

func (c *compiler) junction(n *junction) part {
	parts := make([]part, len(n.xs))
	p := part{nodes: 1, whole: true, truth: true}
	for i, x := range n.xs {
		parts[i] = c.node(x)
		p.nodes += parts[i].nodes
		p.whole = p.whole && parts[i].whole
		p.truth = p.truth && parts[i].truth
	}
	or := n.op == opOr
	p.ask = askAll(or, parts)
	last := parts[len(parts)-1]
	p.run, p.cond = last.run, last.test()
	for i := len(parts) - 2; i >= 0; i-- {
		x, y := parts[i].run, p.run
		t, u := parts[i].test(), p.cond
		if or {
			p.run = func(env *Env) value.Value {
				if v := x(env); env.truth(v) {
					return v
				}
				return y(env)
			}
			p.cond = func(env *Env) bool { return t(env) || u(env) }
		} else {
			p.run = func(env *Env) value.Value {
				if v := x(env); !env.truth(v) {
					return v
				}
				return y(env)
			}
			p.cond = func(env *Env) bool { return t(env) && u(env) }
		}
	}
	return c.fold(p, parts...)
}
