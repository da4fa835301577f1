package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"sync"

	"github.com/astragal-engine/astragal/engine/bench"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/host/protocol"
	"github.com/astragal-engine/astragal/host/session"
)

// requestRows times the writing of a request of 20 options against the same bytes appended by hand (the
// bound is the table's over the table's time of that), and the same with all that surrounds it: from the
// bytes of the question to those of the answer.
func requestRows(s bench.Setting) ([]bench.Row, error) {
	p, err := bench.Parse(marches(1000))
	if err != nil {
		return nil, err
	}
	g, err := game.New(p, game.Options{})
	if err != nil {
		return nil, err
	}
	dst, hand := make([]byte, 0, 4096), make([]byte, 0, 4096)
	m := newMarch()
	if dst, hand = protocol.AppendRequest(dst, g), m.appendRequest(hand); !bytes.Equal(dst, hand) {
		return nil, fmt.Errorf("the request is %q, by hand %q", dst, hand)
	}

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

	t, err := bench.Side(s.Pace, bench.Processor(func(n int) (int, error) {
		for range n {
			dst = protocol.AppendRequest(dst[:0], g)
		}
		return n, nil
	}), bench.Processor(func(n int) (int, error) {
		for range n {
			hand = m.appendRequest(hand[:0])
		}
		return n, nil
	}), bench.Processor(func(n int) (int, error) {
		for range n {
			dst = protocol.Handle(rt, question, dst[:0])
		}
		return n, refused(dst)
	}))
	if err != nil {
		return nil, err
	}
	written, byHand, whole := t.Of(0), t.Of(1), t.Of(2)
	return []bench.Row{
		{Name: "a request of 20 options to msgpack", Value: t.Ratio(0, 1).Value, Unit: "of hand-written", Spread: t.Ratio(0, 1).Spread(), Must: 1000. / 260, Bound: true, Less: true,
			Note: fmt.Sprintf("(%.0f ns, by hand %.0f ns)", written.Value, byHand.Value)},
		bench.Allocations("allocations of it", func() { dst = protocol.AppendRequest(dst[:0], g) }),
		{Name: "game.request of it, from bytes to bytes", Value: whole.Value, Unit: "ns", Spread: whole.Spread(), Less: true},
		bench.Allocations("allocations of it", func() { dst = protocol.Handle(rt, question, dst[:0]) }),
	}, nil
}

// batchRows times a decision in a batch of a thousand games that begin again when they are over. The row
// has the processor time of all workers.
func batchRows(s bench.Setting) ([]bench.Row, error) {
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
	row, err := bench.Timed("batch.step of a thousand games, a decision", s.Pace, 500, func(n int) (int, error) {
		for range n {
			dst = protocol.Handle(rt, step, dst[:0])
		}
		return n * games, refused(dst)
	})
	return []bench.Row{row}, err
}

// threadRows compares as many threads as there are cores, each on games of its own, with one.
func threadRows(s bench.Setting) ([]bench.Row, error) {
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
	row, err := bench.Scaling("answers from as many threads as cores, each on its own game", s.Pace, func(threads, n int) (int, error) {
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
