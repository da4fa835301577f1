package check

import (
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

// effects is what something that runs may change: slots of the state, or all of it where that cannot be told; and
// whether end conditions are tested in it.
type effects struct {
	c     *checker
	slots map[int]bool
	attrs map[string]bool // of items, wherever they are
	moved bool            // something between zones
	stats bool            // the value of a stat
	all   bool
	ends  bool
	seen  map[any]bool
	left  int
}

func (c *checker) effects() *effects {
	return &effects{c: c, slots: map[int]bool{}, attrs: map[string]bool{}, seen: map[any]bool{}, left: 20_000}
}

// once reports whether a part is met for the first time.
func (e *effects) once(part any) bool {
	if !e.spend(1) || e.seen[part] {
		return false
	}
	e.seen[part] = true
	return true
}

// spend reports whether so many parts more can be looked at; else anything may be changed.
func (e *effects) spend(parts int) bool {
	e.left -= parts
	if e.left < 0 || !e.all && !e.c.follow(parts) {
		e.all = true
	}
	return !e.all
}

// opened is a window, as a part.
type opened string

func (e *effects) node(n *model.FlowNode) {
	if n == nil || !e.once(n) {
		return
	}
	for _, k := range below(n) {
		e.node(k)
	}
	if n.As != "" {
		e.variable(n.As)
	}
	if n.Kind == "turns" { // its checkpoints, its events and what its costs open may do anything
		e.all = true
	}
	for _, ev := range n.EndEvent {
		e.ends = true
		e.emit(ev)
	}
	if n.Window != nil {
		e.window(windowName(n.Window))
	}
	switch n.Kind {
	case "sequence", "loop", "branch":
	case "subflow":
		e.flow(n.Ref)
	case "step":
		for _, d := range n.Do {
			e.ends = true
			e.action(d.Name)
		}
	default:
		e.all = true
	}
}

func (e *effects) flow(name string) {
	e.slots[program.SlotResults] = true
	if n := e.c.declared.flows[name]; n != nil {
		e.node(n)
		return
	}
	e.all = true
}

func (e *effects) action(name string) {
	list := e.c.declared.actions[name]
	for _, a := range list {
		if e.once(a) {
			e.ops(a.Cost)
			e.ops(a.Effect)
		}
	}
	e.all = e.all || len(list) == 0
}

// window takes everything with a speed that the window allows.
func (e *effects) window(name string) {
	e.ends = true
	e.slots[program.SlotEvents] = true
	if !e.once(opened(name)) {
		return
	}
	if !e.c.follow(len(e.c.declared.actions) + len(e.c.m.Windows)) {
		e.all = true
		return
	}
	allows := func(string) bool { return true }
	for i := range e.c.m.Windows {
		if w := &e.c.m.Windows[i]; w.Name == name && name != "" {
			allows = func(speed string) bool {
				for _, a := range w.Allows {
					if a.Name == speed {
						return true
					}
				}
				return false
			}
		}
	}
	eachAction(e.c.m, func(a *model.Action, _ *model.Item) {
		if a.Speed != "" && allows(a.Speed) && e.once(a) {
			e.ops(a.Cost)
			e.ops(a.Effect)
		}
	})
}

func (e *effects) emit(event string) {
	e.slots[program.SlotEvents] = true
	for _, t := range e.c.declared.triggers[event] {
		if e.once(t) {
			e.ops(t.Do)
		}
	}
}

func (e *effects) ops(list []*model.Op) {
	for _, op := range list {
		if e.once(op) {
			e.op(op)
		}
	}
}

func (e *effects) op(op *model.Op) {
	e.ops(op.Then)
	e.ops(op.Else)
	e.ops(op.Impact)
	switch op.Name {
	case "set", "add":
		if attr, ok := op.Str("attr"); ok {
			e.attrs[attr] = true
			return
		}
		name, _ := path(op.Field("var").Lit)
		e.variable(name)
	case "draw", "move", "create", "destroy", "look", "shuffle", "search":
		e.moved = true
		for _, f := range []string{"from", "to", "zone"} {
			e.zone(op.Field(f))
		}
		e.slots[program.SlotEvents] = true
	case "emit":
		name, _ := op.Str("event")
		e.emit(name)
	case "sample":
		name, _ := op.Str("model")
		e.slots[program.SlotEvents] = true
		for i := range e.c.m.Outcomes {
			if o := &e.c.m.Outcomes[i]; o.Name == name && e.once(o) {
				for k := range o.Outcomes {
					e.ops(o.Outcomes[k].Effect)
				}
			}
		}
	case "exec":
		catalogue, _ := op.Str("content")
		e.slots[program.SlotEvents] = true
		for i := range e.c.m.Content {
			for k := range e.c.m.Content[i].Items {
				if it := &e.c.m.Content[i].Items[k]; (catalogue == "" || catalogue == e.c.m.Content[i].Name) && e.once(it) {
					e.ops(it.Effect)
				}
			}
		}
	case "window":
		name, _ := op.Str("name")
		e.window(name)
	case "run":
		name, _ := op.Str("flow")
		e.flow(name)
	case "let", "choose", "roll", "reveal", "say", "if", "for_each", "repeat", "cancel":
	case "modify":
		e.stats = true
	default: // reset, place, act, call, and what is no op
		e.all = true
	}
}

func (e *effects) variable(name string) {
	i, ok := e.c.declared.vars[name]
	if !ok {
		e.all = true
		return
	}
	e.slots[varSlot(i)] = true
}

func (e *effects) zone(f model.Field) {
	if !f.Given() {
		return
	}
	name, _ := path(f.Lit)
	i, ok := e.c.declared.zones[name]
	if !ok || f.X.Given() {
		e.all = true
		return
	}
	e.slots[e.c.zoneSlot(i)] = true
}

// reaches reports whether what a function that looks at the game gives may change.
func (e *effects) reaches(call string) bool {
	switch call {
	case "owner_of", "zone_of", "items_of":
		return e.moved
	case "modified":
		return e.stats || len(e.slots)+len(e.attrs) > 0
	}
	return program.NeedsGame(call)
}
