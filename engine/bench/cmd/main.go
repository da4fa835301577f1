// Command bench prints the engine's speed as ratios taken in one run (docs/performance.md).
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
	"time"

	"github.com/astragal-engine/astragal/engine/bench"
)

func main() {
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
		func() ([]bench.Row, error) { return bench.ExprRows(*d) },
		func() ([]bench.Row, error) { return bench.CloneRows(*d) },
		func() ([]bench.Row, error) { return bench.GrowthRows(*d) },
	} {
		r, err := f()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		rows = append(rows, r...)
	}
	if *asJSON {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "  ")
		_ = e.Encode(rows)
		return
	}
	for _, r := range rows {
		bound, mark := "", "  "
		if r.Must != 0 || r.Less {
			bound = fmt.Sprintf("must be %s %.4g", map[bool]string{true: "at most", false: "at least"}[r.Less], r.Must)
			if !r.OK() {
				mark = "! "
			}
		}
		fmt.Printf("%s%10.3f %-16s ±%4.1f%%  %-22s %s %s\n", mark, r.Value, r.Unit, 100*r.Spread, bound, r.Name, r.Note)
	}
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
