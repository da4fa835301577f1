package bench

import (
	"fmt"
	"math/rand/v2"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// SameBrawl plays so many random games of the model and follows each by hand: there must be as many options
// at every question, and the same end.
func SameBrawl(p *program.Program, games int) error {
	proto, err := game.New(p, game.Options{})
	if err != nil {
		return err
	}
	for seed := range games {
		rng := rand.NewPCG(uint64(seed), 7)
		g := proto.Clone()
		var written []picked
		for !g.Over() {
			pick := picked{g.Len(), below(rng, g.Len())}
			written = append(written, pick)
			if err := g.Answer(pick.option); err != nil {
				return err
			}
		}
		if g.Kind() != game.End {
			return g.Err()
		}
		b := brawl{picks: picks{written: written}}
		score := b.play()
		switch question := len(written) - len(b.written); {
		case b.differs && len(b.written) > 0:
			return fmt.Errorf("brawl: the model's game %d has %d options at question %d, the one by hand has not", seed, b.written[0].options, question)
		case b.differs || len(b.written) > 0:
			return fmt.Errorf("brawl: the model's game %d ends after %d questions, the one by hand goes another way after %d", seed, len(written), question)
		case score != (1+g.Payoffs()[0])/2:
			return fmt.Errorf("brawl: in game %d the first player's payoff is %g, by hand %g", seed, g.Payoffs()[0], 2*score-1)
		}
	}
	return nil
}
