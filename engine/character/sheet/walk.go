package sheet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// walk finds all that the character carries, in instance order: the rules with their picks and grants,
// templates of the character, features, inventory, applied entries. Each with its own picks, grants and
// templates behind it. Conditions are not asked yet.
func (s *Sheet) walk() {
	ch := s.Character
	for i := range s.byPack {
		c := s.carrier(nil, Source{Type: "rules", ID: s.Packs[i].ID}, nil)
		c.keys, c.state = ch.Choices, done
		if i == 0 {
			s.rules, c.keeps = c, true
		}
	}
	for i := range s.byPack {
		s.carry(s.carriers[i], &s.byPack[i])
	}
	s.templates(s.rules, ch.Templates, "templates")
	for i, c := range ch.Features {
		s.copy(c, "features", i)
	}
	for i, c := range ch.Inventory {
		s.copy(c, "inventory", i)
	}
	for i, e := range ch.Applied {
		s.entry(e, i)
	}
}

func (s *Sheet) carrier(parent *Carrier, source Source, content *pack.Item) *Carrier {
	c := s.room.carriers.One()
	c.Sheet, c.Source, c.Content, c.n, c.parent = s, source, content, len(s.carriers), parent
	if content != nil {
		c.owner = content.ID
	}
	s.carriers = append(s.carriers, c)
	return c
}

func (s *Sheet) copy(one *Copy, list string, i int) {
	item := s.Rules.Item(one.Item)
	if !s.usable(item, one.Item, list, i, ".item") {
		return
	}
	if item.Type.Template {
		s.report(issueWalk, 0, Issue{Code: "unknown-reference", Path: place(list, i) + ".item",
			Message: one.Item + " is a template: it is laid over copies and is none itself", Data: map[string]any{"id": one.Item}})
		return
	}
	c := s.carrier(nil, Source{"item", item.ID, one.ID}, item)
	c.state = done
	c.Item = s.items[item.N]
	view := s.room.copies.One()
	*view = copyView{one, item}
	c.Self = formula.ObjectValue(view)
	c.keys, c.keeps, c.list, c.at = one.Choices, true, list, i
	s.content(c)
	if len(one.Templates) > 0 {
		s.templates(c, one.Templates, place(list, i)+".templates")
	}
}

func (s *Sheet) entry(e *Entry, i int) {
	item := s.Rules.Item(e.Source)
	if !s.usable(item, e.Source, "applied", i, ".source") {
		return
	}
	c := s.carrier(nil, Source{"item", item.ID, e.ID}, item)
	c.state, c.mute = absent, true
	if e.active() {
		c.state = done
	}
	c.Item = s.items[item.N]
	view := s.room.entries.One()
	*view = entryView{e, item}
	c.Self = formula.ObjectValue(view)
	s.content(c)
}

// usable reports content that no loaded pack has, under a member of the ith of a list of the file.
func (s *Sheet) usable(item *pack.Item, id, list string, i int, member string) bool {
	if item != nil && item.Type != nil {
		return true
	}
	s.report(issueWalk, 0, s.missing("content", id, place(list, i)+member))
	return false
}

// place names the ith of a list of the file.
func place(list string, i int) string { return list + "[" + strconv.Itoa(i) + "]" }

// templates lays templates over a carrier.
func (s *Sheet) templates(over *Carrier, ids []string, path string) {
	for i, id := range ids {
		item := s.Rules.Item(id)
		if !s.usable(item, id, path, i, "") {
			continue
		}
		c := s.carrier(over, Source{"template", id, over.Source.Entry}, item)
		c.Item, c.Self = s.items[item.N], over.Self
		c.keys, c.path = over.keys, over.path
		s.content(c)
	}
}

// content takes up what a piece of content carries: its type's, then its own.
func (s *Sheet) content(c *Carrier) {
	p := &s.Rules.content[c.Content.N]
	s.carry(c, p.ofType)
	s.carry(c, &p.own)
}

// mostCarriers bounds what picks and grants can make of a small file, mostCarried the effects (one for each
// field), actions, follow-ups and choices that all carriers bring.
const (
	mostCarriers = 20_000
	mostCarried  = 200_000
	deepest      = 20
)

// carry takes up effects, actions and follow-ups, then the picks of choices, then grants.
func (s *Sheet) carry(c *Carrier, what *plan) {
	for _, e := range what.Effects {
		if !s.takes(1 + len(s.effects[e.N].fields)) {
			return
		}
		s.instance(c, e)
	}
	if !s.takes(len(what.Actions) + len(what.Uses) + len(what.FollowUps)) {
		return
	}
	for _, a := range what.Actions {
		s.listed = append(s.listed, listed{carrier: c, action: a})
	}
	for _, u := range what.Uses {
		if u.Target != nil {
			s.listed = append(s.listed, listed{carrier: c, action: u.Target, use: u})
		}
	}
	for _, f := range what.FollowUps {
		s.followUps = append(s.followUps, followUp{c, f})
	}
	if !c.mute { // an applied entry has no place for picks
		for i := range what.choices {
			s.choices(c, &what.choices[i])
		}
	}
	for _, g := range what.Grants {
		s.grant(c, g)
	}
}

func (s *Sheet) grant(c *Carrier, g *pack.Grant) {
	if g.Item == nil || g.Item.Type == nil || !s.hasRoom(c) {
		return
	}
	for up := c; up != nil; up = up.parent {
		if up.Content == g.Item {
			return // it brings itself: it is there already
		}
	}
	granted := s.carrier(c, Source{"item", g.Item.ID, c.Source.Entry}, g.Item)
	granted.when, granted.mute = g.When, c.mute
	granted.Item, granted.Self, granted.Slot = s.items[g.Item.N], c.Self, c.Slot
	granted.keys, granted.path = c.keys, c.path
	s.content(granted)
}

