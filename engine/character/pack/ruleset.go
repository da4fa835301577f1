package pack

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/packfile"
)

// Pack is one pack of a ruleset.
type Pack struct {
	ID, Version, Title, Licence string
	Pos                         diag.Pos
	N                           int // its place in Ruleset.Packs
	Requires                    []Requirement
	Visible                     []*Pack // itself, then all that it requires, near ones first

	version packfile.Version
}

// Requirement is a pack that must stand before this one.
type Requirement struct {
	ID, Version string
	Range       packfile.Range
	Pos         diag.Pos
}

// Ruleset is a list of packs, checked and compiled. Lists are in the order of the packs and, in each,
// of the files' paths; those of content in the order of qualified ids.
type Ruleset struct {
	Packs       []*Pack
	Settings    Settings
	Tags        *Tags
	Fields      []*Field // the number of a field is its index
	Order       []*Field // computed fields behind those that they read
	Types       []*ContentType
	Items       []*Item
	Actions     []*Action   // those of rules; those of items and types are with them
	AllActions  []*Action   // these too, by their numbers
	FollowUps   []*FollowUp // all there are
	Effects     []*Effect   // all there are, whoever carries them, by their numbers
	Bands       []*BandSet
	Tallies     []*Tally
	Situational []*Situational
	Links       []*Link
	Rules       Carried // what the rules themselves carry: effects, choices, follow-ups (Actions is empty: see above)
	Texts       *Texts
	files       diag.Files
	index       index
}

// Files gives the texts of all files by their names in places, for showing excerpts.
func (rs *Ruleset) Files() diag.Files { return rs.files }
