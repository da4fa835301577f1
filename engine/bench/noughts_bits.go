package bench

import (
	"math/bits"
	"math/rand/v2"
)

const fullBoard = 1<<9 - 1

// threes says of every set of cells whether a row of three is in it.
var threes = func() (t [fullBoard + 1]bool) {
	for cells := range t {
		for _, row := range rows {
			t[cells] = t[cells] || (cells>>row[0])&(cells>>row[1])&(cells>>row[2])&1 == 1
		}
	}
	return t
}()

// NoughtsBitPlayouts plays noughts and crosses on two sets of bits: the games of NoughtsPlayouts.
func NoughtsBitPlayouts(n int, rng *rand.PCG) (plies int, score float64) {
	for range n {
		var mine, theirs uint16 // of who moves, and of the other
		ply := 0
		for {
			free := ^(mine | theirs) & fullBoard
			if free == 0 {
				score += 0.5
				break
			}
			for range below(rng, bits.OnesCount16(free)) {
				free &= free - 1
			}
			mine |= free & -free
			ply++
			if threes[mine] {
				score += float64(ply & 1)
				break
			}
			mine, theirs = theirs, mine
		}
		plies += ply
	}
	return plies, score
}
