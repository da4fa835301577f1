package pack

import "github.com/astragal-engine/astragal/engine/character/formula"

// actionTypes are the types of what an action shows to effects and bands, which do not know which one it is.
type actionTypes struct {
	params, participants, participant, steps, flags *formula.Type
}

// over notes that a step is over: the formulas behind it see its result.
func (c *compiler) over(s *Step) { c.behind[s.Action] = append(c.behind[s.Action], s) }

// ofAction gives the types of the names that an action has.
func (c *compiler) ofAction(s formula.Slot, j *formulaJob) (*formula.Type, bool) {
	e := j.env
	switch s {
	case SlotSituational:
		return c.of(e.pack).situational, true
	case SlotAction:
		return c.actionRoot(j), true
	}
	a := e.action
	if a == nil || j.shared() {
		if c.union == nil {
			return nil, false
		}
		switch s {
		case SlotParams:
			return c.union.params, true
		case SlotParticipants:
			return c.union.participants, true
		case SlotParticipant:
			return c.union.participant, true
		case SlotSteps:
			return c.union.steps, true
		}
		return c.union.flags, true
	}
	switch s {
	case SlotParams:
		return formula.ObjectOf(paramTypes(a)...), true
	case SlotParticipants:
		return formula.ObjectOf(roleTypes(a)...), true
	case SlotParticipant:
		if r := a.Role(e.step.eachRole()); r != nil {
			return nested(idOnly, r.Fields), true
		}
		return nil, false
	case SlotSteps:
		return formula.ObjectOf(c.stepTypes(a, e.step)...), true
	}
	return formula.ObjectOf(flagTypes(a, e.step)...), true
}

func paramTypes(a *Action) []formula.Member {
	var out []formula.Member
	for _, p := range a.Params {
		t := valueType(p.Type, p.Of)
		if p.Type == ID && p.Of.Written == "field" {
			t = valueView
		}
		out = append(out, formula.Member{Name: p.Name, Type: t})
	}
	return out
}

func roleTypes(a *Action) []formula.Member {
	var out []formula.Member
	for _, r := range a.Participants {
		out = append(out, formula.Member{Name: r.Name, Type: formula.ListOf(nested(idOnly, r.Fields))})
	}
	return out
}

// stepTypes are the results of the steps before a place, and what there is so far of its own: of a step that runs for each participant the
// current one's where the place runs for the same role, else all of them.
func (c *compiler) stepTypes(a *Action, at *Step) []formula.Member {
	var out membersByName
	add := func(s *Step, own bool) {
		members := c.result(s)
		if members == nil {
			return
		}
		t := formula.ObjectOf(members...)
		if role := s.eachRole(); role != "" && (own || role != at.eachRole()) {
			t = formula.ListOf(t)
		}
		out.join(s.ID, t)
	}
	for _, s := range c.behind[a] {
		add(s, false)
	}
	if at != nil && (at.eachRole() != "" || at.Kind == ChoiceStep) {
		add(at, true) // the runs before this one, the picks so far
	}
	return out.list
}

// result gives the members of a step's result; nil: it has none.
func (c *compiler) result(s *Step) []formula.Member {
	switch s.Kind {
	case RollStep:
		return append(c.of(s.Action.Pack).roll[:8:8],
			formula.Member{Name: "band", Type: formula.String}, formula.Member{Name: "bandValue", Type: formula.Any}, formula.Member{Name: "bandSet", Type: formula.String})
	case ChoiceStep:
		switch src := s.Choice.Options; {
		case src.Pending != nil:
			return []formula.Member{{Name: "picked", Type: tagList}, {Name: "paths", Type: formula.ListOf(formula.Any)}}
		case s.Choice.Repeat:
			return []formula.Member{{Name: "picked", Type: tagList}}
		case src.Content != nil:
			return []formula.Member{{Name: "picked", Type: formula.String}, {Name: "item", Type: c.viewsOf(src.Content.Of).item}}
		case src.Copies != nil:
			v := c.viewsOf(src.Copies.Of)
			return []formula.Member{{Name: "picked", Type: formula.String}, {Name: "item", Type: v.item}, {Name: "self", Type: v.self}}
		}
		return []formula.Member{{Name: "picked", Type: formula.String}}
	case AllocateStep:
		return []formula.Member{{Name: "amounts", Type: formula.MapOf(formula.Int)}}
	case ActionStep:
		return []formula.Member{{Name: "result", Type: formula.String}, {Name: "data", Type: formula.Any}}
	}
	return nil
}

// flagTypes are the flags of an action at a place.
func flagTypes(a *Action, at *Step) []formula.Member {
	var out []formula.Member
	for _, f := range a.Flags {
		out = append(out, formula.Member{Name: f.Name, Type: f.typeAt(at.eachRole())})
	}
	return out
}

