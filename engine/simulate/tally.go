package simulate

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/game"
)

// Tally is what a number of games came to.
type Tally struct {
	Games    int
	Finished int
	Cut      int      // games that had not ended at the limit of requests
	Endless  *Endless // the first of them
	Requests Moments  // of finished games
	Lengths  Lengths  // of finished games
	Seats    []Seat
	reasons  map[string]int
	stops    map[stopKey]*Stop
	places   map[string]*place
}

// stopKey tells errors apart. The zero key stands for those beyond mostStops.
type stopKey struct {
	text string
	at   diag.Pos
}

// mostStops is how many errors are told apart: messages may hold anything a game comes to.
const mostStops = 1000

const otherStops = "other errors"

// Endless is a game that was cut: its seed, and the place of its last request.
type Endless struct {
	Seed  uint64 `json:"seed" doc:"of the game, as run takes it"`
	Place string `json:"place" doc:"where it asked last"`
}

// Seat is how the finished games ended for one player. A win is a payoff above everyone else's; in a
// cooperative game, or alone, one above 0. Advantage is the payoff less the mean of all players' payoffs
// of the same game.
type Seat struct {
	Payoff    Moments
	Advantage Moments
	Wins      int
}

// Reason counts the games that ended for it.
type Reason struct {
	Reason string `json:"reason" doc:"the id of an end condition, or that the flow finished without one"`
	Games  int    `json:"games"`
}

// Stop counts the games that an error of the model stopped At a place of it; Seed repeats the first.
type Stop struct {
	Error string `json:"error" doc:"what the engine said"`
	Games int    `json:"games" doc:"how many games it stopped"`
	Seed  uint64 `json:"seed" doc:"of the first of them, as run takes it"`

	At diag.Pos `json:"at,omitzero" doc:"where in the model they stopped"`

	CannotEnd *game.Cycle `json:"cannot_end,omitempty" doc:"of a game that is known never to end: how the first of them goes round"`
}

func newTally(players int) *Tally {
	return &Tally{Seats: make([]Seat, players), reasons: map[string]int{}, stops: map[stopKey]*Stop{}}
}

// Stopped counts the games that an error stopped.
func (t *Tally) Stopped() int { return t.Games - t.Finished - t.Cut }

// Reasons lists how games ended, the most frequent first.
func (t *Tally) Reasons() []Reason {
	list := make([]Reason, 0, len(t.reasons))
	for r, n := range t.reasons {
		list = append(list, Reason{r, n})
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return a.Games > b.Games || a.Games == b.Games && a.Reason < b.Reason
	})
	return list
}

// Stops lists the errors that stopped games, the most frequent first.
func (t *Tally) Stops() []Stop {
	list := make([]Stop, 0, len(t.stops))
	for _, s := range t.stops {
		list = append(list, *s)
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if a.Games != b.Games {
			return a.Games > b.Games
		}
		return before(stopKey{a.Error, a.At}, stopKey{b.Error, b.At}) < 0
	})
	return list
}

func before(a, b stopKey) int {
	return cmp.Or(strings.Compare(a.text, b.text), strings.Compare(a.at.File, b.at.File), cmp.Compare(a.at.Line, b.at.Line), cmp.Compare(a.at.Col, b.at.Col))
}

// stop counts games that an error stopped.
func (t *Tally) stop(k stopKey, games int, seed uint64, c *game.Cycle) {
	s := t.stops[k]
	if s == nil && len(t.stops) >= mostStops {
		k, c = stopKey{text: otherStops}, nil
		s = t.stops[k]
	}
	if s == nil {
		s = &Stop{Error: k.text, Seed: seed, At: k.at, CannotEnd: c}
		t.stops[k] = s
	}
	s.Games += games
}

func (t *Tally) add(g *Game, cooperative bool) {
	t.Games++
	switch {
	case g.Cut:
		t.Cut++
		if t.Endless == nil {
			t.Endless = &Endless{g.Seed, g.Place}
		}
		return
	case g.Error != "":
		t.stop(stopKey{g.Error, g.At}, 1, g.Seed, g.CannotEnd)
		return
	}
	t.Finished++
	t.reasons[g.Reason]++
	t.Requests.add(float64(g.Requests))
	t.Lengths.add(g.Requests)
	sum := 0.0
	for _, x := range g.Payoffs {
		sum += x
	}
	mean := sum / float64(len(g.Payoffs))
	for p, x := range g.Payoffs {
		t.Seats[p].Payoff.add(x)
		t.Seats[p].Advantage.add(x - mean)
		if wins(g.Payoffs, p, cooperative) {
			t.Seats[p].Wins++
		}
	}
}

func wins(payoffs []float64, seat int, cooperative bool) bool {
	if cooperative || len(payoffs) == 1 {
		return payoffs[seat] > 0
	}
	for p, x := range payoffs {
		if p != seat && x >= payoffs[seat] {
			return false
		}
	}
	return true
}

// merge adds the games of o, which come after those of t.
func (t *Tally) merge(o *Tally) {
	t.Games += o.Games
	t.Finished += o.Finished
	t.Cut += o.Cut
	if t.Endless == nil {
		t.Endless = o.Endless
	}
	t.Requests.merge(&o.Requests)
	t.Lengths.merge(o.Lengths)
	for i := range t.Seats {
		t.Seats[i].Payoff.merge(&o.Seats[i].Payoff)
		t.Seats[i].Advantage.merge(&o.Seats[i].Advantage)
		t.Seats[i].Wins += o.Seats[i].Wins
	}
	for r, n := range o.reasons {
		t.reasons[r] += n
	}
	for _, k := range slices.SortedFunc(maps.Keys(o.stops), before) {
		t.stop(k, o.stops[k].Games, o.stops[k].Seed, o.stops[k].CannotEnd)
	}
	t.mergePlaces(o)
}
