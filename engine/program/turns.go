package program

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/turn"
	"github.com/astragal-engine/astragal/engine/value"
)

// The places of a turn's record in the dict that expressions read as `turn`.
const (
	TurnOwner = iota
	TurnSide
	TurnPhase
	TurnID
	TurnBegun
	TurnEnded
	TurnReacted
	TurnCounts
)

// TurnKeys are the keys of that dict, in order. A program's own are made once, as Turns.Keys.
var TurnKeys = []string{"owner", "side", "phase", "id", "formal_begun", "formal_ended", "end_reactions_done", "begun_counts"}

// Turns is the profile of formal turns (docs/turns.md).
type Turns struct {
	Slot       int // of the state: the turn's record, None while no turn is taken
	Keys       *value.Keys
	Blank      value.Value // a record to be filled
	Sides      []Side
	Seats      []int32 // the side of each seat, for the most players
	First      Value   // absent: the first who is not eliminated
	Next       Value   // absent: the next who is not eliminated
	Opening    []int32 // nodes
	BeginEvent int32
	EndEvent   int32
	CostWindow int32 // -1: none
	Objectives []Objective
	Counts     bool // some expression may read the turn's id or how many have begun
	Pos        diag.Pos
}

// Side is a way to take turns. Phases are its phases in order.
type Side struct {
	Name   value.Value
	Phases []value.Value
}

// Objective says who wins at a checkpoint.
type Objective struct {
	ID   string
	If   *expr.Code
	Who  *expr.Code
	Stop *Stop // found wrong when compiled: raised when it is asked
}

// Profile is what the relations of turns are held against in a game of so many players.
func (t *Turns) Profile(p *Program, players int) *turn.Profile {
	out := &turn.Profile{Together: p.Cooperative, BeginEvent: p.Events[t.BeginEvent].Name, EndEvent: p.Events[t.EndEvent].Name}
	for i := range t.Sides {
		side := turn.Side{Name: t.Sides[i].Name.Text()}
		for _, phase := range t.Sides[i].Phases {
			side.Phases = append(side.Phases, phase.Text())
		}
		out.Sides = append(out.Sides, side)
	}
	for _, side := range t.Seats[:players] {
		out.Seats = append(out.Seats, int(side))
	}
	for i := range p.Vars {
		if p.Vars[i].Scores {
			out.Scores = append(out.Scores, p.Vars[i].Name)
		}
	}
	return out
}
