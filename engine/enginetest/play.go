package enginetest

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
	turns "github.com/astragal-engine/astragal/engine/turn"
)

// way says what happens to a game between two answers. turn sees it at every request, gives the one
// that goes on, and afterwards checks that all is well.
type way struct {
	heap bool
	turn func() turn
}

// turn is called with the game at a request; after is called once that has been answered.
type turn interface {
	before(g *game.Game) (*game.Game, error)
	after(g *game.Game) error
}

// begin starts a game; one with turns is held against their relations, and so is what is cloned or restored of it.
func begin(p *program.Program, opts Options, heap bool) (*game.Game, error) {
	return game.New(p, game.Options{Players: opts.Players, Record: true, Heap: heap, Turns: unheard})
}

func unheard(turns.Line) {}

func held(g *game.Game) *game.Game {
	g.SetTurns(unheard)
	return g
}

// play plays one random game of p.
func play(p *program.Program, opts Options, seed uint64, w way) (*transcript, error) {
	g, err := begin(p, opts, w.heap)
	if err != nil {
		return nil, err
	}
	src := &prng.Source{Seed: seed, Stream: 77}
	t := &transcript{}
	tr := w.turn()
	for games := 1; ; {
		t.note(g)
		if g, err = tr.before(g); err != nil {
			return nil, fmt.Errorf("after %d answers: %w", len(t.answers), err)
		}
		var a answer
		switch {
		case g.Kind() == game.End && p.Campaign != nil && games < 3 && (p.Campaign.Games == 0 || games < p.Campaign.Games):
			games++
			a = answer{player: nextGame}
		case g.Over() || len(t.answers) >= opts.Requests:
			t.last = g
			return t, nil
		default:
			a = decide(g, src)
		}
		if err := t.give(g, a); err != nil {
			return nil, err
		}
		if err := tr.after(g); err != nil {
			return nil, fmt.Errorf("after %d answers: %w", len(t.answers), err)
		}
	}
}

// give answers and keeps the answer.
func (t *transcript) give(g *game.Game, a answer) error {
	t.at = append(t.at, len(t.lines))
	t.answers = append(t.answers, a)
	var err error
	switch a.player {
	case nextGame:
		err = g.NextGame()
	case -1:
		err = g.Answer(a.option)
	default:
		err = g.AnswerFor(a.player, a.option)
	}
	if err != nil {
		return fmt.Errorf("answer %d (%+v) is refused: %w", len(t.answers), a, err)
	}
	return nil
}

// decide draws an answer: of a simultaneous step any of the open questions.
func decide(g *game.Game, src *prng.Source) answer {
	if g.Kind() == game.Chance {
		if w := g.Weights(); len(w) > 0 {
			return answer{-1, src.Weighted(w)}
		}
		return answer{-1, src.Intn(g.Len())}
	}
	open := g.Requests()
	r := open[0]
	if len(open) > 1 {
		r = open[src.Intn(len(open))]
	}
	return answer{r.Player, src.Intn(len(r.Options))}
}

// replay plays the answers of t from number from on, in g or in a new game.
func replay(p *program.Program, opts Options, t *transcript, from int, g *game.Game) (*transcript, error) {
	out := &transcript{}
	if g == nil {
		var err error
		if g, err = begin(p, opts, false); err != nil {
			return nil, err
		}
	} else {
		out.logged = g.LogLen()
	}
	for i := from; ; i++ {
		out.note(g)
		if i == len(t.answers) {
			out.last = g
			return out, nil
		}
		if err := out.give(g, t.answers[i]); err != nil {
			return nil, err
		}
	}
}
