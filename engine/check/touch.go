package check

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/model"
)

// touch tells whether ops may change what an end condition reads.
type touch struct {
	c     *checker
	names map[string]bool // what end conditions name, and the functions and derived values that they use
	texts map[string]bool // and write in quotes: attributes, stats
	seen  map[string]bool // what has been followed
}

func newTouch(c *checker) *touch {
	t := &touch{c: c, names: map[string]bool{}, texts: map[string]bool{}}
	of := map[string][]int{}
	at := map[model.Expr]int{}
	for i := range c.says.phrases {
		p := &c.says.phrases[i]
		at[p.x] = i
		if p.in != "" {
			of[p.in] = append(of[p.in], i)
		}
	}
	var follow func(i int)
	follow = func(i int) {
		p := &c.says.phrases[i]
		if p.syn == nil {
			return
		}
		for _, text := range p.texts() {
			t.texts[text] = true
		}
		for _, name := range p.syn.Names() {
			if !t.names[name] {
				t.names[name] = true
				for _, k := range of[name] {
					follow(k)
				}
			}
		}
	}
	for i := range c.m.End {
		if k, ok := at[c.m.End[i].If.X]; ok {
			follow(k)
		}
	}
	return t
}

func (t *touch) ops(list []*model.Op) bool {
	t.seen = map[string]bool{}
	return t.any(list)
}

func (t *touch) any(list []*model.Op) bool {
	found := false
	eachOp(list, func(op *model.Op) { found = found || t.op(op) })
	return found
}

// op follows what an op sets off; of what runs elsewhere it knows nothing.
func (t *touch) op(op *model.Op) bool {
	switch op.Name {
	case "run", "call", "reset", "act":
		return true
	case "set", "add":
		if attr, ok := op.Str("attr"); ok {
			return t.texts[attr]
		}
		name, _ := op.Str("var")
		return t.names[rootName(name)]
	case "draw", "move", "create", "destroy", "place", "search", "shuffle":
		return t.moves(op)
	case "modify":
		stat, _ := op.Str("stat")
		return t.texts[stat]
	case "emit":
		event, _ := op.Str("event")
		return t.names["events"] || t.event(event)
	case "sample":
		name, _ := op.Str("model")
		return t.names["events"] || t.outcome(name)
	case "exec":
		name, _ := op.Str("content")
		return t.names["events"] || t.catalogue(name)
	}
	return false
}

func (t *touch) moves(op *model.Op) bool {
	if t.names["zone_of"] || t.names["owner_of"] || t.names["items_of"] || op.Name == "place" && t.texts["at"] {
		return true
	}
	for _, key := range []string{"from", "to", "zone"} {
		f := op.Field(key)
		if name, ok := op.Str(key); f.X.Given() || ok && t.names[rootName(name)] {
			return true
		}
	}
	return false
}

func (t *touch) first(what string) bool {
	if t.seen[what] {
		return false
	}
	t.seen[what] = true
	return true
}

func (t *touch) event(name string) bool {
	found := false
	if t.first("event " + name) {
		eachTrigger(t.c.m, func(r *model.Trigger, _ string) {
			if slices.ContainsFunc(r.Events, func(e model.NameAt) bool { return e.Name == name }) {
				found = found || t.any(r.Do)
			}
		})
	}
	return found
}

func (t *touch) outcome(name string) bool {
	if !t.first("outcome " + name) {
		return false
	}
	for i := range t.c.m.Outcomes {
		for k := range t.c.m.Outcomes[i].Outcomes {
			if t.c.m.Outcomes[i].Name == name && t.any(t.c.m.Outcomes[i].Outcomes[k].Effect) {
				return true
			}
		}
	}
	return false
}

func (t *touch) catalogue(name string) bool {
	if !t.first("content " + name) {
		return false
	}
	for i := range t.c.m.Content {
		if name != "" && t.c.m.Content[i].Name != name {
			continue
		}
		for k := range t.c.m.Content[i].Items {
			if t.any(t.c.m.Content[i].Items[k].Effect) {
				return true
			}
		}
	}
	return false
}
