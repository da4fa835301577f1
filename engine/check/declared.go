package check

import "github.com/astragal-engine/astragal/engine/model"

// declared finds what a model declares under a name: of several the first, as the engine does.
type declared struct {
	vars      map[string]int
	zones     map[string]int
	functions map[string]*model.Function
	derived   map[string]*model.Derived
	flows     map[string]*model.FlowNode
	actions   map[string][]*model.Action  // abilities too
	triggers  map[string][]*model.Trigger // by event
	scopes    map[string]bool             // flows that end conditions end
}

func declare(m *model.Model) *declared {
	d := &declared{vars: map[string]int{}, zones: map[string]int{}, functions: map[string]*model.Function{}, derived: map[string]*model.Derived{},
		flows: map[string]*model.FlowNode{}, actions: map[string][]*model.Action{}, triggers: map[string][]*model.Trigger{}, scopes: map[string]bool{}}
	for i := len(m.Vars) - 1; i >= 0; i-- {
		d.vars[m.Vars[i].Name] = i
	}
	for i := len(m.Zones) - 1; i >= 0; i-- {
		d.zones[m.Zones[i].Name] = i
	}
	for i := len(m.Functions) - 1; i >= 0; i-- {
		d.functions[m.Functions[i].Name] = &m.Functions[i]
	}
	for i := len(m.Derived) - 1; i >= 0; i-- {
		d.derived[m.Derived[i].Name] = &m.Derived[i]
	}
	for i := len(m.Flows) - 1; i >= 0; i-- {
		d.flows[m.Flows[i].Name] = m.Flows[i].Node
	}
	for i := range m.End {
		d.scopes[m.End[i].Scope] = true
	}
	eachAction(m, func(a *model.Action, _ *model.Item) { d.actions[a.Name] = append(d.actions[a.Name], a) })
	eachTrigger(m, func(t *model.Trigger, _ string) {
		for _, e := range t.Events {
			d.triggers[e.Name] = append(d.triggers[e.Name], t)
		}
	})
	return d
}

// variable, zone, function and derived give what is declared under a name; nil for nothing.
func (c *checker) variable(name string) *model.Var {
	if i, ok := c.declared.vars[name]; ok {
		return &c.m.Vars[i]
	}
	return nil
}

func (c *checker) zone(name string) *model.Zone {
	if i, ok := c.declared.zones[name]; ok {
		return &c.m.Zones[i]
	}
	return nil
}

func (c *checker) function(name string) *model.Function { return c.declared.functions[name] }

func (c *checker) derived(name string) *model.Derived { return c.declared.derived[name] }
