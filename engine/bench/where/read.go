package where

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
)

// module begins the names of what is ours.
const module = "github.com/astragal-engine/astragal/"

// call is one function on a stack, and its file, by its package; those of ours are without the module.
type call struct{ function, file string }

// sample is a stack, the innermost call first, that was met so often.
type sample struct {
	stack []call
	count int
}

// read reads what `go tool pprof -raw` prints: samples as lists of locations, then what each location is, a
// line for each call that was inlined there.
func read(r io.Reader) ([]sample, error) {
	type found struct {
		count     int
		locations []string
	}
	var all []found
	calls := map[string][]call{}
	section, location := "", ""
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		text := lines.Text()
		switch head := strings.TrimSuffix(text, ":"); head {
		case "Samples", "Locations", "Mappings":
			section = head
			continue
		}
		switch section {
		case "Samples":
			numbers, locations, ok := strings.Cut(text, ":")
			fields := strings.Fields(numbers)
			if !ok || len(fields) != 2 {
				continue // the head of the columns, or labels
			}
			n, err := strconv.Atoi(fields[0])
			if err != nil {
				continue
			}
			all = append(all, found{n, strings.Fields(locations)})
		case "Locations":
			fields := strings.Fields(text)
			if number, rest, ok := strings.Cut(text, ": 0x"); ok {
				location = strings.TrimSpace(number)
				fields = strings.Fields(rest)[1:]
				if len(fields) > 0 && strings.HasPrefix(fields[0], "M=") {
					fields = fields[1:]
				}
			}
			if c, ok := callOf(fields); ok {
				calls[location] = append(calls[location], c)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	var samples []sample
	for _, f := range all {
		s := sample{count: f.count}
		for _, l := range f.locations {
			s.stack = append(s.stack, calls[l]...)
		}
		if len(s.stack) > 0 {
			samples = append(samples, s)
		}
	}
	if len(samples) == 0 {
		return nil, fmt.Errorf("the profile has no samples: measure for longer")
	}
	return samples, nil
}

// callOf reads a function with its place; the name may have spaces, the place has none.
func callOf(fields []string) (call, bool) {
	for i := len(fields) - 1; i > 0; i-- {
		if file, _, ok := strings.Cut(fields[i], ".go:"); ok {
			function := strings.TrimPrefix(strings.Join(fields[:i], " "), module)
			return call{function, path.Join(folder(function), path.Base(file)) + ".go"}, true
		}
	}
	return call{}, false
}

// folder gives that of a function's package. The files of a profile lie where the program was compiled.
func folder(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	name, _, _ := strings.Cut(function[slash:], ".")
	return function[:slash] + name
}
