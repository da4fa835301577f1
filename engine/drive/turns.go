package drive

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/turn"
)

var (
	// ErrNoTurns is what a game has in place of a trace of turns, where its model has none.
	ErrNoTurns = errors.New("the model has no section 'turns', and so its games have no trace of turns")
	// ErrTraceLimit is that a trace of turns would be too long.
	ErrTraceLimit = errors.New("the trace of turns is longer than its limit")
)

// Turns gives the turns of the game so far as a trace (docs/turns.md), in a campaign those of the last game. No game
// keeps one: it is played again from its beginning on a copy that nobody sees, and no function is asked. One longer
// than so many bytes is an [ErrTraceLimit].
func (s *Session) Turns(most int) ([]byte, error) {
	p := s.game.Program()
	if p.Turns == nil {
		return nil, ErrNoTurns
	}
	t := turn.Trace{Name: p.Name, Profile: *p.Turns.Profile(p, s.game.Players())}
	var b bytes.Buffer
	out, err := t.Begin(&b)
	steps := 0
	tell := func(l turn.Line) {
		if l.Before == nil { // of the next game of a campaign
			b.Reset()
			out, err = t.Begin(&b)
			steps = 0
		}
		steps++
		l.Step = steps
		if err == nil {
			err = out.Line(&l)
		}
		if err == nil && b.Len() > most {
			err = fmt.Errorf("%w of %d bytes", ErrTraceLimit, most)
		}
	}
	g, fail := s.opening(game.Options{Turns: tell})
	if fail == nil {
		fail = s.again(g, 0, s.at, func() error { return errors.Join(err, s.interrupted()) })
	}
	if err = errors.Join(err, fail); err == nil {
		err = out.End()
	}
	return b.Bytes(), err
}
