package sheet

import (
	"fmt"
	"slices"
	"strconv"

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
			s.rules, c.place = c, "choices"
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
	c := &Carrier{Sheet: s, Source: source, Content: content, n: len(s.carriers), parent: parent}
	if content != nil {
		c.owner = content.ID
	}
	s.carriers = append(s.carriers, c)
	return c
}

func (s *Sheet) copy(one *Copy, list string, i int) {
	item := s.Rules.Item(one.Item)
	path := list + "[" + strconv.Itoa(i) + "]"
	if !s.usable(item, one.Item, path+".item") {
		return
	}
	if item.Type.Template {
		s.report(issueWalk, 0, Issue{Code: "unknown-reference", Path: path + ".item",
			Message: one.Item + " is a template: it is laid over copies and is none itself", Data: map[string]any{"id": one.Item}})
		return
	}
	c := s.carrier(nil, Source{"item", item.ID, one.ID}, item)
	c.state = done
	c.Item = s.items[item.N]
	c.Self = formula.ObjectValue(copyView{one, item})
	c.keys, c.place = one.Choices, path+".choices"
	s.content(c)
	s.templates(c, one.Templates, path+".templates")
}

func (s *Sheet) entry(e *Entry, i int) {
	item := s.Rules.Item(e.Source)
	path := "applied[" + strconv.Itoa(i) + "]"
	if !s.usable(item, e.Source, path+".source") {
		return
	}
	c := s.carrier(nil, Source{"item", item.ID, e.ID}, item)
	c.state, c.mute = absent, true
	if e.active() {
		c.state = done
	}
	c.Item = s.items[item.N]
	c.Self = formula.ObjectValue(entryView{e, item})
	s.content(c)
}

// usable reports content that no loaded pack has.
func (s *Sheet) usable(item *pack.Item, id, path string) bool {
	if item != nil && item.Type != nil {
		return true
	}
	s.report(issueWalk, 0, s.missing("content", id, path))
	return false
}

// templates lays templates over a carrier.
func (s *Sheet) templates(over *Carrier, ids []string, path string) {
	for i, id := range ids {
		item := s.Rules.Item(id)
		at := path + "[" + strconv.Itoa(i) + "]"
		if !s.usable(item, id, at) {
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
	s.carry(c, &c.Content.Type.Carried)
	s.carry(c, &c.Content.Carried)
}

// mostCarriers bounds what picks and grants can make of a small file.
const (
	mostCarriers = 20_000
	deepest      = 20
)

// carry takes up effects, actions and follow-ups, then the picks of choices, then grants.
func (s *Sheet) carry(c *Carrier, what *pack.Carried) {
	for _, e := range what.Effects {
		s.instance(c, e)
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
	for _, choice := range what.Choices {
		if !c.mute { // an applied entry has no place for picks
			s.choices(c, choice)
		}
	}
	for _, g := range what.Grants {
		s.grant(c, g)
	}
}

func (s *Sheet) grant(c *Carrier, g *pack.Grant) {
	if g.Item == nil || g.Item.Type == nil || !s.room(c) {
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

// room reports whether one more carrier may stand below another.
func (s *Sheet) room(c *Carrier) bool {
	depth := 0
	for up := c; up != nil; up = up.parent {
		depth++
	}
	if depth > deepest || len(s.carriers) >= mostCarriers {
		if !s.full {
			s.full = true
			s.report(issueWalk, 1, Issue{Code: "safety-limit-exceeded", Message: fmt.Sprintf(
				"picks and grants stand more than %d deep, or bring more than %d things: the rest is left out", deepest, mostCarriers)})
		}
		return false
	}
	return true
}

// choices takes up a choice, each slot of it, and what was picked.
func (s *Sheet) choices(c *Carrier, def *pack.Choice) {
	key := def.ID
	if c.isRules() {
		key = s.choiceKeys[def.Pack.ID+":"+def.ID]
	}
	// What was granted or laid over shares the place for picks with its owner: of two choices of one name
	// the later is told apart by its content, and the same content is not asked twice.
	if s.isTaken(c, key, def) {
		if c.Content == nil {
			return
		}
		if key = c.Content.ID + "." + key; s.isTaken(c, key, def) {
			return
		}
	}
	if len(def.Slots) == 0 {
		s.choice(c, def, key, 0)
	}
	for _, slot := range def.Slots {
		s.choice(c, def, key+"-"+strconv.Itoa(slot), slot)
	}
}

// isTaken reports whether the place for picks has a choice of this key, or its slots.
func (s *Sheet) isTaken(c *Carrier, key string, def *pack.Choice) bool {
	if len(def.Slots) > 0 {
		key += "-" + strconv.Itoa(def.Slots[0])
	}
	for i := len(s.asked) - 1; i >= 0 && s.asked[i].Path.Entry == c.Source.Entry; i-- { // those of one copy stand together
		if n := s.asked[i]; n.Key == key && slices.Equal(n.Path.Choice[:len(n.Path.Choice)-1], c.path) {
			return true
		}
	}
	return false
}

func (s *Sheet) choice(c *Carrier, def *pack.Choice, key string, slot int) {
	node := &ChoiceNode{Carrier: c, Def: def, Key: key, Slot: slot, n: len(s.asked)}
	node.Path = Path{Entry: c.Source.Entry, Choice: append(slices.Clone(c.path), key)}
	s.asked = append(s.asked, node)
	node.picks = c.keys[key]
	for i, p := range node.picks {
		s.pick(node, p, i)
	}
}

func (s *Sheet) pick(node *ChoiceNode, p *Pick, i int) {
	c, id := node.Carrier, optionID(p.Option)
	if !s.room(c) {
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
	picked.keys, picked.path = p.Choices, append(slices.Clone(node.Path.Choice), id)
	if len(p.Choices) > 0 {
		picked.place = fmt.Sprintf("%s.%s[%d].choices", c.place, node.Key, i)
	}
	switch {
	case content != nil:
		picked.Content, picked.owner = content, content.ID
		picked.Source = Source{"item", content.ID, c.Source.Entry}
		picked.Item = s.items[content.N]
		s.content(picked)
	case option != nil:
		picked.owner = node.Owner() + ".choices." + node.Def.ID + ".options." + option.ID
		picked.Source = Source{"option", picked.owner, c.Source.Entry}
		s.carry(picked, &option.Carried)
	}
}
