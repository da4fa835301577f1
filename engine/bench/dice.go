package bench

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/dice"
	"github.com/astragal-engine/astragal/engine/drive/prng"
)

// fourDice is a record of 4d6dl1 + 2 by hand: the faces, the lowest left out.
type fourDice struct {
	faces          [4]int
	dropped, total int
}

func (r *fourDice) roll(source *prng.Source) {
	*r = fourDice{total: 2}
	for i := range r.faces {
		face := 1 + source.Intn(6)
		r.faces[i] = face
		r.total += face
		if face < r.faces[r.dropped] {
			r.dropped = i
		}
	}
	r.total -= r.faces[r.dropped]
}

// DiceRows times a roll with its full record, of dice that were parsed once, into used memory, against
// the same by hand.
func DiceRows(s Setting) ([]Row, error) {
	roll, err := dice.Parse("4d6dl1 + 2")
	if err != nil {
		return nil, err
	}
	var record dice.Roll
	var byHand fourDice
	ours, theirs := prng.Source{Seed: 1}, prng.Source{Seed: 1}
	chance := func(die dice.Die) (int, error) { return die.Low() + ours.Intn(die.Sides), nil }
	t, err := Side(s.Pace, Processor(func(n int) (int, error) {
		for range n {
			if err := roll.RollInto(&record, chance, dice.Options{}); err != nil {
				return 0, err
			}
		}
		return n, nil
	}), Processor(func(n int) (int, error) {
		for range n {
			byHand.roll(&theirs)
			hits += byHand.total
		}
		return n, nil
	}))
	if err != nil {
		return nil, err
	}
	row := t.Of(0).row("roll 4d6dl1 + 2 with full record", "ns").atMost(200)
	row.Note = fmt.Sprintf("(%.3f of hand-written, %.0f ns)", t.Ratio(1, 0).Value, t.Of(1).Value)
	return []Row{row, Allocations("allocations of it", func() { _ = roll.RollInto(&record, chance, dice.Options{}) })}, nil
}
