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
	all   bool
	ends  bool
	seen  map[any]bool
	left  int
}

func (c *checker) effects() *effects {
	return &effects{c: c, slots: map[int]bool{}, seen: map[any]bool{}, left: 20_000}
}

// once reports whether a part is met for the first time.
func (e *effects) once(part any) bool {
	if e.left--; e.left < 0 {
		e.all = true
	}
	if e.all || e.seen[part] {
		return false
	}
	e.seen[part] = true
	return true
}

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
	for i := range e.c.m.Flows {
		if e.c.m.Flows[i].Name == name {
			e.node(e.c.m.Flows[i].Node)
			return
		}
	}
	e.all = true
}

func (e *effects) action(name string) {
	found := false
	e.c.eachAction(func(a *model.Action) {
		if a.Name == name {
			found = true
			if e.once(a) {
				e.ops(a.Cost)
				e.ops(a.Effect)
			}
		}
	})
	if !found {
		e.all = true
	}
}

// window takes everything with a speed that the window allows.
func (e *effects) window(name string) {
	e.ends = true
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
	e.slots[program.SlotEvents] = true
	e.c.eachAction(func(a *model.Action) {
		if a.Speed != "" && allows(a.Speed) && e.once(a) {
			e.ops(a.Cost)
			e.ops(a.Effect)
		}
	})
}

func (e *effects) emit(event string) {
	e.slots[program.SlotEvents] = true
	fire := func(list []model.Trigger) {
		for i := range list {
			for _, ev := range list[i].Events {
				if ev.Name == event && e.once(&list[i]) {
					e.ops(list[i].Do)
				}
			}
		}
	}
	fire(e.c.m.Triggers)
	for i := range e.c.m.Content {
		for k := range e.c.m.Content[i].Items {
			fire(e.c.m.Content[i].Items[k].Triggers)
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
		if _, attr := op.Str("attr"); attr {
			e.items()
			return
		}
		name, _ := path(op.Field("var").Lit)
		e.variable(name)
	case "draw", "move", "create", "destroy", "look", "shuffle", "search":
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
	case "let", "choose", "roll", "reveal", "say", "if", "for_each", "repeat", "cancel", "call", "modify":
	default: // reset, place, act, and what is no op
		e.all = true
	}
}

func (e *effects) variable(name string) {
	for i := range e.c.m.Vars {
		if e.c.m.Vars[i].Name == name {
			e.slots[varSlot(i)] = true
			return
		}
	}
	e.all = true
}

func (e *effects) zone(f model.Field) {
	if !f.Given() {
		return
	}
	name, _ := path(f.Lit)
	for i := range e.c.m.Zones {
		if e.c.m.Zones[i].Name == name && !f.X.Given() {
			e.slots[e.c.zoneSlot(i)] = true
			return
		}
	}
	e.all = true
}

// items is a change of something that lies in a zone or is held by a variable.
func (e *effects) items() {
	for i := range e.c.m.Zones {
		e.slots[e.c.zoneSlot(i)] = true
	}
	for i := range e.c.m.Vars {
		if t := e.c.world.vars[e.c.m.Vars[i].Name]; !plain(t, mostDepth) {
			e.slots[varSlot(i)] = true
		}
	}
}

// plain reports that no item can be in a value.
func plain(t ty, depth int) bool {
	const holders = kList | kTuple | kSet | kRange
	switch {
	case t.k&(kDict|kIter|kFunc) != 0:
		return false
	case t.k&holders == 0:
		return true
	}
	return t.elem != nil && t.elem.k != 0 && depth > 0 && plain(*t.elem, depth-1)
}
