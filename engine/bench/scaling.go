package bench

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/astragal-engine/astragal/engine/simulate"
)

// Threads is work that so many threads share: it does about n units for each of them and says how many
// that were.
type Threads func(threads, n int) (units int, err error)

// Scaling times a work on all cores against one, by the time of day: the row is the rate as a share of
// that many times the rate of one. Slices are long enough that starting threads does not count, and blocks long enough that
// in one of its slices nothing else takes any of the cores.
func Scaling(name string, p Pace, w Threads) (Row, error) {
	cores := runtime.GOMAXPROCS(0)
	p = Pace{Block: 10 * p.Block, Slice: 25 * p.Slice, All: true}
	t, err := Side(p,
		Daytime(func(n int) (int, error) { return w(1, n) }),
		Daytime(func(n int) (int, error) { return w(cores, n) }))
	if err != nil {
		return Row{}, err
	}
	row := t.Ratio(0, 1).times(1/float64(cores)).row(name, fmt.Sprintf("of %d times one", cores)).atLeast(0.85)
	row.Note = fmt.Sprintf("(one: %.0f a second)", float64(time.Second)/t.Of(0).Value)
	return row, nil
}

// SimulateRows compares simulations on all cores with those on one: of very short games, and of a card game.
func SimulateRows(s Setting) ([]Row, error) {
	var rows []Row
	for _, name := range []string{"noughts-and-crosses", "duel"} {
		p, err := Load(s.Root + "/examples/" + name + "/model.yaml")
		if err != nil {
			return nil, err
		}
		seed := uint64(0)
		row, err := Scaling("simulate on all cores, "+name, s.Pace, func(threads, n int) (int, error) {
			seed++
			// A worker has several chunks to play, as in any simulation that is worth two cores.
			r, err := simulate.Run(context.Background(), simulate.Options{Games: n * threads * 1000, Workers: threads, Seed: seed}, p)
			if err != nil {
				return 0, err
			}
			return r.Variants[0].Games, nil
		})
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}
