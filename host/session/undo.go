package session

import (
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
)

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
	g.readings = nil
	return g.s.Undo(back)
}

// UndoFor takes back the last n decisions of a seat, where nothing lies between that anybody else has
// decided, and nothing that has been drawn or revealed.
func (g *Game) UndoFor(seat, n int) error {
	after, back := g.s.Game().Clone(), 0
	refuse := func(why error) error {
		g.s.SetInterrupt(nil)
		defer g.s.SetInterrupt(g.interrupted)
		if err := g.s.Redo(back); err != nil {
			return err
		}
		return why
	}
	g.readings = nil
	for ; back < n; back++ {
		if g.s.CanUndo() == 0 {
			return refuse(g.notYours(seat))
		}
		a := g.s.Given(g.s.CanUndo() - 1)
		if err := g.s.Undo(1); err != nil {
			return refuse(err)
		}
		if !decides(g.s.Game(), a, seat) {
			back++
			return refuse(g.notYours(seat))
		}
	}
	if observe.Revealed(g.s.Game(), after, seat) {
		return refuse(g.notYours(seat))
	}
	return nil
}

// RedoFor is Redo within the bounds of UndoFor.
func (g *Game) RedoFor(seat, n int) error {
	before, on := g.s.Game().Clone(), 0
	refuse := func(why error) error {
		if err := g.s.Undo(on); err != nil {
			return err
		}
		return why
	}
	for ; on < n; on++ {
		if g.s.CanRedo() == 0 || !decides(g.s.Game(), g.s.Given(g.s.CanUndo()), seat) {
			return refuse(g.notYours(seat))
		}
		if err := g.s.Redo(1); err != nil {
			return refuse(err)
		}
	}
	if g.s.Game().Kind() == game.Chance || observe.Revealed(before, g.s.Game(), seat) {
		return refuse(g.notYours(seat))
	}
	return nil
}

// decides reports whether an answer of the game that is asked now is one of the seat.
func decides(g *game.Game, a drive.Answer, seat int) bool {
	return g.Kind() == game.Decision && a.Index >= 0 && (a.Seat == seat || a.Seat < 0 && g.Player() == seat)
}

func (g *Game) notYours(seat int) error {
	return errorf(BadAnswer, "seat %d takes back and gives again no more than its own decisions of late, and none past a chance, a revealed card or another's decision; further is for the owner of the table", seat)
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
