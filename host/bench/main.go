// Command bench prints what the protocol costs and what waiting games take, in the form of the engine's
// own benchmark (docs/performance.md).
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/astragal-engine/astragal/engine/bench"
	"github.com/astragal-engine/astragal/engine/heap"
)

func main() {
	heap.Floor()
	root := flag.String("root", ".", "the repository")
	d := flag.Duration("time", 200*time.Millisecond, "length of one measurement; each is taken seven times")
	asJSON := flag.Bool("json", false, "print the rows as JSON")
	flag.Parse()
	var rows []bench.Row
	for _, f := range []func() ([]bench.Row, error){
		func() ([]bench.Row, error) { return requestRows(*d) },
		func() ([]bench.Row, error) { return batchRows(*d) },
		func() ([]bench.Row, error) { return threadRows(*d) },
		func() ([]bench.Row, error) { return idleRows(*root) },
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
