package compile

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// event, stat and placeName give the number of a name, new or not.
func (c *compiler) event(name string) int32 {
	if i, ok := c.p.EventIndex[name]; ok {
		return i
	}
	i := int32(len(c.p.Events))
	c.p.EventIndex[name] = i
	c.p.Events = append(c.p.Events, program.Event{Name: name})
	return i
}

func (c *compiler) stat(name string) int32 {
	if i, ok := c.p.StatIndex[name]; ok {
		return i
	}
	i := int32(len(c.p.Stats))
	c.p.StatIndex[name] = i
	c.p.Stats = append(c.p.Stats, program.Stat{Name: name})
	return i
}

func (c *compiler) placeName(text string) int32 {
	if i, ok := c.places[text]; ok {
		return i
	}
	i := int32(len(c.p.Places))
	c.places[text] = i
	c.p.Places = append(c.p.Places, text)
	return i
}

// rules compiles what can happen: windows, actions, outcomes, triggers, modifiers, ends.
func (c *compiler) rules() {
	c.declareActions()
	c.declareWindows()
	c.compileActions()
	for i := range c.m.Outcomes {
		c.outcomes(&c.m.Outcomes[i])
	}
	item := int32(0)
	for i := range c.m.Triggers {
		c.trigger(&c.m.Triggers[i], -1, c.m.Triggers[i].ID, i+1)
	}
	for i := range c.m.Modifiers {
		c.modifier(&c.m.Modifiers[i], -1)
	}
	for i := range c.m.Content {
		for k := range c.m.Content[i].Items {
			c.item(&c.m.Content[i].Items[k], item)
			item++
		}
	}
	c.orderTriggers()
	for i := range c.m.End {
		c.end(&c.m.End[i], i+1)
	}
	c.agents()
	c.campaign()
}

func (c *compiler) item(it *model.Item, n int32) {
	p := &c.p.Items[n]
	if it.ActiveX.Given() {
		p.Active, p.ActiveStop = c.code(it.ActiveX, withLocals)
	}
	if it.HasEffect {
		p.Effect = c.block(it.Effect, c.placeName("content "+it.ID))
	}
	for i := range it.Triggers {
		id := it.Triggers[i].ID
		if id == "" {
			id = it.ID
		}
		c.trigger(&it.Triggers[i], n, id, i+1)
	}
	for i := range it.Modifiers {
		c.modifier(&it.Modifiers[i], n)
	}
}

// declareActions numbers the actions and then the abilities, in source order.
func (c *compiler) declareActions() {
	add := func(a *model.Action, item int32) {
		if a.Name == "" {
			c.faultFix("no-id", a.Pos, "add id", "an ability has no id")
			a.Name = c.auto("")
		}
		if _, taken := c.actions[a.Name]; taken {
			c.faultFix("action-twice", a.Pos, "give the ability another id", "the name '%s' is already an action", clip(a.Name))
		} else {
			c.actions[a.Name] = int32(len(c.p.Actions))
		}
		start := uint8(0)
		if c.p.Turns != nil {
			start = program.FormalStart
		}
		c.p.Actions = append(c.p.Actions, program.Action{Name: a.Name, Start: start, Label: a.Label, Item: item, Cost: -1, Effect: -1, Speed: a.Speed, Place: c.placeName("action " + a.Name), Pos: a.Pos})
	}
	for i := range c.m.Actions {
		add(&c.m.Actions[i], -1)
	}
	item := int32(0)
	for i := range c.m.Content {
		for k := range c.m.Content[i].Items {
			it := &c.m.Content[i].Items[k]
			for j := range it.Abilities {
				add(&it.Abilities[j], item)
			}
			item++
		}
	}
}

// eachAction visits the model's actions and abilities in the order of their numbers.
func (c *compiler) eachAction(visit func(a *model.Action, p *program.Action)) {
	n := 0
	next := func(a *model.Action) {
		visit(a, &c.p.Actions[n])
		n++
	}
	for i := range c.m.Actions {
		next(&c.m.Actions[i])
	}
	for i := range c.m.Content {
		for k := range c.m.Content[i].Items {
			it := &c.m.Content[i].Items[k]
			for j := range it.Abilities {
				next(&it.Abilities[j])
			}
		}
	}
}

