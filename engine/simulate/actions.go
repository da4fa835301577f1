package simulate

import (
	"maps"
	"slices"
	"sort"
)

// mostOptions is how many different options of a place are told apart.
const mostOptions = 400

// place counts what was done at one place of the model. Where that had more than mostOptions different
// options, none is counted: so it does not matter in which order games are added up.
type place struct {
	asked   int
	options map[string]*counts
	many    bool
}

type counts struct{ legal, taken, forced int }

// Place is a place of the model where players act.
type Place struct {
	Place   string   `json:"place" doc:"the step, and the operation within it"`
	Asked   int      `json:"asked" doc:"how often there was something to do there, with a choice or without one"`
	Many    bool     `json:"many,omitempty" doc:"it had more different options than are told apart (400), so they are left out"`
	Options []Option `json:"options" doc:"the most frequently legal first"`
}

// Option counts one option of a place.
type Option struct {
	Option string `json:"option" doc:"an action, or what else could be chosen"`
	Legal  int    `json:"legal" doc:"how often it could be taken"`
	Taken  int    `json:"taken" doc:"how often it was"`
	Forced int    `json:"forced" doc:"how often of these it was the only one, so that nobody was asked"`
}

// Actions lists the places where players acted, in the order of their names. They are counted only where
// Options.Actions says so, in all games that were played, also in those that did not end.
func (t *Tally) Actions() []Place {
	var out []Place
	for _, name := range slices.Sorted(maps.Keys(t.places)) {
		p := t.places[name]
		row := Place{Place: name, Asked: p.asked, Many: p.many, Options: []Option{}}
		for label, c := range p.options {
			row.Options = append(row.Options, Option{label, c.legal, c.taken, c.forced})
		}
		sort.Slice(row.Options, func(i, j int) bool {
			a, b := &row.Options[i], &row.Options[j]
			if a.Legal != b.Legal {
				return a.Legal > b.Legal
			}
			return a.Option < b.Option
		})
		out = append(out, row)
	}
	return out
}

func (t *Tally) placed(name string) *place {
	p := t.places[name]
	if p == nil {
		if t.places == nil {
			t.places = map[string]*place{}
		}
		p = &place{options: map[string]*counts{}}
		t.places[name] = p
	}
	return p
}

func (p *place) crowd() { p.many, p.options = true, map[string]*counts{} }

func (p *place) count(option string, c counts) {
	if p.many {
		return
	}
	mine := p.options[option]
	if mine == nil {
		if len(p.options) == mostOptions {
			p.crowd()
			return
		}
		mine = &counts{}
		p.options[option] = mine
	}
	mine.legal += c.legal
	mine.taken += c.taken
	mine.forced += c.forced
}

func (t *Tally) mergePlaces(o *Tally) {
	for name, theirs := range o.places {
		p := t.placed(name)
		p.asked += theirs.asked
		if theirs.many {
			p.crowd()
		}
		for option, c := range theirs.options {
			p.count(option, *c)
		}
	}
}
