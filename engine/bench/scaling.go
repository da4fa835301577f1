package bench

import (
	"fmt"
	"path/filepath"
	"runtime"
	"time"
)

// Threads is work that so many threads share: it does about n units for each of them and says how many
// that were.
type Threads func(threads, n int) (units int, err error)

// Scaling times a work on all cores against one, by the time of day: the row is the rate as a share of
// that many times the rate of one. Slices are long enough that starting threads does not count.
func Scaling(name string, p Pace, w Threads) (Row, error) {
	t, err := sideThreads(p, w)
	if err != nil {
		return Row{}, err
	}
	return scaled(name, t), nil
}

// sideThreads times a work on one core, on all, and others beside them.
func sideThreads(p Pace, w Threads, others ...Timer) (Times, error) {
	p = Pace{Block: 10 * p.Block, Slice: 25 * p.Slice, All: true}
	return Side(p, append([]Timer{
		Daytime(func(n int) (int, error) { return w(1, n) }),
		Daytime(func(n int) (int, error) { return w(runtime.GOMAXPROCS(0), n) }),
	}, others...)...)
}

// scaled is the row of the rate on all cores.
func scaled(name string, t Times) Row {
	cores := runtime.GOMAXPROCS(0)
	row := t.Ratio(0, 1).times(1/float64(cores)).row(name, fmt.Sprintf("of %d times one", cores)).atLeast(0.85)
	row.Note = fmt.Sprintf("(one: %.0f a second)", float64(time.Second)/t.Of(0).Value)
	return row
}

// SimulateRows compares simulations on all cores with those on one: of very short games, and of a card game; and with as many
// processes of one core each.
func SimulateRows(s Setting) ([]Row, error) {
	var rows []Row
	for _, name := range []string{"noughts-and-crosses", "duel"} {
		some, err := simulateRows(s, name)
		if err != nil {
			return nil, err
		}
		rows = append(rows, some...)
	}
	return rows, nil
}

func simulateRows(s Setting, name string) ([]Row, error) {
	// A worker has several chunks to play, as in any simulation that is worth two cores.
	const games = 1000
	model := filepath.Join(s.Root, "examples", name, "model.yaml")
	p, err := Load(model)
	if err != nil {
		return nil, err
	}
	all, err := startNeighbours(runtime.GOMAXPROCS(0), model)
	defer all.stop()
	if err != nil {
		return nil, err
	}
	seed := uint64(0)
	t, err := sideThreads(s.Pace, func(threads, n int) (int, error) {
		seed++
		return simulated(p, n*threads*games, threads, seed)
	}, Daytime(func(n int) (int, error) { return all.simulate(n * games) }))
	if err != nil {
		return nil, err
	}
	row := t.Ratio(2, 1).row("the same, against as many processes of one core each, "+name, "of processes").atLeast(0.85)
	row.Note = fmt.Sprintf("(which come to %.3f of %d times one)", t.Of(0).Value/t.Of(2).Value/float64(len(all)), len(all))
	return []Row{scaled("simulate on all cores, "+name, t), row}, nil
}
