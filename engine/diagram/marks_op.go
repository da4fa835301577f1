package diagram

import (
	"strings"
	"unicode"

	"github.com/astragal-engine/astragal/engine/model"
)

// ops marks what a list of ops can do by itself, and notes what it calls.
func (k *marker) ops(r *routine, at string, list []*model.Op) {
	for _, op := range list {
		k.op(r, at+": "+short(op.Name), op)
		k.ops(r, at, op.Then)
		k.ops(r, at, op.Else)
		k.ops(r, at, op.Impact)
	}
}

func (k *marker) op(r *routine, why string, op *model.Op) {
	switch op.Name {
	case "choose", "act":
		r.mark(choice, why)
		if op.Field("actors").Given() {
			r.mark(hidden, why) // until all have answered
		}
	case "search":
		r.mark(choice, why)
		r.mark(hidden, why)
	case "roll":
		r.mark(chance, why)
	case "sample":
		r.mark(chance, why)
		name, _ := op.Str("model")
		r.calls(k.named(k.outcomes, name))
	case "draw":
		k.drawn(r, why+" from ", op.Field("from"))
	case "look":
		k.drawn(r, why+" at ", op.Field("zone"))
		r.mark(hidden, why)
	case "set", "add":
		if name, _ := op.Str("var"); k.secret[base(name)] {
			r.mark(hidden, why+" "+short(base(name)))
		}
	case "window":
		name, _ := op.Str("name")
		r.mark(window, strings.TrimSpace(why+" "+short(name)))
	case "emit":
		name, _ := op.Str("event")
		r.calls(k.named(k.events, name))
	case "exec":
		r.calls(k.named(k.items, executed(op)))
	case "run":
		name, _ := op.Str("flow")
		r.calls(k.named(k.flows, name))
	}
	if f := op.Field("secret"); op.Field("visible_to").X.Given() || f.Lit != nil && f.Lit.Kind == model.Bool && f.Lit.Text == "true" {
		r.mark(hidden, why)
	}
	for _, field := range []string{"from", "to"} {
		for _, z := range k.zonesIn(op.Field(field)) {
			if z.Visibility == "owner" || z.Visibility == "hidden" {
				r.mark(hidden, why+" "+field+" "+short(z.Name))
			}
		}
	}
}

// drawn marks the chance of taking a card whose place in its deck nobody knows.
func (k *marker) drawn(r *routine, why string, from model.Field) {
	for _, z := range k.zonesIn(from) {
		if z.Shuffled {
			r.mark(chance, why+short(z.Name))
		}
	}
}

// zonesIn gives the zones that a field names: one by its path (`hand[actor]`), or all whose names
// stand in its expression.
func (k *marker) zonesIn(f model.Field) []*model.Zone {
	var out []*model.Zone
	add := func(name string) {
		if z := k.zones[name]; z != nil {
			out = append(out, z)
		}
	}
	if f.X.Given() {
		for _, word := range strings.FieldsFunc(f.X.Src, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			add(word)
		}
	} else if f.Lit != nil && f.Lit.Kind == model.Text {
		add(base(f.Lit.Text))
	}
	return out
}

// short keeps a name short enough to stand in many marks.
func short(name string) string { return cut(name, shortText) }

// base is the name that a path starts with.
func base(path string) string {
	name, _, _ := strings.Cut(path, "[")
	return strings.TrimSpace(name)
}

// executed names the items that an exec may run: one where its id is written out, else any of its catalogue.
func executed(op *model.Op) string {
	catalogue, _ := op.Str("content")
	of := op.Field("of").X.Src
	if n := len(of); n > 2 && (of[0] == '\'' || of[0] == '"') && of[n-1] == of[0] && !strings.ContainsRune(of[1:n-1], rune(of[0])) {
		return catalogue + "/" + of[1:n-1]
	}
	return catalogue + "/"
}

// ends marks where end conditions are tested: after each step with an action and after each end
// event; those of a scope only in the flows that run inside it. The first condition of a kind stands
// for all of them.
func (k *marker) ends() {
	var scoped [markKinds][]*routine
	var whole [markKinds]string
	if t := k.m.Turns; t != nil && len(t.Objectives) > 0 {
		whole[endCheck] = "objective " + short(t.Objectives[0].ID) + " is tested"
	}
	for i := range k.m.End {
		e := &k.m.End[i]
		if !e.If.X.Given() || e.Result == "continue" {
			continue
		}
		kind, why := endCheck, "condition "+short(e.ID)+" is tested"
		if e.Result == "eliminate" {
			kind = elimination
		}
		if f := k.flows[e.Scope]; f != nil && e.Scope != "" {
			f.tested[kind] = why
			scoped[kind] = append(scoped[kind], f)
		} else if whole[kind] == "" {
			whole[kind] = why
		}
	}
	for _, kind := range []int{elimination, endCheck} {
		for _, f := range scoped[kind] {
			f.inside(kind)
		}
		for _, r := range k.all {
			switch {
			case !r.tests:
			case r.tested[kind] != "":
				r.mark(kind, r.tested[kind])
			case whole[kind] != "":
				r.mark(kind, whole[kind])
			}
		}
	}
}

// inside tells all that runs in a flow what is tested there.
func (r *routine) inside(kind int) {
	for queue := []*routine{r}; len(queue) > 0; queue = queue[1:] {
		for _, c := range queue[0].callees {
			if c.tested[kind] == "" {
				c.tested[kind] = r.tested[kind]
				queue = append(queue, c)
			}
		}
	}
}

// windows gives each window what its actions do.
func (k *marker) windows() {
	fast := map[string][]*routine{}
	add := func(a *model.Action) {
		if r := k.actions[a.Name]; a.Speed != "" && !r.fast {
			r.fast = true
			fast[a.Speed] = append(fast[a.Speed], r)
		}
	}
	for i := range k.m.Actions {
		add(&k.m.Actions[i])
	}
	for c := range k.m.Content {
		for i := range k.m.Content[c].Items {
			for a := range k.m.Content[c].Items[i].Abilities {
				add(&k.m.Content[c].Items[i].Abilities[a])
			}
		}
	}
	bySpeed := map[string]*routine{}
	for i := range k.m.Windows {
		w := &k.m.Windows[i]
		r := k.named(k.opened, w.Name)
		r.tests = true
		for _, speed := range w.Allows {
			if bySpeed[speed.Name] == nil {
				s := k.named(bySpeed, speed.Name)
				for _, a := range fast[speed.Name] {
					s.calls(a)
				}
				if len(fast[speed.Name]) > 0 {
					s.mark(choice, "play or pass")
				}
			}
			r.calls(bySpeed[speed.Name])
		}
	}
}
