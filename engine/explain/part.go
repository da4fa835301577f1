package explain

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Part is a part of an expression and what it comes to.
type Part struct {
	Text     string   `json:"text"`
	At       *Place   `json:"at,omitempty"`
	Form     string   `json:"form"`               // and, or, not, comparison, conditional, all, any, function, derived, or value: looked at as one
	Value    string   `json:"value"`              // as Python writes it, shortened
	True     bool     `json:"true"`               // whether it counts as true
	Fails    string   `json:"fails,omitempty"`    // why it has no value
	Skipped  bool     `json:"skipped,omitempty"`  // a part before it has decided: the game does not look at it
	With     []Named  `json:"with,omitempty"`     // what a function's parameters, or the names of a loop, are here
	Values   []Named  `json:"values,omitempty"`   // what it reads
	Missing  *float64 `json:"missing,omitempty"`  // of a comparison of numbers: how far it is from coming out otherwise
	Turns    int      `json:"turns,omitempty"`    // of all and any: how many elements there are
	Deciding int      `json:"deciding,omitempty"` // of all and any: how many of them make it what it is
	Parts    []*Part  `json:"parts,omitempty"`    // of all and any: the first of those, or the nearest

	lacks        string  // what Missing is to people
	near, unlike float64 // how near it is to being true, and to being false; 1: it is
}

// Named is a name, or something that is read, and its value.
type Named struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

var forms = map[expr.Form]string{
	expr.And: "and", expr.Or: "or", expr.Not: "not", expr.Comparison: "comparison", expr.Conditional: "conditional",
	expr.Every: "all", expr.Some: "any",
}

// part evaluates an expression and what it is made of.
func (x *explainer) part(syn *expr.Syntax, s *scope, deep int) *Part {
	x.meter.parts++
	p := &Part{Text: clip(syn.String(), maxText), At: placeOf(syn.Begin()), Form: "value"}
	v, fails := x.eval(syn, s)
	if p.Fails = fails; fails == "" {
		p.Value, p.True = x.show(v), x.truth(v)
	}
	sh := syn.Shape()
	if form, ok := forms[sh.Form]; ok {
		p.Form = form
	}
	p.settle()
	if deep > maxDeep || x.meter.parts > maxParts {
		x.meter.cut = true
		x.reads(p, s, sh, syn, deep)
		return p
	}
	switch sh.Form {
	case expr.And, expr.Or:
		x.junction(p, s, sh, deep)
	case expr.Not:
		in := x.part(sh.Parts[0], s, deep+1)
		p.Parts = []*Part{in}
		p.near, p.unlike = in.unlike, in.near
	case expr.Conditional:
		x.conditional(p, s, sh, deep)
	case expr.Every, expr.Some:
		x.quantified(p, s, sh, deep)
	case expr.Comparison:
		x.reads(p, s, sh, syn, deep)
		x.distance(p, s, sh)
	default:
		if !x.function(p, s, syn, deep) {
			x.reads(p, s, sh, syn, deep)
		}
	}
	return p
}

// settle sets the measures of a part that is what it is and nothing between.
func (p *Part) settle() {
	switch {
	case p.Fails != "":
		p.near, p.unlike = 0, 0
	case p.True:
		p.near, p.unlike = 1, 0
	default:
		p.near, p.unlike = 0, 1
	}
}

func (x *explainer) junction(p *Part, s *scope, sh expr.Shape, deep int) {
	decided := false
	for _, o := range sh.Parts {
		if x.meter.parts > maxParts {
			x.meter.cut = true
			break
		}
		in := x.part(o, s, deep+1)
		in.Skipped = decided
		decided = decided || in.Fails != "" || in.True == (sh.Form == expr.Or)
		p.Parts = append(p.Parts, in)
	}
	p.measure(p.Parts, sh.Form == expr.And)
}

// measure: all of the parts must hold for p to, or any.
func (p *Part) measure(parts []*Part, all bool) {
	if p.Fails != "" || len(parts) == 0 {
		return
	}
	var sum, best [2]float64
	for _, in := range parts {
		for i, m := range [2]float64{in.near, in.unlike} {
			sum[i] += m
			best[i] = max(best[i], m)
		}
	}
	n := float64(len(parts))
	if all {
		p.near, p.unlike = sum[0]/n, best[1]
	} else {
		p.near, p.unlike = best[0], sum[1]/n
	}
}

func (x *explainer) conditional(p *Part, s *scope, sh expr.Shape, deep int) {
	test := x.part(sh.Parts[0], s, deep+1)
	p.Parts = []*Part{test}
	if test.Fails != "" {
		return
	}
	taken := sh.Parts[1]
	if !test.True {
		taken = sh.Parts[2]
	}
	in := x.part(taken, s, deep+1)
	p.Parts = append(p.Parts, in)
	p.near, p.unlike = in.near, in.unlike
}

