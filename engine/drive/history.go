package drive

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/game"
)

// CanUndo and CanRedo count the answers that can be taken back and given again.
func (s *Session) CanUndo() int { return s.at }
func (s *Session) CanRedo() int { return len(s.steps) - s.at }

// Given is answer number i of those that were given and of those that were undone behind them.
func (s *Session) Given(i int) Answer { return s.steps[i].Answer }

// Undo takes the last n answers back, whoever gave them: the game, its log and the streams are as
// they were before.
func (s *Session) Undo(n int) error {
	if n < 0 || n > s.at {
		return fmt.Errorf("there are %d answers to undo, not %d", s.at, n)
	}
	to := s.at - n
	g, err := s.gameAt(to, s.interrupted)
	if err != nil {
		return err
	}
	s.game = g
	for ; s.at > to; s.at-- {
		if st := s.steps[s.at-1]; st.stream >= 0 {
			s.streams[st.stream].Index -= st.used
		}
	}
	for len(s.marks) > 0 && s.marks[len(s.marks)-1].at > to {
		s.marks = s.marks[:len(s.marks)-1]
	}
	return nil
}

// gameAt makes the game as it was after n steps, from the last mark before. It asks between two whether
// to go on.
func (s *Session) gameAt(n int, ask func() error) (*game.Game, error) {
	from, g := 0, (*game.Game)(nil)
	for i := len(s.marks) - 1; i >= 0 && g == nil; i-- {
		if m := s.marks[i]; m.at <= n {
			from, g = m.at, m.game.Clone()
		}
	}
	if g == nil {
		var err error
		if g, err = s.opening(game.Options{}); err != nil {
			return nil, err
		}
	}
	return g, s.again(g, from, n, ask)
}

// again gives g, which is as it was after from steps, those up to n.
func (s *Session) again(g *game.Game, from, n int, ask func() error) error {
	for i := from; i < n; i++ {
		if err := ask(); err != nil {
			return err
		}
		told := s.told[i]
		g.SetHosted(next(told))
		err := apply(g, s.steps[i].Answer)
		if err == nil {
			_, err = s.calls(g, &told)
		}
		if err != nil {
			return fmt.Errorf("answer %d of the game so far: %w", i, err)
		}
	}
	return nil
}

// Trace plays the last n answers again on a copy of the game that nobody sees, and has t told what is
// decided on the way; with more than there are the start of the game is told as well.
func (s *Session) Trace(n int, t *game.Tracer) error {
	if n <= s.at {
		g, err := s.gameAt(s.at-n, s.interrupted)
		if err != nil {
			return err
		}
		g.SetTracer(t)
		return s.again(g, s.at-n, s.at, s.interrupted)
	}
	g, err := s.opening(game.Options{Trace: t})
	if err != nil {
		return err
	}
	return s.again(g, 0, s.at, s.interrupted)
}

// opening makes the game as it began, with whoever is told of what happens in it.
func (s *Session) opening(tell game.Options) (*game.Game, error) {
	o, told := s.opts.game(), s.told[opening]
	o.Hosted, o.Trace, o.Turns = next(told), tell.Trace, tell.Turns
	g, err := game.New(s.game.Program(), o)
	if err == nil {
		_, err = s.calls(g, &told)
	}
	return g, err
}

// Redo gives the next n answers again that were undone; any other answer forgets them.
func (s *Session) Redo(n int) error {
	if n < 0 || n > s.CanRedo() {
		return fmt.Errorf("there are %d answers to give again, not %d", s.CanRedo(), n)
	}
	for ; n > 0; n-- {
		if err := s.interrupted(); err != nil {
			return err
		}
		rest, told := s.steps, s.told
		script := told[s.at]
		s.told = nil // what is kept meanwhile is in told already
		err := s.step(s.steps[s.at], &script)
		s.told = told
		if err != nil {
			return err
		}
		s.steps = rest
	}
	return nil
}

// Drawn reports whether answer number i (from 0; those that were undone follow the others) was drawn
// by the generator of chance.
func (s *Session) Drawn(i int) bool { return s.steps[i].stream == 0 }

// SetInterrupt changes who is asked; see Options.
func (s *Session) SetInterrupt(ask func() error) { s.opts.Interrupt = ask }

func (s *Session) interrupted() error {
	if s.opts.Interrupt == nil {
		return nil
	}
	return s.opts.Interrupt()
}

// mark keeps a clone of the game as it is. Marks lie the farther apart the longer they are ago, so that a
// game holds few of them and undo of n answers repeats not many more than n. A mark that goes gives its
// memory to the next.
func (s *Session) mark() {
	var dst *game.Game
	if n := len(s.spare); n > 0 {
		dst, s.spare = s.spare[n-1], s.spare[:n-1]
	}
	s.marks = append(s.marks, mark{s.at, s.game.CloneInto(dst)})
	for i := len(s.marks) - 2; i > 0; i-- {
		if gap := s.marks[i+1].at - s.marks[i-1].at; gap <= (s.at-s.marks[i+1].at)/2 {
			s.spare = append(s.spare, s.marks[i].game)
			s.marks = append(s.marks[:i], s.marks[i+1:]...)
		}
	}
}
