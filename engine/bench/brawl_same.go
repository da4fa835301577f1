package bench

import (
	"fmt"
	"math/rand/v2"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// SameBrawl plays so many random games of the model and follows each by hand, with lists and on counts: there
// must be as many options at every question, and the same end.
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
		full, counts := brawl{picks: picks{written: written}}, brawlCounts{picks: picks{written: written}}
		score := full.play()
		for _, by := range []struct {
			way string
			picks
			score float64
		}{{"hand", full.picks, score}, {"hand on counts", counts.picks, counts.play()}} {
			switch question := len(written) - len(by.written); {
			case by.differs && len(by.written) > 0:
				return fmt.Errorf("brawl: the model's game %d has %d options at question %d, the one by %s has not", seed, by.written[0].options, question, by.way)
			case by.differs || len(by.written) > 0:
				return fmt.Errorf("brawl: the model's game %d ends after %d questions, the one by %s goes another way after %d", seed, len(written), by.way, question)
			case by.score != (1+g.Payoffs()[0])/2:
				return fmt.Errorf("brawl: in game %d the first player's payoff is %g, by %s %g", seed, g.Payoffs()[0], by.way, 2*by.score-1)
			}
		}
	}
	return nil
}
