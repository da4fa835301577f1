package session

import "github.com/astragal-engine/astragal/engine/game"

// Undo takes the last n answers back. Where the game answers chances itself, it is decisions that
// count, and the chances behind each go with it.
func (g *Game) Undo(n int) error {
	back := n
	if !g.asks {
		var found bool
		if back, found = g.decisionsBack(n); !found {
			return errorf(BadAnswer, "there are fewer than %d decisions to undo", n)
		}
	}
	if back > g.s.CanUndo() {
		return errorf(BadAnswer, "there are %d answers to undo, not %d", g.s.CanUndo(), n)
	}
	return g.s.Undo(back)
}

func (g *Game) decisionsBack(n int) (answers int, found bool) {
	at := g.s.CanUndo()
	for i := at - 1; i >= 0 && n > 0; i-- {
		if !g.s.Drawn(i) {
			n--
		}
		answers = at - i
	}
	return answers, n == 0
}

// Redo gives the next n answers again that were undone.
func (g *Game) Redo(n int) error {
	at, most := g.s.CanUndo(), g.s.CanRedo()
	on := n
	if !g.asks {
		on = 0
		for i := n; ; on++ {
			if on == most {
				if i > 0 {
					return errorf(BadAnswer, "there are fewer than %d decisions to give again", n)
				}
				break
			}
			if !g.s.Drawn(at + on) {
				if i == 0 {
					break
				}
				i--
			}
		}
	}
	if on > most {
		return errorf(BadAnswer, "there are %d answers to give again, not %d", most, n)
	}
	if err := g.s.Redo(on); err != nil {
		return err
	}
	if !g.asks && g.s.Game().Kind() == game.Chance && g.s.CanRedo() > 0 {
		return nil
	}
	return g.settle()
}
