package main

import (
	"flag"
	"fmt"
	"strings"
	"time"

	"github.com/astragal-engine/astragal/engine/bench"
	"github.com/astragal-engine/astragal/engine/bench/where"
	"github.com/astragal-engine/astragal/host/protocol"
	"github.com/astragal-engine/astragal/host/session"
)

// lookWhere prints where the time of the hot paths goes.
func lookWhere(set *flag.FlagSet, args []string) error {
	root := set.String("root", ".", "the repository")
	d := set.Duration("time", 10*time.Second, "how long each path is looked at: a hundred samples a second")
	doc := set.String("doc", "", "write the tables of this page anew")
	only := set.String("only", "", "look only at paths whose name has this in it")
	_ = set.Parse(args)
	paths, err := hotPaths(*root)
	if err != nil {
		return err
	}
	var tables []string
	for _, p := range paths {
		if !strings.Contains(p.Name, *only) {
			continue
		}
		a, err := where.Look(p, *d)
		if err != nil {
			return err
		}
		tables = append(tables, a.Markdown())
		if *doc == "" {
			fmt.Println(a.Markdown())
		}
	}
	if *doc == "" {
		return nil
	}
	return bench.WriteSection(*doc, "where", strings.Join(tables, "\n"))
}

// hotPaths are random playouts, the tries of a search, and answers by way of the protocol.
func hotPaths(root string) ([]where.Path, error) {
	var paths []where.Path
	for _, b := range bench.Baselines {
		p, err := bench.Load(root + "/" + b.Model)
		if err != nil {
			return nil, err
		}
		pl, err := bench.NewPlayer(p, 0, 1)
		if err != nil {
			return nil, err
		}
		each := "a ply"
		if b.Plies == b.Asked {
			each = "an answer"
		}
		paths = append(paths, where.Path{Name: "Random playouts, " + b.Name, Each: each, Per: b.Plies, Work: func(n int) (int, error) {
			_, _, err := pl.Play(n)
			return n, err
		}})
	}
	for _, b := range bench.Baselines[1:] {
		p, err := bench.Load(root + "/" + b.Model)
		if err != nil {
			return nil, err
		}
		tries, err := bench.Searching(p)
		if err != nil {
			return nil, err
		}
		paths = append(paths, where.Path{Name: "Tries of a search, " + b.Name, Each: "a try", Per: 1, Work: tries})
	}
	answers, err := answering()
	return append(paths, where.Path{Name: "Answers by way of the protocol, one of 20 actions", Each: "an answer", Per: 1, Work: answers}), err
}

// answering plays games of a runtime from bytes to bytes.
func answering() (bench.Work, error) {
	const length = 1000
	rt := session.New(session.Config{})
	model, err := ask(rt, "model.load", params{"text": marches(length)}, "model")
	if err != nil {
		return nil, err
	}
	dst := make([]byte, 0, 4096)
	return func(n int) (int, error) {
		done := 0
		for ; done < n; done += length {
			own, err := ask(rt, "game.new", params{"model": model}, "game")
			if err != nil {
				return 0, err
			}
			answer := frame("game.answer", params{"game": own, "option": 3})
			for range length {
				if dst = protocol.Handle(rt, answer, dst[:0]); refused(dst) != nil {
					return 0, refused(dst)
				}
			}
			if _, err := ask(rt, "game.close", params{"game": own}, ""); err != nil {
				return 0, err
			}
		}
		return done, nil
	}, nil
}
