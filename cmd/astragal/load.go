package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// loadModel reads a model with the diagnostics of its reading. Why there is none is shown.
func loadModel(std stdio, path string) (*model.Model, diag.List, error) {
	if packs := packsOf(path); packs != nil {
		m, err := packTree(std, packs)
		return m, nil, err
	}
	m, list, err := model.Load(path, model.Options{})
	var fail *model.Failure
	if errors.As(err, &fail) {
		if err := diag.Render(std.err, diag.List{fail.Diagnostic}, fail.Files, isTerminal(std.err)); err != nil {
			return nil, nil, err
		}
		return nil, nil, errShown
	}
	return m, list, err
}

// compileModel reads and compiles a model with some of its constants replaced. A model with errors
// plays as far as it goes, so they are only counted here.
func compileModel(std stdio, path string, set settings) (*program.Program, error) {
	values, err := set.values()
	if err != nil {
		return nil, err
	}
	return compileWith(std, path, values)
}

// compileWith is compileModel with the values at hand.
func compileWith(std stdio, path string, values map[string]value.Value) (*program.Program, error) {
	if packs := packsOf(path); packs != nil {
		m, r, err := loadPacks(std, packs, values)
		if err != nil {
			return nil, err
		}
		warnOfErrors(std, path, r.Errors)
		return m.Program, nil
	}
	m, list, err := loadModel(std, path)
	if err != nil {
		return nil, err
	}
	constants := make([]string, len(m.Constants))
	for i := range m.Constants {
		constants[i] = m.Constants[i].Name
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(constants, name) {
			return nil, usage("%s has no constant '%s'%s", path, name, meant(name, constants))
		}
	}
	p, more := compile.Compile(m, compile.Options{Set: values})
	warnOfErrors(std, path, list.Errors()+more.Errors())
	return p, nil
}

func warnOfErrors(std stdio, path string, n int) {
	if n > 0 {
		fmt.Fprintf(std.err, "%s has %s; 'astragal check' shows them\n", path, counted(n, "error"))
	}
}

// values reads the value of each name=value as YAML; the last one of a name counts.
func (s settings) values() (map[string]value.Value, error) {
	out := map[string]value.Value{}
	for _, text := range s {
		name, source, _ := strings.Cut(text, "=")
		n, err := model.ParseData(name, source, model.Options{})
		if err != nil {
			return nil, usage("%s: %v", text, err)
		}
		out[name] = compile.NodeValue(n)
	}
	return out, nil
}

// counted gives a number with its noun: 1 error, 2 errors.
func counted[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(int64(n)) + " " + noun + "s"
}

// grouped writes a number with a comma between each three digits.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// isTerminal reports whether what is written to w is seen by a person at once.
func isTerminal(w io.Writer) bool {
	if o, ok := w.(*stickyWriter); ok {
		w = o.Writer
	}
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
