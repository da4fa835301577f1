// Command bench prints every row of the speed of Astragal: the engine's, what the protocol costs, and what
// waiting games take (docs/performance.md).
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"

	"github.com/astragal-engine/astragal/engine/bench"
	"github.com/astragal-engine/astragal/engine/heap"
)

// groups are the rows of the host, after those of the engine.
var groups = slices.Concat(bench.Groups, []bench.Group{
	{Name: "request", Rows: requestRows},
	{Name: "batch", Rows: batchRows},
	{Name: "threads", Rows: threadRows},
	{Name: "python", Rows: pythonRows},
	{Name: "idle", Rows: idleRows},
})

func main() {
	heap.Floor()
	var c bench.Command
	c.Flags(flag.CommandLine)
	flag.Parse()
	if err := c.Run(groups); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
