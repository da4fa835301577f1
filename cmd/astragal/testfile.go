package main

import (
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/astragal-engine/astragal/engine"
	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// modelTest is one test of a test file.
type modelTest struct {
	name           string
	model          string
	options        gameOptions
	set            map[string]value.Value
	script         drive.Script
	chanceBySeed   bool
	expect, forbid []drive.Map
	counts         []lineCount
}

// lineCount says how many lines of a kind there are to be.
type lineCount struct {
	what string
	n    int
}

// readTests reads the tests of a file. Errors are diagnostics with a place.
func readTests(path string) ([]*modelTest, error) {
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	root, err := model.ParseData(path, string(text), model.Options{})
	if err != nil {
		return nil, err
	}
	nodes := []*model.Node{root}
	if root.Kind == model.ListNode {
		nodes = root.Items
	}
	var tests []*modelTest
	for _, n := range nodes {
		t, err := readTest(n, filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		tests = append(tests, t)
	}
	return tests, nil
}

func wrong(n *model.Node, format string, args ...any) error {
	return diag.Diagnostic{Code: "test", Pos: n.Pos, Text: fmt.Sprintf(format, args...)}
}

func readTest(n *model.Node, dir string) (*modelTest, error) {
	if n.Kind != model.MapNode {
		return nil, wrong(n, "a test is a mapping")
	}
	t := &modelTest{options: gameOptions{seed: 1}}
	for i, k := range n.Keys {
		if err := t.read(k, n.Items[i], dir); err != nil {
			return nil, err
		}
	}
	if t.model == "" {
		return nil, wrong(n, "a test names its model")
	}
	return t, nil
}

// read takes in one key of a test.
func (t *modelTest) read(key, x *model.Node, dir string) (err error) {
	switch key.Text {
	case "name", "note":
		if key.Text == "name" {
			t.name = x.Text
		}
	case "model":
		t.model = x.Text
		if !filepath.IsAbs(x.Text) {
			t.model = filepath.Join(dir, x.Text)
		}
	case "seed":
		if t.options.seed, err = strconv.ParseUint(x.Text, 10, 64); err != nil {
			return wrong(x, "a seed is a number from 0 up")
		}
	case "players":
		if t.options.players, err = strconv.Atoi(x.Text); err != nil || t.options.players < 1 {
			return wrong(x, "players is a number from 1 up")
		}
	case "agents":
		t.options.agents, err = agentsOf(x)
	case "chance":
		if x.Text != "seed" && x.Text != "script" {
			return wrong(x, "chance is 'seed' or 'script'")
		}
		t.chanceBySeed = x.Text == "seed"
	case "set":
		if x.Kind != model.MapNode {
			return wrong(x, "set is a mapping from constants to values")
		}
		t.set = map[string]value.Value{}
		for i, k := range x.Keys {
			t.set[k.Text] = compile.NodeValue(x.Items[i])
		}
	case "script":
		t.script, err = engine.ScriptOf(x)
	case "expect":
		t.expect, err = linesOf(x)
	case "forbid":
		t.forbid, err = linesOf(x)
	case "counts":
		t.counts, err = countsOf(x)
	default:
		return wrong(key, "a test has no key '%s'", key.Text)
	}
	return err
}

// agentsOf reads agents: a text as on the command line, or a list of names.
func agentsOf(x *model.Node) (string, error) {
	if x.Kind == model.Text {
		return x.Text, nil
	}
	if x.Kind != model.ListNode {
		return "", wrong(x, "agents is a name, or a list of one name per seat")
	}
	out := ""
	for i, a := range x.Items {
		if i > 0 {
			out += ","
		}
		out += a.Text
	}
	return out, nil
}

var lineKinds = map[string]bool{"ask": true, "answer": true, "automatic": true, "event": true, "end": true, "error": true}

func linesOf(x *model.Node) ([]drive.Map, error) {
	if x.Kind != model.ListNode {
		return nil, wrong(x, "this is a list of transcript lines")
	}
	var out []drive.Map
	for _, n := range x.Items {
		m, ok := drive.Data(nil, compile.NodeValue(n)).(drive.Map)
		if !ok || len(m) != 1 || !lineKinds[m[0].Key] {
			return nil, wrong(n, "a transcript line has one key: ask, answer, automatic, event, end or error")
		}
		out = append(out, m)
	}
	return out, nil
}

func countsOf(x *model.Node) ([]lineCount, error) {
	if x.Kind != model.MapNode {
		return nil, wrong(x, "counts is a mapping from kinds of line to numbers")
	}
	var out []lineCount
	for i, k := range x.Keys {
		n, err := strconv.Atoi(x.Items[i].Text)
		if err != nil || n < 0 {
			return nil, wrong(x.Items[i], "a count is a number from 0 up")
		}
		if !lineKinds[k.Text] && k.Text != "decision" && k.Text != "chance" && !isEventKind(k.Text) {
			return nil, wrong(k, "'%s' is no kind of transcript line", k.Text)
		}
		out = append(out, lineCount{k.Text, n})
	}
	return out, nil
}

func isEventKind(s string) bool { return len(s) > len("event ") && s[:len("event ")] == "event " }
