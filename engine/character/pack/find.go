package pack

import "strings"

// index finds things by their qualified ids.
type index struct {
	fields      map[string]*Field
	types       map[string]*ContentType
	items       map[string]*Item
	actions     map[string]*Action // `<pack>:<id>`, `<item>#<id>`, `<pack>:<type>#<id>`
	bands       map[string]*BandSet
	tallies     map[string]*Tally
	situational map[string]*Situational
	links       map[string]*Link
	followUps   map[string]*FollowUp
	packs       map[string]*Pack
	choices     map[string]*Choice // of the rules, by qualified id
}

// Field finds a field by its qualified id; nil: there is none. So do the others.
func (rs *Ruleset) Field(id string) *Field { return rs.index.fields[id] }

// Type finds a content type.
func (rs *Ruleset) Type(id string) *ContentType { return rs.index.types[id] }

// Item finds content.
func (rs *Ruleset) Item(id string) *Item { return rs.index.items[id] }

// Action finds an action of the rules by `<pack>:<id>`, one of an item or, listed for an item, of its
// type by `<item>#<id>`.
func (rs *Ruleset) Action(id string) *Action {
	if a := rs.index.actions[id]; a != nil {
		return a
	}
	owner, local, ok := strings.Cut(id, "#")
	item := rs.index.items[owner]
	if !ok || item == nil || item.Type == nil {
		return nil
	}
	return rs.index.actions[item.Type.ID+"#"+local]
}

// BandSet finds a band set.
func (rs *Ruleset) BandSet(id string) *BandSet { return rs.index.bands[id] }

// SituationalChoice finds a situational choice.
func (rs *Ruleset) SituationalChoice(id string) *Situational { return rs.index.situational[id] }

// Link finds a link slot.
func (rs *Ruleset) Link(id string) *Link { return rs.index.links[id] }

// FollowUp finds a follow-up by `<pack>:<id>`, `<item>#<id>` or `<pack>:<type>#<id>`.
func (rs *Ruleset) FollowUp(id string) *FollowUp { return rs.index.followUps[id] }

// Choice finds a choice of the rules.
func (rs *Ruleset) Choice(id string) *Choice { return rs.index.choices[id] }

// Pack finds a pack by its id.
func (rs *Ruleset) Pack(id string) *Pack { return rs.index.packs[id] }
