package search

import (
	"math"

	"github.com/astragal-engine/astragal/engine/game"
)

// proof is what is known for certain of a game of two without secrets whose payoffs add up to 0: an arm that
// ends the game is worth what the end pays, and a place what its best arm is, as soon as that arm brings the
// most there is or all are known.
type proof struct {
	on      bool
	done    bool    // of the root
	top     float64 // the most that an end pays
	known   bool    // the try came to an arm that is proven
	payoffs [2]float64
}

func (p *proof) begin(g *game.Game) {
	prog := g.Program()
	*p = proof{on: g.Players() == 2 && !prog.Secret && !prog.Cooperative, top: 1}
	for i := range prog.Ends {
		if prog.Ends[i].Returns.Given() {
			p.top = math.Inf(1)
		}
	}
}

// recall ends a try with what is proven for a player.
func (p *proof) recall(player int, value float64) {
	p.known = true
	p.payoffs[player], p.payoffs[1-player] = value, -value
}

// prove notes what the end of the game, which the last arm of the way led to, says of the way.
func (t *tree) prove() {
	payoffs := t.game.Payoffs()
	if !t.proof.on || len(payoffs) != 2 || payoffs[0]+payoffs[1] != 0 {
		return
	}
	value := payoffs[0] // for the first player
	for i := len(t.path) - 1; i >= 0; i-- {
		v := t.path[i]
		if v.player < 0 {
			return
		}
		own := value
		if v.player == 1 {
			own = -value
		}
		arms := t.armsOf(v.node)
		arms[v.arm].proven, arms[v.arm].value = true, own
		best := own
		for k := range arms {
			if best >= t.proof.top {
				break
			}
			if !arms[k].proven {
				return
			}
			best = max(best, arms[k].value)
		}
		if value = best; v.player == 1 {
			value = -best
		}
	}
	t.proof.done = true
}