func (c *compiler) compileActions() {
	c.eachAction(func(a *model.Action, p *program.Action) {
		if a.Pre.Given() {
			p.Pre, p.PreStop = c.onlyX(a.Pre, withLocals, fmt.Sprintf("action %s: pre is text without pre_x", a.Name))
		}
		p.ByPre = p.Item < 0 && p.PreStop == nil && c.mode.Quick("legal by pre_x")
		p.Cost = c.effect(a.Cost, c.placeName("action "+a.Name+" (cost)"))
		p.Effect = c.effect(a.Effect, p.Place)
		p.Resolution = resolution(a.Resolution)
		if a.Speed != "" && a.Name == "pass" {
			c.faultFix("pass", a.Pos, "give it another name", "an action with a speed may not be called 'pass'")
		}
	})
}

func resolution(s string) program.Resolution {
	switch s {
	case "immediate", "nested":
		return program.Immediate
	case "lifo_stack":
		return program.Stack
	}
	return program.Inherit
}

// maxCandidates bounds the actions that all windows of a model allow together.
const maxCandidates = 1_000_000

// declareWindows compiles the declared windows, and the one of every speed under the name "".
func (c *compiler) declareWindows() {
	base := c.m.Protocol
	fast := map[string][]int32{} // the actions of each speed
	var all []int32
	n := int32(0)
	c.eachAction(func(a *model.Action, _ *program.Action) {
		if a.Speed != "" {
			fast[a.Speed] = append(fast[a.Speed], n)
			all = append(all, n)
		}
		n++
	})
	together := 0
	for i := range c.m.Windows {
		w := &c.m.Windows[i]
		var allowed []int32
		allows := []string{}
		seen := map[string]bool{}
		for _, s := range w.Allows {
			if !seen[s.Name] {
				allowed = append(allowed, fast[s.Name]...)
				allows = append(allows, s.Name)
			}
			seen[s.Name] = true
		}
		if together += len(allowed); together > maxCandidates {
			c.fault("limit", w.Pos, "the windows of a model allow at most %d actions together", maxCandidates)
			allowed, together = nil, together-len(allowed)
		}
		slices.Sort(allowed)
		c.addWindow(w.Name, w.Name, value.OfText(w.Name), overlay(base, w.Protocol), allows, allowed)
	}
	c.addWindow("", "None", value.Value{}, base, nil, all)
}

func overlay(base, over model.Protocol) model.Protocol {
	if over.First.Given() {
		base.First = over.First
	}
	if over.AfterAction != "" {
		base.AfterAction = over.AfterAction
	}
	if over.Closes != "" {
		base.Closes = over.Closes
	}
	if over.Resolution != "" {
		base.Resolution = over.Resolution
	}
	return base
}

func (c *compiler) addWindow(key, name string, label value.Value, p model.Protocol, allows []string, candidates []int32) {
	w := program.Window{
		Name: name, Label: label, Place: c.placeName("window " + name), Allows: allows, Candidates: candidates,
		Same: p.AfterAction == "same", PassOnce: p.Closes == "single_pass_each", Resolution: resolution(p.Resolution),
	}
	w.First, w.FirstStop = c.onlyX(p.First, withLocals, fmt.Sprintf("window %s: first is text without first_x", name))
	c.windows[key] = int32(len(c.p.Windows))
	c.p.Windows = append(c.p.Windows, w)
}