// quantified looks at the elements of all() and any(). Those that decide are told, or, where every one
// does, the nearest to deciding otherwise.
func (x *explainer) quantified(p *Part, s *scope, sh expr.Shape, deep int) {
	turns, fails := x.eval(sh.Each, s)
	if fails != "" || turns.Kind() != value.List || p.Fails != "" {
		return
	}
	defer x.mark()()
	in := s.with(sh.Binds)
	in.loops++
	code := expr.Compile(sh.Parts[0], in)
	p.Turns = len(turns.Items())
	var deciding []value.Value
	for _, turn := range turns.Items() {
		in.turn(sh.Binds, turn)
		if v, fails := x.run(code); fails != "" {
			p.Deciding = 0 // one before has decided, or the work is used up
			return
		} else if x.truth(v) == p.True {
			deciding = append(deciding, turn)
		}
	}
	p.Deciding = len(deciding)
	others := p.Turns - p.Deciding
	most := mostTurns[min(s.loops, len(mostTurns)-1)]
	var parts []*Part
	first := x.meter.parts
	for _, turn := range deciding[:min(len(deciding), most)] {
		in.turn(sh.Binds, turn)
		x.meter.parts = first // those that are not told do not count
		e := x.part(sh.Parts[0], in, deep+1)
		for k, name := range sh.Binds {
			e.With = append(e.With, Named{name, x.show(turn.Items()[k])})
		}
		parts = append(parts, e)
	}
	x.meter.parts = first + keptMost
	p.measureTurns(parts, others, sh.Form == expr.Every)
	p.Parts = told(parts, p.True, sh.Form == expr.Every)
}

func (s *scope) turn(names []string, turn value.Value) {
	for k, name := range names {
		s.set(name, turn.Items()[k])
	}
}

// measureTurns: of the elements that make it what it is, parts have been taken apart; others are not so.
func (p *Part) measureTurns(parts []*Part, others int, all bool) {
	switch {
	case len(parts) == 0:
	case p.True == all: // every element must be as it is: the nearest to being otherwise counts
		p.measure(parts, all)
	case all:
		sum := float64(others)
		for _, in := range parts {
			sum += in.near
		}
		p.near = sum / float64(p.Turns)
	default:
		sum := float64(others)
		for _, in := range parts {
			sum += in.unlike
		}
		p.unlike = sum / float64(p.Turns)
	}
}

// told picks the elements to tell of: where one decides the first that do, where all do the nearest to
// deciding otherwise.
func told(out []*Part, is, all bool) []*Part {
	if is == all {
		slices.SortStableFunc(out, func(a, b *Part) int {
			m, n := a.near, b.near
			if is {
				m, n = a.unlike, b.unlike
			}
			switch {
			case m > n:
				return -1
			case m < n:
				return 1
			}
			return 0
		})
		return out[:min(len(out), 1)]
	}
	return out[:min(len(out), keptMost)]
}

// function looks into an own function or a derived value; false where the part is neither.
func (x *explainer) function(p *Part, s *scope, syn *expr.Syntax, deep int) bool {
	f, args := x.called(syn, s)
	if f == nil {
		return false
	}
	p.Form = "derived"
	if args != nil || len(f.Params) > 0 {
		p.Form = "function"
	}
	if f.Body == nil || s.calls >= maxCalls || len(args) != len(f.Params) {
		return true
	}
	defer x.mark()()
	in := s.inside(f)
	for i, a := range args {
		v, fails := x.eval(a, s)
		if fails != "" {
			return true
		}
		in.set(f.Params[i], v)
		p.With = append(p.With, Named{f.Params[i], x.show(v)})
	}
	for _, l := range f.Lets {
		v, fails := x.eval(l.X, in)
		if fails != "" {
			break
		}
		in = in.with([]string{l.Name})
		in.set(l.Name, v)
		p.With = append(p.With, Named{l.Name, x.show(v)})
	}
	body := x.part(f.Body.Syntax(), in, deep+1)
	p.Parts = []*Part{body}
	p.near, p.unlike = body.near, body.unlike
	return true
}

