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

// Events lists what a seat saw of a game that records: its events and observations, and what was taken
// unasked where the seat may know that. The first since of them are left out: since counts what the seat
// has been given, for the length of the game's own log tells of what it has not. An error means that there is
// no such seat.
func Events(g *game.Game, seat, since int) ([]Entry, error) {
	list, _, err := new(Reading).Since(g, seat, since)
	return list, err
}

// Reading is how far a seat has read the log of a game, so that what it has read is not gone through again
// with every call. It goes with one game and seat, as long as nothing is taken back.
type Reading struct {
	at    int // entries of the game's log
	given int // what the seat was given of them
}

// Since is Events, together with the since of the next call.
func (r *Reading) Since(g *game.Game, seat, since int) ([]Entry, int, error) {
	if err := check(g, seat); err != nil {
		return nil, 0, err
	}
	if since < r.given || r.at > g.LogLen() {
		*r = Reading{}
	}
	out, all := []Entry{}, r.given
	list := g.LogSince(r.at)
	for i := range list {
		e, ok := Seen(&list[i], seat)
		switch {
		case ok && all >= since:
			out = append(out, e)
		case ok:
			r.given++
		}
		if ok {
			all++
		}
		if all <= since {
			r.at++
		}
	}
	return out, all, nil
}

// Seen is an entry as a seat sees it; ok says whether it sees that there is one.
func Seen(l *game.Entry, seat int) (e Entry, ok bool) {
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
