package game

import (
	"iter"

	"github.com/astragal-engine/astragal/engine/value"
)

// Brief is what a request says beside its options. It is read without making anything, for hosts that
// write requests in a form of their own.
type Brief struct {
	Kind   Kind
	Player int    // who decides; -1 when it is no decision
	All    bool   // everyone sees the answer
	Seen   uint64 // else this set of players does
	Step   int    // of a subset choice, from 1; 0: none
	Prompt string
	Open   int // questions that nobody has answered yet: several in a simultaneous step
}

// Brief describes the current request; of a game that is over it says only the Kind.
func (g *Game) Brief() Brief {
	p := &g.pend
	b := Brief{Kind: p.kind, Player: -1}
	if p.kind != Decision && p.kind != Chance {
		return b
	}
	vis := p.vis
	a := p.current()
	if p.kind == Decision {
		b.Player = int(a.player)
	}
	if p.sealed {
		vis = only(a.player)
	}
	b.All, b.Seen, b.Step, b.Prompt = vis.all, vis.mask, int(p.suffix), p.prompt
	for i := range p.asks {
		if p.asks[i].pick < 0 {
			b.Open++
		}
	}
	return b
}

// OptionLabel is the label of option i of the current question, Likelihood of a chance how likely it is.
func (g *Game) OptionLabel(i int) string { return g.optionLabel(g.pend.current(), i) }

// OptionLabels are the labels of all options of the current question, in their order.
func (g *Game) OptionLabels() iter.Seq[string] {
	return func(yield func(string) bool) {
		a := g.pend.current()
		for i := range g.Len() {
			if !yield(g.optionLabel(a, i)) {
				return
			}
		}
	}
}

// AppendOptionLabel is OptionLabel into the memory of b, whose bytes it replaces.
func (g *Game) AppendOptionLabel(b []byte, i int) []byte {
	a := g.pend.current()
	if v := a.options[i]; a.kind == plainOptions {
		return g.appendLabel(b, v)
	} else if a.kind == subsetOptions && !v.IsNone() {
		return g.appendLabel(b, g.pend.pool.Items()[v.Int()])
	}
	return append(b[:0], g.optionLabel(a, i)...)
}

// AppendForcedLabel is the label of what a Tracer hears of as Forced, in the memory of b.
func (g *Game) AppendForcedLabel(b []byte, action int32, x value.Value) []byte {
	if action >= 0 {
		return append(b[:0], g.actionLabel(action)...)
	}
	return g.appendLabel(b, x)
}

// At is the number of the place that the current request comes from, whichever pick of a choice of
// several it is; PlaceName is what a place is called. A clone may number the places it meets otherwise.
func (g *Game) At() int32 { return g.pend.place }

func (g *Game) PlaceName(n int32) string { return g.places[n] }

func (g *Game) Likelihood(i int) float64 {
	if w := g.pend.weights; len(w) > 0 {
		return w[i]
	}
	return 1 / float64(len(g.pend.current().options))
}

// Rest frees scratch memory where much of it was used: call it when the game is going to wait.
func (g *Game) Rest() { g.env.Trim(restBytes) }

const restBytes = 16 << 10
