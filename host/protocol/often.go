package protocol

import "math"

// How the bindings write game.answer with the number of an option, the request that hosts send most: v,
// method, the game and the option as params, and id, in this order. Keys that always stand at the same place
// need not be looked for.
const (
	oftenBegin  = "\x84\xa1v\x01\xa6method\xabgame.answer\xa6params\x82\xa4game"
	oftenOption = "\xa6option"
	oftenID     = "\xa2id"
)

// oftenMethod is game.answer, and where its params have those two.
var (
	oftenMethod             *Method
	oftenGameAt, oftenPicks int
)

// often reads a frame that is written so, and reports whether it is one. Any other goes the long way, by scan
// and envelope, which makes the same of this one.
func (c *call) often(b []byte) bool {
	at := 0
	next := func(begin string) (uint64, bool) {
		if len(b)-at < len(begin) || string(b[at:at+len(begin)]) != begin {
			return 0, false
		}
		h, err := readHead(b, at+len(begin))
		at = h.body
		return h.u, err == nil && h.kind == kindInt && !h.neg
	}
	game, ok := next(oftenBegin)
	if !ok {
		return false
	}
	option, ok := next(oftenOption)
	if !ok || option > math.MaxInt32 {
		return false
	}
	id, ok := next(oftenID)
	if !ok || at != len(b) {
		return false
	}
	c.id, c.method = id, oftenMethod
	c.values[oftenGameAt] = param{given: true, u: game}
	c.values[oftenPicks] = param{given: true, u: option}
	return true
}
