package growth

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/bench"
	"github.com/astragal-engine/astragal/engine/game"
)

const each = "a random answer of a card game, ns"

func playing(of func(size int) string) func(int) (bench.Work, error) {
	return func(size int) (bench.Work, error) { return bench.Answers(of(size)) }
}

// Engine are the questions to the engine.
var Engine = []Question{
	{
		File: "inert", Title: "A step and inert cards", Across: "inert cards in the catalogue", Up: each,
		Sizes: []int{1, 10, 100, 1000, 10_000},
		Lines: []Line{{"an answer", playing(func(n int) string { return bench.CardGame{Inert: n, Length: 200}.Model() })}},
		Why: `Flat: an item of the catalogue is a value that nobody looks at unless an expression goes over the catalogue. What a step needs of content it has by index since the model was
compiled.`,
	},
	{
		File: "deaf", Title: "A step and what cannot hear", Across: "triggers or modifiers", Up: each, Steep: true,
		Sizes: []int{1, 10, 100, 1000, 10_000},
		Lines: []Line{
			{"triggers of other events", playing(func(n int) string { return bench.CardGame{Deaf: n, Length: 200}.Model() })},
			{"modifiers of other stats", playing(func(n int) string { return bench.CardGame{Unrelated: n, Length: 200}.Model() })},
			{"triggers of this event on items whose active_x says no", playing(func(n int) string { return bench.CardGame{Inactive: n, Length: 200}.Model() })},
		},
		Why: `Flat for what cannot hear: triggers are listed by event and modifiers by stat, so those of others are never met. In proportion to those that listen to the very event: whether an item is active is
what its ` + "`active_x`" + ` says at that moment, which has to be asked of each.`,
	},
	{
		File: "length", Title: "A step in a long game", Across: "moves of the game", Up: each,
		Sizes: []int{30, 100, 300, 1000, 3000, 10_000},
		Lines: []Line{
			{"an answer in a playout", playing(func(n int) string { return bench.CardGame{Length: n}.Model() })},
			{"an answer with the log kept", logged},
		},
		Why: `Flat, falling a little at the left, where the clone that a playout begins with and the work of the first moves are shared out among few answers. What happened is appended to a log and never looked through;
playouts do not even write it.`,
	},
	{
		File: "clone", Title: "A clone of a long game", Across: "answers given before", Up: "a clone into used memory, ns",
		Sizes: []int{30, 100, 300, 1000, 3000, 10_000},
		Lines: []Line{{"a clone of a game with its log", cloned}},
		Why:   `Flat: the log is outside of what is cloned. A clone has its length and shares what is written.`,
	},
	{
		File: "zone", Title: "A step and the size of a zone", Across: "cards in the zone", Up: "an answer with two moves of a card, ns", Steep: true,
		Sizes: []int{3, 10, 30, 100, 300, 1000, 3000, 10_000},
		Lines: []Line{
			{"the last card taken and put back at the end", playing(func(n int) string {
				return piled(n, false, `      - {op: move, what_x: "pile[-1]", from: pile, to: hand}
      - {op: move, what_x: "hand[0]", from: hand, to: pile}`)
			})},
			{"the first card taken and put back at the end", playing(func(n int) string {
				return piled(n, false, `      - {op: move, what_x: "pile[0]", from: pile, to: hand}
      - {op: move, what_x: "hand[0]", from: hand, to: pile}`)
			})},
			{"the middle card taken and put back on top", playing(func(n int) string {
				return piled(n, false, `      - {op: move, what_x: "pile[size // 2]", from: pile, to: hand}
      - {op: move, what_x: "hand[0]", from: hand, to: pile, position: top}`)
			})},
			{"a card drawn from a shuffled zone and put back", playing(func(n int) string {
				return piled(n, true, `      - {op: draw, from: pile, to: hand}
      - {op: move, what_x: "hand[0]", from: hand, to: pile}`)
			})},
		},
		Why: `A zone is a list in order: to find a card in it goes over what lies before it, to take it out or to put it in moves what lies behind. Both are a few bytes for each card, so up to some hundred cards
they drown in the rest of the step, and from there the cost is in proportion to the cards that are passed. A draw is a chance of as many outcomes as there are cards, which are the zone's own list and not a
copy; the draw counts as an answer too. What a playout writes first in a zone that others share is copied once: a thousandth of it is in each answer here.`,
	},
}

// logged plays games whose log is kept.
func logged(moves int) (bench.Work, error) {
	p, err := bench.Parse(bench.CardGame{Length: moves}.Model())
	if err != nil {
		return nil, err
	}
	pl, err := bench.NewPlayerOf(p, game.Options{Record: true}, 1)
	if err != nil {
		return nil, err
	}
	return pl.Answers, nil
}

// cloned clones a game in which so many answers have been given.
func cloned(answers int) (bench.Work, error) {
	p, err := bench.Parse(bench.CardGame{Length: answers}.Model()) // which takes more
	if err != nil {
		return nil, err
	}
	g, err := game.New(p, game.Options{Record: true})
	if err != nil {
		return nil, err
	}
	for i := range answers {
		if g.Over() {
			return nil, fmt.Errorf("the game is over after %d answers", i)
		}
		if err := g.Answer(i % g.Len()); err != nil {
			return nil, err
		}
	}
	var dst *game.Game
	return func(n int) (int, error) {
		for range n {
			dst = g.CloneInto(dst)
		}
		return n, nil
	}, nil
}