func (c *compiler) outcomes(m *model.OutcomeModel) {
	out := program.OutcomeModel{Name: m.Name}
	if len(m.Outcomes) == 0 {
		c.faultFix("no-outcomes", m.Pos, "add outcomes, a list of {id, p_x, effect}", "outcome model '%s' has no outcomes", m.Name)
	}
	for i := range m.Outcomes {
		o := &m.Outcomes[i]
		id := o.ID
		if id == "" {
			id = strconv.Itoa(i)
		}
		p := c.value(o.P, false, false)
		if !o.P.Given() {
			c.faultFix("no-p", o.Pos, "add p_x", "outcome '%s' of '%s' has no p", id, m.Name)
			p = program.Value{Stop: &program.Stop{Kind: "NotExecutable", Message: fmt.Sprintf("outcome %s of %s: p is missing", id, m.Name), Pos: o.Pos}}
		} else if p.Stop != nil && !o.P.X.Given() {
			p.Stop = &program.Stop{Kind: "NotExecutable", Message: fmt.Sprintf("outcome %s of %s: p is text without p_x", id, m.Name), Pos: o.Pos}
		}
		effect := int32(-1)
		if len(o.Effect) > 0 {
			effect = c.body(o.Effect, -1)
		}
		out.Outcomes = append(out.Outcomes, program.Outcome{ID: value.OfText(id), P: p, Effect: effect})
		out.Event = append(out.Event, c.event(m.Name+":"+id))
	}
	c.p.Outcomes = append(c.p.Outcomes, out)
}

// trigger compiles a trigger; number is its place in its list, its name where it has no other.
func (c *compiler) trigger(t *model.Trigger, item int32, id string, number int) {
	if id == "" {
		id = strconv.Itoa(number)
	}
	p := program.Trigger{ID: id, Item: item, Optional: t.Optional, Pos: t.Pos, Place: c.placeName("trigger " + id), InsteadEvent: c.event("instead:" + id)}
	p.If, p.IfStop = c.onlyX(t.If, withLocals, fmt.Sprintf("trigger %s: if is text without if_x", id))
	if t.Controller.X.Given() {
		p.Controller, p.ControllerStop = c.code(t.Controller.X, withLocals)
	}
	p.Do = c.effect(t.Do, p.Place)
	n := int32(len(c.p.Triggers))
	c.p.Triggers = append(c.p.Triggers, p)
	seen := make(map[string]bool, len(t.Events))
	for _, e := range t.Events {
		if seen[e.Name] {
			continue
		}
		seen[e.Name] = true
		ev := &c.p.Events[c.event(e.Name)]
		switch t.Timing {
		case "when", "before":
			ev.Before = append(ev.Before, n)
		case "instead":
			ev.Instead = append(ev.Instead, n)
		default:
			ev.After = append(ev.After, n)
		}
	}
}

// orderTriggers puts the mandatory triggers of each phase before the optional ones. Model triggers
// come before those of content already, since they were compiled first.
func (c *compiler) orderTriggers() {
	order := func(list []int32) []int32 {
		var out []int32
		for _, optional := range []bool{false, true} {
			for _, t := range list {
				if c.p.Triggers[t].Optional == optional {
					out = append(out, t)
				}
			}
		}
		return out
	}
	for i := range c.p.Events {
		ev := &c.p.Events[i]
		ev.Before, ev.Instead, ev.After = order(ev.Before), order(ev.Instead), order(ev.After)
	}
}

func (c *compiler) modifier(m *model.Modifier, item int32) {
	p := program.Modifier{Item: item, Pos: m.Pos}
	if m.Layer != nil {
		if f, ok := value.Number(c.node(m.Layer)); ok {
			p.Layer = f
		}
	}
	name := m.ID
	if name == "" {
		name = m.Stat.Name
	}
	p.ID = name
	p.Change, p.Stop = c.onlyX(m.Change, withLocals, fmt.Sprintf("modifier %s: change is text without change_x", name))
	if p.Change == nil && p.Stop == nil {
		p.Stop = &program.Stop{Kind: "NotExecutable", Message: fmt.Sprintf("modifier %s: change_x is missing", name), Pos: m.Pos}
	}
	p.If, p.IfStop = c.onlyX(m.If, withLocals, fmt.Sprintf("modifier %s: if is text without if_x", name))
	s := c.stat(m.Stat.Name)
	c.p.Stats[s].Modifiers = append(c.p.Stats[s].Modifiers, p)
}

var results = map[string]program.Result{
	"win": program.Win, "loss": program.Loss, "draw": program.Drawn, "score": program.Score,
	"eliminate": program.Eliminate, "winners": program.Winners, "rank": program.Rank,
}

