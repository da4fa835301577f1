package bench

import (
	"fmt"
	"time"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/search"
)

// SearchRows compares the tries of a search, from the first decision of a game, with random playouts.
func SearchRows(root string, d time.Duration) ([]Row, error) {
	var rows []Row
	for _, m := range []struct{ name, path string }{
		{"noughts and crosses", "examples/noughts-and-crosses/model.yaml"},
		{"four in a row", "examples/four-in-a-row/model.yaml"},
		{"brawl", "engine/bench/testdata/brawl.yaml"},
	} {
		p, err := Load(root + "/" + m.path)
		if err != nil {
			return nil, err
		}
		pl, err := NewPlayer(p, 0, 1)
		if err != nil {
			return nil, err
		}
		playouts, err := NewSample(m.name, d, func(n int) (int, error) {
			_, _, err := pl.Play(n)
			return n, err
		})
		if err != nil {
			return nil, err
		}
		g, err := game.New(p, game.Options{})
		if err != nil {
			return nil, err
		}
		for g.Kind() == game.Chance {
			if err := g.Answer(0); err != nil {
				return nil, err
			}
		}
		const each = 1000
		s, err := search.New(search.Options{Playouts: each})
		if err != nil {
			return nil, err
		}
		var src prng.Source
		tries, err := NewSample(m.name+", tries", d, func(n int) (int, error) {
			done := 0
			for ; done < n; done += each {
				if _, err := s.Look(g, &src); err != nil {
					return done, err
				}
			}
			return done, nil
		})
		if err != nil {
			return nil, err
		}
		if err := interleaved(playouts, tries); err != nil {
			return nil, err
		}
		rows = append(rows, Row{Name: "tries of a search, " + m.name, Value: playouts.Median() / tries.Median(), Unit: "of playouts", Spread: playouts.Spread() + tries.Spread(), Must: 0.6,
			Note: fmt.Sprintf("(%.1f µs, a playout %.1f µs)", tries.Median()/1000, playouts.Median()/1000)})
	}
	return rows, nil
}
