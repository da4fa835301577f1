package observe

import (
	"github.com/astragal-engine/astragal/engine/game"
)

// Entry is a line of the log as a seat sees it. Hidden: it saw that there was something, and not what;
// Seen are then those who did.
type Entry struct {
	Kind   string `json:"kind,omitempty"` // event, automatic, decision, chance, draw, look, reveal, search, say
	Place  string `json:"place,omitempty"`
	Label  string `json:"label,omitempty"`
	Player *int   `json:"player,omitempty"` // who decided
	Hidden bool   `json:"hidden,omitempty"`
	Seen   []int  `json:"seen,omitempty"`
}

// Log lists what a seat saw since entry number since (0-based) of the game's log: events, observations,
// and what was taken unasked where the seat may know that. A game that does not record has none. An error
// means that there is no such seat, or that the number is none.
func Log(g *game.Game, seat, since int) ([]Entry, error) {
	if err := check(g, seat); err != nil {
		return nil, err
	}
	out := []Entry{}
	list := g.LogSince(max(since, 0))
	for i := range list {
		if e, ok := seen(&list[i], seat); ok {
			out = append(out, e)
		}
	}
	return out, nil
}

// seen is an entry as a seat sees it; ok says whether it sees that there is one.
func seen(l *game.Entry, seat int) (e Entry, ok bool) {
	e.Kind = l.What
	switch l.Kind {
	case game.Event:
		e.Kind = "event"
	case game.Automatic:
		e.Kind = "automatic"
	}
	if l.Player >= 0 {
		e.Player = &l.Player
	}
	if l.PlacedBy(seat) {
		e.Place = l.Place
	}
	if l.SeenBy(seat) {
		if e.Label = l.Label; l.Nameless {
			e.Label = blank
		}
		return e, true
	}
	if l.Kind != game.Observed {
		return e, false
	}
	if !l.PlacedBy(seat) {
		return Entry{Hidden: true}, true
	}
	e.Hidden, e.Seen = true, seats(l.Seen)
	return e, true
}