func (c *compiler) end(e *model.EndCondition, number int) {
	id := e.ID
	if id == "" {
		id = strconv.Itoa(number)
	}
	mainID := ""
	if c.m.Flow != nil {
		mainID = c.m.Flow.ID
	}
	if _, named := c.flows[e.Scope]; e.Scope != "" && e.Scope != mainID && !named {
		c.undeclared("unknown-scope", e.ScopePos, e.Scope, sortedNames(c.flows), "scope '%s' is no named flow", clip(e.Scope))
		return
	}
	result, known := results[e.Result]
	if !e.If.X.Given() || e.Result == "continue" {
		c.p.IdleEnds = append(c.p.IdleEnds, program.IdleEnd{ID: id, Continue: e.Result == "continue", Pos: e.Pos})
		if e.Result != "continue" {
			c.unread(e.If)
		}
		return
	}
	p := program.End{ID: id, Result: result, Scope: -1, Pos: e.Pos}
	if e.Scope != "" && e.Scope != mainID {
		p.Scope = c.flows[e.Scope]
	}
	var stop *program.Stop
	p.If, stop = c.code(e.If.X, noLocals)
	if stop != nil {
		p.If, p.Stop = alwaysTrue, stop
	}
	need := func(kind, format string, args ...any) *program.Stop {
		return &program.Stop{Kind: kind, Message: fmt.Sprintf(format, args...), Pos: e.Pos}
	}
	if e.Who.X.Given() {
		p.Who, p.WhoStop = c.code(e.Who.X, noLocals)
	} else if result == program.Eliminate || result == program.Winners {
		p.WhoStop = need("NotExecutable", "end condition %s: %s needs who_x", id, e.Result)
	} else {
		p.WhoStop = need("NotExecutable", "end condition %s: a competitive game needs who_x", id)
	}
	numbers := func(f model.Field, name string) program.Value {
		if !f.X.Given() {
			return program.Value{Stop: need("NotExecutable", "end condition %s: %s needs %s", id, e.Result, name)}
		}
		code, stop := c.code(f.X, noLocals)
		return program.Value{X: code, Has: code != nil, Stop: stop}
	}
	switch {
	case !known && p.Stop == nil:
		p.Stop = need("NotExecutable", "end condition %s: result '%s' is unknown", id, clip(e.Result))
	case result == program.Score:
		p.Returns = numbers(e.Returns, "returns_x")
	case result == program.Rank:
		p.Ranks = numbers(e.Ranks, "ranks_x")
	}
	c.p.Ends = append(c.p.Ends, p)
}

func (c *compiler) campaign() {
	m := c.m.Campaign
	if m == nil {
		return
	}
	p := &program.Campaign{Between: c.effect(m.Between, c.placeName("campaign"))}
	if m.Games != nil {
		if v := c.node(m.Games); v.IsInt() && v.Int() > 0 {
			p.Games = int(v.Int())
		} else {
			c.fault("bad-type", m.Games.Pos, "campaign.games must be a whole number above 0")
		}
	}
	for _, r := range m.Reset {
		if v, ok := c.vars[r.Name]; ok {
			p.Reset = append(p.Reset, c.p.Vars[v].Slot)
		} else if z, ok := c.p.ZoneIndex[r.Name]; ok {
			p.Reset = append(p.Reset, c.p.Zones[z].Slot)
		} else {
			c.undeclared("unknown-reset", r.Pos, r.Name, func() []string { return append(sortedNames(c.vars)(), sortedNames(c.p.ZoneIndex)()...) },
				"campaign.reset: '%s' is no variable or zone", clip(r.Name))
		}
	}
	c.p.Campaign = p
}

// onStack makes what expressions see of each fast action while it waits on the stack.
func (c *compiler) onStack() {
	keys := value.NewKeys(value.Intern("action"), value.Intern("actor"), value.Intern("cancelled"))
	for i := range c.p.Windows {
		for _, n := range c.p.Windows[i].Candidates {
			a := &c.p.Actions[n]
			if a.OnStack != nil {
				continue
			}
			for k := range 2 * c.p.MaxPlayers {
				item := value.OfDict(keys, []value.Value{value.Intern(a.Name), value.OfInt(int64(k / 2)), value.OfBool(k%2 == 1)})
				a.OnStack = append(a.OnStack, program.OnStack{Item: item, Alone: value.OfList([]value.Value{item})})
			}
		}
	}
}
