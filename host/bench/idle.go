package main

import (
	"fmt"
	"runtime"

	"github.com/astragal-engine/astragal/engine/bench"
	"github.com/astragal-engine/astragal/host/session"
)

const (
	opened = 10_000  // so many are
	stated = 100_000 // so many are counted on
)

// idleRows opens duels (two players, thirty cards each) and leaves each in the midst of its game, with its
// whole history: what another one takes, and what 100,000 of them would.
func idleRows(s bench.Setting) ([]bench.Row, error) {
	rt := session.New(session.Config{})
	defer rt.Close()
	model, err := ask(rt, "model.load", params{"path": s.Root + "/examples/duel/model.yaml"}, "model")
	if err != nil {
		return nil, err
	}
	// live is what is in use, taken the memory of it with what lies free between.
	var live, taken [3]float64
	look := func(i int) {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		live[i], taken[i] = float64(m.HeapAlloc), float64(m.HeapInuse)
	}
	look(0)
	for half := range 2 {
		for i := range opened / 2 {
			own, err := ask(rt, "game.new", params{"model": model, "seed": half*opened + i}, "game")
			if err != nil {
				return nil, err
			}
			if _, err := ask(rt, "game.play", params{"game": own, "agents": "random", "limit": 60}, ""); err != nil {
				return nil, err
			}
		}
		look(half + 1)
	}
	// The warm games of a runtime are so many, however many wait: only the second half shows what one takes.
	each := (taken[2] - taken[1]) / (opened / 2)
	return []bench.Row{
		{Name: "a game that waits: 2 players, 60 cards, 60 answers", Value: (live[2] - live[1]) / (opened / 2), Unit: "bytes", Must: 8 << 10, Bound: true, Less: true},
		{Name: fmt.Sprintf("%d such games in one runtime", stated), Value: (taken[2] - taken[0] + (stated-opened)*each) / 1e6, Unit: "MB", Must: 1600, Bound: true, Less: true,
			Note: fmt.Sprintf("(from %d)", opened)},
	}, nil
}
