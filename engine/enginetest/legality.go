package enginetest

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

const mostTried = 40 // options of one request that are tried; more are sampled

// legality goes through a game again and tries every option of every request, and some that are none.
func legality(p *program.Program, opts Options, t *transcript) error {
	g, err := begin(p, opts, false)
	if err != nil {
		return err
	}
	again := &transcript{}
	var spare *game.Game
	for i := 0; ; i++ {
		if spare, err = options(g, spare); err != nil {
			return fmt.Errorf("after %d answers: %w", i, err)
		}
		if i == len(t.answers) {
			return nil
		}
		if err := again.give(g, t.answers[i]); err != nil {
			return err
		}
	}
}

func options(g, spare *game.Game) (*game.Game, error) {
	was := g.Save()
	for _, r := range g.Requests() {
		n := len(r.Options)
		if g.Over() {
			n = 0
		}
		answer := func(g *game.Game, i int) error {
			if r.Player >= 0 {
				return g.AnswerFor(r.Player, i)
			}
			return g.Answer(i)
		}
		step := n/mostTried + 1
		for i := 0; i < n; i += step {
			spare = g.CloneInto(spare)
			if err := answer(spare, i); err != nil {
				return spare, fmt.Errorf("option %d of %d at %s is refused: %w", i, n, r.Place, err)
			}
			if err := internal(spare); err != nil {
				return spare, fmt.Errorf("option %d of %d at %s: %w", i, n, r.Place, err)
			}
		}
		for _, i := range []int{-1, n, n + 5} {
			if answer(g, i) == nil {
				return spare, fmt.Errorf("option %d of %d at %s is accepted", i, n, r.Place)
			}
		}
	}
	if g.AnswerFor(g.Players(), 0) == nil || g.Over() && g.Answer(0) == nil {
		return spare, errors.New("an answer to no question is accepted")
	}
	if (g.Program().Campaign == nil || g.Kind() != game.End) && g.NextGame() == nil {
		return spare, errors.New("a next game begins before its time")
	}
	if !bytes.Equal(g.Save(), was) {
		return spare, errors.New("an answer that was refused has changed the game")
	}
	return spare, nil
}

func internal(g *game.Game) error {
	if g.Kind() == game.Stopped && g.Err().Kind == "internal" {
		return fmt.Errorf("%w\n%s", g.Err(), g.Err().Stack)
	}
	return nil
}
