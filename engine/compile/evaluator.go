package compile

import (
	"cmp"
	"crypto/sha256"
	"slices"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// evaluators binds the evaluators to the program: what they read is compiled, and whatever they name that the
// model does not have is said.
func (c *compiler) evaluators() {
	bound := map[string]bool{}
	for i := range c.p.Evaluators {
		e := &c.p.Evaluators[i]
		if bound[e.Name] {
			c.faultFix("evaluator-twice", e.Pos, "leave one of them out", "two evaluators are called '%s'", clip(e.Name))
		}
		bound[e.Name] = true
		c.answersFor(e)
		e.Reads = slices.Clone(e.Reads)
		for k := range e.Reads {
			c.read(e, &e.Reads[k])
		}
		c.mayWrite(e)
	}
}

// policies makes agents of the evaluators that are policies, behind those of the model.
func (c *compiler) policies() {
	for i := range c.p.Evaluators {
		e := &c.p.Evaluators[i]
		if e.Kind != program.PolicyKind {
			continue
		}
		if slices.ContainsFunc(c.p.Agents, func(a program.Agent) bool { return a.Name == e.Name }) {
			c.faultFix("evaluator-kind", e.Pos, "give it another name", "evaluator '%s' is a policy, and there is an agent of that name", clip(e.Name))
			continue
		}
		c.p.Agents = append(c.p.Agents, program.Agent{Name: e.Name, Evaluator: e})
	}
}

// answersFor holds an evaluator against the code of the model that has its name.
func (c *compiler) answersFor(e *program.Evaluator) {
	code := c.codes[e.Name]
	switch {
	case e.Kind == program.PolicyKind:
		if len(e.Reads) > 0 {
			c.faultFix("evaluator-kind", e.Pos, "leave reads out", "evaluator '%s' is a policy, which sees what its seat sees and reads nothing", clip(e.Name))
		}
	case code == nil:
		c.undeclared("evaluator-unused", e.Pos, e.Name, sortedNames(c.codes), "evaluator '%s' answers for no code of the model", clip(e.Name))
		c.diags[len(c.diags)-1].Severity = diag.Warning
	case code.Kind != e.Kind:
		c.faultFix("evaluator-kind", e.Pos, "say the same kind in both places", "evaluator '%s' is of kind %s, the code of the model of kind '%s'", clip(e.Name), e.Kind, clip(code.Kind))
	}
}

func (c *compiler) read(e *program.Evaluator, r *program.Read) {
	pos := r.Pos
	if pos.Line == 0 {
		pos = e.Pos
	}
	x := model.Single(model.Text, r.X, r.X, pos).Expr()
	syn, err := expr.Parse(x.Src, x.Pos)
	if err != nil {
		c.diags = append(c.diags, SyntaxError(x, err))
		return
	}
	c.noteTurn(syn)
	names := &resolver{c: c, locals: true, told: true}
	for _, name := range syn.Names() {
		if ref := names.Resolve(name); ref.Kind == expr.Unknown && ref.Local == expr.NoLocal && !expr.IsBuiltin(name) {
			c.fault("evaluator-reads", pos, "evaluator '%s' reads '%s', which the model does not have", clip(e.Name), clip(name))
		}
	}
	r.Code = c.mode.Compile(syn, names)
}

func (c *compiler) mayWrite(e *program.Evaluator) {
	for _, name := range e.Zones {
		if _, ok := c.p.ZoneIndex[name]; !ok && name != program.Everything {
			c.undeclared("evaluator-zone", e.Pos, name, sortedNames(c.p.ZoneIndex), "evaluator '%s': zone '%s' not declared", clip(e.Name), clip(name))
		}
	}
	for _, name := range e.Vars {
		if _, ok := c.vars[name]; !ok && name != program.Everything {
			c.undeclared("evaluator-var", e.Pos, name, sortedNames(c.vars), "evaluator '%s': variable '%s' not declared", clip(e.Name), clip(name))
		}
	}
}

// foreignContent reports whether ops may come from outside while a game is played. They may read what no
// expression of the model reads, and hide what it does not.
func (c *compiler) foreignContent() bool {
	return slices.ContainsFunc(c.m.Code, func(k model.Code) bool { return k.Kind == program.ContentKind })
}

// withEvaluators is the identity of rules that evaluators are a part of: a game does not go on with others.
func withEvaluators(rules [32]byte, list []program.Evaluator) [32]byte {
	if len(list) == 0 {
		return rules
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b program.Evaluator) int { return cmp.Compare(a.Name, b.Name) })
	h := hasher{sha256.New()}
	h.Write(rules[:])
	for i := range list {
		e := &list[i]
		h.text("evaluator")
		h.text(e.Name)
		h.text(e.Kind)
		h.Write(e.Hash[:])
		for _, r := range e.Reads {
			h.text(r.Name)
			h.text(r.X)
		}
		for _, names := range [][]string{e.Zones, e.Vars} {
			h.text("of")
			for _, name := range names {
				h.text(name)
			}
		}
		h.text(e.Decisions)
		h.text(value.Repr(nil, value.OfInt(int64(e.Ops))))
	}
	var out [32]byte
	h.Sum(out[:0])
	return out
}
