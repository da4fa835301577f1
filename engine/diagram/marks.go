package diagram

import "github.com/astragal-engine/astragal/engine/model"

// Mark says that something can happen while a part runs, and where that comes from: the first place
// found, such as `action climb: roll`.
type Mark struct {
	Kind string `json:"kind"`
	Why  string `json:"why"`
}

// MarkKinds are the kinds of marks, in the order in which they are shown.
var MarkKinds = []string{"choice", "chance", "hidden", "window", "trigger", "elimination", "end check"}

const (
	choice = iota
	chance
	hidden
	window
	trigger
	elimination
	endCheck
	markKinds
)

// routine is a list of ops that runs as one, with what it calls: an action, a content item, an
// event, an outcome model, a flow.
type routine struct {
	why     [markKinds]string
	tested  [markKinds]string // the end condition of a flow that it runs inside
	tests   bool              // end conditions are tested in it or after it
	fast    bool
	callers []*routine
	callees []*routine
}

func (r *routine) mark(kind int, why string) {
	if r.why[kind] == "" {
		r.why[kind] = why
	}
}

func (r *routine) calls(other *routine) {
	other.callers = append(other.callers, r)
	r.callees = append(r.callees, other)
}

// list gives the marks of several routines together.
func list(routines ...*routine) []Mark {
	var out []Mark
	for kind := range MarkKinds {
		for _, r := range routines {
			if r != nil && r.why[kind] != "" {
				out = append(out, Mark{MarkKinds[kind], r.why[kind]})
				break
			}
		}
	}
	return out
}

// marker finds the marks of all steps at once. Every routine is read once; then each mark travels from
// a routine to those that call it, so the work grows with the model and not with its square.
type marker struct {
	m        *model.Model
	zones    map[string]*model.Zone
	secret   map[string]bool // variables that not everyone sees
	all      []*routine
	actions  map[string]*routine
	events   map[string]*routine
	items    map[string]*routine // "catalogue/id"; "catalogue/" is any item of it, "/id" one of any
	outcomes map[string]*routine
	flows    map[string]*routine
	opened   map[string]*routine // windows
	nodes    map[*model.FlowNode]*routine
}

func (k *marker) named(in map[string]*routine, name string) *routine {
	r := in[name]
	if r == nil {
		r = &routine{}
		in[name] = r
		k.all = append(k.all, r)
	}
	return r
}

func mark(m *model.Model) *marker {
	k := &marker{
		m: m, zones: map[string]*model.Zone{}, secret: map[string]bool{}, actions: map[string]*routine{}, events: map[string]*routine{},
		items: map[string]*routine{}, outcomes: map[string]*routine{}, opened: map[string]*routine{}, flows: map[string]*routine{}, nodes: map[*model.FlowNode]*routine{},
	}
	for i := range m.Zones {
		k.zones[m.Zones[i].Name] = &m.Zones[i]
	}
	for i := range m.Vars {
		if v := m.Vars[i].Visibility; v == "owner" || v == "hidden" {
			k.secret[m.Vars[i].Name] = true
		}
	}
	for i := range m.Actions {
		k.action(&m.Actions[i])
	}
	k.triggers(m.Triggers)
	for i := range m.Content {
		k.catalogue(&m.Content[i])
	}
	for i := range m.Outcomes {
		o := &m.Outcomes[i]
		for j := range o.Outcomes {
			k.ops(k.named(k.outcomes, o.Name), "outcome "+short(o.Name), o.Outcomes[j].Effect)
		}
	}
	if m.Turns != nil {
		k.turns(m.Turns)
	}
	mainFlow := &routine{}
	k.all = append(k.all, mainFlow)
	if m.Flow != nil {
		k.flow(mainFlow, m.Flow)
	}
	for i := range m.Flows {
		if n := m.Flows[i].Node; n != nil {
			k.flow(k.named(k.flows, m.Flows[i].Name), n)
		}
	}
	k.windows()
	k.spread()
	k.ends()
	return k
}

