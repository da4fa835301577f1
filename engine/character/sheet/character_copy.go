package sheet

import (
	"maps"
	"slices"
)

// clone copies all that changes can touch. Plain data inside values and states is shared: changes
// replace it and never write into it.
func (c *Character) clone() *Character {
	out := *c
	out.Ruleset = maps.Clone(c.Ruleset)
	out.Values = maps.Clone(c.Values)
	out.Choices = c.Choices.clone()
	out.Templates = slices.Clone(c.Templates)
	out.Features = cloneAll(c.Features, (*Copy).clone)
	out.Inventory = cloneAll(c.Inventory, (*Copy).clone)
	out.Applied = cloneAll(c.Applied, (*Entry).clone)
	out.FollowUps = slices.Clone(c.FollowUps)
	out.Extensions = maps.Clone(c.Extensions)
	return &out
}

func (c *Copy) clone() *Copy {
	out := *c
	out.State = maps.Clone(c.State)
	out.Choices = c.Choices.clone()
	out.Templates = slices.Clone(c.Templates)
	return &out
}

func (e *Entry) clone() *Entry {
	out := *e
	out.State = maps.Clone(e.State)
	return &out
}

func (c Choices) clone() Choices {
	if c == nil {
		return nil
	}
	out := make(Choices, len(c))
	for choice, picks := range c {
		out[choice] = cloneAll(picks, (*Pick).clone)
	}
	return out
}

func (p *Pick) clone() *Pick {
	out := *p
	out.Choices = p.Choices.clone()
	return &out
}

func cloneAll[T any](list []*T, clone func(*T) *T) []*T {
	if list == nil {
		return nil
	}
	out := make([]*T, len(list))
	for i, one := range list {
		out[i] = clone(one)
	}
	return out
}
