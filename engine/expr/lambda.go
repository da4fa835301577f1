package expr

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/value"
)

// lambdaCode is a compiled lambda. A closure is one that was made, with what it took along.
type lambdaCode struct {
	params []param
	body   exec
	size   int
	takes  []take
}

type closure struct {
	code     *lambdaCode
	taken    []value.Value
	defaults []value.Value // one for each parameter, or nil
	cur      *Code
	scope    int32
}

func (c *compiler) lambda(n *lambda) part {
	c.code.makes = true
	code := &lambdaCode{params: n.params}
	defaults := make([]exec, len(n.params))
	hasDefault := false
	for i, p := range n.params {
		if p.def != nil {
			d := c.node(p.def)
			defaults[i], hasDefault = d.run, true
		}
	}
	outer := c.frame
	c.frame = &frame{parent: outer}
	for _, p := range n.params {
		c.frame.declare(p.name)
	}
	code.body = c.node(n.body).run
	code.size, code.takes = c.frame.size, c.frame.takes
	c.frame = outer
	return part{nodes: 2, run: func(env *Env) value.Value {
		cl := &closure{code: code, taken: env.take(code.takes), cur: env.cur, scope: env.Locals.Cur}
		if hasDefault {
			cl.defaults = make([]value.Value, len(defaults))
			for i, d := range defaults {
				if d != nil {
					cl.defaults[i] = d(env)
				}
			}
		}
		env.step(1)
		return value.OfExt(value.Func, "<lambda>", cl)
	}}
}

// take copies the variables that a closure takes along.
func (e *Env) take(takes []take) []value.Value {
	if len(takes) == 0 {
		return nil
	}
	taken := make([]value.Value, len(takes))
	for i, t := range takes {
		taken[i] = e.frame[t.from]
	}
	return taken
}

// call runs the closure with args and kws, which may be parts of the stack.
func (cl *closure) call(e *Env, args []value.Value, kws []Keyword) value.Value {
	if e.calls >= MaxCalls {
		e.fail(e.at, "ExprError", "function '<lambda>' calls itself more than %d deep", MaxCalls)
	}
	e.step(2)
	cur, frame, top, scope := e.cur, e.frame, e.top, e.Locals.Cur
	e.enter(cl.code.size)
	cl.bind(e, args, kws)
	for i, t := range cl.code.takes {
		e.frame[t.to] = cl.taken[i]
	}
	e.calls++
	e.cur, e.Locals.Cur = cl.cur, cl.scope
	v := cl.code.body(e)
	e.end(cur, frame, top, scope)
	return v
}

func (cl *closure) bind(e *Env, args []value.Value, kws []Keyword) {
	params := cl.code.params
	if len(kws) == 0 && len(args) == len(params) && (len(params) == 0 || params[len(params)-1].kind == plainParam) {
		copy(e.frame, args)
		return
	}
	given := make([]bool, len(params))
	plain := 0
	var rest, more = -1, -1
	for i, p := range params {
		switch p.kind {
		case plainParam:
			if plain++; i < len(args) {
				e.frame[i], given[i] = args[i], true
			}
		case starParam:
			rest = i
		case doubleStarParam:
			more = i
		}
	}
	if rest >= 0 {
		e.frame[rest], given[rest] = e.tupleOf(args[min(plain, len(args)):]), true
	} else if len(args) > plain {
		e.fail(e.at, "TypeError", "<lambda>() takes %d positional argument%s but %d %s given", plain, plural(plain), len(args), were(len(args)))
	}
	var keys value.KeysBuilder
	var vals []value.Value
next:
	for _, k := range kws {
		for i, p := range params {
			if p.name == k.Name && p.kind <= keywordOnly {
				if given[i] {
					e.fail(e.at, "TypeError", "<lambda>() got multiple values for argument '%s'", k.Name)
				}
				e.frame[i], given[i] = k.Value, true
				continue next
			}
		}
		if more < 0 {
			e.fail(e.at, "TypeError", "<lambda>() got an unexpected keyword argument '%s'", k.Name)
		}
		keys.Add(value.OfText(k.Name))
		vals = append(vals, k.Value)
	}
	if more >= 0 {
		e.frame[more], given[more] = value.OfDict(keys.Keys(), vals), true
	}
	var missing []string
	for i, p := range params {
		switch {
		case given[i]:
		case p.def != nil:
			e.frame[i] = cl.defaults[i]
		default:
			missing = append(missing, "'"+p.name+"'")
		}
	}
	if missing != nil {
		e.fail(e.at, "TypeError", "<lambda>() missing %d required argument%s: %s", len(missing), plural(len(missing)), strings.Join(missing, ", "))
	}
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}
