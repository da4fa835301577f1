package bench

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// PlayoutRows compares random playouts of models with those written by hand, and holds both against the
// rules while it measures. Plies are timed, and make playouts by their mean number: a slice would else be
// fast because its games were short.
func PlayoutRows(s Setting) ([]Row, error) {
	var rows []Row
	for _, b := range Baselines {
		p, err := Load(s.Root + "/" + b.Model)
		if err != nil {
			return nil, err
		}
		if b.Name == "brawl" {
			if err := SameBrawl(p, 500); err != nil {
				return nil, err
			}
		}
		pl, err := NewPlayer(p, 0, 1)
		if err != nil {
			return nil, err
		}
		var tallies [3]Tally
		works := []Timer{Processor(func(n int) (int, error) {
			answers, score, err := pl.Play(n)
			tallies[0].add(n, answers, score)
			return answers, err
		})}
		for i, play := range []Playouts{b.Play, b.Lean} {
			rng := rand.NewPCG(1, 0)
			works = append(works, Processor(func(n int) (int, error) {
				plies, score := play(n, rng)
				tallies[i+1].add(n, plies, score)
				return plies, nil
			}))
		}
		t, err := Side(s.Pace, works...)
		if err != nil {
			return nil, err
		}
		if err := b.CheckAnswers(tallies[0]); err != nil {
			return nil, fmt.Errorf("the engine's %w", err)
		}
		for _, tally := range tallies[1:] {
			if err := b.Check(tally); err != nil {
				return nil, err
			}
		}
		row := t.Ratio(1, 0).times(b.Plies/b.Asked).row("playouts, "+b.Name, "of hand-written").atLeast(b.Must)
		row.Note = fmt.Sprintf("(%.0f ns, by hand %.0f ns)", t.Of(0).Value*b.Asked, t.Of(1).Value*b.Plies)
		rows = append(rows, row)
		lean := t.Ratio(2, 0).times(b.Plies/b.Asked).row("playouts, "+b.Name+", against "+b.LeanWay, "of hand-written")
		lean.Note = fmt.Sprintf("(by hand %.0f ns)", t.Of(2).Value*b.Plies)
		rows = append(rows, lean)
		rows = append(rows, Allocations("allocations in a warm playout, "+b.Name, func() { _, _, _ = pl.Play(1) }))
	}
	return rows, nil
}

// Allocations is the row of a work that must not allocate.
func Allocations(name string, work func()) Row {
	return Row{Name: name, Value: testing.AllocsPerRun(1000, work), Unit: "allocations"}.atMost(0)
}
