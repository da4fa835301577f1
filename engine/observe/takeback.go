package observe

import (
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

// Revealed reports whether anybody has learned more between two states of one game than what a seat has
// decided: a chance was drawn, a card shown or seen, another seat has decided, an item came out of a place
// that the seat cannot see. Who plays at a table takes back what was done up to there, and no further.
func Revealed(before, after *game.Game, seat int) bool {
	if after.LogLen() < before.LogLen() {
		return true
	}
	list := after.LogSince(before.LogLen())
	for i := range list {
		if e := &list[i]; e.Kind == game.Observed && (e.What != "decision" || e.Player != seat) {
			return true
		}
	}
	st := before.Env().Store
	for i := 0; i < after.Zones(); i++ {
		was, is := before.Lie(i), after.Lie(i)
		moved := len(was.Items) != len(is.Items)
		for k, x := range is.Items {
			if !x.IsInst() {
				moved = moved || k < len(was.Items) && !value.Same(was.Items[k], x)
				continue
			}
			if st.Get(x.Inst()) == nil {
				continue // it is new
			}
			for s := Spectator; s < after.Players(); s++ {
				if after.Knows(x, s) && !before.Knows(x, s) {
					return true
				}
			}
		}
		if moved && !was.SeenBy(seat) && holdsPlain(was.Items) {
			return true
		}
	}
	return false
}

// holdsPlain reports whether items are among these that have no identity: nobody keeps book of who knows them.
func holdsPlain(items []value.Value) bool {
	for _, x := range items {
		if !x.IsInst() {
			return true
		}
	}
	return false
}
