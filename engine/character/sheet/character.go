package sheet

// Format is the number of this shape of a character's file.
const Format = 1

// Character is what a player keeps of a character: plain data, without anything computed. Members and
// values that nobody here knows stay in it untouched. Readers do not change it; [Apply] gives a new one.
type Character struct {
	Format     int
	Ruleset    map[string]string // the packs it was made with, and their versions
	ID         string
	Creating   bool           // it is being made: choices may be owed
	Values     map[string]any // input fields by qualified id
	Choices    Choices        // the choices that the rules bring
	Templates  []string       // templates laid over the whole character
	Features   []*Copy
	Inventory  []*Copy
	Applied    []*Entry
	FollowUps  []*FollowUp
	Extensions map[string]any // data of apps
	Rest       map[string]any // members that this version does not know
}

// Copy is one piece of content that the character has: an item in the inventory, or a feature.
type Copy struct {
	ID        string
	Item      string // qualified content id
	Quantity  *int   // 1 when absent
	Equipped  *bool  // false when absent
	State     map[string]any
	Choices   Choices
	Templates []string
	Rest      map[string]any
}

// Entry is content that was applied to the character from outside and acts as long as it is active.
type Entry struct {
	ID     string
	Source string // qualified content id
	Active *bool  // true when absent
	State  map[string]any
	Rest   map[string]any
}

// Choices are the picks made, by choice; a slot of a slotted choice has its own key.
type Choices map[string][]*Pick

// Pick is one option taken. The choices that the option itself brings are picked inside it.
type Pick struct {
	Option  any // a content id or an option's id, or a number
	Choices Choices
	Rest    map[string]any
}

// FollowUp is an offer that was stored: an action that may be taken up once.
type FollowUp struct {
	ID       string
	FollowUp string // qualified follow-up id
	Source   *Source
	Params   map[string]any
	Rest     map[string]any
}

// Source names what carries an effect, an action or a follow-up.
type Source struct {
	Type  string `json:"type"` // rules, item, template, option, situational, field
	ID    string `json:"id"`
	Entry string `json:"entry,omitempty"` // the copy or applied entry, if any
}

func (c *Copy) quantity() int  { return or(c.Quantity, 1) }
func (c *Copy) equipped() bool { return or(c.Equipped, false) }
func (e *Entry) active() bool  { return or(e.Active, true) }

func or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// copies are the inventory, then the features, each in the order of the file.
func (c *Character) copies(each func(*Copy) bool) {
	for _, list := range [2][]*Copy{c.Inventory, c.Features} {
		for _, one := range list {
			if !each(one) {
				return
			}
		}
	}
}

// copyOf finds a copy by its id; nil when there is none.
func (c *Character) copyOf(id string) (found *Copy) {
	c.copies(func(one *Copy) bool {
		if one.ID == id {
			found = one
		}
		return found == nil
	})
	return found
}

// entryOf finds an applied entry by its id; nil when there is none.
func (c *Character) entryOf(id string) *Entry {
	for _, e := range c.Applied {
		if e.ID == id {
			return e
		}
	}
	return nil
}
