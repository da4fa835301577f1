package pack

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

func (l *loader) action(n *model.Node, outer *env) *Action {
	f, ok := l.form(n, "action")
	if !ok {
		return nil
	}
	if l.build.full = l.build.full || !l.within(n.Pos, len(l.build.all)+1, mostOwn, "actions"); l.build.full {
		return nil
	}
	id := l.id(f, "id")
	a := &Action{Local: id, N: len(l.build.all), Pos: f.at("id"), Pack: outer.pack, Item: outer.item, Type: outer.typ, StepsByID: map[string]*Step{}}
	l.build.all = append(l.build.all, a)
	switch {
	case outer.item != nil:
		a.ID = outer.item.ID + "#" + id
	case outer.typ != nil:
		a.ID = outer.typ.ID + "#" + id
	default:
		a.ID = outer.pack.ID + ":" + id
	}
	e := &env{pack: outer.pack, item: outer.item, typ: outer.typ, action: a}
	a.Tags = f.plainTags("tags")
	a.Available = f.formula("available", actionAvailable, e)
	f.entries("params", func(name string, pos diag.Pos, n *model.Node) {
		if len(a.Params) == mostNames {
			l.within(pos, mostNames+1, mostNames, "params")
			return
		}
		l.pathName(name, pos, partNames)
		p := &Param{}
		inner := *e
		inner.param = p
		g := l.shortProp(n, "param", &p.Prop, name, pos, e)
		p.Required = g.flag("required", p.Default == nil)
		p.Where = g.formula("where", paramWhere, &inner)
		if p.Where != nil && p.Type != ID {
			l.faults.report(Schema, p.Where.Pos, nil, "drop it", "only a param of type id has where")
		}
		a.Params = append(a.Params, p)
	})
	f.entries("participants", func(name string, pos diag.Pos, n *model.Node) {
		if len(a.Participants) == mostNames {
			l.within(pos, mostNames+1, mostNames, "roles")
			return
		}
		l.pathName(name, pos, partNames)
		if name == "self" {
			l.faults.report(Schema, pos, data{"name": name}, "choose another name", "a role cannot be called self, which is the acting character")
		}
		r := &Role{Name: name, Pos: pos, Max: -1}
		if n.Kind != model.Null {
			if g, ok := l.form(n, "role"); ok {
				r.Min, r.Max = g.count("min", 0), g.count("max", -1)
				if r.Max >= 0 && r.Min > r.Max {
					l.faults.report(Schema, g.at("min"), nil, "make min the smaller", "min is above max")
				}
				r.Fields = l.props(g, "fields", e, viewNames)
				for _, p := range r.Fields {
					if p.Name == "id" || len(p.Name) > 3 && p.Name[:3] == "id." {
						l.faults.report(Schema, p.Pos, data{"name": p.Name}, "choose another name", "every participant has an id already")
					}
				}
			}
		}
		a.Participants = append(a.Participants, r)
	})
	if n := f.get("results"); n != nil && n.Kind == model.ListNode {
		a.Results = append([]string{}, f.names("results")...)
	} else if sub, ok := f.sub("results", "resultBands"); ok {
		sub.ref("bands", &a.ResultsRef, refBands, e, func(x any) { a.ResultBands = x.(*BandSet) })
	}
	a.Steps = l.steps(f, e, nil)
	return a
}

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

func (l *loader) roll(f form, e *env) *Roll {
	r := &Roll{Better: f.text("better"), Of: f.text("of"), OfPos: f.at("of")}
	if r.Better == "" {
		r.Better = "high"
	}
	seen := map[string]diag.Pos{}
	for _, n := range f.items("parts") {
		g, ok := l.form(n, "part")
		if !ok {
			continue
		}
		p := &Part{ID: g.text("id"), Pos: n.Pos, Multiplied: g.flag("multiplied", true)}
		l.once(seen, "part", p.ID, p.Pos)
		p.When = g.formula("when", stepWhen, e)
		p.Dice, p.Value = g.formula("dice", rollDice, e), g.formula("value", rollValue, e)
		g.ref("field", &p.Field, refField, e, func(x any) {
			p.FieldDef = x.(*Field)
			if p.FieldDef.Type != Integer && p.FieldDef.Type != Number {
				l.faults.report(TypeMismatch, p.Field.Pos, data{"expected": "number"}, "name a field that is integer or number", "the field '%s' is %s, and a roll adds numbers", p.FieldDef.Name, p.FieldDef.Type)
			}
		})
		p.IfEmpty = g.formula("ifEmpty", rollDice, e)
		if p.IfEmpty != nil && p.Dice == nil {
			l.faults.report(Schema, p.IfEmpty.Pos, nil, "drop it", "only a part with dice has ifEmpty")
		}
		p.Tags = g.tags("tags", stepTags, e)
		p.Source = g.formula("source", rollSource, e)
		r.Parts = append(r.Parts, p)
	}
	f.ref("bands", &r.BandsRef, refBands, e, func(x any) { r.Bands = x.(*BandSet) })
	if r.Of != "" {
		l.ofPath(r, e)
	}
	return r
}