// hasRoom reports whether one more carrier may stand below another.
func (s *Sheet) hasRoom(c *Carrier) bool {
	depth := 0
	for up := c; up != nil; up = up.parent {
		depth++
	}
	if depth > deepest || len(s.carriers) >= mostCarriers {
		s.tooLarge("picks and grants stand more than 20 deep, or bring more than 20,000 things: the rest is left out")
		return false
	}
	return true
}

// takes reports whether so many more things may be brought.
func (s *Sheet) takes(n int) bool {
	if s.carried += n; s.carried <= mostCarried {
		return true
	}
	s.tooLarge("what the character has brings more than 200,000 effects, actions, follow-ups and choices: the rest is left out")
	return false
}

func (s *Sheet) tooLarge(message string) {
	if !s.full {
		s.full = true
		s.report(issueWalk, 1, Issue{Code: "safety-limit-exceeded", Message: message})
	}
}

// choices takes up a choice, each slot of it, and what was picked.
func (s *Sheet) choices(c *Carrier, def *choicePlan) {
	key := def.key
	// What was granted or laid over shares the place for picks with its owner: of two choices of one name
	// the later is told apart by its content, and the same content is not asked twice.
	if s.isTaken(c, def, key) {
		if c.Content == nil {
			return
		}
		if key = c.Content.ID + "." + key; s.isTaken(c, def, key) {
			return
		}
	}
	if len(def.Slots) == 0 {
		s.choice(c, def, 0, key, 0)
	}
	for i, slot := range def.Slots {
		s.choice(c, def, i, def.slotKey(i, key), slot)
	}
}

// isTaken reports whether the place for picks has a choice of this key, or its slots.
func (s *Sheet) isTaken(c *Carrier, def *choicePlan, key string) bool {
	if len(def.Slots) > 0 {
		key = def.slotKey(0, key)
	}
	first := len(s.asked) - mostSought
	for i := len(s.asked) - 1; i >= 0 && s.asked[i].Path.Entry == c.Source.Entry; i-- { // those of one copy stand together
		if i < first {
			return s.isTakenOfMany(askedAt{c.Source.Entry, strings.Join(c.path, "\x00"), key})
		}
		if n := s.asked[i]; n.Key == key && n.beside(c) {
			return true
		}
	}
	return false
}

// beside reports whether the choice's picks are kept where a carrier's are.
func (n *ChoiceNode) beside(c *Carrier) bool {
	above := n.Path.Choice[:len(n.Path.Choice)-1]
	return len(above) == 0 && len(c.path) == 0 || slices.Equal(above, c.path)
}

// mostSought is how many choices are looked through before they are indexed.
const mostSought = 64

// askedAt is a place for picks.
type askedAt struct{ entry, path, key string }

func (s *Sheet) isTakenOfMany(at askedAt) bool {
	if s.places == nil {
		s.places = map[askedAt]bool{}
	}
	for ; s.placed < len(s.asked); s.placed++ {
		n := s.asked[s.placed]
		s.places[askedAt{n.Path.Entry, strings.Join(n.Path.Choice[:len(n.Path.Choice)-1], "\x00"), n.Key}] = true
	}
	return s.places[at]
}

// choice takes up a choice, or the ith slot of it.
func (s *Sheet) choice(c *Carrier, def *choicePlan, i int, key string, slot int) {
	if !s.takes(1) {
		return
	}
	node := s.room.choices.One()
	node.Carrier, node.Def, node.plan, node.Key, node.Slot, node.n = c, def.Choice, def, key, slot, len(s.asked)
	node.Path.Entry = c.Source.Entry
	if node.Path.Choice = def.path[i]; len(c.path) > 0 || key != def.path[i][0] {
		node.Path.Choice = s.path(c.path, key)
	}
	s.asked = append(s.asked, node)
	node.picks = c.keys[key]
	for i, p := range node.picks {
		s.pick(node, p, i)
	}
}

// path is a path with one more part.
func (s *Sheet) path(up []string, part string) []string {
	out := s.room.paths.List(len(up) + 1)
	copy(out, up)
	out[len(up)] = part
	return out
}

func (s *Sheet) pick(node *ChoiceNode, p *Pick, i int) {
	c, id := node.Carrier, optionID(p.Option)
	if !s.hasRoom(c) {
		return
	}
	option, content, ok := node.find(id)
	if !ok {
		s.report(issueChoice, node.n, Issue{Code: "unknown-option", Message: fmt.Sprintf("the choice %s has no option %s", node.Path, id),
			Data: map[string]any{"path": node.Path.data(), "option": id}})
		return
	}
	picked := s.carrier(c, c.Source, c.Content)
	picked.choice, picked.Slot = node, node.Slot
	picked.Item, picked.Self = c.Item, c.Self
	picked.keys, picked.path = p.Choices, s.path(node.Path.Choice, id)
	picked.keeps, picked.at = len(p.Choices) > 0, i
	switch {
	case content != nil:
		picked.Content, picked.owner = content, content.ID
		picked.Source = Source{"item", content.ID, c.Source.Entry}
		picked.Item = s.items[content.N]
		s.content(picked)
	case option >= 0:
		picked.owner = node.Owner() + ".choices." + node.Def.ID + ".options." + id
		picked.Source = Source{"option", picked.owner, c.Source.Entry}
		s.carry(picked, &node.plan.written[option])
	}
}
