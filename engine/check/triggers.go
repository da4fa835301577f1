package check

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/model"
)

// triggers finds those that wait for what never happens, and optional ones that may find nobody to ask.
func triggers(c *checker) {
	emitted := c.emitted()
	known := sorted(emitted)
	engine := engineEvents(c.m)
	eachTrigger(c.m, func(t *model.Trigger, id string) {
		for _, e := range t.Events {
			if !emitted[e.Name] && !engine(e.Name) {
				c.warn("event-never", e.Pos, c.nearOr(e.Name, known, "emit it, or leave the trigger out"), fmt.Sprintf("event %s is never emitted", quote(e.Name)))
			}
		}
		if t.Optional && !t.Controller.X.Given() {
			c.warn("no-controller", t.Pos, "add controller_x", fmt.Sprintf("optional trigger %s without controller_x asks the actor of the place that emits, if it has one", quote(id)))
		}
	})
}

// emitted gives the events that the model emits.
func (c *checker) emitted() map[string]bool {
	out := map[string]bool{}
	c.eachOp(func(op *model.Op) {
		if name, ok := op.Str("event"); ok && op.Name == "emit" {
			out[name] = true
		}
	})
	eachNode(c.m, func(n *model.FlowNode) {
		for _, e := range n.EndEvent {
			out[e] = true
		}
	})
	if t := c.m.Turns; t != nil {
		out[t.BeginEvent], out[t.EndEvent] = true, true
	}
	delete(out, "")
	return out
}

// engineEvents tells which events the engine adds by itself (seed: Engine events).
func engineEvents(m *model.Model) func(event string) bool {
	known := map[string]bool{}
	eachAction(m, func(a *model.Action, _ *model.Item) {
		if a.Speed != "" {
			known["stack:"+a.Name], known["resolves:"+a.Name], known["cancelled:"+a.Name] = true, true, true
		}
	})
	for i := range m.Flows {
		for _, result := range []string{":win", ":loss", ":draw"} {
			known[m.Flows[i].Name+result] = true
		}
	}
	for i := range m.Outcomes {
		for k, o := range m.Outcomes[i].Outcomes {
			id := o.ID
			if id == "" {
				id = strconv.Itoa(k)
			}
			known[m.Outcomes[i].Name+":"+id] = true
		}
	}
	eachItem(m, func(it *model.Item) { known["exec:"+it.ID] = true })
	eachTrigger(m, func(t *model.Trigger, id string) {
		if t.Timing == "instead" {
			known["instead:"+id] = true
		}
	})
	return func(event string) bool {
		kind, _, _ := strings.Cut(event, ":")
		return known[event] || event != kind && (kind == "eliminated" || kind == "destroy" || kind == "reset")
	}
}
