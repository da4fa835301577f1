// Package where says in which part of playing a game the time goes: options, effects, end conditions and so
// on (parts.go).
//
// A sample of the processor profile counts for the part of the innermost function of the machine in it: what
// an expression takes counts for whoever asked for its value.
package where

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"github.com/astragal-engine/astragal/engine/bench"
)

// Path is a way through the engine that is looked at. A unit of its work is so many (Per) of what its table
// counts in (Each): a playout so many plies.
type Path struct {
	Name, Each string
	Per        float64
	Work       bench.Work
}

// Account is where the time of a path went.
type Account struct {
	Path    Path
	Nanos   float64 // of each, undisturbed
	Samples int
	Shares  []Share // by weight
}

// Share is what one part took.
type Share struct {
	Part        string
	Samples     int
	Expressions int      // of these: inside an expression
	Heaviest    []string // its functions, by what each took itself
}

// Look profiles a path for about d.
func Look(p Path, d time.Duration) (*Account, error) {
	file, err := os.CreateTemp("", "astragal-*.pprof")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	if err := pprof.StartCPUProfile(file); err != nil {
		return nil, err
	}
	times, err := bench.Side(bench.Pace{Block: d / bench.Blocks, Slice: bench.Slice}, bench.Processor(p.Work))
	pprof.StopCPUProfile()
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	var said bytes.Buffer
	cmd := exec.Command("go", "tool", "pprof", "-raw", file.Name())
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go tool pprof: %w: %s", err, said.String())
	}
	samples, err := read(bytes.NewReader(out))
	if err != nil {
		return nil, err
	}
	a := account(samples)
	a.Path, a.Nanos = p, times.Of(0).Value/p.Per
	return a, nil
}

func account(samples []sample) *Account {
	type tally struct {
		Share
		functions map[string]int
	}
	parts := map[string]*tally{}
	a := &Account{}
	for _, s := range samples {
		part, inside := partOf(s.stack)
		t := parts[part]
		if t == nil {
			t = &tally{Share: Share{Part: part}, functions: map[string]int{}}
			parts[part] = t
		}
		a.Samples += s.count
		t.Samples += s.count
		if inside {
			t.Expressions += s.count
		}
		t.functions[s.stack[0].short()] += s.count
	}
	for _, t := range parts {
		t.Heaviest = heaviest(t.functions)
		a.Shares = append(a.Shares, t.Share)
	}
	slices.SortFunc(a.Shares, func(x, y Share) int {
		return 2*(y.Samples-x.Samples) + strings.Compare(x.Part, y.Part)
	})
	return a
}

func heaviest(functions map[string]int) []string {
	var names []string
	for name := range functions {
		names = append(names, name)
	}
	slices.SortFunc(names, func(x, y string) int {
		return 2*(functions[y]-functions[x]) + strings.Compare(x, y)
	})
	return names[:min(3, len(names))]
}

// Markdown gives the account as a table.
func (a *Account) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**: %.0f ns %s.\n\n| Part | ns | Share | of it in expressions | Heaviest functions |\n|---|---|---|---|---|\n", a.Path.Name, a.Nanos, a.Path.Each)
	for _, s := range a.Shares {
		share := float64(s.Samples) / float64(a.Samples)
		if share < 0.005 {
			continue
		}
		inside := ""
		if s.Expressions > 0 {
			inside = fmt.Sprintf("%.0f%%", 100*float64(s.Expressions)/float64(s.Samples))
		}
		fmt.Fprintf(&b, "| %s | %.0f | %.0f%% | %s | `%s` |\n", s.Part, share*a.Nanos, 100*share, inside, strings.Join(s.Heaviest, "`, `"))
	}
	return b.String()
}
