package action

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/dice"
)

// Item is one line of a roll: dice of one kind, or a number.
type Item struct {
	Kind        string        `json:"kind"` // dice or flat
	Part        string        `json:"part,omitempty"`
	Source      *sheet.Source `json:"source,omitempty"`
	Tags        []string      `json:"tags"`
	Value       number        `json:"value"`
	Dice        string        `json:"dice,omitempty"` // in notation, of dice items
	Count       *int          `json:"count,omitempty"`
	Sides       int           `json:"sides,omitempty"`
	Zero        bool          `json:"zero,omitempty"`
	Faces       []Face        `json:"faces,omitempty"`
	Factor      *number       `json:"factor,omitempty"`
	Multiplied  *bool         `json:"multiplied,omitempty"` // false: multipliers leave it alone
	Dropped     []Dropped     `json:"dropped,omitempty"`
	Replaces    []*Item       `json:"replaces,omitempty"`
	SteppedFrom int           `json:"steppedFrom,omitempty"`

	count int     // what Count points to
	made  *making // nil once the run has ended
}

// making is what a run knows of an item while it makes it.
type making struct {
	term    dice.Term
	part    *pack.Part
	carried []sheet.Part    // effects on the field that it reads which have a stack key
	joined  []*sheet.Source // whom the last dice come from, one each
	set     []int           // faces that lie there already
}

// Face is a die that fell.
type Face struct {
	Face   int           `json:"face"`
	Kept   bool          `json:"kept"`
	Set    bool          `json:"set,omitempty"`
	Source *sheet.Source `json:"source,omitempty"`
}

// Dropped is an effect on a field that does not count in a roll.
type Dropped struct {
	Source *sheet.Source `json:"source"`
	Value  number        `json:"value"`
}

const (
	diceItem = "dice"
	flatItem = "flat"
)

func (it *Item) isDice() bool { return it.Kind == diceItem }

// fixed reports whether multipliers leave the item alone.
func (it *Item) fixed() bool { return it.Multiplied != nil && !*it.Multiplied }

// item makes an item like another one, of a part where it belongs to one.
func (r *run) item(like *Item, part *pack.Part) *Item {
	it := r.own.items.One()
	*it = *like
	it.made = r.room.making.One()
	it.made.part = part
	return it
}

// flat makes an item that is a number.
func (r *run) flat(like *Item, part *pack.Part, n number) *Item {
	it := r.item(like, part)
	it.Kind, it.Value = flatItem, n
	return it
}

// itemsOf splits dice into items: one per term, and one for a number that is not 0.
func (r *run) itemsOf(d dice.Dice, like *Item, part *pack.Part) []*Item {
	out := r.own.lists.List(len(d.Terms) + 1)[:0]
	for _, t := range d.Terms {
		it := r.item(like, part)
		it.Kind, it.made.term = diceItem, t
		out = append(out, it)
	}
	if d.Flat != 0 {
		out = append(out, r.flat(like, part, number(d.Flat)))
	}
	return out
}

// only is the list of one item.
func (r *run) only(it *Item) []*Item {
	list := r.own.lists.List(1)
	list[0] = it
	return list
}

// unmultiplied is what items point to that multipliers leave alone.
var unmultiplied = false

// itemView is an item as formulas see it. What they read most is at hand.
type itemView struct{ *Item }

func itemViews(items []*Item) formula.Value {
	out := make([]formula.Value, len(items))
	for i, it := range items {
		out[i] = formula.ObjectValue(itemView{it})
	}
	return formula.ListValue(out)
}

func (v itemView) Member(name string) (formula.Value, *formula.Error) {
	switch name {
	case "kind":
		return formula.StringValue(v.Kind), nil
	case "value":
		return v.Value.value(), nil
	case "tags":
		return formula.StringsValue(v.Tags), nil
	}
	all, err := fromData(v.Item)
	if err != nil {
		return formula.Absent, err
	}
	return all.Object().Member(name)
}

func (v itemView) Members() []string {
	all, err := fromData(v.Item)
	if err != nil {
		return nil
	}
	return all.Object().Members()
}
