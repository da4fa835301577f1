package sheet

import (
	"fmt"
	"slices"
	"strconv"
)

func (b *batch) choose(c *Change) *Error {
	n, refused := b.now().Find(c.Path)
	if refused != nil {
		return refused
	}
	if !n.There() {
		return refuse("choice-unavailable", "path", "the choice "+n.Path.String()+" is not to be made now", map[string]any{"path": n.Path.data()})
	}
	id := optionID(c.Option)
	o, ok := n.Option(id)
	switch _, most := n.Counts(); {
	case !ok:
		return invalidOption("option", n, id)
	case o.Picked:
		return refuse("already-picked", "option", fmt.Sprintf("%s is picked already in the choice %s", o.ID, n.Path.String()), map[string]any{"path": n.Path.data(), "option": o.ID})
	case !o.Eligible:
		return ineligible("option", n, o)
	case most != Unbounded && len(n.picks) >= most:
		return tooMany("path", n, most)
	}
	at := b.ch.picksAt(&n.Path)
	if *at == nil {
		*at = Choices{}
	}
	(*at)[n.Key] = append((*at)[n.Key], &Pick{Option: o.Value})
	b.changed()
	return nil
}

func invalidOption(member string, n *ChoiceNode, id string) *Error {
	return refuse("invalid-option", member, fmt.Sprintf("the choice %s has no option %s", n.Path.String(), id), map[string]any{"path": n.Path.data(), "option": id})
}

func ineligible(member string, n *ChoiceNode, o Option) *Error {
	data := map[string]any{"path": n.Path.data(), "option": o.ID, "reason": o.Reason.Code}
	why := "it was picked elsewhere"
	if o.Reason.Formula != "" {
		data["formula"] = o.Reason.Formula
		why = "it asks for " + o.Reason.Formula
	}
	return refuse("ineligible-option", member, fmt.Sprintf("%s cannot be picked in the choice %s: %s", o.ID, n.Path.String(), why), data)
}

func tooMany(member string, n *ChoiceNode, most int) *Error {
	return refuse("too-many-picks", member, fmt.Sprintf("the choice %s takes %d picks: take one back first", n.Path.String(), most), map[string]any{"path": n.Path.data(), "max": most})
}

// picksAt finds where the picks of a choice are kept: with the character, a copy, or the pick that brings it.
func (c *Character) picksAt(p *Path) *Choices {
	at := &c.Choices
	if p.Entry != "" {
		one := c.copyOf(p.Entry)
		if one == nil {
			return nil
		}
		at = &one.Choices
	}
	for i := 0; i+2 < len(p.Choice); i += 2 {
		picks := (*at)[p.Choice[i]]
		k := slices.IndexFunc(picks, func(o *Pick) bool { return optionID(o.Option) == p.Choice[i+1] })
		if k < 0 {
			return nil
		}
		at = &picks[k].Choices
	}
	return at
}

// unchoose takes a pick back, with all that was picked inside it. What no loaded pack knows can be taken
// back too.
func (b *batch) unchoose(c *Change) *Error {
	path := c.Path
	if n := b.now().ChoiceAt(path); n != nil {
		path = &n.Path
	}
	notPicked := refuse("not-picked", "option", fmt.Sprintf("%s is not picked in the choice %s", optionID(c.Option), path.String()), map[string]any{"path": path.data(), "option": optionID(c.Option)})
	at := b.ch.picksAt(path)
	if at == nil {
		if _, refused := b.now().Find(c.Path); refused != nil {
			return refused
		}
		return notPicked
	}
	key := path.Choice[len(path.Choice)-1]
	picks := (*at)[key]
	k := slices.IndexFunc(picks, func(o *Pick) bool { return optionID(o.Option) == optionID(c.Option) })
	if k < 0 {
		if _, refused := b.now().Find(c.Path); refused != nil {
			return refused
		}
		return notPicked
	}
	if picks = slices.Delete(picks, k, k+1); len(picks) > 0 {
		(*at)[key] = picks
	} else {
		delete(*at, key)
	}
	b.changed()
	return nil
}

// finishCreation ends creation, once nothing is owed.
func (b *batch) finishCreation() *Error {
	if !b.ch.Creating {
		return refuse("not-creating", "", "the character is not being created", nil)
	}
	s := b.now()
	var pending []any
	for _, n := range s.Pending() {
		pending = append(pending, n.Path.data())
	}
	if len(pending) > 0 {
		return refuse("creation-incomplete", "", "there are choices to be made: "+strconv.Itoa(len(pending)), map[string]any{"pending": pending})
	}
	if done := b.Settings.CreationDone; done != nil {
		v, err := s.eval(done, s)
		if err != nil {
			return b.failed(err, "")
		}
		if !v.Bool() {
			return refuse("creation-incomplete", "", "creation is not complete: the rules ask for "+done.Src, map[string]any{"formula": done.Src})
		}
	}
	s.AppendJSON(nil) // a whole sheet looks everywhere
	if issues := s.Issues(); len(issues) > 0 {
		var list []any
		for _, i := range issues {
			list = append(list, map[string]any{"code": i.Code, "path": i.Path})
		}
		return refuse("creation-incomplete", "", "the character has issues: "+issues[0].Message, map[string]any{"issues": list})
	}
	b.ch.Creating = false
	b.changed()
	return nil
}
