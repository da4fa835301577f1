package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/astragal-engine/astragal/engine/drive"
)

func init() {
	register(&command{
		name:    "test",
		args:    "PATH...",
		summary: "run test files of models and print what differs",
		run:     runTests,
		help: `
Runs test files. A path is a file, or a folder in which, at any depth, files named test.yaml,
*.test.yaml and *_test.yaml are meant. Such a file is one test or a list of tests:

  name: the last stone wins        # optional
  model: model.yaml                # beside the test file
  players: 2                       # these six as the options of 'run'
  seed: 1
  set: {misere: true}
  script: [0, take 2, {random: 3}]
  chance: seed
  agents: random
  expect:                          # lines of the transcript that must appear, in this order
    - ask: {place: step move, player: 1}
    - end: {payoffs: [1, -1]}
  forbid:                          # lines that must not appear
    - event: draw
  counts:                          # how often lines appear
    ask: 7
    decision: 6
    "event stack:zap": 2

A line of the transcript is as 'run --json' prints it. It matches what names some of its keys with
their values. counts knows the kinds of line (ask, answer, automatic, event, end, error), decision
and chance, and 'event <name>'. A script that does not fit is a failure; so is a game that stops
with an error, unless expect has an error line. Where script and agents have no answer, the test
ends there.

Examples:
  astragal test examples
  astragal test mygame/opening.test.yaml mygame/endgame.test.yaml`,
	})
}

func runTests(std stdio, args []string) error {
	f := newFlags("test")
	asJSON := f.Bool("json", false, "")
	rest, err := f.parse(args, 1, -1)
	if err != nil {
		return err
	}
	var files []string
	for _, path := range rest {
		found, err := testFiles(path)
		if err != nil {
			return usage("%v", err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return fmt.Errorf("no test files in %s", strings.Join(rest, ", "))
	}
	results := []testResult{}
	for _, path := range files {
		tests, err := readTests(path)
		if err != nil {
			text, _ := readFile(path)
			if err := shown(std, err, map[string]string{path: string(text)}); !errors.Is(err, errShown) {
				return err
			}
			results = append(results, testResult{File: path, Differs: []string{"the test file cannot be read"}})
			continue
		}
		for _, t := range tests {
			results = append(results, testResult{File: path, Name: t.name, Differs: t.run(std)})
		}
	}
	failed := 0
	for _, r := range results {
		if len(r.Differs) > 0 {
			failed++
		}
	}
	if *asJSON {
		if err := writeJSON(std.out, map[string]any{"tests": len(results), "failed": failed, "results": results}); err != nil {
			return err
		}
	} else {
		printResults(std, results, failed)
	}
	if failed > 0 {
		return errShown
	}
	return nil
}

// testResult is what a test found: nothing in Differs where all is as expected.
type testResult struct {
	File    string   `json:"file"`
	Name    string   `json:"name,omitempty"`
	Differs []string `json:"differs"`
}

func printResults(std stdio, results []testResult, failed int) {
	for _, r := range results {
		title := r.File
		if r.Name != "" {
			title += ": " + r.Name
		}
		title = drive.OneLine(title)
		if len(r.Differs) == 0 {
			fmt.Fprintf(std.out, "ok    %s\n", title)
			continue
		}
		fmt.Fprintf(std.out, "FAIL  %s\n", title)
		for _, d := range r.Differs {
			fmt.Fprintf(std.out, "      %s\n", strings.ReplaceAll(printable(d), "\n", "\n        "))
		}
	}
	fmt.Fprintf(std.out, "%s, %d failed\n", counted(len(results), "test"), failed)
}

// testFiles lists the test files that a path means.
func testFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var out []string // behind the separator a link to a folder is the folder
	err = filepath.WalkDir(path+string(filepath.Separator), func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && isTestFile(d.Name()) {
			out = append(out, p)
		}
		return err
	})
	return out, err
}

func isTestFile(name string) bool {
	ext := filepath.Ext(name)
	base := strings.TrimSuffix(name, ext)
	return (ext == ".yaml" || ext == ".yml") && (base == "test" || strings.HasSuffix(base, ".test") || strings.HasSuffix(base, "_test"))
}

