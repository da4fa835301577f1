package pack

import (
	"io/fs"

	"github.com/astragal-engine/astragal/engine/diag"
)

// Pack is one pack of a ruleset.
type Pack struct {
	ID, Version, Title, Licence string
	Pos                         diag.Pos
	N                           int // its place in Ruleset.Packs
	Requires                    []Requirement
}

// Requirement is a pack that must stand before this one.
type Requirement struct {
	ID, Version string
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
	Actions     []*Action // those of rules; those of items and types are with them
	Effects     []*Effect // all there are, whoever carries them, by their numbers
	Bands       []*BandSet
	Tallies     []*Tally
	Situational []*Situational
	Links       []*Link
	Rules       Carried // what the rules themselves carry: effects, choices, follow-ups (Actions is empty: see above)
	files       diag.Files
	index       index
}

// Source is a pack before it is read.
type Source struct {
	Name string // how places name it: the folder's path
	FS   fs.FS
}

// Options of Load; the zero value takes the defaults.
type Options struct {
	Limits Limits
	Run    RunLimits // the runtime's caps; zero members: the defaults
}

// Load reads packs and makes a ruleset of them. Either the ruleset is nil and the list has at least
// one error, or it is whole and the list has warnings at most.
func Load(packs []Source, opts Options) (*Ruleset, Errors) { panic("not built yet") }

// Open reads a pack from a folder or a zip. The error is the operating system's, or says what is wrong
// with the zip.
func Open(path string) (Source, error) { panic("not built yet") }

// Files gives the texts of all files by their names in places, for showing excerpts.
func (rs *Ruleset) Files() diag.Files { return rs.files }
