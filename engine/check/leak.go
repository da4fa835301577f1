package check

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
)

// leaks warns of what is hidden and comes into the open by the way: a public variable or a text made from a hidden
// card, options that say what stands on one. An action that reveals something is taken to know what it does.
func (c *checker) leaks() {
	for i := range c.m.Vars {
		if v := &c.m.Vars[i]; v.Visibility != "public" {
			c.warn("secret-var", v.Pos, "keep the secret as a card in a hidden zone with drawn_from",
				fmt.Sprintf("variable '%s' is %s, and nothing redistributes variables: a player that looks ahead knows it", v.Name, secrecy(v.Visibility)))
		}
	}
	c.undrawn()
	fired := map[*model.Trigger]int{}
	look := func(lists ...[]*model.Op) {
		l := &leak{c: c, secret: map[string]string{}, open: map[string]bool{}, looked: map[string]bool{}, fired: fired}
		for _, ops := range lists {
			eachOp(ops, l.opened)
		}
		for _, ops := range lists {
			l.ops(ops)
		}
	}
	eachAction(c.m, func(a *model.Action, _ *model.Item) { look(a.Cost, a.Effect) })
	eachTrigger(c.m, func(t *model.Trigger, _ string) { look(t.Do) })
	eachItem(c.m, func(it *model.Item) { look(it.Effect) })
}

func secrecy(visibility string) string {
	if visibility == "owner" {
		return "its owner's alone"
	}
	return visibility
}

// undrawn warns of hidden zones that are filled from a shuffled one and do not say so.
func (c *checker) undrawn() {
	filled := map[string]string{}
	c.eachOp(func(op *model.Op) {
		if op.Name != "draw" {
			return
		}
		from, _ := path(op.Field("from").Lit)
		to, _ := path(op.Field("to").Lit)
		if z := c.zone(from); z != nil && z.Shuffled && !op.Field("visible_to").X.Given() {
			filled[to] = from
		}
	})
	for i := range c.m.Zones {
		z := &c.m.Zones[i]
		if from := filled[z.Name]; from != "" && z.Visibility != "public" && !z.Shuffled && z.DrawnFrom == "" {
			c.warn("no-drawn-from", z.Pos, fmt.Sprintf("write `drawn_from: %s`", from),
				fmt.Sprintf("cards come hidden from '%s' into zone '%s', which does not say so: a player that looks ahead knows them", from, z.Name))
		}
	}
}

// leak goes through the ops of one action in their order. secret are the local names that hold something that not
// everyone knows, with what it is in words.
type leak struct {
	c      *checker
	secret map[string]string
	open   map[string]bool // local names that are put into the open somewhere
	looked map[string]bool // zones that somebody looks into or that are shown
	shown  bool            // something is revealed
	fired  map[*model.Trigger]int
}

// mostFired bounds how often the ops of one trigger are gone through for those that emit its event.
const mostFired = 20

// with is l inside a part that binds names of its own.
func (l *leak) with() *leak {
	inner := &leak{c: l.c, secret: map[string]string{}, open: l.open, looked: l.looked, fired: l.fired}
	for k, v := range l.secret {
		inner.secret[k] = v
	}
	return inner
}

// emit goes on with what is run by an event: it is told secrets by with_x, and knows the names of the emitter.
func (l *leak) emit(op *model.Op) {
	inner := l.with()
	for _, w := range op.With {
		inner.bind(w.Name, l.of(model.Field{X: w.X}))
	}
	inner.ops(op.Impact)
	if len(inner.secret) == 0 {
		return
	}
	event, _ := op.Str("event")
	for _, t := range l.c.declared.triggers[event] {
		if l.fired[t]++; l.fired[t] <= mostFired {
			heard := inner.with()
			heard.open, heard.looked = map[string]bool{}, map[string]bool{}
			for name := range l.open {
				heard.open[name] = true
			}
			for name := range l.looked {
				heard.looked[name] = true
			}
			eachOp(t.Do, heard.opened)
			heard.ops(t.Do)
		}
	}
}

// opened notes what an action puts into the open, wherever it does.
func (l *leak) opened(op *model.Op) {
	zone := func(field string) *model.Zone {
		name, _ := path(op.Field(field).Lit)
		return l.c.zone(name)
	}
	switch op.Name {
	case "reveal":
		l.shown = true
	case "look", "search":
		if z := zone("zone"); z != nil {
			l.looked[z.Name] = true
		}
	case "move":
		if src := l.c.read(op.Field("what").X); src != nil && src.tree.Kind == expr.NameTree {
			if z := zone("to"); z != nil && z.Visibility == "public" {
				l.open[src.tree.Name] = true
			}
		}
	}
}

