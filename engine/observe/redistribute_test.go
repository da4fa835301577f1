package observe_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/observe"
)

// play starts a game of two whose one step offers what actions says, and takes the answers by label.
func play(t testing.TB, zones, actions string, answers ...string) *game.Game {
	t.Helper()
	return begun(t, rules(zones, actions), answers...)
}

func rules(zones, actions string) string {
	var do []string
	for _, line := range strings.Split(strings.TrimSpace(actions), "\n") {
		name, _, _ := strings.Cut(strings.TrimSpace(line), ":")
		do = append(do, name)
	}
	indent := func(text, by string) string {
		return by + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n"+by)
	}
	return "name: Test\nnum_players: 2\ncontent: {cards: [{id: a}, {id: b}, {id: c}, {id: d}]}\n" +
		"state:\n  vars: {turn: {init: 0}}\n  zones:\n" + indent(zones, "    ") +
		"\nactions:\n" + indent(actions, "  ") + "\n  rest: {effect: []}\n" +
		"flow:\n  kind: loop\n  id: rounds\n  over_x: players\n  as: turn\n  children:\n" +
		"    - {kind: step, id: act, actor_x: turn, do: [" + strings.Join(append(do, "rest"), ", ") + "]}\n"
}

func begun(t testing.TB, text string, answers ...string) *game.Game {
	t.Helper()
	m, list, err := model.Parse("test.yaml", text, model.Options{})
	require.NoError(t, err)
	require.Zero(t, list.Errors(), list)
	p, list := compile.Compile(m, compile.Options{})
	require.Zero(t, list.Errors(), list)
	g := start(t, p)
	for _, a := range answers {
		labels := []string{}
		for i := range g.Len() {
			labels = append(labels, g.OptionLabel(i))
		}
		at := slices.Index(labels, a)
		require.GreaterOrEqual(t, at, 0, "%s among %v", a, labels)
		require.NoError(t, g.Answer(at))
	}
	return g
}

