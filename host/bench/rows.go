package main

import (
	"encoding/binary"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/astragal-engine/astragal/engine/bench"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/host/protocol"
	"github.com/astragal-engine/astragal/host/session"
)

// marches asks for one of 20 actions, so many times.
func marches(times int) string {
	var names []string
	var b strings.Builder
	b.WriteString("name: marches\nnum_players: 2\nstate: {vars: {n: {init: 0}}}\nactions:\n")
	for i := range 20 {
		names = append(names, fmt.Sprintf("march_to_%d", i))
		fmt.Fprintf(&b, "  march_to_%d: {effect: [{op: add, var: n, amount: 1}]}\n", i)
	}
	fmt.Fprintf(&b, "flow: {kind: loop, id: l, until_x: 'n >= %d', children: [{kind: step, id: march, actor_x: n %% 2, do: [%s]}]}\n", times, strings.Join(names, ", "))
	return b.String()
}

// requestRows times the writing of a request of 20 options, and the same with all that surrounds it: from
// the bytes of the question to those of the answer.
func requestRows(d time.Duration) ([]bench.Row, error) {
	p, err := bench.Parse(marches(1000))
	if err != nil {
		return nil, err
	}
	g, err := game.New(p, game.Options{})
	if err != nil {
		return nil, err
	}
	dst := make([]byte, 0, 4096)
	write := func() { dst = protocol.AppendRequest(dst[:0], g) }
	row, err := bench.Timed("a request of 20 options to msgpack", d, 1000, func(n int) (int, error) {
		for range n {
			write()
		}
		return n, nil
	})
	if err != nil {
		return nil, err
	}
	rows := []bench.Row{row, {Name: "allocations of it", Value: testing.AllocsPerRun(1000, write), Unit: "allocs", Less: true}}

	rt := session.New(session.Config{})
	defer rt.Close()
	model, err := ask(rt, "model.load", params{"text": marches(1000)}, "model")
	if err != nil {
		return nil, err
	}
	own, err := ask(rt, "game.new", params{"model": model}, "game")
	if err != nil {
		return nil, err
	}
	question := frame("game.request", params{"game": own})
	row, err = bench.Timed("game.request of it, from bytes to bytes", d, 0, func(n int) (int, error) {
		for range n {
			dst = protocol.Handle(rt, question, dst[:0])
		}
		return n, refused(dst)
	})
	row.Less = false
	return append(rows, row), err
}

// batchRows times a decision in a batch of a thousand games that begin again when they are over. The row
// has the processor time of all workers.
func batchRows(d time.Duration) ([]bench.Row, error) {
	const games = 1000
	rt := session.New(session.Config{})
	defer rt.Close()
	model, err := ask(rt, "model.load", params{"text": marches(1000)}, "model")
	if err != nil {
		return nil, err
	}
	batch, err := ask(rt, "batch.new", params{"model": model, "n": games}, "batch")
	if err != nil {
		return nil, err
	}
	options := make([]byte, 4*games)
	for i := range games {
		binary.LittleEndian.PutUint32(options[4*i:], uint32(i%20))
	}
	step := frame("batch.step", params{"batch": batch, "options": options, "reset": true})
	dst := make([]byte, 0, 1<<16)
	row, err := bench.Timed("batch.step of a thousand games, a decision", d, 500, func(n int) (int, error) {
		for range n {
			dst = protocol.Handle(rt, step, dst[:0])
		}
		return n * games, refused(dst)
	})
	return []bench.Row{row}, err
}

// threadRows compares as many threads as there are cores, each on games of its own, with one.
func threadRows(d time.Duration) ([]bench.Row, error) {
	const length = 1000
	rt := session.New(session.Config{})
	defer rt.Close()
	model, err := ask(rt, "model.load", params{"text": marches(length)}, "model")
	if err != nil {
		return nil, err
	}
	play := func(games int) error {
		dst := make([]byte, 0, 4096)
		for range games {
			own, err := ask(rt, "game.new", params{"model": model}, "game")
			if err != nil {
				return err
			}
			answer := frame("game.answer", params{"game": own, "option": 3})
			for range length {
				if dst = protocol.Handle(rt, answer, dst[:0]); refused(dst) != nil {
					return refused(dst)
				}
			}
			if _, err := ask(rt, "game.close", params{"game": own}, ""); err != nil {
				return err
			}
		}
		return nil
	}
	row, err := bench.Scaling("answers from as many threads as cores, each on its own game", d, func(threads, n int) (int, error) {
		errs := make(chan error, threads)
		var wait sync.WaitGroup
		for range threads {
			wait.Go(func() { errs <- play(n) })
		}
		wait.Wait()
		for range threads {
			if err := <-errs; err != nil {
				return 0, err
			}
		}
		return threads * n * length, nil
	})
	return []bench.Row{row}, err
}