// mostLines is how many bytes the transcript of a test can have.
const mostLines = 16 << 20

// run plays the test's game and gives what differs from what it expects.
func (t *modelTest) run(std stdio) []string {
	p, err := compileWith(std, t.model, t.set)
	if err != nil {
		return []string{fmt.Sprintf("the model cannot be used: %v", err)}
	}
	s, seats, err := t.options.start(p)
	if err != nil {
		return []string{err.Error()}
	}
	table := drive.Table{Script: t.script, ChanceBySeed: t.chanceBySeed, Seats: seats}
	var lines []drive.Line
	err = table.Play(s, 100_000, &drive.Transcript{Emit: func(l drive.Line) { lines = append(lines, l) }, Most: mostLines})
	var differs []string
	var nobody *drive.Unanswered
	if err != nil && !errors.As(err, &nobody) {
		differs = append(differs, err.Error())
	}
	if more := t.hold(lines); len(more) > 0 {
		differs = append(differs, more...)
		if nobody != nil {
			differs = append(differs, "script and agents have no answer to: "+nobody.Asked.Text)
		}
	}
	return differs
}

// hold holds a transcript against what the test says of it.
func (t *modelTest) hold(lines []drive.Line) []string {
	var differs []string
	at := 0
	errorExpected := false
	for i, want := range t.expect {
		if _, ok := want.Get("error"); ok {
			errorExpected = true
		}
		from := at
		for at < len(lines) && !covers(want, lines[at].Data) {
			at++
		}
		if at == len(lines) {
			after := ""
			if from > 0 {
				after = fmt.Sprintf("\nsought after line %d: %s", from, shorten(lines[from-1].Text))
			}
			differs = append(differs, fmt.Sprintf("expected line %d does not appear: %s%s%s", i+1, want, after, nearest(want, lines[from:])))
			break
		}
		at++
	}
	for _, never := range t.forbid {
		for i, l := range lines {
			if covers(never, l.Data) {
				differs = append(differs, fmt.Sprintf("forbidden, but line %d is: %s", i+1, l.Data))
				break
			}
		}
	}
	for _, c := range t.counts {
		n := 0
		for _, l := range lines {
			if isKind(l.Data, c.what) {
				n++
			}
		}
		if n != c.n {
			differs = append(differs, fmt.Sprintf("%d lines are expected to be '%s', there are %d", c.n, c.what, n))
		}
	}
	if last := lines[len(lines)-1]; !errorExpected && isKind(last.Data, "error") {
		differs = append(differs, "the game stopped with an "+last.Text)
	}
	return differs
}

// nearest shows the first line of the same kind, as a hint.
func nearest(want drive.Map, lines []drive.Line) string {
	for _, l := range lines {
		if l.Data[0].Key == want[0].Key {
			return "\nthe next of its kind: " + shorten(l.Data.String())
		}
	}
	return ""
}

// isKind reports whether a line is of a kind that counts may name.
func isKind(l drive.Map, what string) bool {
	kind, inner := l[0].Key, l[0].Value
	switch what {
	case kind:
		return true
	case "decision", "chance":
		m, ok := inner.(drive.Map)
		if !ok || kind != "ask" {
			return false
		}
		k, _ := m.Get("kind")
		return k == what
	}
	name, ok := inner.(string)
	return ok && kind == "event" && what == "event "+name
}

// covers reports whether got has every key of want with a value that is covered, lists of the same
// length.
func covers(want, got any) bool {
	switch w := want.(type) {
	case drive.Map:
		g, ok := got.(drive.Map)
		if !ok {
			return false
		}
		for _, p := range w {
			if v, ok := g.Get(p.Key); !ok || !covers(p.Value, v) {
				return false
			}
		}
		return true
	case drive.List:
		g, ok := got.(drive.List)
		if !ok || len(g) != len(w) {
			return false
		}
		for i := range w {
			if !covers(w[i], g[i]) {
				return false
			}
		}
		return true
	}
	if a, ok := asFloat(want); ok {
		b, ok := asFloat(got)
		return ok && a == b
	}
	return want == got
}

func asFloat(v any) (float64, bool) {
	switch v := v.(type) {
	case int:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
