package turn

import (
	"fmt"
	"slices"
	"strings"
)

// Checkpoint is where an ending is looked for.
type Checkpoint string

const (
	NotDue Checkpoint = "not due"
	Due    Checkpoint = "due"   // something that scores was written
	Ready  Checkpoint = "ready" // and no work is open
)

// Outcome is how a game stands. Winners are seats in order.
type Outcome struct {
	Kind    string `json:"kind"` // playing, won, draw or nobody
	Winners []int  `json:"winners,omitempty"`
}

// Playing is the outcome of a game that goes on.
var Playing = Outcome{Kind: "playing"}

// String says it in words: seats count from 0.
func (o Outcome) String() string {
	switch o.Kind {
	case "playing":
		return "the game goes on"
	case "nobody":
		return "nobody has won"
	case "draw":
		return "a draw"
	}
	seats := "seats "
	if len(o.Winners) == 1 {
		seats = "seat "
	}
	return "won by " + seats + strings.Join(strings.Fields(strings.Trim(fmt.Sprint(o.Winners), "[]")), ", ")
}

// Equal reports whether two outcomes are the same.
func (o Outcome) Equal(p Outcome) bool { return o.Kind == p.Kind && slices.Equal(o.Winners, p.Winners) }

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Kind != "playing" }

// Result is what a set of winners means: nobody, the game goes on; every seat, a draw (but a single seat wins, and so does a
// team); else those have won. The set is of seats of the profile.
func (r Rules) Result(winners []int) Outcome {
	set := slices.Compact(slices.Sorted(slices.Values(winners)))
	switch {
	case len(set) == 0:
		return Playing
	case len(set) == len(r.Seats) && len(set) > 1 && !r.Together:
		return Outcome{Kind: "draw", Winners: set}
	}
	return Outcome{Kind: "won", Winners: set}
}

func (r Rules) seats(list []int) bool {
	return !slices.ContainsFunc(list, func(s int) bool { return !r.seat(s) })
}

// Due makes a checkpoint due: something that scores was written.
func (r Rules) Due(c Checkpoint, written string) (Checkpoint, error) {
	if err := all(r.of("Due").check("score", slices.Contains(r.Scores, written))); err != nil {
		return c, err
	}
	if c == Ready {
		return Ready, nil
	}
	return Due, nil
}

// Ready makes a checkpoint that is due ready, once no work is open.
func (r Rules) Ready(c Checkpoint, e Evidence) (Checkpoint, error) {
	g := r.of("Ready")
	if err := all(g.check("due", c == Due), g.check("drained", e.Drained)); err != nil {
		return c, err
	}
	return Ready, nil
}

// Evaluate takes the winners by objective together with those who have won at the same moment by other
// ways, which are supplied, and gives the result. The checkpoint is over then.
func (r Rules) Evaluate(c Checkpoint, objective, simultaneous []int) (Checkpoint, Outcome, error) {
	g := r.of("Evaluate")
	winners := slices.Concat(objective, simultaneous)
	if err := all(g.check("ready", c == Ready), g.check("seats", r.seats(winners))); err != nil {
		return c, Playing, err
	}
	return NotDue, r.Result(winners), nil
}

// EndBy ends a game by a procedure with a guard of its own, such as a draw that cannot be made. Either seats have
// won by it, or nobody.
func (r Rules) EndBy(e Evidence) (Outcome, error) {
	g := r.of("EndBy")
	if err := all(g.check("guard", e.Guard), g.check("seats", r.seats(e.Winners)), g.check("winners", e.Nobody == (len(e.Winners) == 0))); err != nil {
		return Playing, err
	}
	if e.Nobody {
		return Outcome{Kind: "nobody"}, nil
	}
	return r.Result(e.Winners), nil
}
