package action

import (
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// Entry is a line of the log: what a checkpoint came to (seed: The log and replay).
type Entry struct {
	Step        string       `json:"step"`
	Action      string       `json:"action"`
	Kind        string       `json:"kind"`
	By          string       `json:"by"` // engine or app
	Index       *int         `json:"index,omitempty"`
	Choice      *sheet.Path  `json:"choice,omitempty"`
	Of          string       `json:"of,omitempty"`
	Faces       []int        `json:"faces,omitempty"`
	Option      *string      `json:"option,omitempty"`
	Amounts     Amounts      `json:"amounts,omitzero"`
	Participant *Participant `json:"participant,omitempty"`
	Outcome     *Outcome     `json:"outcome,omitempty"`
	Draw        *Draw        `json:"draw,omitempty"`
	Items       []*Item      `json:"items,omitempty"`
	Total       *number      `json:"total,omitempty"`
	Band        string       `json:"band,omitempty"`
	BandSet     string       `json:"bandSet,omitempty"`
	BandValue   *Datum       `json:"bandValue,omitempty"`
	Tallies     []TallyLine  `json:"tallies,omitempty"`
	Bounds      []Bound      `json:"bounds,omitempty"`
	Summary     *Summary     `json:"summary,omitempty"`

	total number // what Total points to
}

// TallyLine is a tally that is not 0, with what made it.
type TallyLine struct {
	Name    string       `json:"name"`
	Value   number       `json:"value"`
	Sources []TallyShare `json:"sources"`
}

// TallyShare is what one effect does to a tally.
type TallyShare struct {
	Source *sheet.Source `json:"source"`
	Op     string        `json:"op"`
	Value  number        `json:"value"`
}

// Bound is a bound that changed a total.
type Bound struct {
	Source *sheet.Source `json:"source"`
	Op     string        `json:"op"`
	Value  number        `json:"value"`
}

const (
	byEngine = "engine"
	byApp    = "app"
)
