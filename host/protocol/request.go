package protocol

import (
	"math/bits"

	"github.com/astragal-engine/astragal/engine/game"
)

var (
	keyRequest = newKey("request")
	keyKind    = newKey("kind")
	keyPlayer  = newKey("player")
	keyOptions = newKey("options")
	keyP       = newKey("p")
	keyAll     = newKey("all")
	keySeen    = newKey("seen")
	keyStep    = newKey("step")
	keyPrompt  = newKey("prompt")
	keyPayoffs = newKey("payoffs")
	keyReason  = newKey("reason")
	keyError   = newKey("error")
	keyOpen    = newKey("open")

	keyCannotEnd = newKey("cannot_end")
	keyRounds    = newKey("rounds")
	keyPlaces    = newKey("places")
	keyMore      = newKey("more")
)

// request writes what a game waits for, straight from the game.
func (w *writer) request(g *game.Game) {
	w.Map()
	w.Key(keyKind)
	r := g.Brief()
	w.Text(r.Kind.String())
	switch r.Kind {
	case game.End:
		w.Key(keyPayoffs)
		w.floats(g.Payoffs())
		w.Key(keyReason)
		w.Text(g.Reason())
	case game.Stopped:
		w.failure(g.Err())
	default:
		w.asked(g, &r)
	}
	w.EndMap()
}

func (w *writer) asked(g *game.Game, r *game.Brief) {
	if r.Player >= 0 {
		w.Key(keyPlayer)
		w.Int(int64(r.Player))
	}
	w.Key(keyPlace)
	w.Text(g.Place())
	n := g.Len()
	w.Key(keyOptions)
	w.List(n)
	w.optionLabels(g)
	w.EndList()
	if r.Kind == game.Chance {
		w.Key(keyP)
		w.List(n)
		for i := 0; i < n; i++ {
			w.Float(g.Likelihood(i))
		}
		w.EndList()
	}
	w.seen(r.All, r.Seen)
	if r.Step > 0 {
		w.Key(keyStep)
		w.Int(int64(r.Step))
	}
	if r.Prompt != "" {
		w.Key(keyPrompt)
		w.Text(r.Prompt)
	}
	if r.Open > 1 {
		w.others(g)
	}
}

// optionLabels writes the elements of a list. In msgpack w.b stays at hand from one label to the next.
func (w *writer) optionLabels(g *game.Game) {
	if w.json {
		for label := range g.OptionLabels() {
			w.Text(label)
		}
		return
	}
	b := w.b
	for label := range g.OptionLabels() {
		b = appendText(b, label)
	}
	w.b = b
}

// seen writes who sees something.
func (w *writer) seen(all bool, mask uint64) {
	w.Key(keyAll)
	w.Bool(all)
	if all {
		return
	}
	w.Key(keySeen)
	w.List(bits.OnesCount64(mask))
	for ; mask != 0; mask &= mask - 1 {
		w.Int(int64(bits.TrailingZeros64(mask)))
	}
	w.EndList()
}

// others writes the open questions of a simultaneous step behind the first.
func (w *writer) others(g *game.Game) {
	all := g.Requests()
	w.Key(keyOpen)
	w.List(len(all) - 1)
	for _, r := range all[1:] {
		w.Map()
		w.Key(keyPlayer)
		w.Int(int64(r.Player))
		w.Key(keyOptions)
		w.List(len(r.Options))
		for i := range r.Options {
			w.Text(r.Options[i].Label)
		}
		w.EndList()
		w.EndMap()
	}
	w.EndList()
}

func (w *writer) floats(list []float64) {
	w.List(len(list))
	for _, x := range list {
		w.Float(x)
	}
	w.EndList()
}

func (w *writer) failure(e *game.Error) {
	w.Key(keyError)
	w.Map()
	w.Key(keyKind)
	w.Text(e.Kind)
	w.Key(keyMessage)
	w.Text(e.Message)
	w.at(e.Pos)
	w.cycle(e.CannotEnd)
	w.EndMap()
}

// cycle writes how a game goes round that cannot end.
func (w *writer) cycle(c *game.Cycle) {
	if c == nil {
		return
	}
	w.Key(keyCannotEnd)
	w.Map()
	w.count(keyRounds, c.Rounds)
	w.Key(keyPlaces)
	w.List(len(c.Places))
	for _, p := range c.Places {
		w.Text(p)
	}
	w.EndList()
	if c.More {
		w.Key(keyMore)
		w.Bool(true)
	}
	w.EndMap()
}