// called gives the own function that the part calls, or the derived value that it names.
func (x *explainer) called(syn *expr.Syntax, s *scope) (*expr.Function, []*expr.Syntax) {
	sh := syn.Shape()
	if sh.Form != expr.Calls && sh.Form != expr.Named {
		return nil, nil
	}
	ref := s.Resolve(sh.Name)
	if s.locals && ref.Local != expr.NoLocal {
		if _, bound := x.g.Env().Locals.Lookup(ref.Local); bound {
			return nil, nil
		}
	}
	switch {
	case ref.Kind == expr.Derived && sh.Form == expr.Named:
		return ref.Func, nil
	case ref.Kind == expr.OwnFunc && sh.Form == expr.Calls && !sh.Spread && len(sh.Keywords) == 0:
		return ref.Func, sh.Parts
	}
	return nil, nil
}

// reads lists the operands of a comparison, and what the part reads, with their values. Own functions and
// derived values among them become parts.
func (x *explainer) reads(p *Part, s *scope, sh expr.Shape, syn *expr.Syntax, deep int) {
	var look []*expr.Syntax
	if sh.Form == expr.Comparison {
		look = append(look, sh.Parts...)
	}
	look = append(look, syn.Reads()...)
	seen := map[string]bool{}
	for _, r := range look {
		form := r.Shape().Form
		text := clip(r.String(), maxText)
		if seen[text] || form == expr.Literal || len(p.Values) >= maxItems {
			continue
		}
		seen[text] = true
		if form == expr.Named && s.fixed(r.Shape().Name) {
			continue
		}
		if text == p.Text && form != expr.Named {
			continue
		}
		v, fails := x.eval(r, s)
		if fails != "" {
			continue
		}
		p.Values = append(p.Values, Named{text, x.show(v)})
		if f, _ := x.called(r, s); f != nil && deep < maxDeep && x.meter.parts < maxParts && text != p.Text {
			p.Parts = append(p.Parts, x.part(r, s, deep+1))
		}
	}
}

// fixed reports whether a name is that of a function or type, which has no value worth telling.
func (s *scope) fixed(name string) bool {
	ref := s.Resolve(name)
	switch ref.Kind {
	case expr.Builtin, expr.OwnFunc:
		return true
	case expr.Unknown:
		return ref.Local == expr.NoLocal && expr.IsBuiltin(name)
	}
	return false
}

// isIndex reports whether an operand is a name that tells one player, or one turn of a loop, from others.
func (x *explainer) isIndex(syn *expr.Syntax) bool {
	sh := syn.Shape()
	if sh.Form != expr.Named {
		return false
	}
	if sh.Name == program.SymNames[program.SymActor] {
		return true
	}
	for i := range x.prog.Nodes {
		if n := &x.prog.Nodes[i]; n.Kind == program.Loop && n.Over != nil && n.As.Stop == nil && x.prog.Vars[n.As.Var].Name == sh.Name {
			return true
		}
	}
	return false
}

// distance measures a comparison of two numbers.
func (x *explainer) distance(p *Part, s *scope, sh expr.Shape) {
	if len(sh.Ops) != 1 || p.Fails != "" {
		return
	}
	a, failsA := x.eval(sh.Parts[0], s)
	b, failsB := x.eval(sh.Parts[1], s)
	m, okA := value.Number(a)
	n, okB := value.Number(b)
	if failsA != "" || failsB != "" || !okA || !okB || a.IsBool() || b.IsBool() {
		return
	}
	unit := 0.0
	if a.IsInt() && b.IsInt() {
		unit = 1
	}
	// How far two numbers are from being the same means something where they count. In a loop, and where one
	// is a player, they are what things are called.
	if (sh.Ops[0] == "==" || sh.Ops[0] == "!=") && (s.loops > 0 || x.isIndex(sh.Parts[0]) || x.isIndex(sh.Parts[1])) {
		return
	}
	p.lacks = map[string]string{">=": "missing", ">": "missing", "<=": "too many", "<": "too many", "==": "off"}[sh.Ops[0]]
	var gap float64
	switch op := sh.Ops[0]; op {
	case ">=", "<":
		if gap = n - m; p.True == (op == ">=") {
			gap = m - n + unit
		}
	case "<=", ">":
		if gap = m - n; p.True == (op == "<=") {
			gap = n - m + unit
		}
	case "==":
		if gap = max(m-n, n-m); p.True {
			gap = unit
		}
	case "!=":
		if gap = max(m-n, n-m); !p.True {
			gap = unit
		}
	default:
		return
	}
	if gap != gap || gap < 0 || gap > 1e300 {
		return
	}
	p.Missing = &gap
	if p.True {
		p.near, p.unlike = 1, 1/(1+gap)
	} else {
		p.near, p.unlike = 1/(1+gap), 1
	}
	if gap == 0 { // less than any number: not quite
		p.near, p.unlike = min(p.near, 0.999), min(p.unlike, 0.999)
		p.Missing = nil
		if p.True {
			p.near = 1
		} else {
			p.unlike = 1
		}
	}
}
