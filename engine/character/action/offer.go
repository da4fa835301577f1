package action

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// offer resolves a follow-up: one of the content that proposes it, else of the content whose action it
// is, else of the rules.
func (at resolving) offer(ch *sheet.Change, def *pack.Change, names formula.Names) {
	followUp, from := at.followUp(def.FollowUp.Written)
	if followUp == nil || followUp.Derived() {
		at.fail("unknown-reference", at.path, map[string]any{"followUp": def.FollowUp.Written}, "nothing here declares a follow-up %s that can be stored", def.FollowUp.Written)
	}
	ch.FollowUp, ch.From = followUp.ID, from
	for _, p := range def.Params {
		v := at.eval(p.Formula, names, at.path)
		if v.Kind() == formula.NullKind {
			continue
		}
		if ch.Params == nil {
			ch.Params = map[string]any{}
		}
		ch.Params[p.Name] = at.data(handedOn(followUp.Target.Param(p.Name), v))
	}
}

func (at resolving) followUp(local string) (*pack.FollowUp, *sheet.Source) {
	c := at.frame.carrier
	if at.carrier != nil {
		c = at.carrier.Carrier
	}
	var item *pack.Item
	var from *sheet.Source
	if c != nil && c.Content != nil {
		item, from = c.Content, &c.Source
	}
	if item != nil {
		if f := at.rules.FollowUp(item.ID + "#" + local); f != nil {
			return f, from
		}
		if item.Type != nil {
			if f := at.rules.FollowUp(item.Type.ID + "#" + local); f != nil {
				return f, from
			}
		}
	}
	if f := at.rules.FollowUp(local); f != nil {
		return f, nil
	}
	return at.rules.FollowUp(at.pack().ID + ":" + local), nil
}
