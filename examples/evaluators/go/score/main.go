// Command score is the show of a cribbage hand: args {cards: [{rank, suit}, ...], starter: {rank, suit}, crib: bool}, of which
// starter and crib may be missing; the value has what fifteens, flush, nobs, pairs and runs score, and their total.
package main

import (
	"strconv"

	"github.com/astragal-engine/astragal/examples/evaluators/go/astragal"
)

func init() { astragal.Evaluator(evaluate) }

func main() {}

const most = 12

type card struct {
	rank int64
	suit string
}

// read gives a card, or why it is none.
func read(v astragal.Value) (c card, fault string) {
	rank, ok := v.Get("rank").Int()
	if !ok || rank < 1 || rank > 13 {
		return c, ".rank: no whole number from 1 to 13"
	}
	suit, ok := v.Get("suit").Text()
	if !ok {
		return c, ".suit: no text"
	}
	return card{rank, suit}, ""
}

func fifteens(cards []card) int64 {
	ways := [16]int64{1}
	for _, c := range cards {
		worth := min(c.rank, 10)
		for sum := int64(15); sum >= worth; sum-- {
			ways[sum] += ways[sum-worth]
		}
	}
	return 2 * ways[15]
}

func pairs(count *[15]int64) (score int64) {
	for _, n := range count {
		score += n * (n - 1)
	}
	return score
}

func runs(count *[15]int64) (score int64) {
	length, ways := int64(0), int64(1)
	for _, n := range count {
		if n > 0 {
			length++
			ways *= n
			continue
		}
		if length >= 3 {
			score += length * ways
		}
		length, ways = 0, 1
	}
	return score
}

func flush(hand []card, starter *card, crib bool) int64 {
	if len(hand) < 4 {
		return 0
	}
	for _, c := range hand {
		if c.suit != hand[0].suit {
			return 0
		}
	}
	switch {
	case starter != nil && starter.suit == hand[0].suit:
		return int64(len(hand)) + 1
	case crib:
		return 0
	}
	return int64(len(hand))
}

func nobs(hand []card, starter *card) int64 {
	if starter == nil {
		return 0
	}
	for _, c := range hand {
		if c.rank == 11 && c.suit == starter.suit {
			return 1
		}
	}
	return 0
}

func evaluate(call astragal.Value, answer *astragal.Answer) {
	args := call.Get("args")
	list := args.Get("cards")
	if list.Kind() != astragal.List || list.Len() > most {
		answer.Refuse("args.cards: no list of at most 12 cards")
		return
	}
	var hand []card
	for i, v := range list.All() {
		c, fault := read(v)
		if fault != "" {
			answer.Refuse("args.cards[" + strconv.Itoa(i) + "]" + fault)
			return
		}
		hand = append(hand, c)
	}
	all := hand
	var starter *card
	if v := args.Get("starter"); v.Kind() != astragal.None && v.Kind() != astragal.Nil {
		c, fault := read(v)
		if fault != "" {
			answer.Refuse("args.starter" + fault)
			return
		}
		starter, all = &c, append(all, c)
	}
	var count [15]int64
	for _, c := range all {
		count[c.rank]++
	}

	answer.Map(1)
	answer.Text("value")
	answer.Map(6)
	total := int64(0)
	for _, part := range []struct {
		name  string
		score int64
	}{
		{"fifteens", fifteens(all)},
		{"flush", flush(hand, starter, args.Get("crib").True())},
		{"nobs", nobs(hand, starter)},
		{"pairs", pairs(&count)},
		{"runs", runs(&count)},
	} {
		answer.Text(part.name)
		answer.Int(part.score)
		total += part.score
	}
	answer.Text("total")
	answer.Int(total)
}
