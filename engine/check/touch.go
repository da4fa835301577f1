package check

import "github.com/astragal-engine/astragal/engine/model"

// touch tells whether ops may change what an end condition reads.
type touch struct {
	c     *checker
	names map[string]bool     // what end conditions name, and the functions and derived values that they use
	texts map[string]bool     // and write in quotes: attributes, stats
	after map[string][]string // what is run by an event, an outcome model or a catalogue runs these too
	does  map[string]bool     // and what of them touches
}

func newTouch(c *checker) *touch {
	t := &touch{c: c, names: map[string]bool{}, texts: map[string]bool{}, after: map[string][]string{}, does: map[string]bool{}}
	t.endsRead()
	m := c.m
	eachTrigger(m, func(r *model.Trigger, _ string) {
		var names []string
		for _, e := range r.Events {
			names = append(names, "event "+e.Name)
		}
		t.run(r.Do, names...)
	})
	for i := range m.Outcomes {
		for k := range m.Outcomes[i].Outcomes {
			t.run(m.Outcomes[i].Outcomes[k].Effect, "outcome "+m.Outcomes[i].Name)
		}
	}
	for i := range m.Content {
		for k := range m.Content[i].Items {
			t.run(m.Content[i].Items[k].Effect, "content "+m.Content[i].Name, "content ")
		}
	}
	t.spread()
	return t
}

// endsRead finds what end conditions read.
func (t *touch) endsRead() {
	of := map[string][]int{}
	at := map[model.Expr]int{}
	for i := range t.c.says.phrases {
		p := &t.c.says.phrases[i]
		at[p.x] = i
		if p.in != "" {
			of[p.in] = append(of[p.in], i)
		}
	}
	var queue []int
	for i := range t.c.m.End {
		if k, ok := at[t.c.m.End[i].If.X]; ok {
			queue = append(queue, k)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		p := &t.c.says.phrases[queue[0]]
		if p.syn == nil {
			continue
		}
		for _, text := range p.texts() {
			t.texts[text] = true
		}
		for _, name := range p.syn.Names() {
			if !t.names[name] {
				t.names[name] = true
				queue = append(queue, of[name]...)
			}
		}
	}
}

// run notes what ops do that run under these names.
func (t *touch) run(ops []*model.Op, names ...string) {
	eachOp(ops, func(op *model.Op) {
		direct, next := t.op(op)
		for _, name := range names {
			t.does[name] = t.does[name] || direct
			if next != "" {
				t.after[next] = append(t.after[next], name)
			}
		}
	})
}

// spread marks everything that leads to what touches.
func (t *touch) spread() {
	var queue []string
	for name, does := range t.does {
		if does {
			queue = append(queue, name)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, name := range t.after[queue[0]] {
			if !t.does[name] {
				t.does[name] = true
				queue = append(queue, name)
			}
		}
	}
}

// ops reports whether ops touch, by themselves or by what they set off.
func (t *touch) ops(list []*model.Op) bool {
	found := false
	eachOp(list, func(op *model.Op) {
		direct, next := t.op(op)
		found = found || direct || t.does[next]
	})
	return found
}

// op says whether an op touches by itself, and what it sets off. Of what runs elsewhere it knows nothing.
func (t *touch) op(op *model.Op) (direct bool, next string) {
	switch op.Name {
	case "run", "call", "reset", "act":
		return true, ""
	case "set", "add":
		if attr, ok := op.Str("attr"); ok {
			return t.texts[attr], ""
		}
		name, _ := op.Str("var")
		return t.names[rootName(name)], ""
	case "draw", "move", "create", "destroy", "place", "search", "shuffle":
		return t.moves(op), ""
	case "modify":
		stat, _ := op.Str("stat")
		return t.texts[stat], ""
	case "emit":
		event, _ := op.Str("event")
		return t.names["events"], "event " + event
	case "sample":
		name, _ := op.Str("model")
		return t.names["events"], "outcome " + name
	case "exec":
		name, _ := op.Str("content")
		return t.names["events"], "content " + name
	}
	return false, ""
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
