package sheet

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// Sheet is what a character amounts to under a ruleset. It is worked out as it is asked: [Sheet.Value]
// computes one field and what that reads. A sheet belongs to one thread.
type Sheet struct {
	*Rules
	Character *Character // not to be changed while the sheet is in use
	room      room

	budget    *formula.Budget
	links     formula.Value
	rules     *Carrier
	carriers  []*Carrier
	asked     []*ChoiceNode
	places    map[askedAt]bool // of the first of those, where there are many
	placed    int              // how many of those
	listed    []listed
	byCarrier map[*Carrier][]listed // nil: nobody asked yet
	followUps []followUp
	instances []Instance
	onField   []chain // by field: its instances, among them those of tag
	anyField  []int32 // instances whose fields are found on the sheet
	onRolls   []int32
	onSteps   []int32
	incoming  []int32
	onActions []int32
	next      []link // of chains

	situational [][]*Instance // by number, as far as they were asked for

	cells     []*cell  // of the fields that were asked
	under     []nodeOf // what is being worked out, the innermost last
	roots     []int    // where in under rings begin
	open      []openNode
	openIn    map[**formula.Error]openIn
	failed    bool // a formula read something that had failed: the fault is reported there
	full      bool
	parts     int // of all fields
	carried   int // how much carriers bring, altogether
	inspected bool
	issues    []placedIssue
}

// chain is a list of instances, kept as indexes into Sheet.next.
type chain struct{ first, last int32 }

type link struct{ instance, next int32 }

// Compute begins the sheet of a character. links are the views that fill link slots, by qualified id.
func (r *Rules) Compute(ch *Character, links map[string]View) *Sheet {
	s := r.sheet()
	s.Character = ch
	s.walk()
	s.fill(links)
	return s
}

// stepsPerField is how much the formulas of a sheet may do, for each field, when the settings do not
// say more: a sheet of a hostile pack ends too.
const (
	stepsPerField = 10_000
	mostSteps     = 100_000_000
)

func (r *Rules) sheetSteps() int {
	return max(formula.DefaultSteps, r.Settings.Limits.FormulaSteps, min(mostSteps, stepsPerField*(len(r.Fields)+len(r.effects))))
}

// eval evaluates a formula of a pack.
func (s *Sheet) eval(f *pack.Formula, names formula.Names) (formula.Value, *formula.Error) {
	return f.Code.Eval(names, s.budget)
}

// holds evaluates a condition; one that is not written holds.
func (s *Sheet) holds(f *pack.Formula, names formula.Names) (bool, *formula.Error) {
	if f == nil {
		return true, nil
	}
	v, err := s.eval(f, names)
	return err == nil && v.Bool(), err
}

// Name answers formulas of the rules: fields, character and links.
func (s *Sheet) Name(slot formula.Slot) (formula.Value, *formula.Error) {
	if n := pack.FieldOfSlot(slot); n >= 0 {
		return s.Value(n)
	}
	switch slot {
	case pack.SlotCharacter:
		return formula.ObjectValue(characterView{s.Character}), nil
	case pack.SlotLinks:
		return s.links, nil
	}
	return formula.Absent, nil
}

// Field gives a field's value by its qualified id, for formulas.
func (s *Sheet) Field(id string) (formula.Value, *formula.Error) {
	f := s.Rules.Field(id)
	if f == nil {
		return formula.Absent, nil
	}
	return s.Value(f.N)
}

// Fields gives the views of all fields, for formulas.
func (s *Sheet) Fields() ([]formula.Value, *formula.Error) {
	out := make([]formula.Value, len(s.Rules.Fields))
	for n := range out {
		out[n] = s.FieldView(n)
	}
	return out, nil
}

// Copies gives the copies of a content type or of one content, inventory first, for formulas.
func (s *Sheet) Copies(what string) (out []formula.Copy, err *formula.Error) {
	s.EachCopy(what, func(_ *Copy, item *pack.Item, view formula.Copy) bool {
		out = append(out, view)
		return true
	})
	return out, nil
}

// EachCopy goes through the copies of a content type or of one content, by its qualified id ("": all),
// inventory first, each list in the order of the file. Content that no loaded pack has is left out.
func (s *Sheet) EachCopy(what string, each func(*Copy, *pack.Item, formula.Copy) bool) {
	s.Character.copies(func(c *Copy) bool {
		item := s.Rules.Item(c.Item)
		if item == nil || item.Type == nil || item.Type.Template || what != "" && what != item.ID && what != item.Type.ID {
			return true
		}
		return each(c, item, formula.Copy{Item: s.items[item.N], Self: formula.ObjectValue(copyView{c, item})})
	})
}

// characterView is the character as formulas see it: {id, creating}.
type characterView struct{ *Character }

func (c characterView) Member(name string) (formula.Value, *formula.Error) {
	switch name {
	case "id":
		return formula.StringValue(c.ID), nil
	case "creating":
		return formula.BoolValue(c.Creating), nil
	}
	return formula.Absent, nil
}

func (c characterView) Members() []string { return []string{"id", "creating"} }
