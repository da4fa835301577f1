package evaluators_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/examples/evaluators"
)

func card(rank int, suit string) object { return object{"rank": rank, "suit": suit} }

func show(fifteens, flush, nobs, pairs, runs int) object {
	return object{"value": object{"fifteens": fifteens, "flush": flush, "nobs": nobs, "pairs": pairs, "runs": runs,
		"total": fifteens + flush + nobs + pairs + runs}}
}

// strike is what the spell does to one creature.
func strike(uid, power int, fatal bool) list {
	ops := list{
		object{"op": "let", "name": "victim", "value_x": "next(c for c in field[1 - actor] if c['uid'] == " + strconv.Itoa(uid) + ")"},
		object{"op": "add", "attr": "damage", "of_x": "victim", "amount": power},
	}
	if fatal {
		ops = append(ops,
			object{"op": "let", "name": "corpse", "value_x": "victim"},
			object{"op": "let", "name": "keeper", "value_x": "1 - actor"},
			object{"op": "emit", "event": "creature_dies", "impact": list{
				object{"op": "move", "what_x": "corpse", "from": "field[keeper]", "to": "discard[keeper]"}}})
	}
	return ops
}

func refused(text string) object { return object{"error": text} }

func foe(uid, left int) object { return object{"uid": uid, "left": left} }

func spell(power any, drawn list, foes ...any) object {
	return object{"code": "lightning", "kind": "content", "args": object{"power": power}, "reads": object{"foes": append(list{}, foes...)}, "chance": drawn}
}

func hand(starter any, cards ...any) object {
	return object{"args": object{"cards": append(list{}, cards...), "starter": starter}}
}

