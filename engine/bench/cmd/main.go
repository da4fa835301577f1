// Command bench prints the engine's speed as ratios taken in one run (docs/performance.md).
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
	"time"

	"github.com/astragal-engine/astragal/engine/bench"
	"github.com/astragal-engine/astragal/engine/heap"
)

func main() {
	heap.Floor()
	root := flag.String("root", ".", "the repository")
	d := flag.Duration("time", 200*time.Millisecond, "length of one measurement; each is taken seven times")
	asJSON := flag.Bool("json", false, "print the rows as JSON")
	profile := flag.String("profile", "", "write the processor profile of the playouts to this file, for the compiler")
	flag.Parse()
	if *profile != "" {
		if err := record(*profile, *root, *d); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	var rows []bench.Row
	for _, f := range []func() ([]bench.Row, error){
		func() ([]bench.Row, error) { return bench.PlayoutRows(*root, *d) },
		func() ([]bench.Row, error) { return bench.SearchRows(*root, *d) },
		func() ([]bench.Row, error) { return bench.ExprRows(*d) },
		func() ([]bench.Row, error) { return bench.CloneRows(*d) },
		func() ([]bench.Row, error) { return bench.DiceRows(*d) },
		func() ([]bench.Row, error) { return bench.GrowthRows(*d) },
		func() ([]bench.Row, error) { return bench.SimulateRows(*root, *d) },
	} {
		r, err := f()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		rows = append(rows, r...)
	}
	bench.Print(os.Stdout, rows, *asJSON)
}

// record profiles random playouts of every example.
func record(path, root string, d time.Duration) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	err = bench.PlayExamples(root, d)
	pprof.StopCPUProfile()
	return errors.Join(err, f.Close())
}
