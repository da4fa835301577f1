package session

import (
	"bytes"
	"sync"

	"github.com/astragal-engine/astragal/engine/drive"
)

// warm are the games that are kept ready to go on. When there are too many, one that has not been used
// lately is frozen: it becomes the bytes of its save, and is restored when it is used next.
type warm struct {
	mu   sync.Mutex
	list []*Game
	hand int
}

// add makes room for a game and lists it. The call holds the game.
func (w *warm) add(g *Game) {
	w.mu.Lock()
	var cold *Game
	if int64(len(w.list)) >= g.rt.conf.Limits.Warm {
		cold = w.coldest()
	}
	g.warmAt = len(w.list)
	w.list = append(w.list, g)
	g.used.Store(true)
	w.mu.Unlock()
	if cold != nil {
		cold.freeze()
		<-cold.turn
	}
}

// coldest unlists a game that has not been used since the hand came by last, and holds it. Games in
// use are passed over; nil where all are.
func (w *warm) coldest() *Game {
	for tries := 2 * len(w.list); tries > 0; tries-- {
		w.hand %= len(w.list)
		g := w.list[w.hand]
		if !g.used.Swap(false) {
			select {
			case g.turn <- struct{}{}:
				w.unlist(g)
				return g
			default:
			}
		}
		w.hand++
	}
	return nil
}

func (w *warm) unlist(g *Game) {
	last := len(w.list) - 1
	w.list[g.warmAt] = w.list[last]
	w.list[g.warmAt].warmAt = g.warmAt
	w.list[last] = nil
	w.list = w.list[:last]
	g.warmAt = -1
}

func (w *warm) remove(g *Game) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if g.warmAt >= 0 {
		w.unlist(g)
	}
}

func (w *warm) clear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = nil
}

// freeze puts bytes in place of the session. Answers that were undone are given again before and
// undone when it thaws: a save has only what was answered.
func (g *Game) freeze() {
	defer func() {
		if p := recover(); p != nil {
			g.rt.internal(p)
			g.poisoned, g.s, g.frozen = true, nil, nil
		}
	}()
	g.undone = g.s.CanRedo()
	if err := g.s.Redo(g.undone); err != nil {
		panic(err)
	}
	g.frozen = bytes.Clone(g.s.Save())
	g.s = nil
}

// thaw makes a session of the bytes again.
func (g *Game) thaw() (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = g.rt.internal(p)
			g.poison()
		}
	}()
	s, err := drive.Restore(g.prog, g.frozen, g.rt.options(g))
	if err != nil {
		panic(err)
	}
	if err := s.Undo(g.undone); err != nil {
		return err // cancelled: the bytes are as good as before
	}
	g.s, g.frozen, g.undone = s, nil, 0
	g.rt.warm.add(g)
	return nil
}