func (l *leak) ops(list []*model.Op) {
	if l.shown {
		return
	}
	for _, op := range list {
		l.op(op)
		switch op.Name {
		case "if", "repeat":
			l.ops(op.Then)
			l.ops(op.Else)
		case "for_each":
			as, _ := op.Str("as")
			inner := l.with()
			inner.bind(as, l.of(op.Field("items")))
			inner.ops(op.Then)
		case "emit":
			l.emit(op)
		}
	}
}

func (l *leak) bind(name, what string) {
	delete(l.secret, name)
	if what != "" && name != "" && !l.open[name] {
		l.secret[name] = what
	}
}

func (l *leak) op(op *model.Op) {
	as, _ := op.Str("as")
	shown := op.Field("visible_to").X.Given()
	switch op.Name {
	case "set", "add":
		name, _ := path(op.Field("var").Lit)
		v := l.c.variable(name)
		field := map[string]string{"set": "value", "add": "amount"}[op.Name]
		l.attr(op, field)
		if what := l.of(op.Field(field)); what != "" && v != nil && v.Visibility == "public" {
			l.c.warn("leak", op.Field(field).X.Pos, "reveal it first, or give the variable a visibility", fmt.Sprintf("public variable '%s' is made from %s", name, what))
		}
	case "say":
		if what := l.of(op.Field("text")); what != "" {
			l.c.warn("leak", op.Field("text").X.Pos, "reveal it first", fmt.Sprintf("everyone hears a text that is made from %s", what))
		}
	case "let":
		name, _ := op.Str("name")
		l.bind(name, l.of(op.Field("value")))
	case "choose":
		l.choose(op)
	case "search", "look":
		name, _ := path(op.Field("zone").Lit)
		l.bind(as, fmt.Sprintf("what is seen in '%s'", name))
	case "draw":
		name, _ := path(op.Field("to").Lit)
		what := ""
		if z := l.c.zone(name); z != nil && z.Visibility != "public" && !shown {
			what = fmt.Sprintf("a card drawn into '%s'", name)
		}
		l.bind(as, what)
	case "roll":
		what := ""
		if shown {
			what = "a roll that not everyone sees"
		}
		l.bind(as, what)
	default:
		if as != "" {
			l.bind(as, "")
		}
	}
}

// attr warns of something written on what lies in the open.
func (l *leak) attr(op *model.Op, field string) {
	attr, ok := op.Str("attr")
	of := l.c.read(op.Field("of").X)
	if !ok || of == nil {
		return
	}
	root := of.tree
	for root.Kind == expr.SubscriptTree {
		root = root.Kids[0]
	}
	if root.Kind != expr.NameTree {
		return
	}
	if _, local := l.c.scopes.index[root.Name]; local {
		return
	}
	if z := l.c.zone(root.Name); z != nil && z.Visibility == "public" {
		if what := l.of(op.Field(field)); what != "" {
			l.c.warn("leak", op.Field(field).X.Pos, "reveal it first", fmt.Sprintf("'%s' of what lies in public zone '%s' is made from %s", attr, z.Name, what))
		}
	}
}

// choose warns of options that show the chooser what nobody or only others may see.
func (l *leak) choose(op *model.Op) {
	as, _ := op.Str("as")
	options := op.Field("options")
	secret := op.Field("secret").Lit
	hidden := secret != nil && secret.Text == "true" || op.Field("visible_to").X.Given()
	y := &yields{l: l, chooser: true}
	if src := l.c.read(options.X); src != nil && !op.Field("actor").Given() && !op.Field("actors").Given() {
		if what := y.made(src.tree); what != "" {
			l.c.warn("leak", options.X.Pos, "offer the cards themselves, which are picked blind, or look at them first", fmt.Sprintf("the options are made from %s: they tell the one who chooses", what))
		}
	}
	what := ""
	if hidden {
		what = l.of(options)
	}
	l.bind(as, what) // what is chosen in the open is known
}

// of says what secret a field gives; nothing where it gives none.
func (l *leak) of(f model.Field) string {
	src := l.c.read(f.X)
	if src == nil {
		return ""
	}
	return (&yields{l: l}).of(src.tree)
}
