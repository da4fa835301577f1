// Command bench measures the speed of Astragal (docs/performance.md):
//
//	bench [rows]  every row: the engine's, what the protocol costs, and what waiting games take
//	bench where   in which part of playing the time of each hot path goes
//	bench growth  how costs grow with sizes, as graphs
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
	{Name: "evaluators", Rows: evaluatorRows},
	{Name: "python", Rows: pythonRows},
	{Name: "idle", Rows: idleRows},
})

func main() {
	heap.Floor()
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	name := "rows"
	if len(args) > 0 && len(args[0]) > 0 && args[0][0] != '-' {
		name, args = args[0], args[1:]
	}
	set := flag.NewFlagSet("bench "+name, flag.ExitOnError)
	switch name {
	case "rows":
		var c bench.Command
		c.Flags(set)
		_ = set.Parse(args) // which ends the program itself
		return c.Run(groups)
	case "where":
		return lookWhere(set, args)
	case "growth":
		return growing(set, args)
	}
	return fmt.Errorf("%s: say rows, where, growth or nothing", name)
}
