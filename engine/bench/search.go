package bench

import (
	"errors"
	"fmt"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/search"
)

// SearchRows compares the tries of a search, from the first decision of a game, with random playouts.
func SearchRows(s Setting) ([]Row, error) {
	var rows []Row
	for _, b := range Baselines {
		p, err := Load(s.Root + "/" + b.Model)
		if err != nil {
			return nil, err
		}
		pl, err := NewPlayer(p, 0, 1)
		if err != nil {
			return nil, err
		}
		tries, err := Searching(p)
		if err != nil {
			return nil, err
		}
		t, err := Side(s.Pace, Processor(func(n int) (int, error) {
			_, _, err := pl.Play(n)
			return n, err
		}), Processor(tries))
		if err != nil {
			return nil, err
		}
		row := t.Ratio(0, 1).row("tries of a search, "+b.Name, "of playouts").atLeast(0.6)
		row.Note = fmt.Sprintf("(%.1f µs, a playout %.1f µs)", t.Of(1).Value/1000, t.Of(0).Value/1000)
		rows = append(rows, row)
	}
	return rows, nil
}

// errUndecided is of a game without decisions.
var errUndecided = errors.New("nobody decides anything in it")

// Searching is the work of a search that looks for the first decision of a game, a thousand tries each time; a unit is a try.
func Searching(p *program.Program) (Work, error) {
	const each = 1000
	g, err := game.New(p, game.Options{})
	if err != nil {
		return nil, err
	}
	for g.Kind() == game.Chance {
		if err := g.Answer(0); err != nil {
			return nil, err
		}
	}
	if g.Kind() != game.Decision {
		return nil, errUndecided
	}
	s, err := search.New(search.Options{Playouts: each})
	if err != nil {
		return nil, err
	}
	var src prng.Source
	return func(n int) (int, error) {
		done := 0
		for ; done < n; done += each {
			if _, err := s.Look(g, &src); err != nil {
				return done, err
			}
		}
		return done, nil
	}, nil
}
