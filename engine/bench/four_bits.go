package bench

import (
	"math/bits"
	"math/rand/v2"
)

// A column takes seven bits from the lowest cell up, of which the last stays empty and keeps lines from
// running on into the next column.
const (
	columnBits = height + 1
	bottoms    = 1 | 1<<columnBits | 1<<(2*columnBits) | 1<<(3*columnBits) | 1<<(4*columnBits) | 1<<(5*columnBits) | 1<<(6*columnBits)
	cells      = bottoms * (1<<height - 1)
)

// FourBitPlayouts plays four in a row on sets of bits: the games of FourPlayouts.
func FourBitPlayouts(n int, rng *rand.PCG) (plies int, score float64) {
	for range n {
		var mine, all uint64
		ply := 0
		for {
			free := (all + bottoms) & cells
			if free == 0 {
				score += 0.5
				break
			}
			for range below(rng, bits.OnesCount64(free)) {
				free &= free - 1
			}
			stone := free & -free
			mine |= stone
			all |= stone
			ply++
			if fourBits(mine) {
				score += float64(ply & 1)
				break
			}
			mine ^= all
		}
		plies += ply
	}
	return plies, score
}

func fourBits(b uint64) bool {
	for _, way := range [4]int{1, columnBits - 1, columnBits, columnBits + 1} {
		pairs := b & (b >> way)
		if pairs&(pairs>>(2*way)) != 0 {
			return true
		}
	}
	return false
}
