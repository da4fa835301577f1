package action

import (
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// play runs the action to its end.
func (f *frame) play() {
	f.results = slices.Grow(f.results, len(f.def.StepsByID))[:len(f.def.StepsByID)]
	f.runSteps(f.def.Steps, f.prefix)
	if f.outcome == nil {
		f.outcome = &Outcome{}
	}
}

// steps runs steps one after the other, until one ends the action.
func (f *frame) runSteps(steps []*pack.Step, place string) {
	for _, s := range steps {
		if f.done {
			return
		}
		if s.Each == "" {
			f.one(s, place)
		} else {
			f.eachOf(s, place)
		}
	}
}

// eachOf runs a step once for each participant of its role (seed: Each steps).
func (f *frame) eachOf(s *pack.Step, place string) {
	role := f.role(s.Each)
	if role == nil || len(role.views) == 0 {
		return
	}
	outer := f.each
	results := f.declareEach(s, len(role.views))
	for i, p := range role.views {
		f.each = &each{role: s.Each, index: i, view: p}
		for _, r := range results {
			r.running = s.Each
		}
		f.one(s, place)
		for _, r := range results {
			r.running = ""
			if len(r.list) <= i {
				r.put(i, formula.Absent)
			}
		}
		if f.done {
			break
		}
	}
	f.each = outer
}

// declareEach makes the results of a step, and of the steps in the arms of a branch, lists by
// participant; the flags that the arms set as well. It gives the step's own result.
func (f *frame) declareEach(s *pack.Step, n int) []*result {
	own := f.result(s)
	own.role = s.Each
	if s.Branch == nil {
		return []*result{own}
	}
	f.results[s.N] = nil
	f.inArms(s, func(c *pack.Case) {
		for _, flag := range c.Flags {
			f.flags.declare(flag.Name, s.Each, n)
		}
		for _, nested := range c.Steps {
			if nested.Branch != nil {
				continue
			}
			r := f.result(nested)
			r.role = s.Each
			r.list = make([]formula.Value, n)
		}
	})
	return nil
}

func (f *frame) inArms(s *pack.Step, do func(*pack.Case)) {
	visit := func(c *pack.Case) {
		do(c)
		for _, nested := range c.Steps {
			if nested.Branch != nil {
				f.inArms(nested, do)
			}
		}
	}
	for _, c := range s.Branch.Cases {
		visit(c)
	}
	if s.Branch.Else != nil {
		visit(s.Branch.Else)
	}
}

// one runs a step once.
func (f *frame) one(s *pack.Step, place string) {
	path := place + s.ID
	if s.Each != "" {
		path += "[" + strconv.Itoa(f.each.index) + "]"
	}
	f.count(path)
	c := f.context(s, path)
	if !f.holds(s.When, c, path) {
		return
	}
	c.stepTags()
	switch s.Kind {
	case pack.RollStep:
		f.rollStep(s, path, c)
	case pack.ChoiceStep:
		f.choiceStep(s, path, c)
	case pack.AllocateStep:
		f.allocateStep(s, path, c)
	case pack.BranchStep:
		f.branchStep(s, path, c)
	case pack.ChangesStep:
		f.changesStep(s, path, c)
	case pack.ActionStep:
		f.actionStep(s, path, c)
	case pack.OutcomeStep:
		f.outcomeStep(s, path, c)
	}
}

// branchStep runs the first arm that holds.
func (f *frame) branchStep(s *pack.Step, path string, c *context) {
	arm := s.Branch.Else
	for _, k := range s.Branch.Cases {
		if f.holds(k.When, c, path) {
			arm = k
			break
		}
	}
	if arm == nil {
		return
	}
	for _, flag := range arm.Flags {
		f.setFlag(flag.Name, f.settled(flag.Formula, c, path))
	}
	f.runSteps(arm.Steps, path+"/")
}

// setFlag sets a flag; while a step runs for each participant, for the current one.
func (f *frame) setFlag(name string, v formula.Value) {
	if e := f.each; e != nil {
		f.flags.setEach(name, e.role, e.index, len(f.role(e.role).views), v)
	} else {
		f.flags.set(name, v)
	}
}

// outcomeStep ends the action.
func (f *frame) outcomeStep(s *pack.Step, path string, c *context) {
	o := &Outcome{}
	if s.Outcome.Result != nil {
		result := f.text(s.Outcome.Result, c, path)
		if !f.declares(result) {
			f.fail("undeclared-result", path, map[string]any{"result": result}, "the action %s declares no result %s", f.id, strconv.Quote(result))
		}
		o.Result = &result
	}
	switch {
	case s.Outcome.Value != nil:
		o.Data = &Datum{f.settled(s.Outcome.Value, c, path)}
	case s.Outcome.Data != nil:
		rec := make(formula.Record, 0, len(s.Outcome.Data))
		for _, d := range s.Outcome.Data {
			rec = append(rec, formula.Entry{Name: d.Name, Value: f.settled(d.Formula, c, path)})
		}
		o.Data = &Datum{formula.ObjectValue(rec)}
	}
	f.outcome, f.done = o, true
}

// declares reports whether an outcome of the action may have a result.
func (f *frame) declares(result string) bool { return declares(f.def, result) }

func declares(a *pack.Action, result string) bool {
	if a.ResultBands != nil {
		for _, b := range a.ResultBands.Bands {
			if b.ID == result {
				return true
			}
		}
		return false
	}
	if a.Results == nil {
		return true
	}
	for _, r := range a.Results {
		if r == result {
			return true
		}
	}
	return false
}

// context is what the formulas of a step see, on the sheet that it reads.
func (f *frame) context(s *pack.Step, path string) *context {
	c := f.room.contexts.One()
	*c = context{Sheet: f.sheetOf(s, path), f: f, step: s, path: path}
	return c
}
