package sheet

import (
	"encoding/json"
	"strconv"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// ChoiceNode is a choice, or a slot of one, that something of the character brings.
type ChoiceNode struct {
	Carrier *Carrier // what brings it
	Def     *pack.Choice
	Key     string // its id, or <id>-<slot>
	Slot    int    // 0: it has no slots
	Path    Path

	n     int
	plan  *choicePlan
	picks []*Pick
	state state
	err   *formula.Error
}

// Owner is the key root of the texts of whoever brings the choice.
func (n *ChoiceNode) Owner() string {
	if n.Carrier.owner != "" {
		return n.Carrier.owner
	}
	return n.Def.Pack.ID + ":rules"
}

// There reports whether the choice is to be made: what brings it is active and its condition holds.
func (n *ChoiceNode) There() bool {
	s := n.Carrier.Sheet
	switch n.state {
	case done:
		return true
	case absent:
		return false
	case broken:
		s.rejoin(&n.err)
		return false
	case running:
		s.ring(&n.err)
		return false
	}
	n.state = running
	s.enter(nodeOf{choice: n})
	ok := n.Carrier.Active()
	if ok && n.Def.When != nil {
		v, err := s.eval(n.Def.When, n)
		if err != nil {
			n.fail(err, n.Def.When)
		}
		ok = err == nil && v.Bool()
	}
	s.leave()
	if n.err != nil {
		n.fail(n.err, n.Def.When)
		n.state = broken
		return false
	}
	n.state = absent
	if ok {
		n.state = done
	}
	return ok
}

func (n *ChoiceNode) fail(err *formula.Error, f *pack.Formula) {
	s := n.Carrier.Sheet
	issue := s.formulaIssue(err, f, n.Carrier.Source, map[string]any{"path": n.Path.data()})
	issue.Path = "choice:" + n.Path.String()
	s.report(issueChoice, n.n, issue)
}

// Name answers the formulas of the choice itself: those of what brings it, and slot.
func (n *ChoiceNode) Name(slot formula.Slot) (formula.Value, *formula.Error) {
	if slot == pack.SlotSlot && n.Slot != 0 {
		return formula.IntValue(n.Slot), nil
	}
	return n.Carrier.Name(slot)
}

func (n *ChoiceNode) Field(id string) (formula.Value, *formula.Error) { return n.Carrier.Field(id) }

func (n *ChoiceNode) Fields() ([]formula.Value, *formula.Error) { return n.Carrier.Fields() }

func (n *ChoiceNode) Copies(what string) ([]formula.Copy, *formula.Error) {
	return n.Carrier.Copies(what)
}

// Unbounded is the most picks of a choice that has no bound.
const Unbounded = -1

// Counts is how many picks the choice takes: at least min, at most max.
func (n *ChoiceNode) Counts() (min, max int) {
	d := n.Def
	if d.Min == nil && d.Max == nil && !d.Unbounded {
		return 1, 1
	}
	min, max = n.count(d.Min, 0), Unbounded
	if d.Max != nil {
		max = n.count(d.Max, Unbounded)
	} else if !d.Unbounded {
		max = min
	}
	return min, max
}

func (n *ChoiceNode) count(f *pack.Formula, otherwise int) int {
	if f == nil {
		return otherwise
	}
	v, err := n.Carrier.eval(f, n)
	if err != nil {
		n.fail(err, f)
		return otherwise
	}
	return max(v.Int(), 0)
}

// Picked is how many picks were made.
func (n *ChoiceNode) Picked() int { return len(n.picks) }

// Pending reports whether picks are owed.
func (n *ChoiceNode) Pending() bool {
	if !n.There() {
		return false
	}
	least, _ := n.Counts()
	return len(n.picks) < least
}

// find finds an option by its id: a written one by its place, content, or (-1 and nil) a value.
func (n *ChoiceNode) find(id string) (written int, content *pack.Item, ok bool) {
	from := &n.Def.Options
	for i, o := range from.Written {
		if o.ID == id {
			return i, nil, true
		}
	}
	if from.Content != nil {
		item := n.Carrier.Rules.Item(id)
		return -1, item, item != nil && item.Type != nil && (from.Content.Of == nil || item.Type == from.Content.Of)
	}
	return -1, nil, from.Values != nil
}

// Choices lists the choices that are to be made or were, in order: the rules' first, nested ones after
// their parent.
func (s *Sheet) Choices() []*ChoiceNode {
	var out []*ChoiceNode
	for _, n := range s.asked {
		if n.There() {
			out = append(out, n)
		}
	}
	return out
}

// Pending lists the choices that are owed, in the same order.
func (s *Sheet) Pending() []*ChoiceNode {
	var out []*ChoiceNode
	for _, n := range s.asked {
		if n.Pending() {
			out = append(out, n)
		}
	}
	return out
}

// ChoiceAt finds a choice by its path; nil when nothing brings it. Rules-level ones may be written
// qualified.
func (s *Sheet) ChoiceAt(p *Path) *ChoiceNode {
	for _, n := range s.asked {
		if n.Path.Entry != p.Entry || len(n.Path.Choice) != len(p.Choice) {
			continue
		}
		same := true
		for i, part := range n.Path.Choice {
			same = same && (part == p.Choice[i] || i == 0 && p.Entry == "" && n.Def.Pack.ID+":"+part == p.Choice[i])
		}
		if same {
			return n
		}
	}
	return nil
}

// Find is [Sheet.ChoiceAt] with the fault of a path that leads nowhere.
func (s *Sheet) Find(p *Path) (*ChoiceNode, *Error) {
	if p.Entry != "" && s.Character.copyOf(p.Entry) == nil {
		return nil, refuse("unknown-id", "path.entry", "the character has no copy with the id "+p.Entry, map[string]any{"id": p.Entry})
	}
	n := s.ChoiceAt(p)
	if n == nil {
		return nil, refuse("unknown-choice", "path", "nothing that the character has brings the choice "+p.String(), map[string]any{"path": p.data()})
	}
	return n, nil
}

// optionID is an option as paths and lists name it.
func optionID(option any) string {
	switch v := option.(type) {
	case string:
		return v
	case json.Number:
		if i, ok := wholeNumber(v); ok {
			return strconv.Itoa(i)
		}
		return string(v)
	}
	i, _ := wholeNumber(option)
	return strconv.Itoa(i)
}
