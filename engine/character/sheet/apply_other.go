package sheet

import "slices"

// changeTemplates lays a template over a copy or the character, or takes it off.
func (b *batch) changeTemplates(c *Change) *Error {
	list := &b.ch.Templates
	if c.Entry != "" {
		one := b.ch.copyOf(c.Entry)
		if one == nil {
			return refuse("unknown-id", "entry", "the character has no copy with the id "+c.Entry, map[string]any{"id": c.Entry})
		}
		list = &one.Templates
		b.done.Entries = []string{one.ID}
	}
	at := slices.Index(*list, c.Template)
	if c.Type == "removeTemplate" {
		if at < 0 {
			return refuse("not-applied", "template", "the template "+c.Template+" is not applied there", map[string]any{"id": c.Template})
		}
		*list = slices.Delete(*list, at, at+1)
		b.changed()
		return nil
	}
	if _, refused := b.content(c.Template, "template", true); refused != nil {
		return refused
	}
	if at >= 0 {
		return refuse("already-applied", "template", "the template "+c.Template+" is applied there already", map[string]any{"id": c.Template})
	}
	*list = append(*list, c.Template)
	b.changed()
	return nil
}

func (b *batch) offerFollowUp(c *Change) *Error {
	def := b.FollowUp(c.FollowUp)
	if def == nil || def.Derived() {
		why := "no loaded pack has a follow-up " + c.FollowUp
		if def != nil {
			why = "the follow-up " + c.FollowUp + " is derived: it is offered while its condition holds"
		}
		return refuse("unknown-reference", "followUp", why, map[string]any{"followUp": c.FollowUp})
	}
	f := &FollowUp{FollowUp: c.FollowUp, Source: c.From, Params: c.Params}
	if f.Source != nil && f.Source.Type == "rules" {
		f.Source = nil
	}
	b.store(f)
	return nil
}

func (b *batch) clearFollowUp(c *Change) *Error {
	at := slices.IndexFunc(b.ch.FollowUps, func(f *FollowUp) bool { return f.ID == c.ID })
	if at < 0 {
		return refuse("unknown-follow-up", "id", "no follow-up with the id "+c.ID+" is stored", map[string]any{"id": c.ID})
	}
	b.followUpIDs().remove(c.ID)
	b.ch.FollowUps = slices.Delete(b.ch.FollowUps, at, at+1)
	b.changed()
	return nil
}

// setExtension keeps data of an app; null takes it out.
func (b *batch) setExtension(c *Change) *Error {
	if c.Value == nil {
		delete(b.ch.Extensions, c.Key)
		return nil
	}
	if b.ch.Extensions == nil {
		b.ch.Extensions = map[string]any{}
	}
	b.ch.Extensions[c.Key] = c.Value
	return nil
}
