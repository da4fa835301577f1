package bench

import "math/rand/v2"

// The cards of the brawl, in the order of its deck, by what they cost in breath and do in harm.
const (
	jabCard int8 = iota
	hookCard
	slamCard
	dodgeCard
	thornsCard
)

var (
	brawlCosts  = [5]int8{1, 2, 3, 1, 2}
	brawlHarms  = [5]int8{2, 4, 6, 0, 0}
	brawlCopies = [5]int{8, 6, 4, 6, 6}
)

const (
	deckSize   = 30
	brawlTurns = 30
)

// brawlCounts is a game of examples/brawl with no more than its course needs: cards are numbers, options are counted and
// not listed, charms are a number, and what is spent is gone.
type brawlCounts struct {
	picks
	deck   []int8
	hands  [2][]int8
	charms [2]int
	life   [2]int8
	breath [2]int8

	memory [3][deckSize]int8
}

// BrawlCountPlayouts plays the brawl on counts: the games of BrawlPlayouts.
func BrawlCountPlayouts(n int, rng *rand.PCG) (answers int, score float64) {
	b := brawlCounts{picks: picks{rng: rng}}
	for range n {
		score += b.play()
	}
	return b.count, score
}

// play plays a game and gives the first player's score.
func (b *brawlCounts) play() float64 {
	b.deck = b.memory[2][:0]
	for card, copies := range brawlCopies {
		for range copies {
			b.deck = append(b.deck, int8(card))
		}
	}
	b.life, b.breath, b.charms = [2]int8{12, 12}, [2]int8{1, 1}, [2]int{}
	for seat := range 2 {
		b.hands[seat] = b.memory[seat][:0]
		for range 3 {
			b.draw(seat)
		}
	}
	for turn := 0; turn < brawlTurns-1; turn++ {
		me := turn & 1
		b.breath[me] = min(b.breath[me]+2, 5)
		b.draw(me)
		b.move(me)
		switch first, second := b.life[0] <= 0, b.life[1] <= 0; {
		case first && second:
			return 0.5
		case first:
			return 0
		case second:
			return 1
		}
	}
	b.draw((brawlTurns - 1) & 1)
	return 0.5
}

func (b *brawlCounts) draw(seat int) {
	if n := len(b.deck); n > 0 {
		i := b.choose(n)
		b.hands[seat] = append(b.hands[seat], b.deck[i])
		b.deck = append(b.deck[:i], b.deck[i+1:]...)
	}
}

// move is a turn's decision: to strike, to hang thorns, or to rest.
func (b *brawlCounts) move(me int) {
	blows, charms := b.payable(me, jabCard, slamCard), b.payable(me, thornsCard, thornsCard)
	options := 1
	if blows > 0 {
		options++
	}
	if charms > 0 {
		options++
	}
	switch i := b.choose(options); {
	case i == options-1:
	case i == 0 && blows > 0:
		b.strike(me, b.spend(me, jabCard, slamCard, blows))
	default:
		b.spend(me, thornsCard, thornsCard, charms)
		b.charms[me]++
	}
}

func (b *brawlCounts) strike(me int, card int8) {
	you := 1 - me
	if dodges := b.payable(you, dodgeCard, dodgeCard); dodges > 0 && b.pick(2) == 0 {
		b.spend(you, dodgeCard, dodgeCard, dodges)
		return
	}
	b.life[you] -= brawlHarms[card]
	if b.charms[you] > 0 {
		b.life[me]--
	}
}

// payable counts the cards from one to another that a player holds and has breath for.
func (b *brawlCounts) payable(seat int, from, to int8) (n int) {
	for _, card := range b.hands[seat] {
		if card >= from && card <= to && brawlCosts[card] <= b.breath[seat] {
			n++
		}
	}
	return n
}

// spend picks one of n such cards, pays for it and takes it out of the hand.
func (b *brawlCounts) spend(seat int, from, to int8, n int) int8 {
	i := b.choose(n)
	hand := b.hands[seat]
	for at, card := range hand {
		if card < from || card > to || brawlCosts[card] > b.breath[seat] {
			continue
		}
		if i == 0 {
			b.breath[seat] -= brawlCosts[card]
			b.hands[seat] = append(hand[:at], hand[at+1:]...)
			return card
		}
		i--
	}
	panic("no such card")
}