// faces shows which card lies where: the ids of the items of every zone.
func faces(g *game.Game) string {
	var b strings.Builder
	for i := range g.Zones() {
		l := g.Lie(i)
		fmt.Fprintf(&b, "%s:", l.Path)
		for _, x := range l.Items {
			b.WriteString(" " + g.Label(x))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// deals gives all deals that a seat can meet, each with the number of rows of random numbers that lead to
// it, of which there are total.
func deals(g *game.Game, seat int) (found map[string]int, total int) {
	found = map[string]int{}
	var row, bounds []int
	for {
		at := 0
		c := g.Clone()
		c.Redistribute(seat, func(n int) int {
			if at == len(row) {
				row, bounds = append(row, 0), append(bounds, n)
			}
			at++
			return row[at-1]
		})
		found[faces(c)]++
		total++
		for len(row) > 0 && row[len(row)-1] == bounds[len(row)-1]-1 {
			row, bounds = row[:len(row)-1], bounds[:len(row)-1]
		}
		if len(row) == 0 {
			return found, total
		}
		row[len(row)-1]++
	}
}

// What is known stays, everything else is dealt over all places, and every deal is as likely as any other.
func TestDealsAreEven(t *testing.T) {
	const deck = "deck: {shuffled: true, visibility: hidden, init_x: \"content['cards']\"}\n"
	const hands = deck + "hand: {owner: player, visibility: owner, drawn_from: deck}\n"
	const cards = `
draw: {effect: [{op: draw, from: deck, to: "hand[actor]"}]}
peek: {effect: [{op: look, zone: deck}]}
onto: {effect: [{op: move, what_x: "hand[actor][0]", from: "hand[actor]", to: deck, position: top}]}
back: {effect: [{op: move, what_x: "hand[actor][0]", from: "hand[actor]", to: deck}]}
show: {effect: [{op: reveal, what_x: "hand[actor][0]"}]}
seek: {effect: [{op: search, zone: deck, as: found}]}
mix: {effect: [{op: shuffle, zone: deck}]}`
	for name, c := range map[string]struct {
		zones, actions string
		answers        []string
		deals          [3]int // for seats 0 and 1 and who looks on
	}{
		"a deck":                     {hands, cards, nil, [3]int{24, 24, 24}},
		"a hand each":                {hands, cards, []string{"draw", "a", "draw", "b"}, [3]int{6, 6, 24}},
		"a look at the top":          {hands, cards, []string{"peek", "a"}, [3]int{6, 24, 24}},
		"the top put there":          {hands, cards, []string{"draw", "a", "rest", "onto"}, [3]int{6, 24, 24}},
		"put back into the middle":   {hands, cards, []string{"draw", "a", "rest", "back"}, [3]int{24, 24, 24}},
		"a look, and another's draw": {hands, cards, []string{"peek", "a", "draw"}, [3]int{6, 6, 24}},
		"a look, and a shuffle":      {hands, cards, []string{"peek", "a", "mix"}, [3]int{24, 24, 24}},
		"a card shown":               {hands, cards, []string{"draw", "a", "rest", "show"}, [3]int{6, 6, 6}},
		"a search":                   {hands, cards, []string{"draw", "a", "seek", "b"}, [3]int{6, 1, 24}},
		"a search, and a draw after": {hands, cards, []string{"rest", "seek", "b", "draw", "a"}, [3]int{6, 24, 24}},
		"no drawn_from": {deck + "hand: {owner: player, visibility: owner}\n", cards,
			[]string{"draw", "a", "draw", "b"}, [3]int{2, 2, 2}},
		"a chain, declared before its source": {
			"far: {visibility: hidden, drawn_from: near}\nnear: {visibility: hidden, drawn_from: deck}\n" + deck,
			"deal: {effect: [{op: draw, from: deck, to: near, n: 2}, {op: draw, from: near, to: far}]}",
			[]string{"deal", "a", "b"}, [3]int{24, 24, 24}},
		"a deck for each": {
			"deck: {owner: player, shuffled: true, visibility: hidden, init_x: \"[content['cards'][:2], content['cards'][2:]]\"}\nhand: {owner: player, visibility: owner, drawn_from: deck}",
			"draw: {effect: [{op: draw, from: \"deck[actor]\", to: \"hand[actor]\"}]}",
			[]string{"draw", "a", "draw", "c"}, [3]int{2, 2, 4}},
		"cards that are numbers": {
			"deck: {shuffled: true, visibility: hidden, init_x: \"[1, 2, 3]\"}\nhand: {owner: player, visibility: owner, drawn_from: deck}",
			"draw: {effect: [{op: draw, from: deck, to: \"hand[actor]\"}]}\npeek: {effect: [{op: look, zone: deck}]}",
			[]string{"draw", "1", "peek", "2"}, [3]int{2, 2, 6}},
		"an open table": {deck + "table: {drawn_from: deck}", "draw: {effect: [{op: draw, from: deck, to: table}]}",
			[]string{"draw", "a"}, [3]int{6, 6, 6}},
	} {
		t.Run(name, func(t *testing.T) {
			g := play(t, c.zones, c.actions, c.answers...)
			for seat, want := range map[int]int{0: c.deals[0], 1: c.deals[1], observe.Spectator: c.deals[2]} {
				found, total := deals(g, seat)
				require.Len(t, found, want, "seat %d", seat)
				for deal, n := range found {
					require.Equal(t, total, n*want, "seat %d, %s", seat, deal)
				}
			}
		})
	}
}

// Which card a uid is changes; what has been written on it stays with the uid, and what is printed goes with
// the card, written over there or not.
func TestWrittenAttributesStay(t *testing.T) {
	const zones = `
deck: {shuffled: true, visibility: hidden, init_x: "[{'id': 'a', 'hurt': 1}, {'id': 'b', 'hurt': 2}, {'id': 'c', 'hurt': 3, 'rare': True}]"}
pile: {visibility: hidden, drawn_from: deck}`
	const actions = `
deal: {effect: [{op: draw, from: deck, to: pile}, {op: set, attr: hurt, of_x: "pile[0]", value: 1}, {op: set, attr: marked, of_x: "pile[0]", value: true}]}`
	g := play(t, zones, actions, "deal", "a")
	src := prng.Source{Seed: 3}
	seen := map[string]bool{}
	first := g.Lie(1).Items[0]
	for range 60 {
		c := g.Clone()
		require.NoError(t, observe.Redistribute(c, 0, &src))
		require.Equal(t, first, c.Lie(1).Items[0])
		var cards []string
		for zone := range c.Zones() {
			for _, x := range c.Lie(zone).Items {
				cards = append(cards, attributes(c, x.Inst()))
			}
		}
		written := cards[len(cards)-1]
		seen[written] = true
		for _, card := range cards[:2] {
			require.Contains(t, []string{"id=a hurt=1", "id=b hurt=2", "id=c hurt=3 rare=True"}, card)
		}
		if again := c.Clone(); true {
			require.NoError(t, observe.Redistribute(again, 0, &src))
			require.Equal(t, first, again.Lie(1).Items[0])
		}
	}
	require.Equal(t, map[string]bool{
		"id=a hurt=1 marked=True": true, "id=b hurt=1 marked=True": true, "id=c hurt=1 rare=True marked=True": true}, seen)
}

func attributes(g *game.Game, uid int64) string {
	in := g.Env().Store.Get(uid)
	var out []string
	for i := 1; i < in.Keys().Len(); i++ {
		out = append(out, in.Keys().At(i).Text()+"="+g.Label(in.At(uid, i)))
	}
	return strings.Join(out, " ")
}

// Whatever happens out of a seat's sight leaves no trace: games that gave a seat the same log and lie open
// before it alike are shown to it alike, what it is said to know of other cards included.
func TestNoTraceOfWhatIsUnseen(t *testing.T) {
	const zones = `
deck: {shuffled: true, visibility: hidden, init_x: "content['cards'][:3]"}
hand: {owner: player, visibility: owner, drawn_from: deck}
heap: {kind: set, visibility: hidden, drawn_from: deck}
row: {visibility: hidden, drawn_from: heap}`
	const actions = `
draw: {pre_x: "len(deck) > 0", effect: [{op: draw, from: deck, to: "hand[actor]"}]}
show: {pre_x: "len(hand[actor]) > 0", effect: [{op: reveal, what_x: "hand[actor][0]"}]}
hide: {pre_x: "len(hand[actor]) > 0", effect: [{op: choose, options_x: "hand[actor]", as: c, secret: true}, {op: move, what_x: c, from: "hand[actor]", to: heap}]}
line: {pre_x: "len(heap) > 0", effect: [{op: choose, options_x: heap, as: c, secret: true}, {op: move, what_x: c, from: heap, to: row}]}
onto: {pre_x: "len(hand[actor]) > 0", effect: [{op: choose, options_x: "hand[actor]", as: c, secret: true}, {op: move, what_x: c, from: "hand[actor]", to: deck, position: top}]}
peek: {pre_x: "len(deck) > 0", effect: [{op: look, zone: deck}]}`
	type history struct{ view, answers string }
	groups, states := map[string]history{}, 0
	var walk func(g *game.Game, depth int, answers string)
	walk = func(g *game.Game, depth int, answers string) {
		states++
		for seat := observe.Spectator; seat < 2; seat++ {
			v, err := observe.New(g, seat)
			require.NoError(t, err)
			log, err := json.Marshal(v.Log)
			require.NoError(t, err)
			key := fmt.Sprint(seat, string(log))
			if seat >= 0 {
				mine, err := json.Marshal(v.Zones[1+seat])
				require.NoError(t, err)
				key += string(mine)
			}
			whole, err := json.Marshal(v)
			require.NoError(t, err)
			was, met := groups[key]
			require.True(t, !met || was.view == string(whole), "seat %d cannot tell\n%s\nfrom\n%s\nbut sees\n%s\nand\n%s", seat, was.answers, answers, was.view, whole)
			if !met {
				groups[key] = history{string(whole), answers}
			}
		}
		if depth == 0 {
			return
		}
		for i := range g.Len() {
			next := g.Clone()
			label := g.OptionLabel(i)
			require.NoError(t, next.Answer(i))
			walk(next, depth-1, answers+" "+label)
		}
	}
	for _, opening := range [][]string{
		{"draw", "a", "draw", "b", "show", "show"},
		{"draw", "a", "rest", "draw", "b", "rest"},
	} {
		walk(play(t, zones, actions, opening...), 5, fmt.Sprint(opening))
	}
	t.Log(states, "states,", len(groups), "groups")
	require.Less(t, len(groups), 3*states)
}

// A shuffle of a zone whose order counts shuffles nothing, and nobody forgets what lies there.
func TestAnOrderedZoneIsNotForgottenWhenItIsShuffled(t *testing.T) {
	zones := `
deck: {visibility: hidden, init_x: "content['cards']"}
hand: {owner: player, visibility: owner, drawn_from: deck}`
	actions := `
peek: {effect: [{op: search, zone: deck, as: x, filter_x: "item['id'] == 'c'"}]}
mix: {effect: [{op: shuffle, zone: deck}]}
take: {effect: [{op: draw, from: deck, to: "hand[actor]"}]}`
	g := play(t, zones, actions, "peek", "mix", "take")
	require.NotZero(t, g.KnownToken(0))
	before := faces(g)
	found, _ := deals(g, 0)
	require.Equal(t, []string{before}, slices.Collect(maps.Keys(found)), "seat 0 has searched the deck and knows all of it")
}