// typeAt is the type of a flag where steps run for a role. A branch with each sets it per participant:
// within the role it is the current one's value, elsewhere the list.
func (f *FlagType) typeAt(role string) *formula.Type {
	var t *formula.Type
	for i, one := range f.types {
		if f.roles[i] != "" && f.roles[i] != role {
			one = formula.ListOf(formula.Any)
		}
		if t != nil && !t.Is(one) {
			return formula.Any
		}
		t = one
	}
	if t == nil {
		return formula.Any
	}
	return t
}

// packTypes are the types that all actions of a pack see alike.
type packTypes struct {
	situational *formula.Type
	roll        []formula.Member // of a roll's result
}

func (c *compiler) of(p *Pack) *packTypes {
	if t := c.shown[p]; t != nil {
		return t
	}
	var choices, tallies membersByName
	for _, seen := range p.Visible {
		for _, s := range c.l.build.Situational {
			if s.Pack == seen && !choices.has(s.Local) {
				choices.join(s.Local, valueType(s.Type, Ref{}))
			}
		}
		for _, t := range c.l.build.Tallies {
			if t.Pack == seen {
				tallies.join(t.Name, formula.Int)
			}
		}
	}
	faces := formula.ListOf(formula.Int)
	c.shown[p] = &packTypes{formula.ObjectOf(choices.list...), []formula.Member{
		{Name: "total", Type: formula.Int}, {Name: "faces", Type: faces}, {Name: "kept", Type: faces}, {Name: "empty", Type: formula.Bool},
		{Name: "items", Type: formula.ListOf(rollItem)}, {Name: "tallies", Type: formula.ObjectOf(tallies.list...)},
		{Name: "bounds", Type: formula.ListOf(formula.Any)}, {Name: "unbounded", Type: formula.Int},
	}}
	return c.shown[p]
}

// actionRoot is the action's own context where item and self are something else, and for effects that
// bar actions the action in question.
func (c *compiler) actionRoot(j *formulaJob) *formula.Type {
	v := c.any
	if a := j.env.action; a != nil && j.env.carried() {
		v = c.viewsOf(j.env.content())
	}
	out := []formula.Member{{Name: "item", Type: v.item}, {Name: "self", Type: v.self}}
	switch j.place {
	case actionBarWhen, actionBarValue:
		out = append(out, formula.Member{Name: "id", Type: formula.String}, formula.Member{Name: "tags", Type: tagList})
	case paramWhere, situationalAvailable:
	default:
		out = append(out, formula.Member{Name: "step", Type: stepView})
	}
	return formula.ObjectOf(out...)
}

// everyAction joins what all actions have: of names with several types the type is not known.
func (c *compiler) everyAction() *actionTypes {
	var params, participants, participant, steps, flags membersByName
	participant.join("id", formula.String)
	for _, a := range c.l.build.all {
		for _, m := range paramTypes(a) {
			params.join(m.Name, m.Type)
		}
		for _, m := range roleTypes(a) {
			participants.join(m.Name, m.Type)
		}
		for _, r := range a.Participants {
			for _, f := range r.Fields {
				for _, m := range membersOf(nested(nil, []Prop{f}), f.Name) {
					participant.join(m.Name, m.Type)
				}
			}
		}
		for _, s := range c.behind[a] {
			if members := c.result(s); members != nil {
				t := formula.Any
				if s.eachRole() == "" {
					t = formula.ObjectOf(members...)
				}
				steps.join(s.ID, t)
			}
		}
		for _, f := range a.Flags {
			flags.join(f.Name, f.typeAt(""))
		}
	}
	return &actionTypes{formula.ObjectOf(params.list...), formula.ObjectOf(participants.list...), formula.ObjectOf(participant.list...), formula.ObjectOf(steps.list...), formula.ObjectOf(flags.list...)}
}

// membersByName collects the members of an object; one that comes with several types is of none known.
type membersByName struct {
	list []formula.Member
	at   map[string]int
}

func (m *membersByName) has(name string) bool { _, ok := m.at[name]; return ok }

func (m *membersByName) join(name string, t *formula.Type) {
	if i, ok := m.at[name]; ok {
		if !m.list[i].Type.Is(t) {
			m.list[i].Type = formula.Any
		}
		return
	}
	if m.at == nil {
		m.at = map[string]int{}
	}
	m.at[name] = len(m.list)
	m.list = append(m.list, formula.Member{Name: name, Type: t})
}

// membersOf gives the one member of a view with one field.
func membersOf(view *formula.Type, name string) []formula.Member {
	head := name
	for i := range name {
		if name[i] == '.' {
			head = name[:i]
			break
		}
	}
	return []formula.Member{{Name: head, Type: view.Member(head)}}
}
