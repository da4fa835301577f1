package expr

import "sync/atomic"

// hint is where something stood last time, for all threads: who reads it looks whether it stands there. When it has been
// another place often enough it stays as it is, so that threads do not wait for each other's memory.
type hint struct{ place, moves atomic.Int32 }

const mostMoves = 32

// moved notes that it stood at i.
func (h *hint) moved(i int) {
	if at := int32(i); h.place.Load() != at && h.moves.Load() < mostMoves {
		h.moves.Add(1)
		h.place.Store(at)
	}
}
