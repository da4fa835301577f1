// Command bench prints the engine's speed as ratios taken in one run (docs/performance.md). All rows,
// those of the protocol too, are printed by host/bench.
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
	var c bench.Command
	c.Flags(flag.CommandLine)
	profile := flag.String("profile", "", "write the processor profile of playouts of all examples, -time each, of searches, attacks and sheets, to this file, for the compiler")
	flag.Parse()
	err := func() error {
		if *profile != "" {
			return record(*profile, c.Root, c.Block)
		}
		return c.Run(bench.Groups)
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// record profiles random playouts and searches of every example, and attacks and sheets of a character.
func record(path, root string, d time.Duration) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	err = errors.Join(bench.PlayExamples(root, d), bench.Attacks(root, 2*d))
	pprof.StopCPUProfile()
	return errors.Join(err, f.Close())
}