// spread takes each mark to all who reach it by calls, the nearest first.
func (k *marker) spread() {
	for kind := range MarkKinds {
		var queue []*routine
		for _, r := range k.all {
			if r.why[kind] != "" {
				queue = append(queue, r)
			}
		}
		for len(queue) > 0 {
			r := queue[0]
			queue = queue[1:]
			for _, c := range r.callers {
				if c.why[kind] == "" {
					c.why[kind] = r.why[kind]
					queue = append(queue, c)
				}
			}
		}
	}
}

func (k *marker) action(a *model.Action) {
	if _, twice := k.actions[a.Name]; twice {
		return
	}
	r := k.named(k.actions, a.Name)
	k.ops(r, "action "+short(a.Name), a.Cost)
	k.ops(r, "action "+short(a.Name), a.Effect)
}

func (k *marker) triggers(list []model.Trigger) {
	for i := range list {
		t := &list[i]
		for _, e := range t.Events {
			r := k.named(k.events, e.Name)
			r.mark(trigger, "trigger "+short(t.ID)+" hears "+short(e.Name))
			if t.Optional {
				r.mark(choice, "trigger "+short(t.ID)+": use or skip")
			}
			k.ops(r, "trigger "+short(t.ID), t.Do)
		}
	}
}

func (k *marker) catalogue(c *model.Catalogue) {
	for i := range c.Items {
		it := &c.Items[i]
		r := k.named(k.items, c.Name+"/"+it.ID)
		k.ops(r, "content "+short(it.ID), it.Effect)
		for _, wider := range []string{c.Name + "/", "/" + it.ID, "/"} {
			k.named(k.items, wider).calls(r)
		}
		k.triggers(it.Triggers)
		for a := range it.Abilities {
			k.action(&it.Abilities[a])
		}
	}
}

// turns reads what the profile of turns adds: reactions to costs, and the opening.
func (k *marker) turns(t *model.Turns) {
	if w := t.CostWindow.Name; w != "" {
		costs := func(a *model.Action) {
			if len(a.Cost) > 0 {
				r := k.named(k.actions, a.Name)
				r.mark(window, "the cost of action "+short(a.Name)+" opens a window")
				r.calls(k.named(k.opened, w))
			}
		}
		for i := range k.m.Actions {
			costs(&k.m.Actions[i])
		}
		for c := range k.m.Content {
			for i := range k.m.Content[c].Items {
				for a := range k.m.Content[c].Items[i].Abilities {
					costs(&k.m.Content[c].Items[i].Abilities[a])
				}
			}
		}
	}
	opening := &routine{}
	k.all = append(k.all, opening)
	for _, n := range t.Opening {
		k.flow(opening, n)
	}
}

// flow reads a node and what is below it, as a part of the routine that it runs in.
func (k *marker) flow(in *routine, n *model.FlowNode) {
	r := &routine{tests: n.Kind == "step" && len(n.Do) > 0 || len(n.EndEvent) > 0}
	k.all = append(k.all, r)
	k.nodes[n] = r
	in.calls(r)
	at := short(n.Kind) + " " + short(n.ID)
	below := r
	if n.Kind != "step" {
		below = in // a loop does not wear the marks of its steps
	}
	if n.Kind == "loop" && n.Order == "random" {
		r.mark(chance, at+": random order")
	}
	if n.Kind == "subflow" {
		in.calls(k.named(k.flows, n.Ref))
	}
	if len(n.Do) > 1 {
		r.mark(choice, at+": which action")
	}
	if n.Secret || n.VisibleX.Given() || n.ActorsX.Given() && len(n.Do) > 1 {
		r.mark(hidden, at+": not all see the choice")
	}
	for _, a := range n.Do {
		if called := k.actions[a.Name]; called != nil {
			r.calls(called)
		}
	}
	if n.Window != nil {
		r.mark(window, at+" opens a window")
	}
	for _, e := range n.EndEvent {
		r.calls(k.named(k.events, e))
	}
	if t := k.m.Turns; t != nil && n.Kind == "turns" {
		r.tests = true
		r.calls(k.named(k.events, t.BeginEvent))
		r.calls(k.named(k.events, t.EndEvent))
	}
	for _, c := range n.Children {
		k.flow(below, c)
	}
	for i := range n.Cases {
		for _, c := range n.Cases[i].Children {
			k.flow(below, c)
		}
	}
	for i := range n.Phases {
		for _, c := range n.Phases[i].Children {
			k.flow(below, c)
		}
	}
}
