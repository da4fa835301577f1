package sheet

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// Carrier is what brings effects, actions and choices to a character: the rules, a copy, a template, a
// pick, a grant, an applied entry. It answers the formulas of what it carries.
type Carrier struct {
	*Sheet
	Source  Source
	Content *pack.Item    // nil: the rules, or an option that is no content
	Item    formula.Value // what its formulas see as item and self
	Self    formula.Value
	Slot    int // of the choice it was picked in; 0: none

	n      int
	parent *Carrier
	choice *ChoiceNode   // it is there while this choice is
	when   *pack.Formula // and while this holds, in the parent's context
	state  state
	err    *formula.Error
	mute   bool     // an applied entry or below one: nobody is asked its choices
	keys   Choices  // where the picks of its choices are kept
	keeps  bool     // these are its own
	list   string   // of a copy: the list of the file that it is in
	at     int      // its place in that list, or among the picks of its choice
	path   []string // of the option that it is, within its copy
	owner  string   // the key root of its texts
}

// state is how far something that is worked out once has come.
type state uint8

const (
	unknown state = iota
	running
	done
	absent // worked out: it is not there
	broken
)

// Name answers a formula in the carrier's context.
func (c *Carrier) Name(slot formula.Slot) (formula.Value, *formula.Error) {
	switch slot {
	case pack.SlotItem:
		return c.Item, nil
	case pack.SlotSelf:
		return c.Self, nil
	case pack.SlotSlot:
		if c.Slot != 0 {
			return formula.IntValue(c.Slot), nil
		}
		return formula.Absent, nil
	}
	return c.Sheet.Name(slot)
}

func (c *Carrier) isRules() bool { return c.Source.Type == "rules" }

// Entry is the id of the copy or applied entry that the carrier belongs to; "" when there is none.
func (c *Carrier) Entry() string { return c.Source.Entry }

// place is where the picks of its choices stand in the character's file.
func (c *Carrier) place() string {
	switch {
	case c.isRules():
		return "choices"
	case c.list != "":
		return place(c.list, c.at) + ".choices"
	case c.choice != nil:
		return place(c.parent.place()+"."+c.choice.Key, c.at) + ".choices"
	}
	return c.parent.place()
}

// Active reports whether the carrier is there: its choice is, and its conditions hold.
func (c *Carrier) Active() bool {
	switch c.state {
	case done:
		return true
	case absent:
		return false
	case broken:
		c.rejoin(&c.err)
		return false
	case running:
		c.ring(&c.err)
		return false
	}
	c.state = running
	c.enter(nodeOf{carrier: c})
	ok := c.parent == nil || c.parent.Active()
	if ok && c.choice != nil {
		ok = c.choice.There()
	}
	if ok && c.when != nil {
		v, err := c.eval(c.when, c.parent)
		if err != nil {
			c.report(issueCarrier, c.n, c.formulaIssue(err, c.when, c.Source, nil))
		}
		ok = err == nil && v.Bool()
	}
	c.leave()
	if c.err != nil {
		c.report(issueCarrier, c.n, c.formulaIssue(c.err, c.when, c.Source, nil))
		c.state = broken
		return false
	}
	c.state = absent
	if ok {
		c.state = done
	}
	return ok
}

// context is a carrier's context with more or other names.
type context struct {
	*Carrier
	item, self, owner, change, amount, batch, action formula.Value
	own                                              bool // item and self stand here and not at the carrier
}

func (c *context) Name(slot formula.Slot) (formula.Value, *formula.Error) {
	switch slot {
	case pack.SlotItem:
		if c.own {
			return c.item, nil
		}
	case pack.SlotSelf:
		if c.own && !c.self.IsAbsent() {
			return c.self, nil
		}
	case pack.SlotOwner:
		return c.owner, nil
	case pack.SlotChange:
		return c.change, nil
	case pack.SlotAmount:
		return c.amount, nil
	case pack.SlotBatch:
		return c.batch, nil
	case pack.SlotAction:
		return c.action, nil
	}
	return c.Carrier.Name(slot)
}
