package simulate

import (
	"sort"

	"github.com/astragal-engine/astragal/engine/diag"
)

// Tally is what a number of games came to.
type Tally struct {
	Games    int
	Finished int
	Cut      int      // games that had not ended at the limit of requests
	Endless  *Endless // the first of them; nil in what was read from parts
	Requests Moments
	Seats    []Seat
	reasons  map[string]int
	stops    map[string]*Stop
}

// Endless is a game that was cut: its seed, and the place of its last request.
type Endless struct {
	Seed  uint64 `json:"seed" doc:"of the game, as run takes it"`
	Place string `json:"place" doc:"where it asked last"`
}

// Seat is how the finished games ended for one player. A win is a payoff above everyone else's; in a
// cooperative game, or alone, one above 0.
type Seat struct {
	Payoff Moments
	Wins   int
}

// Reason counts the games that ended for it.
type Reason struct {
	Reason string `json:"reason" doc:"the id of an end condition, or that the flow finished without one"`
	Games  int    `json:"games"`
}

// Stop counts the games that an error of the model stopped; Seed repeats the first of them, which
// stopped At a place of the model (none in what was read from parts).
type Stop struct {
	Error string `json:"error" doc:"what the engine said"`
	Games int    `json:"games" doc:"how many games it stopped"`
	Seed  uint64 `json:"seed" doc:"of the first of them, as run takes it"`

	At diag.Pos `json:"at,omitzero" doc:"where in the model that one stopped"`
}

func newTally(players int) *Tally {
	return &Tally{Seats: make([]Seat, players), reasons: map[string]int{}, stops: map[string]*Stop{}}
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
		return a.Games > b.Games || a.Games == b.Games && a.Error < b.Error
	})
	return list
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
		s := t.stops[g.Error]
		if s == nil {
			s = &Stop{Error: g.Error, Seed: g.Seed, At: g.At}
			t.stops[g.Error] = s
		}
		s.Games++
		return
	}
	t.Finished++
	t.reasons[g.Reason]++
	t.Requests.add(float64(g.Requests))
	for p, x := range g.Payoffs {
		t.Seats[p].Payoff.add(x)
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
	for i := range t.Seats {
		t.Seats[i].Payoff.merge(&o.Seats[i].Payoff)
		t.Seats[i].Wins += o.Seats[i].Wins
	}
	for r, n := range o.reasons {
		t.reasons[r] += n
	}
	for e, s := range o.stops {
		if mine := t.stops[e]; mine != nil {
			mine.Games += s.Games
		} else {
			t.stops[e] = s
		}
	}
}
