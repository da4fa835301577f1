package bench

import (
	"context"
	"fmt"
	"runtime"
	"sort"
	"time"

	"github.com/astragal-engine/astragal/engine/simulate"
)

// Threads is work that so many threads share: it does about n units for each of them and says how many
// that were.
type Threads func(threads, n int) (units int, err error)

// Scaling times a work on all cores against one, by the time of day: the row is the rate as a share of
// that many times the rate of one. Each round takes both, so that drift hits both alike.
func Scaling(name string, d time.Duration, w Threads) (Row, error) {
	cores := runtime.GOMAXPROCS(0)
	rate := func(threads, n int) (float64, time.Duration, error) {
		start := time.Now()
		units, err := w(threads, n)
		took := time.Since(start)
		return float64(units) / took.Seconds(), took, err
	}
	n := 1
	for {
		_, took, err := rate(1, n)
		if err != nil {
			return Row{}, err
		}
		if took > d/2 {
			break
		}
		n = max(n+1, int(float64(n)*min(10, float64(d)/float64(took+1))))
	}
	var shares, single []float64
	for range rounds {
		one, _, err := rate(1, n)
		if err != nil {
			return Row{}, err
		}
		all, _, err := rate(cores, n)
		if err != nil {
			return Row{}, err
		}
		shares, single = append(shares, all/float64(cores)/one), append(single, one)
	}
	sort.Float64s(shares)
	sort.Float64s(single)
	middle := shares[rounds/2]
	return Row{Name: name, Value: middle, Unit: fmt.Sprintf("of %d times one", cores), Spread: (shares[rounds-1] - shares[0]) / 2 / middle, Must: 0.85,
		Note: fmt.Sprintf("(one: %.0f a second)", single[rounds/2])}, nil
}

// SimulateRows compares simulations on all cores with those on one: of very short games, and of a card game.
func SimulateRows(root string, d time.Duration) ([]Row, error) {
	var rows []Row
	for _, name := range []string{"noughts-and-crosses", "duel"} {
		p, err := Load(root + "/examples/" + name + "/model.yaml")
		if err != nil {
			return nil, err
		}
		seed := uint64(0)
		row, err := Scaling("simulate on all cores, "+name, 3*d, func(threads, n int) (int, error) {
			seed++
			r, err := simulate.Run(context.Background(), simulate.Options{Games: n * threads * 200, Workers: threads, Seed: seed}, p)
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
