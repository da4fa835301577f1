// Package agent makes players of names: those that come with the engine (random, first, heuristic, search,
// solve) and the agents of a model, which play by a policy, by a tactic or by looking ahead.
//
// Policies and tactics read the whole state (seed, Information): not to read what the player cannot know is
// their author's affair, and `check` warns. A search, and whoever is a Viewer, sees what its seat sees.
package agent

import (
	"fmt"
	"strings"
	"time"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/search"
)

// Host is what players may use of the machine that they run on. The zero Host has one worker and no clock.
type Host struct {
	Workers   int                                      // trees that a search grows at once
	Timer     func(seconds float64) (over func() bool) // starts a clock; nil: no agent may ask for seconds
	Interrupt func() error                             // ends a search with its error; nil: never
}

// Clock is the Timer of the clock on the wall.
func Clock(seconds float64) func() bool {
	end := time.Now().Add(time.Duration(seconds * float64(time.Second)))
	return func() bool { return !time.Now().Before(end) }
}

// Seats makes a player for each seat from a list such as "random,search:500"; one name stands for every
// seat. An error says which name means nothing.
func Seats(p *program.Program, list string, seats int, h Host) ([]drive.Player, error) {
	names := split(list)
	if len(names) != 1 && len(names) != seats {
		return nil, fmt.Errorf("%d agents are named for %d seats", len(names), seats)
	}
	out := make([]drive.Player, seats)
	for i := range out {
		pl, err := Named(p, names[i%len(names)], h)
		if err != nil {
			return nil, err
		}
		out[i] = pl
	}
	return out, nil
}

// split cuts a list at the commas outside of brackets.
func split(list string) []string {
	var out []string
	depth, from := 0, 0
	for i, r := range list {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth <= 0:
			out = append(out, strings.TrimSpace(list[from:i]))
			from = i + 1
		}
	}
	return append(out, strings.TrimSpace(list[from:]))
}

// Named makes a player: random, first, heuristic (the first agent of the model with a policy or a tactic),
// solve, search (search:1000, search(playouts=1000, seconds=2, depth=10, exploration=0.7, tactic=greedy)), or
// an agent of the model by its name.
func Named(p *program.Program, name string, h Host) (drive.Player, error) {
	switch name {
	case "random":
		return drive.Random{}, nil
	case "first":
		return drive.First{}, nil
	case "solve":
		return &search.Solver{Interrupt: h.Interrupt}, nil
	}
	if list, ok := isSearch(name); ok {
		l, err := settings(p, list)
		if err != nil {
			return nil, fmt.Errorf("agent '%s': %w", name, err)
		}
		return h.searcher(p, l)
	}
	known := []string{"random", "first", "search", "solve"}
	for i := range p.Agents {
		a := &p.Agents[i]
		switch {
		case name == a.Name && a.Search != nil:
			return h.searcher(p, *a.Search)
		case a.Decides() && (name == a.Name || name == "heuristic"):
			return Rules{a}, nil
		case a.Decides() || a.Search != nil:
			known = append(known, a.Name)
		}
	}
	if name == "heuristic" {
		return nil, fmt.Errorf("%s has no agent with a policy_x or a tactic, so there is no heuristic", p.Name)
	}
	return nil, fmt.Errorf("no agent '%s'; there are %s", name, strings.Join(known, ", "))
}

func (h Host) searcher(p *program.Program, l program.Lookahead) (drive.Player, error) {
	o := search.Options{Playouts: l.Playouts, Depth: l.Depth, Exploration: l.Exploration, Workers: h.Workers, Interrupt: h.Interrupt}
	if l.Tactic >= 0 {
		o.Rollout = Rules{&p.Agents[l.Tactic]}
	}
	if l.Seconds > 0 {
		if h.Timer == nil {
			return nil, fmt.Errorf("there is no clock here to search by: give playouts in place of seconds")
		}
		o.Over = func() func() bool { return h.Timer(l.Seconds) }
	}
	return search.New(o)
}
