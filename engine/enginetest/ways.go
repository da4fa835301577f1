package enginetest

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// ways are the ways to play a game that must all give the same.
var ways = []struct {
	name string
	way  way
}{
	{"cloned at every request", way{turn: func() turn { return &cloned{} }}},
	{"cloned into old games", way{turn: func() turn { return &cloned{reuse: true} }}},
	{"with clones that go astray", way{turn: func() turn { return &astray{} }}},
	{"with blind clones beside it", way{turn: func() turn { return &blind{} }}},
	{"saved and restored at every request", way{turn: func() turn { return &saved{} }}},
	{"seen from every seat", way{turn: func() turn { return &secrecy{} }}},
	{"without an arena", way{heap: true, turn: func() turn { return plain{} }}},
}

var errChanged = errors.New("the answers to a clone have changed the game that it was cloned from")

// plain does nothing.
type plain struct{}

func (plain) before(g *game.Game) (*game.Game, error) { return g, nil }
func (plain) after(*game.Game) error                  { return nil }

// cloned goes on with a clone and checks that the game it was cloned from stays as it was.
type cloned struct {
	reuse      bool
	left       *game.Game
	was        []byte
	older, old *game.Game
	oldWas     []byte
}

func (c *cloned) before(g *game.Game) (*game.Game, error) {
	// The game before the last stays untouched for one answer more.
	if c.left != nil {
		c.older, c.old, c.oldWas = c.old, c.left, c.was
	}
	c.left, c.was = g, g.Save()
	var next *game.Game
	if c.reuse && c.older != nil {
		next = held(g.CloneInto(c.older))
		c.older = nil
	} else {
		next = held(g.Clone())
	}
	if !bytes.Equal(next.Save(), c.was) {
		return nil, errors.New("the save of a clone differs from that of its game")
	}
	return next, nil
}

func (c *cloned) after(*game.Game) error {
	if !bytes.Equal(c.left.Save(), c.was) || c.old != nil && !bytes.Equal(c.old.Save(), c.oldWas) {
		return errChanged
	}
	return nil
}

// astray goes on with the game itself while clones of it take other answers.
type astray struct {
	spare *game.Game
	n     int
}

func (a *astray) before(g *game.Game) (*game.Game, error) {
	was := g.Save()
	for k := 0; k < 2 && !g.Over(); k++ {
		a.spare = held(g.CloneInto(a.spare))
		for d := 0; d < 3 && !a.spare.Over(); d++ {
			a.n++
			if err := a.spare.Answer(a.n % a.spare.Len()); err != nil {
				return nil, err
			}
		}
	}
	if !bytes.Equal(g.Save(), was) {
		return nil, errChanged
	}
	return g, nil
}

func (a *astray) after(*game.Game) error { return nil }

// blind has two clones take the same answers, one of which keeps no account of who knows what: they are asked the
// same.
type blind struct {
	plain
	clones [2]*game.Game
	n      int
}

func (b *blind) before(g *game.Game) (*game.Game, error) {
	for i, c := range b.clones {
		b.clones[i] = held(g.CloneInto(c))
	}
	open, shut := b.clones[0], b.clones[1]
	shut.Blind()
	for range 3 {
		if was, is := question(open), question(shut); was != is {
			return nil, fmt.Errorf("a blind clone is asked %s, another %s", is, was)
		}
		if open.Over() {
			break
		}
		b.n++
		i := b.n % open.Len()
		if err := errors.Join(open.Answer(i), shut.Answer(i)); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// question is what a game asks, or how it has ended.
func question(g *game.Game) string {
	r := g.Request()
	text := fmt.Sprint(r.Kind, r.Player, r.Place, r.Subset, r.Prompt, r.Payoffs, r.Reason, r.Err)
	for _, o := range r.Options {
		text += fmt.Sprint("; ", o.Label, " ", o.P)
	}
	return text
}

// saved goes on with the restored game.
type saved struct{ plain }

func (s *saved) before(g *game.Game) (*game.Game, error) {
	b := g.Save()
	r, err := game.Restore(g.Program(), b, game.Options{Turns: unheard})
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(r.Save(), b) {
		return nil, errors.New("a restored game saves differently")
	}
	return r, nil
}

// middles restores a game from its middle after it has ended, and goes on again.
func middles(p *program.Program, opts Options, straight *transcript) error {
	g, err := begin(p, opts, false)
	if err != nil {
		return err
	}
	type point struct {
		at    int
		save  []byte
		clone *game.Game
	}
	var points []point
	each := len(straight.answers)/4 + 1
	again := &transcript{}
	for i, a := range straight.answers {
		if i%each == each-1 {
			points = append(points, point{i, g.Save(), held(g.Clone())})
		}
		if err := again.give(g, a); err != nil {
			return err
		}
	}
	for _, pt := range points {
		from, err := game.Restore(p, pt.save, game.Options{Turns: unheard})
		if err != nil {
			return err
		}
		for name, start := range map[string]*game.Game{"restored": from, "cloned": pt.clone} {
			got, err := replay(p, opts, straight, pt.at, start)
			if err == nil {
				err = compare(straight.lines[straight.asked(pt.at):], got.lines)
			}
			if err != nil {
				return fmt.Errorf("%s after %d answers: %w", name, pt.at, err)
			}
		}
	}
	return nil
}

// asked is the line at which the request begins that answer i is given to.
func (t *transcript) asked(i int) int {
	line := 0
	if i > 0 {
		line = t.at[i-1]
	}
	for len(t.lines[line]) > 6 && t.lines[line][:6] == "  log " {
		line++
	}
	return line
}

// together plays the same games in two threads and one after the other.
func together(p *program.Program, opts Options) error {
	var alone, both [2]*transcript
	for i := range alone {
		t, err := play(p, opts, opts.Seed+uint64(i), way{turn: func() turn { return plain{} }})
		if err != nil {
			return err
		}
		alone[i] = t
	}
	var wg sync.WaitGroup
	var errs [2]error
	for i := range both {
		wg.Go(func() {
			both[i], errs[i] = play(p, opts, opts.Seed+uint64(i), way{turn: func() turn { return &cloned{} }})
		})
	}
	wg.Wait()
	for i := range both {
		if errs[i] != nil {
			return errs[i]
		}
		if err := alone[i].same(both[i]); err != nil {
			return err
		}
	}
	return nil
}
