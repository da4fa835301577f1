package check

import (
	"strconv"

	"github.com/astragal-engine/astragal/engine/model"
)

// body is a list of ops with the place that the engine names when one of them stops the game.
type body struct {
	place string
	ops   []*model.Op
	item  *model.Item // whose it is, or nil
}

// bodies gives every list of ops of a model that is not part of another one.
func bodies(m *model.Model) []body {
	var out []body
	add := func(place string, ops []*model.Op, it *model.Item) {
		if len(ops) > 0 {
			out = append(out, body{place, ops, it})
		}
	}
	action := func(a *model.Action, it *model.Item) {
		add("action "+a.Name+" (cost)", a.Cost, it)
		add("action "+a.Name, a.Effect, it)
	}
	for i := range m.Actions {
		action(&m.Actions[i], nil)
	}
	for i := range m.Triggers {
		add("trigger "+triggerID(&m.Triggers[i], i, nil), m.Triggers[i].Do, nil)
	}
	for i := range m.Outcomes {
		for k := range m.Outcomes[i].Outcomes {
			add("outcome model "+m.Outcomes[i].Name, m.Outcomes[i].Outcomes[k].Effect, nil)
		}
	}
	eachItem(m, func(it *model.Item) {
		add("content "+it.ID, it.Effect, it)
		for k := range it.Triggers {
			add("trigger "+triggerID(&it.Triggers[k], k, it), it.Triggers[k].Do, it)
		}
		for k := range it.Abilities {
			action(&it.Abilities[k], it)
		}
	})
	if m.Campaign != nil {
		add("campaign", m.Campaign.Between, nil)
	}
	return out
}

// triggerID is the name of a trigger in places: its own, its item's, or its number.
func triggerID(t *model.Trigger, i int, it *model.Item) string {
	switch {
	case t.ID != "":
		return t.ID
	case it != nil && it.ID != "":
		return it.ID
	}
	return strconv.Itoa(i + 1)
}

func eachItem(m *model.Model, visit func(*model.Item)) {
	for i := range m.Content {
		for k := range m.Content[i].Items {
			visit(&m.Content[i].Items[k])
		}
	}
}

// eachOp visits every op of the model, nested ones included.
func (c *checker) eachOp(visit func(op *model.Op)) {
	for i := range c.bodies {
		eachOp(c.bodies[i].ops, visit)
	}
}

// eachOp visits ops and those nested in them.
func eachOp(ops []*model.Op, visit func(*model.Op)) {
	for _, op := range ops {
		visit(op)
		eachOp(op.Then, visit)
		eachOp(op.Else, visit)
		eachOp(op.Impact, visit)
	}
}

// eachNode visits the nodes of all flows, parents first, and then those of the opening of turns.
func eachNode(m *model.Model, visit func(*model.FlowNode)) {
	var walk func(n *model.FlowNode)
	walk = func(n *model.FlowNode) {
		if n == nil {
			return
		}
		visit(n)
		for _, k := range below(n) {
			walk(k)
		}
	}
	walk(m.Flow)
	for i := range m.Flows {
		walk(m.Flows[i].Node)
	}
	if m.Turns != nil {
		for _, n := range m.Turns.Opening {
			walk(n)
		}
	}
}

// below gives the nodes right below one.
func below(n *model.FlowNode) []*model.FlowNode {
	if len(n.Cases)+len(n.Phases) == 0 {
		return n.Children
	}
	out := append([]*model.FlowNode(nil), n.Children...)
	for i := range n.Cases {
		out = append(out, n.Cases[i].Children...)
	}
	for i := range n.Phases {
		out = append(out, n.Phases[i].Children...)
	}
	return out
}

// eachAction visits the actions and then the abilities.
func eachAction(m *model.Model, visit func(a *model.Action, it *model.Item)) {
	for i := range m.Actions {
		visit(&m.Actions[i], nil)
	}
	eachItem(m, func(it *model.Item) {
		for k := range it.Abilities {
			visit(&it.Abilities[k], it)
		}
	})
}

// eachTrigger visits the model's triggers and then those of content.
func eachTrigger(m *model.Model, visit func(t *model.Trigger, id string)) {
	for i := range m.Triggers {
		visit(&m.Triggers[i], triggerID(&m.Triggers[i], i, nil))
	}
	eachItem(m, func(it *model.Item) {
		for k := range it.Triggers {
			visit(&it.Triggers[k], triggerID(&it.Triggers[k], k, it))
		}
	})
}

// eachModifier visits the model's modifiers and then those of content.
func eachModifier(m *model.Model, visit func(*model.Modifier)) {
	for i := range m.Modifiers {
		visit(&m.Modifiers[i])
	}
	eachItem(m, func(it *model.Item) {
		for k := range it.Modifiers {
			visit(&it.Modifiers[k])
		}
	})
}
