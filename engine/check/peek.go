package check

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
)

// peeks warns of policies and tactics that read what their player cannot know: hidden zones and variables, and what
// belongs to other players. How many things there are is known to all.
func (c *checker) peeks() {
	for i := range c.m.Agents {
		a := &c.m.Agents[i]
		c.peeksIn(a.PolicyX, "policy_x of agent "+a.Name)
		for k := range a.Tactic {
			for _, f := range []model.Field{a.Tactic[k].If, a.Tactic[k].Score, a.Tactic[k].Prefer} {
				c.peeksIn(f.X, f.Name+"_x of a tactic of agent "+a.Name)
			}
		}
	}
}

func (c *checker) peeksIn(x model.Expr, in string) {
	src := c.read(x)
	if src == nil {
		return
	}
	p := &peek{c: c, busy: map[string]bool{}}
	p.player = append(p.player, "player")
	p.look(src.tree)
	if p.what != "" {
		c.warn("peek", x.At(p.at), "read what the player has seen, or counts: len(...)", fmt.Sprintf("%s reads %s, which its player cannot know", in, p.what))
	}
}

// peek looks for the first such thing in an expression. player are the names that stand for the player; inside a
// function its parameters are given the benefit of the doubt.
type peek struct {
	c      *checker
	player []string
	bound  []string
	busy   map[string]bool
	inside bool
	what   string
	at     int
}

func (p *peek) found(t *expr.Tree, what string) {
	if p.what == "" {
		p.what, p.at = what, t.Off
	}
}

func (p *peek) look(t *expr.Tree) {
	if t == nil || p.what != "" {
		return
	}
	switch t.Kind {
	case expr.NameTree:
		p.name(t)
		return
	case expr.UnaryTree:
		if t.Name == "not" && p.counted(t.Kids[0]) {
			return
		}
	case expr.CallTree:
		if fn := t.Kids[0]; fn.Kind == expr.NameTree && len(t.Kids) == 2 && (fn.Name == "len" || fn.Name == "bool") && p.counted(t.Kids[1]) {
			return
		}
	case expr.SubscriptTree:
		if name, visibility := p.secret(t.Kids[0]); visibility == "owner" && p.perPlayer(name) {
			p.owned(t, name)
			return
		}
	}
	t.Each(func(part *expr.Tree, bound []string) {
		n := len(p.bound)
		p.bound = append(p.bound, bound...)
		p.look(part)
		p.bound = p.bound[:n]
	})
}

// counted recognizes a zone, or a player's, of which only the number matters.
func (p *peek) counted(t *expr.Tree) bool {
	if t.Kind == expr.SubscriptTree {
		t = t.Kids[0]
	}
	name, _ := p.secret(t)
	return p.c.zone(name) != nil
}

// secret gives the name and visibility of a zone or variable that is not public.
func (p *peek) secret(t *expr.Tree) (name, visibility string) {
	if t.Kind != expr.NameTree || contains(p.bound, t.Name) || p.inside && contains(p.player, t.Name) {
		return "", ""
	}
	if z := p.c.zone(t.Name); z != nil && z.Visibility != "public" {
		return t.Name, z.Visibility
	}
	if v := p.c.variable(t.Name); v != nil && v.Visibility != "public" {
		return t.Name, v.Visibility
	}
	return "", ""
}

func (p *peek) perPlayer(name string) bool {
	if z := p.c.zone(name); z != nil {
		return z.PerPlayer
	}
	v := p.c.variable(name)
	return v != nil && v.PerPlayer
}

// owned looks at hand[x]: with the player for x that is its own; what a comprehension runs over may be.
func (p *peek) owned(t *expr.Tree, name string) {
	index := t.Kids[1]
	if index.Kind == expr.NameTree && (contains(p.player, index.Name) || contains(p.bound, index.Name)) {
		return
	}
	if index.Kind == expr.NameTree && p.c.variable(index.Name) != nil {
		return // whose turn it is may well be the player's
	}
	p.found(t.Kids[0], fmt.Sprintf("'%s' of another player", name))
}

func (p *peek) name(t *expr.Tree) {
	if name, visibility := p.secret(t); name != "" {
		kind := "variable"
		if p.c.zone(name) != nil {
			kind = "zone"
		}
		if visibility == "hidden" {
			p.found(t, fmt.Sprintf("the hidden %s '%s'", kind, name))
		} else {
			p.found(t, fmt.Sprintf("'%s' of all players", name))
		}
		return
	}
	if contains(p.bound, t.Name) || p.busy[t.Name] {
		return
	}
	if !p.c.follow(1) {
		return
	}
	within := func(params []string, list ...model.Expr) {
		p.busy[t.Name] = true
		in := &peek{c: p.c, busy: p.busy, player: params, inside: true}
		for _, x := range list {
			if src := p.c.read(x); src != nil {
				in.look(src.tree)
			}
		}
		if in.what != "" {
			p.found(t, in.what)
		}
	}
	if f := p.c.function(t.Name); f != nil {
		params := append([]string(nil), f.Params...)
		var list []model.Expr
		for _, l := range f.Lets {
			list = append(list, l.X)
			params = append(params, l.Name)
		}
		within(params, append(list, f.X)...)
		return
	}
	if d := p.c.derived(t.Name); d != nil {
		within(nil, d.X)
	}
}
