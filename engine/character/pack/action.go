package pack

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/diag"
)

// Action is something that a character can do.
type Action struct {
	ID, Local    string // qualified (`<pack>:<id>`, or `<item>#<id>` for one of an item; `<pack>:<type>#<id>` for a type's, which is listed per item)
	N            int    // index in Ruleset.Actions
	Pos          diag.Pos
	Pack         *Pack
	Item         *Item        // that defines it, or nil
	Type         *ContentType // that defines it, or nil
	Tags         []string
	Available    *Formula
	Params       []*Param
	Participants []*Role
	Results      []string // that an outcome may have; nil with no BandSet: any
	ResultBands  *BandSet // results: {bands: set}
	ResultsRef   Ref
	Steps        []*Step

	Flags     []*FlagType      // every flag that its steps and written options set
	StepsByID map[string]*Step // all of the tree

	steps int  // how many there are
	full  bool // of steps or flags: reported already
}

// Param is declared by an action; the app or a use gives its value.
type Param struct {
	Prop
	Where    *Formula // of an id
	Required bool
}

// Role is a part that other characters take in an action.
type Role struct {
	Name   string
	Pos    diag.Pos
	Min    int
	Max    int // -1: unbounded
	Fields []Prop
}

// FlagType is a flag that an action sets.
type FlagType struct {
	Name string
	Pos  diag.Pos // of the first place that sets it

	types []*formula.Type // of the values it is set to, one per place
	roles []string        // of the each around each place
}

// set notes that a place sets the flag.
func (f *FlagType) set(to *Formula, role string) {
	t := formula.Any
	if to.Code != nil {
		t = to.Code.Type()
	}
	f.types, f.roles = append(f.types, t), append(f.roles, role)
}

func (a *Action) flag(name string) *FlagType {
	for _, f := range a.Flags {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Param finds a param by name; nil: not declared.
func (a *Action) Param(name string) *Param {
	for _, p := range a.Params {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Role finds a role by name; nil: not declared.
func (a *Action) Role(name string) *Role {
	for _, r := range a.Participants {
		if r.Name == name {
			return r
		}
	}
	return nil
}
