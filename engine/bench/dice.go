package bench

import (
	"time"

	"github.com/astragal-engine/astragal/engine/dice"
	"github.com/astragal-engine/astragal/engine/drive/prng"
)

// DiceRows times a roll with its full record, of dice that were parsed once, into used memory.
func DiceRows(d time.Duration) ([]Row, error) {
	roll, err := dice.Parse("4d6dl1 + 2")
	if err != nil {
		return nil, err
	}
	var r dice.Roll
	source := prng.Source{Seed: 1}
	chance := func(die dice.Die) (int, error) { return die.Low() + source.Intn(die.Sides), nil }
	row, err := Timed("roll 4d6dl1 + 2 with full record", d, 200, func(n int) (int, error) {
		for range n {
			if err := roll.RollInto(&r, chance, dice.Options{}); err != nil {
				return 0, err
			}
		}
		return n, nil
	})
	return []Row{row}, err
}
