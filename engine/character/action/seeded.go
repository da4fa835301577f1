package action

import (
	"github.com/astragal-engine/astragal/engine/dice"
	"github.com/astragal-engine/astragal/engine/drive/prng"
)

// Seeded rolls dice by a seed. A face follows from the seed and its index in the run alone, so a run that
// is replayed rolls the same, whatever was answered by hand in between (docs/prng.md).
func Seeded(seed uint64) Dice {
	return func(d dice.Die, index int) (int, error) {
		source := prng.Source{Seed: seed, Stream: uint64(index)}
		return d.Low() + source.Intn(d.Sides), nil
	}
}
