package expr

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	osexec "os/exec"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/astragal-engine/astragal/engine/value"
	"github.com/stretchr/testify/require"
)

// verdict is a line of the corpus: what CPython makes of an expression.
type verdict struct {
	Expr  string            `json:"expr"`
	Env   map[string]string `json:"env"`
	Repr  *string           `json:"repr"`
	Error string            `json:"error"`
}

func TestCorpus(t *testing.T) {
	f, err := os.Open("../../testdata/expr/corpus.jsonl")
	require.NoError(t, err)
	defer f.Close()
	n := 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		judge(t, lines.Bytes())
		n++
	}
	require.NoError(t, lines.Err())
	require.GreaterOrEqual(t, n, 2000)
}

// Fresh expressions are made with the seed in EXPR_SEED, or one of today.
func TestFresh(t *testing.T) {
	python, err := osexec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("python3 is needed to compare fresh expressions with CPython")
		}
		t.Skip("no python3: fresh expressions are not compared with CPython")
	}
	seed, count := os.Getenv("EXPR_SEED"), os.Getenv("EXPR_COUNT")
	if seed == "" {
		seed = strconv.FormatInt(time.Now().Unix()/86400, 10)
	}
	if count == "" {
		count = "1000"
	}
	version, err := osexec.Command(python, "-c", "import sys; print(sys.version_info[:2] >= (3, 11))").Output()
	require.NoError(t, err)
	if strings.TrimSpace(string(version)) != "True" {
		if os.Getenv("CI") == "true" {
			t.Fatal("python3 is older than 3.11, with which fresh expressions are compared")
		}
		t.Skip("python3 is older than 3.11: fresh expressions are not compared with CPython")
	}
	out, err := osexec.Command(python, "testdata/oracle.py", "fresh", seed, count).Output()
	require.NoError(t, err)
	t.Log("seed", seed)
	for _, line := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
		judge(t, line)
	}
}

// judge evaluates a line three ways: its names as state, as constants and as locals.
func judge(t *testing.T, line []byte) {
	t.Helper()
	var v verdict
	require.NoError(t, json.Unmarshal(line, &v), string(line))
	names := make([]string, 0, len(v.Env))
	for n := range v.Env {
		names = append(names, n)
	}
	sort.Strings(names)
	for way, bind := range []func(w *world, name, text string){(*world).state, (*world).constant, (*world).local} {
		if way > 0 && len(names) == 0 {
			break
		}
		w := newWorld()
		for _, n := range names {
			bind(w, n, v.Env[n])
		}
		got, err := w.eval(t, v.Expr)
		var e *Error
		switch {
		case errors.As(err, &e):
			if v.Error != e.Class {
				t.Errorf("%s\n  env %v way %d\n  CPython %s%s\n  here    %v", v.Expr, v.Env, way, v.Error, deref(v.Repr), err)
			}
		case err != nil:
			t.Errorf("%s: %v", v.Expr, err)
		case v.Repr == nil || !alike(v.Expr, *v.Repr, canonical(w.env.Store, got)):
			t.Errorf("%s\n  env %v way %d\n  CPython %s%s\n  here    %s", v.Expr, v.Env, way, v.Error, deref(v.Repr), canonical(w.env.Store, got))
		}
	}
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// alike compares reprs; a power may be off by one unit in the last place.
func alike(src, want, got string) bool {
	if want == got {
		return true
	}
	if !strings.Contains(src, "**") && !strings.Contains(src, "pow") {
		return false
	}
	a, err1 := strconv.ParseFloat(want, 64)
	b, err2 := strconv.ParseFloat(got, 64)
	return err1 == nil && err2 == nil && (math.Nextafter(a, b) == b)
}

// canonical is repr with the elements of sets in sorted order, as the oracle writes them.
func canonical(st *value.Store, v value.Value) string {
	all := func(vs []value.Value) []string {
		out := make([]string, len(vs))
		for i, x := range vs {
			out[i] = canonical(st, x)
		}
		return out
	}
	join := func(s []string) string { return strings.Join(s, ", ") }
	switch v.Kind() {
	case value.List:
		return "[" + join(all(v.Items())) + "]"
	case value.Tuple:
		if len(v.Items()) == 1 {
			return "(" + canonical(st, v.Items()[0]) + ",)"
		}
		return "(" + join(all(v.Items())) + ")"
	case value.Dict, value.Inst:
		d := value.AsDict(st, v)
		keys, vals := all(d.Keys().List()), all(d.Items())
		for i := range keys {
			keys[i] += ": " + vals[i]
		}
		return "{" + join(keys) + "}"
	case value.Set, value.Frozen:
		s := all(v.Keys().List())
		sort.Strings(s)
		text := "{" + join(s) + "}"
		switch {
		case len(s) == 0:
			return v.Kind().String() + "()"
		case v.Kind() == value.Frozen:
			return "frozenset(" + text + ")"
		}
		return text
	}
	return value.Repr(st, v)
}
