package protocol

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/board"
	"github.com/astragal-engine/astragal/engine/value"
	"github.com/astragal-engine/astragal/host/session"
)

var (
	keyCells  = newKey("cells")
	keyLabels = newKey("labels")
	keyNear   = newKey("near")
)

// modelBoard writes a board's topology, from which a host can draw it.
func modelBoard(c *call) error {
	m, err := c.Model(c.handleOf("model"))
	if err != nil {
		return err
	}
	name := c.text("board")
	at := slices.IndexFunc(m.Program.Boards, func(b *board.Board) bool { return b.Name == name })
	if at < 0 {
		return session.Errorf(session.NotFound, "the model has no board '%s'", clip([]byte(name)))
	}
	b, w := m.Program.Boards[at], &c.w
	cells := b.Cells().Items()
	number := make(map[string]int, len(cells))
	w.Key(keyKind)
	w.Text(b.Kind)
	w.Key(keyCells)
	w.valueList(nil, cells)
	w.Key(keyLabels)
	w.List(len(cells))
	for i, x := range cells {
		number[value.Repr(nil, x)] = i
		if l := b.Label(x); l.IsNone() {
			w.Nil()
		} else {
			w.Text(value.Str(nil, l))
		}
	}
	w.EndList()
	w.Key(keyNear)
	w.List(len(cells))
	for _, x := range cells {
		near := b.Neighbours(x).Items()
		w.List(len(near))
		for _, y := range near {
			w.Int(int64(number[value.Repr(nil, y)]))
		}
		w.EndList()
	}
	w.EndList()
	return nil
}
