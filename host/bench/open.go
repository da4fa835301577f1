package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/astragal-engine/astragal/engine/bench"
	"github.com/astragal-engine/astragal/engine/bench/growth"
	"github.com/astragal-engine/astragal/host/protocol"
	"github.com/astragal-engine/astragal/host/session"
)

// questions are how costs grow: those of the engine, and with the games that are open.
var questions = slices.Concat(growth.Engine, []growth.Question{{
	File: "open", Title: "An answer and open games", Across: "games open in one runtime", Up: "an answer, from bytes to bytes, ns", Steep: true,
	Sizes: []int{1, 10, 100, 1000, 3000, 10_000},
	Lines: []growth.Line{
		{Name: "always to the same game", At: func(n int) (bench.Work, error) { return open(n, func(int) int { return 0 }) }},
		{Name: "to each game in its turn", At: func(n int) (bench.Work, error) { return open(n, func(i int) int { return i % n }) }},
	},
	Why: `Flat for a game that others lie beside: it is found by its handle, and calls about different games share nothing. Taking turns costs more the more games there are, as long as they are ready,
since each time the game has left the processor's caches; beyond the thousand or so that a runtime keeps ready (1,024 by default, ` + "[limits.md](limits.md)" + `) every answer goes to a game that waits as bytes,
and has to read those and to write another game's: dearer by a factor, and flat again.`,
}})

// growing draws the graphs of how costs grow.
func growing(set *flag.FlagSet, args []string) error {
	block := set.Duration("time", 100*time.Millisecond, "how long each point is measured, seven times")
	out := set.String("out", "docs/growth", "the folder of the graphs")
	doc := set.String("doc", "docs/performance.md", "write the graphs' section of this page anew; it lies beside the folder")
	only := set.String("only", "", "draw this graph alone, and print its numbers")
	_ = set.Parse(args)
	if err := os.MkdirAll(*out, 0o777); err != nil {
		return err
	}
	asked := questions
	if *only != "" {
		asked = slices.DeleteFunc(slices.Clone(questions), func(q growth.Question) bool { return q.File != *only })
	}
	text, err := growth.Draw(asked, bench.Pace{Block: *block, Slice: bench.Slice}, filepath.Clean(*out))
	if err != nil {
		return err
	}
	if *only != "" {
		fmt.Print(text)
		return nil
	}
	return bench.WriteSection(*doc, "growth", text)
}

// table has games of a runtime that never end: a game that is nearly over is changed for a new one.
type table struct {
	rt    *session.Runtime
	model uint64
	games []seat
	dst   []byte
}

type seat struct {
	own    uint64
	answer []byte
	left   int
}

const marchLength = 5000

func (t *table) sit(i int) (err error) {
	s := &t.games[i]
	if s.own != 0 {
		if _, err := ask(t.rt, "game.close", params{"game": s.own}, ""); err != nil {
			return err
		}
	}
	s.own, err = ask(t.rt, "game.new", params{"model": t.model, "seed": i}, "game")
	s.answer, s.left = frame("game.answer", params{"game": s.own, "option": 3}), marchLength-1
	return err
}

// open is the work of answering games of which so many are open; next says which has the n-th answer.
func open(games int, next func(n int) int) (bench.Work, error) {
	t := &table{rt: session.New(session.Config{}), games: make([]seat, games), dst: make([]byte, 0, 4096)}
	var err error
	if t.model, err = ask(t.rt, "model.load", params{"text": marches(marchLength)}, "model"); err != nil {
		return nil, err
	}
	for i := range t.games {
		if err := t.sit(i); err != nil {
			return nil, err
		}
	}
	given := 0
	return func(n int) (int, error) {
		for range n {
			i := next(given)
			given++
			s := &t.games[i]
			if t.dst = protocol.Handle(t.rt, s.answer, t.dst[:0]); refused(t.dst) != nil {
				return 0, refused(t.dst)
			}
			if s.left--; s.left == 0 {
				if err := t.sit(i); err != nil {
					return 0, err
				}
			}
		}
		return n, nil
	}, nil
}
