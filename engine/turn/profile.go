package turn

import (
	"cmp"
	"fmt"
	"slices"
)

// Profile says who takes turns, in which order, and in which phases.
type Profile struct {
	Sides      []Side   `json:"sides"`
	Seats      []int    `json:"seats"`          // the side of each seat
	Next       []int    `json:"next,omitempty"` // who follows each seat; none: whoever plays supplies it
	Scores     []string `json:"scores,omitempty"`
	Together   bool     `json:"together,omitempty"`    // the seats are one team: when all have won, they have won, and it is no draw
	BeginEvent string   `json:"begin_event,omitempty"` // empty: [BeginEvent]
	EndEvent   string   `json:"end_event,omitempty"`   // empty: [EndEvent]
}

// Side is a way to take turns: its phases in order.
type Side struct {
	Name   string   `json:"name"`
	Phases []string `json:"phases"`
}

// Reference is the profile of two unlike sides: one begins with a draw.
func Reference() *Profile {
	return &Profile{
		Sides: []Side{{"SideA", []string{"draw", "action", "discard"}}, {"SideB", []string{"action", "discard"}}},
		Seats: []int{0, 1}, Next: []int{1, 0}, Scores: []string{"points"},
	}
}

// mostOf bounds what a profile has of anything, since strangers write some.
const mostOf = 1000

// Check says what is wrong with a profile; nil when it is one.
func (p *Profile) Check() error {
	most := max(len(p.Seats), len(p.Sides), len(p.Scores))
	for _, s := range p.Sides {
		most = max(most, len(s.Phases))
	}
	switch {
	case most > mostOf:
		return fmt.Errorf("a profile has at most %d seats, sides, scores and phases of a side, not %d", mostOf, most)
	case len(p.Seats) == 0:
		return fmt.Errorf("a profile has at least one seat")
	case p.Next != nil && len(p.Next) != len(p.Seats):
		return fmt.Errorf("%d seats, and %d have one who follows", len(p.Seats), len(p.Next))
	}
	for i, s := range p.Sides {
		if len(s.Phases) == 0 {
			return fmt.Errorf("the side %s has no phases", s.Name)
		}
		for k, phase := range s.Phases {
			if phase == "" || slices.Contains(s.Phases[:k], phase) {
				return fmt.Errorf("the side %s has the phase %q twice, or one without a name", s.Name, phase)
			}
		}
		if slices.ContainsFunc(p.Sides[:i], func(o Side) bool { return o.Name == s.Name }) {
			return fmt.Errorf("two sides are called %s", s.Name)
		}
	}
	for seat := range p.Seats {
		if side := p.Seats[seat]; side < 0 || side >= len(p.Sides) {
			return fmt.Errorf("seat %d has no side", seat)
		}
		if p.Next != nil && !p.seat(p.Next[seat]) {
			return fmt.Errorf("seat %d is followed by nobody", seat)
		}
	}
	return nil
}

// Phases are those of a seat's turns, in order.
func (p *Profile) Phases(seat int) []string { return p.Sides[p.Seats[seat]].Phases }

func (p *Profile) seat(n int) bool { return n >= 0 && n < len(p.Seats) }

func (p *Profile) begins() string { return cmp.Or(p.BeginEvent, BeginEvent) }
func (p *Profile) ends() string   { return cmp.Or(p.EndEvent, EndEvent) }
