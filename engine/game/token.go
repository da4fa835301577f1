package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Tokens tell a search what a seat can tell apart, without making texts: equal for what looks the same to
// the seat. They hold for one process and say nothing to people.

const (
	hiddenToken uint64 = 0x5851F42D4C957F2D
	tokenDepth         = 4
)

// Stir mixes a token into another, where order matters.
func Stir(h, x uint64) uint64 {
	h ^= x
	h = (h ^ h>>32) * 0xD6E8FEB86659FD93
	h = (h ^ h>>32) * 0xD6E8FEB86659FD93
	return h ^ h>>32
}

// OptionToken stands for how option i of the current question looks to a seat.
func (g *Game) OptionToken(i, seat int) uint64 {
	return g.optionToken(g.pend.current(), i, seat)
}

// Veiled reports whether a seat can tell nothing about option i of the current question.
func (g *Game) Veiled(i, seat int) bool { return g.OptionToken(i, seat) == hiddenToken }

// OptionTokens appends the OptionToken of each option.
func (g *Game) OptionTokens(into []uint64, seat int) []uint64 {
	a := g.pend.current()
	for i := range a.options {
		into = append(into, g.optionToken(a, i, seat))
	}
	return into
}

func (g *Game) optionToken(a *ask, i, seat int) uint64 {
	v := a.options[i]
	if a.kind == subsetOptions && !v.IsNone() {
		v = g.pend.pool.Items()[v.Int()]
	}
	return g.token(v, seat, tokenDepth)
}

// PlaceToken stands for the place of the current request.
func (g *Game) PlaceToken() uint64 {
	return uint64(uint32(g.pend.place))<<32 | uint64(uint32(g.pend.suffix))
}

// Sees reports whether a seat sees at once what is answered to the current question.
func (g *Game) Sees(seat int) bool {
	p := &g.pend
	if p.kind == Decision && int(p.current().player) == seat {
		return true
	}
	return !p.sealed && g.SeesLater(seat)
}

// SeesLater reports whether a seat sees the answer once all who are asked together have answered.
func (g *Game) SeesLater(seat int) bool {
	return g.pend.vis.all || seat >= 0 && g.pend.vis.mask>>uint(seat)&1 == 1
}

// Sealed counts the questions that are asked together and still without an answer; 0 where one is asked alone.
func (g *Game) Sealed() int {
	if !g.pend.sealed {
		return 0
	}
	n := 0
	for i := range g.pend.asks {
		if g.pend.asks[i].pick < 0 {
			n++
		}
	}
	return n
}

// KnownToken stands for all that a seat knows of zones that not everybody sees.
func (g *Game) KnownToken(seat int) uint64 {
	sum := uint64(0)
	for flat := range int32(len(g.zones)) {
		if !g.zones[flat].veiled {
			continue
		}
		items := g.zoneItems(flat)
		sum += Stir(uint64(flat)+1, uint64(len(items)))
		if !g.anyKnown(flat, seat) {
			continue
		}
		for i, x := range items {
			if knows(g.known(flat, x, i, len(items)), seat) {
				sum += Stir(uint64(flat)+1, g.token(x, seat, tokenDepth))
			}
		}
	}
	return sum
}

// token is that of a value. Of an instance it is that of its label, or of its uid where it has none.
func (g *Game) token(v value.Value, seat, depth int) uint64 {
	switch {
	case v.IsInt():
		return value.Hash(v)
	case v.IsInst() && !g.Knows(v, seat):
		return hiddenToken
	case v.IsInst():
		if look := g.prog.Looks[g.store.Face(v)]; look != 0 && depth > 0 {
			return look
		}
		fallthrough
	case v.Kind() == value.Dict:
		for _, key := range program.LabelKeys {
			if x, ok := g.attr(v, key); ok && depth > 0 {
				return g.token(x, seat, depth-1)
			}
		}
		return hiddenToken
	case v.Kind() == value.List || v.Kind() == value.Tuple:
		h := uint64(len(v.Items()))
		for _, x := range v.Items() {
			if depth > 0 {
				h = Stir(h, g.token(x, seat, depth-1))
			}
		}
		return h
	case v.Kind() == value.Set:
		return uint64(v.Kind())
	}
	return value.Hash(v)
}
