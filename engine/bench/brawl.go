package bench

import "math/rand/v2"

type cardKind uint8

const (
	blow cardKind = iota
	trick
	charm
)

// card is what is printed on a card of the brawl.
type card struct {
	id         string
	kind       cardKind
	cost, harm int
	copies     int
}

var brawlCards = [...]card{
	{id: "jab", kind: blow, cost: 1, harm: 2, copies: 8},
	{id: "hook", kind: blow, cost: 2, harm: 4, copies: 6},
	{id: "slam", kind: blow, cost: 3, harm: 6, copies: 4},
	{id: "dodge", kind: trick, cost: 1, copies: 6},
	{id: "thorns", kind: charm, cost: 2, copies: 6},
}

type brawlAct uint8

const (
	strike brawlAct = iota
	hang
	rest
	dodge
	pass
)

// brawl is a game of examples/brawl, written by hand: every card is somewhere, and every question has its
// options in a list.
type brawl struct {
	picks
	fighters [2]fighter
	deck     []*card
	discard  []*card
	turns    int
	dodged   bool

	actions []brawlAct // legal ones
	cards   []int      // where payable ones lie in a hand
}

type fighter struct {
	life, breath int
	hand, field  []*card
}

// BrawlPlayouts plays the brawl.
func BrawlPlayouts(n int, rng *rand.PCG) (answers int, score float64) {
	b := brawl{picks: picks{rng: rng}}
	for range n {
		score += b.play()
	}
	return b.count, score
}

// play plays a game and gives the first player's score.
func (b *brawl) play() float64 {
	b.deal()
	for turn := 0; ; turn = 1 - turn {
		b.begin(turn)
		if score, over := b.over(); over {
			return score
		}
		b.move(turn)
		if score, over := b.over(); over {
			return score
		}
	}
}

func (b *brawl) deal() {
	b.deck, b.discard, b.turns = b.deck[:0], b.discard[:0], 0
	for i := range brawlCards {
		c := &brawlCards[i]
		for range c.copies {
			b.deck = append(b.deck, c)
		}
	}
	for seat := range b.fighters {
		f := &b.fighters[seat]
		f.life, f.breath, f.hand, f.field = 12, 1, f.hand[:0], f.field[:0]
		for range 3 {
			b.draw(f)
		}
	}
}

func (b *brawl) draw(f *fighter) {
	if n := len(b.deck); n > 0 {
		i := b.choose(n)
		f.hand = append(f.hand, b.deck[i])
		b.deck = append(b.deck[:i], b.deck[i+1:]...)
	}
}

func (b *brawl) begin(turn int) {
	b.turns++
	f := &b.fighters[turn]
	f.breath = min(f.breath+2, 5)
	b.draw(f)
}

func (b *brawl) move(turn int) {
	f := &b.fighters[turn]
	b.actions = b.actions[:0]
	if f.can(blow) {
		b.actions = append(b.actions, strike)
	}
	if f.can(charm) {
		b.actions = append(b.actions, hang)
	}
	b.actions = append(b.actions, rest)
	switch b.actions[b.choose(len(b.actions))] {
	case strike:
		b.strike(turn)
	case hang:
		f.field = append(f.field, b.spend(f, charm))
	}
}

func (b *brawl) strike(turn int) {
	striker, victim := &b.fighters[turn], &b.fighters[1-turn]
	c := b.spend(striker, blow)
	b.discard = append(b.discard, c)
	b.dodged = false
	b.window(turn)
	if b.dodged {
		return
	}
	victim.life -= c.harm
	for _, c := range victim.field {
		if c.id == "thorns" {
			striker.life--
			break
		}
	}
}

// window gives priority to one player after the other, first to who is struck at, until both pass in a row.
func (b *brawl) window(turn int) {
	seat := 1 - turn
	for passes := 0; passes < len(b.fighters); seat = 1 - seat {
		f := &b.fighters[seat]
		b.actions = b.actions[:0]
		if seat != turn && !b.dodged && f.can(trick) {
			b.actions = append(b.actions, dodge)
		}
		b.actions = append(b.actions, pass)
		if b.actions[b.choose(len(b.actions))] == pass {
			passes++
			continue
		}
		passes = 0
		b.discard = append(b.discard, b.spend(f, trick))
		b.dodged = true
	}
}

// over tests the end conditions in their order.
func (b *brawl) over() (score float64, over bool) {
	first, second := b.fighters[0].life <= 0, b.fighters[1].life <= 0
	switch {
	case first && second:
		return 0.5, true
	case first:
		return 0, true
	case second:
		return 1, true
	case b.turns >= brawlTurns:
		return 0.5, true
	}
	return 0, false
}

func (f *fighter) can(kind cardKind) bool {
	for _, c := range f.hand {
		if c.kind == kind && c.cost <= f.breath {
			return true
		}
	}
	return false
}

// spend has a card of a kind chosen that the player has breath for, pays for it and takes it out of the hand.
func (b *brawl) spend(f *fighter, kind cardKind) *card {
	b.cards = b.cards[:0]
	for i, c := range f.hand {
		if c.kind == kind && c.cost <= f.breath {
			b.cards = append(b.cards, i)
		}
	}
	i := b.cards[b.choose(len(b.cards))]
	c := f.hand[i]
	f.breath -= c.cost
	f.hand = append(f.hand[:i], f.hand[i+1:]...)
	return c
}
