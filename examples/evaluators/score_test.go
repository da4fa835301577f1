package evaluators_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The show once more by the letter of the rules, over every part of the hand: a part that adds up to fifteen is two,
// a pair is two, a part of three or more in a row is as much as it has cards unless a longer one has it within.
func TestScoreByTheLetter(t *testing.T) {
	m := open(t, "c", "score")
	rapid.Check(t, func(rt *rapid.T) {
		ranks := rapid.SliceOfN(rapid.IntRange(1, 13), 0, 9).Draw(rt, "ranks")
		cards := list{}
		for i, r := range ranks {
			cards = append(cards, card(r, string(rune('a'+i))))
		}
		fifteens, pairs, runs := 0, 0, 0
		for part := range 1 << len(ranks) {
			sum, size, low, high, seen := 0, 0, 14, 0, map[int]bool{}
			for i, r := range ranks {
				if part>>i&1 == 1 {
					sum += min(r, 10)
					size++
					low, high = min(low, r), max(high, r)
					seen[r] = true
				}
			}
			if sum == 15 {
				fifteens += 2
			}
			if size == 2 && len(seen) == 1 {
				pairs += 2
			}
			longer := false
			for _, r := range ranks {
				longer = longer || r == low-1 || r == high+1
			}
			if size >= 3 && len(seen) == size && high-low == size-1 && !longer {
				runs += size
			}
		}
		require.Equal(rt, pack(t, show(fifteens, 0, 0, pairs, runs)), answer(t, m, object{"args": object{"cards": cards}}))
	})
}