func (l *loader) choiceStep(f form, e *env) *ChoiceDef {
	c := &ChoiceDef{}
	c.Options.Pos = f.at("options")
	inner := *e
	e = &inner
	n := f.get("options")
	seen := map[string]diag.Pos{}
	var options []form
	if n != nil && n.Kind == model.ListNode {
		c.Options.Written = []*Option{}
		for _, n := range n.Items {
			g, ok := l.form(n, "stepOption")
			if !ok {
				continue
			}
			o := &Option{ID: l.id(g, "id"), Pos: g.at("id"), When: g.formula("when", stepOptionWhen, e), To: l.to(g, "to", e)}
			l.once(seen, "option", o.ID, o.Pos)
			c.Options.Written = append(c.Options.Written, o)
			options = append(options, g)
		}
	} else if src, ok := f.sub("options", "stepSource"); ok {
		c.Options.Pos = src.pos()
		if q, ok := src.sub("content", "contentQuery"); ok {
			c.Options.Content = l.query(q, candidateWhere, false, e)
		}
		if q, ok := src.sub("copies", "copyQuery"); ok {
			c.Options.Copies = l.query(q, candidateWhere, true, e)
		}
		if p, ok := src.sub("pending", "pending"); ok {
			c.Options.Pending = &Pending{Pos: p.pos(), Entry: p.formula("entry", stepText, e)}
			for _, key := range []string{"repeat", "prefer"} {
				if f.has(key) {
					l.faults.report(Schema, f.at(key), data{"key": key}, "drop it", "a choice step over pending choices has no %s", key)
				}
			}
			if f.text("sheet") == "given" {
				l.faults.report(Schema, f.at("sheet"), data{"key": "sheet"}, "drop it", "a choice step over pending choices reads the proposed sheet")
			}
			e.step.Proposed = true
		}
	}
	e.source = c.Options
	if rep, ok := f.sub("repeat", "repeat"); ok {
		c.Repeat = true
		c.Max, c.Min = rep.formula("max", stepCount, e), rep.formula("min", stepCount, e)
	}
	if f.has("prefer") && c.Options.Written != nil {
		l.faults.report(Schema, f.at("prefer"), data{"key": "prefer"}, "use recommend", "prefer is for options that are content or copies")
	}
	c.Prefer = f.formula("prefer", candidatePrefer, e)
	c.Recommend, c.Random = f.formula("recommend", stepRecommend, e), f.formula("random", stepRandom, e)
	after := *e
	after.picked = true
	for i, g := range options {
		o := c.Options.Written[i]
		o.Flags = l.flags(g, &after)
		mine := after
		mine.dest = func() *To { return o.To }
		o.Changes = l.changes(g, &mine)
	}
	c.Changes = l.changes(f, &after)
	return c
}

func (l *loader) allocate(f form, e *env) *Allocate {
	a := &Allocate{UpTo: f.text("spend") == "upTo"}
	if by, ok := f.sub("fields", "fieldsBy"); ok {
		a.Where = by.formula("where", allocateFields, e)
	}
	a.Budget, a.Cost, a.Limit = f.formula("budget", stepCount, e), f.formula("cost", allocateCost, e), f.formula("limit", allocateLimit, e)
	for _, n := range f.items("values") {
		if x := l.formula(n, stepCount, e); x != nil {
			a.Values = append(a.Values, x)
		}
	}
	if f.has("values") {
		for _, key := range []string{"spend", "cost", "limit"} {
			if f.has(key) {
				l.faults.report(Schema, f.at(key), data{"key": key}, "drop it", "values are handed out whole: they have no %s", key)
			}
		}
	}
	n := f.get("recommend")
	if n != nil {
		a.Recommend = make([]FieldFormula, 0, len(n.Keys))
	}
	f.entries("recommend", func(name string, pos diag.Pos, n *model.Node) {
		a.Recommend = append(a.Recommend, FieldFormula{Field: Ref{Written: name, Pos: pos}, Formula: l.formula(n, stepCount, e)})
		to := &a.Recommend[len(a.Recommend)-1]
		l.resolveLater(&to.Field, refInput, e, func(x any) { to.Def = x.(*Field) })
	})
	a.Random = f.formula("random", stepWhen, e)
	return a
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
