package pack

import "github.com/astragal-engine/astragal/engine/character/formula"

var (
	tagList   = formula.ListOf(formula.String)
	fieldView = formula.ObjectOf(formula.Member{Name: "id", Type: formula.String}, formula.Member{Name: "type", Type: formula.String}, formula.Member{Name: "tags", Type: tagList})
	valueView = formula.ObjectOf(formula.Member{Name: "id", Type: formula.String}, formula.Member{Name: "type", Type: formula.String}, formula.Member{Name: "tags", Type: tagList}, formula.Member{Name: "value", Type: formula.Any})
	stepView  = formula.ObjectOf(formula.Member{Name: "id", Type: formula.String}, formula.Member{Name: "tags", Type: tagList})

	rollItem = formula.OpenObjectOf(
		formula.Member{Name: "kind", Type: formula.String}, formula.Member{Name: "tags", Type: tagList}, formula.Member{Name: "value", Type: formula.Int})

	allocated = formula.ObjectOf(formula.Member{Name: "id", Type: formula.String}, formula.Member{Name: "value", Type: formula.Int})
	adjusting = formula.ObjectOf(formula.Member{Name: "field", Type: formula.String}, formula.Member{Name: "tags", Type: tagList}, formula.Member{Name: "by", Type: formula.Number})
	changed   = formula.ObjectOf(formula.Member{Name: "field", Type: formula.String}, formula.Member{Name: "tags", Type: tagList},
		formula.Member{Name: "before", Type: formula.Any}, formula.Member{Name: "after", Type: formula.Any}, formula.Member{Name: "by", Type: formula.Number})
	record = formula.ObjectOf(formula.Member{Name: "to", Type: formula.Any}, formula.Member{Name: "character", Type: formula.String},
		formula.Member{Name: "step", Type: formula.String}, formula.Member{Name: "change", Type: formula.OpenObjectOf(formula.Member{Name: "type", Type: formula.String}, formula.Member{Name: "tags", Type: tagList})})
	batch       = formula.ObjectOf(formula.Member{Name: "index", Type: formula.Int}, formula.Member{Name: "size", Type: formula.Int}, formula.Member{Name: "adjusted", Type: formula.MapOf(formula.Number)})
	pendingView = formula.ObjectOf(formula.Member{Name: "path", Type: formula.Any}, formula.Member{Name: "owner", Type: formula.String}, formula.Member{Name: "id", Type: formula.String},
		formula.Member{Name: "slot", Type: formula.ObjectOf(formula.Member{Name: "choice", Type: formula.String}, formula.Member{Name: "number", Type: formula.Int})})
)

// root gives the type of a name at the place of a formula, and whether the place has it at all.
func (c *compiler) root(s formula.Slot, j *formulaJob) (*formula.Type, bool) {
	e := j.env
	switch s {
	case SlotItem, SlotSelf:
		return c.itemOrSelf(s, j)
	case SlotParams, SlotSituational, SlotParticipants, SlotParticipant, SlotSteps, SlotFlags, SlotAction:
		return c.ofAction(s, j)
	case SlotRoll:
		if j.place == bandValue || j.place == bandWhen {
			return c.rollResult(e.pack, j.place == bandWhen), true
		}
		return formula.ObjectOf(formula.Member{Name: "item", Type: c.any.item}, formula.Member{Name: "self", Type: c.any.self}, formula.Member{Name: "tags", Type: tagList}), true
	case SlotOwner:
		return c.viewsOf(e.content()).item, e.carried()
	case SlotPicks:
		return formula.Int, true
	case SlotPicked:
		if !e.picked {
			return nil, false
		}
		members := idOnly[:1:1]
		switch q := e.source; {
		case q.Pending != nil:
			members = append(members, formula.Member{Name: "path", Type: formula.Any})
		case q.Content != nil:
			members = append(members, formula.Member{Name: "item", Type: c.viewsOf(q.Content.Of).item})
		case q.Copies != nil:
			v := c.viewsOf(q.Copies.Of)
			members = append(members, formula.Member{Name: "item", Type: v.item}, formula.Member{Name: "self", Type: v.self})
		}
		return formula.ObjectOf(members...), true
	case SlotOptions:
		return tagList, true
	case SlotChoice:
		return pendingView, e.source.Pending != nil
	case SlotSlot:
		return formula.Int, e.choice != nil && len(e.choice.Slots) > 0
	case SlotX:
		if e.change == nil || e.change.ForEach == nil {
			return nil, false
		}
		if code := e.change.ForEach.Code; code != nil && code.Type().Elem() != nil {
			return code.Type().Elem(), true
		}
		return formula.Any, true
	case SlotBatch:
		if j.place == changeState {
			return batch, e.change != nil && e.change.Type == ApplyEffect
		}
		return batch, true
	case SlotAmount:
		switch j.place {
		case followUpParam:
			return formula.Number, e.trigger
		case allocateCost:
			return formula.Int, true
		case changeValue:
			return formula.Any, e.change != nil && e.change.Split != nil // whole unless a part is not
		}
		return formula.Number, true
	case SlotTag:
		return formula.String, e.change != nil && e.change.Split != nil
	case SlotField:
		return allocated, true
	case SlotChange:
		switch j.place {
		case releaseWhere:
			return record, true
		case triggerWhen:
			return changed, true
		case followUpParam:
			return changed, e.trigger
		}
		return adjusting, true
	}
	return nil, false
}

// itemOrSelf gives the views of what a formula is about.
func (c *compiler) itemOrSelf(s formula.Slot, j *formulaJob) (*formula.Type, bool) {
	e := j.env
	pick := func(v *contentViews) (*formula.Type, bool) {
		if s == SlotItem {
			return v.item, true
		}
		return v.self, true
	}
	switch j.place {
	case allocateFields, effectFields:
		if s == SlotItem {
			return fieldView, true
		}
	case paramWhere:
		if e.param.Of.Written == "field" {
			return valueView, true
		}
		return c.viewsOf(c.l.build.index.types[e.param.Of.ID]).item, true
	case choiceWhere:
		if s == SlotItem {
			return c.viewsOf(e.source.Content.Of).item, true
		}
	case candidateWhere, candidatePrefer:
		switch q := e.source; {
		case q.Copies != nil:
			return pick(c.viewsOf(q.Copies.Of))
		case q.Content != nil && s == SlotItem:
			return c.viewsOf(q.Content.Of).item, true
		case q.Content != nil:
			return nil, false
		}
	case aimedWhere, aimedValue:
		if e.change.Copies != nil {
			return pick(c.viewsOf(e.change.Copies.Of))
		}
		return pick(c.any)
	case changeState:
		// A state that is passed on is about the source's item; one that is not about the action's.
		if e.change != nil && e.change.Type == ApplyEffect && s == SlotItem {
			return c.any.item, true
		}
	}
	if e.situational != nil {
		return nil, false
	}
	if e.action != nil || e.carried() {
		if e.carried() {
			return pick(c.viewsOf(e.content()))
		}
		return pick(c.any) // a rules action that a copy lists
	}
	return nil, false // of the rules
}

// rollResult is what bands see of a roll.
func (c *compiler) rollResult(p *Pack, value bool) *formula.Type {
	out := c.of(p).roll[:8:8]
	if value {
		out = append(out, formula.Member{Name: "value", Type: formula.Any})
	}
	return formula.ObjectOf(out...)
}