var answers = []struct {
	evaluator string
	name      string
	in, out   any
}{
	{"echo", "nothing", object{}, object{"value": nil}},
	{"echo", "text", object{"args": "äöü"}, object{"value": "äöü"}},
	{"echo", "deep", object{"args": list{list{object{"a": -1}}, 1.5, true}}, object{"value": list{list{object{"a": -1}}, 1.5, true}}},

	{"score", "nothing", object{"args": object{"cards": list{}}}, show(0, 0, 0, 0, 0)},
	{"score", "the best hand", hand(card(5, "♣"), card(5, "♦"), card(5, "♥"), card(5, "♠"), card(11, "♣")), show(16, 0, 1, 12, 0)},
	{"score", "a double run", hand(card(9, "♠"), card(7, "♣"), card(7, "♦"), card(8, "♥"), card(13, "♠")), show(4, 0, 0, 2, 6)},
	{"score", "two runs", hand(nil, card(1, "a"), card(2, "b"), card(3, "c"), card(11, "d"), card(12, "e"), card(13, "f")), show(6, 0, 0, 0, 6)},
	{"score", "four of a suit", hand(card(2, "♠"), card(13, "♣"), card(12, "♣"), card(9, "♣"), card(6, "♣")), show(2, 4, 0, 0, 0)},
	{"score", "five of a suit", hand(card(2, "♣"), card(13, "♣"), card(12, "♣"), card(9, "♣"), card(6, "♣")), show(2, 5, 0, 0, 0)},
	{"score", "four in the crib", object{"args": object{"crib": true, "starter": card(2, "♠"),
		"cards": list{card(13, "♣"), card(12, "♣"), card(9, "♣"), card(6, "♣")}}}, show(2, 0, 0, 0, 0)},
	{"score", "three of a suit", hand(nil, card(2, "♠"), card(4, "♠"), card(6, "♠")), show(0, 0, 0, 0, 0)},
	{"score", "no args", object{}, refused("args.cards: no list of at most 12 cards")},
	{"score", "too many", hand(nil, make(list, 13)...), refused("args.cards: no list of at most 12 cards")},
	{"score", "no card", hand(nil, card(2, "♠"), 7), refused("args.cards[1].rank: no whole number from 1 to 13")},
	{"score", "a rank of 14", hand(nil, card(14, "♠")), refused("args.cards[0].rank: no whole number from 1 to 13")},
	{"score", "half a rank", hand(nil, object{"rank": 2.5, "suit": ""}), refused("args.cards[0].rank: no whole number from 1 to 13")},
	{"score", "a huge rank", hand(nil, object{"rank": uint64(1)<<63 + 5, "suit": ""}), refused("args.cards[0].rank: no whole number from 1 to 13")},
	{"score", "no suit", hand(object{"rank": 3}), refused("args.starter.suit: no text")},

	{"spell", "nobody there", spell(5, nil), object{"ops": list{}}},
	{"spell", "no power", spell(0, nil, foe(7, 1)), object{"ops": list{}}},
	{"spell", "who first", spell(5, list{}, foe(7, 3), foe(300, 9), foe(70000, 1)),
		object{"chance": list{list{7, 1.0 / 3}, list{300, 1.0 / 3}, list{70000, 1.0 / 3}}}},
	{"spell", "and then", spell(5, list{300}, foe(7, 3), foe(300, 9), foe(70000, 1)),
		object{"chance": list{list{7, 0.25}, list{70000, 0.25}, list{nil, 0.5}}}},
	{"spell", "no leap", spell(5, list{300, nil}, foe(7, 3), foe(300, 9)), object{"ops": strike(300, 5, false)}},
	{"spell", "all of them", spell(5, list{300, 7}, foe(7, 2), foe(300, 9)), object{"ops": append(strike(300, 5, false), strike(7, 2, true)...)}},
	{"spell", "power spent", spell(1, list{7}, foe(7, 2), foe(300, 9)), object{"ops": strike(7, 1, false)}},
	{"spell", "not asked for", spell(5, list{8}, foe(7, 2)), refused("chance: an outcome that was not asked for")},
	{"spell", "asked twice", spell(5, list{7, 7}, foe(7, 2), foe(8, 2)), refused("chance: an outcome that was not asked for")},
	{"spell", "no first stroke", spell(5, list{nil}, foe(7, 2)), refused("chance: an outcome that was not asked for")},
	{"spell", "after the end", spell(5, list{7, nil, nil}, foe(7, 2), foe(8, 2)), refused("chance: an outcome that was not asked for")},
	{"spell", "power as text", spell("5", nil), refused("args.power: no whole number")},
	{"spell", "no reads", object{"args": object{"power": 1}}, refused("reads.foes: no list of at most 64 creatures")},
	{"spell", "no uid", spell(1, nil, object{"left": 1}), refused("reads.foes: a creature without uid and left")},

	{"bad", "fine", object{"args": object{"do": "fine", "value": list{1}}}, object{"value": list{1}}},
	{"bad", "ops", object{"args": object{"do": "ops", "ops": list{object{"op": "shuffle"}}}}, object{"ops": list{object{"op": "shuffle"}}}},
	{"bad", "no such deed", object{"args": object{"do": "good"}}, refused("args.do: no such deed")},
}

func TestAnswers(t *testing.T) {
	for _, language := range evaluators.Languages {
		t.Run(language, func(t *testing.T) {
			for _, tt := range answers {
				t.Run(tt.evaluator+"/"+tt.name, func(t *testing.T) {
					out := answer(t, open(t, language, tt.evaluator), tt.in)
					require.Equal(t, pack(t, tt.out), out, "%v", shown(out))
				})
			}
		})
	}
}

// Input that is no message is answered with an error, never with a trap.
func TestNoMessage(t *testing.T) {
	for _, language := range evaluators.Languages {
		t.Run(language, func(t *testing.T) {
			m := open(t, language, "echo")
			for _, in := range []string{"", "\xc1", "\x81", "\x81\xa4args", "\x81\xa4args\xcb\x00", "\x80\x80", "\xdd\xff\xff\xff\xff",
				"\xdf\xff\xff\xff\xff", "\xc6\xff\xff\xff\xffab", "\xc9\xff\xff\xff\xff", "\xd4\x00"} {
				out, _, err := m.Call(context.Background(), []byte(in))
				require.NoError(t, err, "%q", in)
				require.Equal(t, pack(t, refused("the evaluator gave no answer")), out, "%q", in)
			}
		})
	}
}
