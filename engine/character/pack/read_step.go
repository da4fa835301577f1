package pack

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// steps reads the steps under `steps`.
func (l *loader) steps(f form, e *env, parent *Step) []*Step {
	var out []*Step
	for _, n := range f.items("steps") {
		if s := l.step(n, e, parent); s != nil {
			out = append(out, s)
		}
	}
	return out
}

func (l *loader) step(n *model.Node, outer *env, parent *Step) *Step {
	f, word, ok := l.kind(n, "step")
	if !ok {
		return nil
	}
	a := outer.action
	if a.steps++; a.steps > mostSteps {
		if !a.full {
			a.full = true
			l.within(n.Pos, mostSteps+1, mostSteps, "steps in the action '"+clip(a.Local)+"'")
		}
		return nil
	}
	s := &Step{ID: l.plainName(f, "id"), Pos: f.at("id"), Kind: StepKind(word), Action: a, Parent: parent, N: a.steps - 1, Proposed: f.text("sheet") == "proposed", Each: f.text("each")}
	s.Path = s.ID
	if parent != nil {
		s.Path = parent.Path + "/" + s.ID
	}
	if first := a.StepsByID[s.ID]; first != nil {
		l.duplicate("step", s.ID, s.Pos, first.Pos)
	} else {
		a.StepsByID[s.ID] = s
	}
	if s.Each != "" {
		if a.Role(s.Each) == nil {
			l.unknownRole(s.Each, f.at("each"), a)
		}
		for p := parent; p != nil; p = p.Parent {
			if p.Each != "" {
				l.faults.report(UnknownRole, f.at("each"), data{"role": s.Each}, "drop each here: the branch runs for every participant already", "a step within a branch with each has no each of its own")
				break
			}
		}
	}
	inner := *outer
	inner.step = s
	e := &inner
	s.When = f.formula("when", stepWhen, e)
	s.Tags = f.tags("tags", stepTags, e)
	switch s.Kind {
	case RollStep:
		s.Roll = l.roll(f, e)
	case ChoiceStep:
		s.Choice = l.choiceStep(f, e)
	case AllocateStep:
		s.Allocate = l.allocate(f, e)
	case BranchStep:
		s.Branch = &Branch{}
		for _, n := range f.items("cases") {
			if g, ok := l.form(n, "case"); ok {
				c := &Case{Pos: n.Pos, When: g.formula("when", stepWhen, e)}
				l.arm(g, c, e)
				s.Branch.Cases = append(s.Branch.Cases, c)
			}
		}
		if g, ok := f.sub("else", "otherwise"); ok {
			s.Branch.Else = &Case{Pos: g.pos()}
			l.arm(g, s.Branch.Else, e)
		}
	case ChangesStep:
		s.Changes = l.changesStep(f, e)
	case ActionStep:
		s.Run = l.run(f, e)
	case OutcomeStep:
		s.Outcome = &Outcome{Result: f.formula("result", outcomeResult, e)}
		if n := f.get("data"); n != nil && n.Kind == model.MapNode {
			s.Outcome.Data = f.formulas("data", outcomeData, e)
		} else if n != nil {
			s.Outcome.Value = l.formula(n, outcomeData, e)
		}
		l.resultIsDeclared(s)
	}
	l.afterStep(s)
	return s
}

// afterStep notes in the order of formulas that a step is over: what stands behind it sees its result.
func (l *loader) afterStep(s *Step) {
	l.formulas = append(l.formulas, &formulaJob{done: func(c *compiler) { c.over(s) }})
}

func (l *loader) arm(f form, c *Case, e *env) {
	c.Flags = l.flags(f, e)
	c.Steps = l.steps(f, e, e.step)
}

// flags reads flags that a case or a written option sets, and declares them.
func (l *loader) flags(f form, e *env) []Named {
	var out []Named
	f.entries("flags", func(name string, pos diag.Pos, n *model.Node) {
		l.pathName(name, pos, partNames)
		flag := e.action.flag(name)
		if flag == nil && len(e.action.Flags) >= mostNames {
			if !e.action.full {
				e.action.full = true
				l.within(pos, mostNames+1, mostNames, "flags in the action '"+clip(e.action.Local)+"'")
			}
			return
		}
		if flag == nil {
			flag = &FlagType{Name: name, Pos: pos}
			e.action.Flags = append(e.action.Flags, flag)
		}
		job := l.newFormula(n, stepFlag, e)
		if job == nil {
			return
		}
		role := e.step.eachRole()
		job.done = func(*compiler) { flag.set(job.f, role) }
		out = append(out, Named{Name: name, Pos: pos, Formula: job.f})
	})
	return out
}

func (l *loader) changesStep(f form, e *env) *Changes {
	c := &Changes{To: l.to(f, "to", e)}
	if sub, ok := f.sub("release", "release"); ok {
		r := &Release{Pos: sub.pos(), Combine: sub.flag("combine", false)}
		r.Steps = sub.refs("steps", refStep, e, func(i int, x any) {
			if s := x.(*Step); s.Kind != ActionStep || s.Run == nil || !s.Run.Hold {
				l.faults.report(UnknownReference, r.Steps[i].Pos, data{"kind": "step", "id": s.ID}, "name an action step with hold: true", "the step '%s' holds no changes", s.ID)
			}
		})
		r.Where = sub.formula("where", releaseWhere, e)
		c.Release = r
	}
	inner := *e
	inner.dest = func() *To { return c.To }
	c.Changes = l.changes(f, &inner)
	return c
}

func (l *loader) run(f form, e *env) *Run {
	r := &Run{Hold: f.flag("hold", false), Handoff: f.text("as") == "participant"}
	r.Source, r.Entry = f.formula("source", stepText, e), f.formula("entry", stepText, e)
	kind := refAction
	if r.Source != nil || r.Entry != nil {
		kind = refAnyAction
	}
	inner := *e
	f.ref("use", &r.Use, kind, e, func(x any) {
		r.Target, _ = x.(*Action)
		inner.target = r.Target
	})
	r.Params = l.params(f, runParam, &inner)
	f.entries("participants", func(name string, pos diag.Pos, n *model.Node) {
		r.Participants = append(r.Participants, Named{Name: name, Pos: pos, Formula: l.formula(n, runParticipants, e)})
		l.later = append(l.later, func() {
			if r.Target != nil && r.Target.Role(name) == nil {
				l.unknownRole(name, pos, r.Target)
			}
		})
	})
	n := f.get("situational")
	if n != nil {
		r.Situational = make([]SituationalValue, 0, len(n.Keys))
	}
	f.entries("situational", func(name string, pos diag.Pos, n *model.Node) {
		r.Situational = append(r.Situational, SituationalValue{Choice: Ref{Written: name, Pos: pos}})
		to := &r.Situational[len(r.Situational)-1]
		l.resolveLater(&to.Choice, refSituational, e, func(x any) { to.Def = x.(*Situational) })
		if job := l.newFormula(n, runSituational, e); job != nil {
			job.want = func(*compiler) wanted { return situationalType(to.Def) }
			to.Formula = job.f
		}
	})
	if r.Handoff {
		if e.step.Each == "" {
			l.faults.report(Schema, f.at("as"), data{"key": "as"}, "add each: <role>", "a handoff goes to each participant of a role")
		}
		for _, key := range []string{"entry", "situational"} {
			if f.has(key) {
				l.faults.report(Schema, f.at(key), data{"key": key}, "drop it", "a handoff has no %s: the participant's own character runs the action", key)
			}
		}
	}
	return r
}
