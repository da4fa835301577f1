package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

// Row is one line of the report. A row with a Base is a ratio (base time / own time for playouts,
// own time / base time for growth); one without is a time or a count.
type Row struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Unit   string  `json:"unit"`
	Spread float64 `json:"spread"`
	Must   float64 `json:"must"` // what ours must reach; 0: no bound
	Less   bool    `json:"less"` // smaller is better
	Note   string  `json:"note,omitempty"`
}

// OK reports whether the row reaches its bound.
func (r Row) OK() bool {
	return r.Must == 0 && !r.Less || r.Less && r.Value <= r.Must || !r.Less && r.Value >= r.Must
}

// Print writes rows for reading, or as JSON.
func Print(w io.Writer, rows []Row, asJSON bool) {
	if asJSON {
		e := json.NewEncoder(w)
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
		fmt.Fprintf(w, "%s%10.3f %-16s ±%4.1f%%  %-22s %s %s\n", mark, r.Value, r.Unit, 100*r.Spread, bound, r.Name, r.Note)
	}
}

const rounds = 7

// Timed measures one work: nanoseconds a unit.
func Timed(name string, d time.Duration, must float64, w Work) (Row, error) {
	s, err := NewSample(name, d, w)
	if err != nil {
		return Row{}, err
	}
	if err := interleaved(s); err != nil {
		return Row{}, err
	}
	return Row{Name: name, Value: s.Median(), Unit: "ns", Spread: s.Spread(), Must: must, Less: true}, nil
}

// interleaved measures all samples round by round, so that drift hits all alike.
func interleaved(samples ...*Sample) error {
	for range rounds {
		for _, s := range samples {
			if err := s.Run(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Playouts of the examples against those written by hand.
func PlayoutRows(root string, d time.Duration) ([]Row, error) {
	var rows []Row
	for i, m := range []struct {
		path string
		must float64
	}{
		{"examples/noughts-and-crosses/model.yaml", 0.20},
		{"examples/four-in-a-row/model.yaml", 0.25},
		{"engine/bench/testdata/brawl.yaml", 0.15},
	} {
		b := Baselines[i]
		p, err := Load(root + "/" + m.path)
		if err != nil {
			return nil, err
		}
		pl, err := NewPlayer(p, 0, 1)
		if err != nil {
			return nil, err
		}
		games, total := 0, 0.0
		ours, err := NewSample(b.Name, d, func(n int) (int, error) {
			_, score, err := pl.Play(n)
			games, total = games+n, total+score
			return n, err
		})
		if err != nil {
			return nil, err
		}
		rng := rand.NewPCG(1, 0)
		hand, err := NewSample(b.Name+" by hand", d, func(n int) (int, error) {
			b.Play(n, rng)
			return n, nil
		})
		if err != nil {
			return nil, err
		}
		if err := interleaved(ours, hand); err != nil {
			return nil, err
		}
		if games >= 100_000 {
			if mean := total / float64(games); mean < b.Score-0.01 || mean > b.Score+0.01 {
				return nil, fmt.Errorf("%s: the first player's mean score is %.4f, not %.4f", b.Name, mean, b.Score)
			}
		}
		rows = append(rows,
			Row{Name: "playouts, " + b.Name, Value: hand.Median() / ours.Median(), Unit: "of hand-written", Spread: ours.Spread() + hand.Spread(), Must: m.must,
				Note: fmt.Sprintf("(%.0f ns, by hand %.0f ns)", ours.Median(), hand.Median())},
			Row{Name: "allocations in a warm playout, " + b.Name, Value: testing.AllocsPerRun(1000, func() { _, _, _ = pl.Play(1) }), Unit: "allocs", Less: true})
	}
	return rows, nil
}

// ExprRows times the two expressions of the table, as shares of what CPython takes in the same run
// (the table's bound over the table's time of CPython), or as times where there is no python3.
func ExprRows(d time.Duration) ([]Row, error) {
	var rows []Row
	for _, x := range exprCases() {
		ours, err := NewSample(x.src, d, func(n int) (int, error) {
			for range n {
				x.env.Begin()
				if x.code.RunBool(x.env) {
					hits++
				}
			}
			return n, nil
		})
		if err != nil {
			return nil, err
		}
		samples := []*Sample{ours}
		theirs := cpython(x, d)
		if theirs != nil {
			samples = append(samples, theirs)
		}
		if err := interleaved(samples...); err != nil {
			return nil, err
		}
		row := Row{Name: x.src, Value: ours.Median(), Unit: "ns", Spread: ours.Spread(), Must: x.must, Less: true}
		if theirs != nil {
			row.Note = fmt.Sprintf("%.1f ns, CPython %.1f ns", ours.Median(), theirs.Median())
			row.Value, row.Unit, row.Must = ours.Median()/theirs.Median(), "of CPython", x.must/x.cpython
			row.Spread += theirs.Spread()
		}
		rows = append(rows, row, Row{Name: "allocations of it", Value: testing.AllocsPerRun(1000, func() { x.env.Begin(); x.code.RunBool(x.env) }), Unit: "allocs", Less: true})
	}
	return rows, nil
}

var hits int

// cpython times an expression under python3, compiled beforehand and evaluated against a dict of
// names; nil where there is no python3.
func cpython(x exprCase, d time.Duration) *Sample {
	path, err := exec.LookPath("python3")
	if err != nil {
		return nil
	}
	s := &Sample{Name: "CPython", n: max(1, int(d.Nanoseconds()/500))}
	s.clock = func(n int) (float64, error) {
		out, err := exec.Command(path, "-c", x.setup+fmt.Sprintf(`
import time
code, names = compile(%q, "x", "eval"), dict(globals())
def run(n):
    for _ in range(n): eval(code, names)
run(1000)
t = time.process_time()
run(%d)
print((time.process_time() - t) * 1e9 / %d)
`, x.src, n, n)).Output()
		if err != nil {
			return 0, err
		}
		return strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	}
	return s
}

type exprCase struct {
	src  string
	code *expr.Code
	env  *expr.Env
	must float64

	cpython float64 // what CPython took on the machine that must was set on
	setup   string  // its names in Python
}

// names resolves the names of the expression rows: state slots in order, then locals.
type names struct{ state, locals []string }

func (n names) Resolve(name string) expr.Ref {
	ref := expr.Ref{Local: expr.NoLocal}
	for i, s := range n.state {
		if s == name {
			ref.Kind, ref.Index = expr.State, i
		}
	}
	for i, s := range n.locals {
		if s == name {
			ref.Local = int32(i)
		}
	}
	return ref
}

func exprCases() []exprCase {
	compile := func(src string, n names) *expr.Code {
		syn, err := expr.Parse(src, diag.Pos{})
		if err != nil {
			panic(err)
		}
		return expr.Compile(syn, n)
	}
	sum := expr.NewEnv()
	sum.State = []value.Value{value.OfInt(3), value.OfInt(4), value.OfInt(10)}
	cards := expr.NewEnv()
	store := value.NewStore(value.NewEpoch())
	cards.Store = &store
	keys := value.NewKeys(value.UIDKey, value.Intern("id"), value.Intern("label"), value.Intern("cost"))
	var hand []value.Value
	for i := range 8 {
		uid := store.Add(keys, []value.Value{{}, value.OfText(fmt.Sprint("card", i%4)), value.OfText("a card"), value.OfInt(int64(i))})
		hand = append(hand, value.OfInst(uid))
	}
	cards.State = []value.Value{value.OfList(hand[:7]), value.OfInt(3)}
	cards.Locals.Binds = []expr.Bind{{Sym: 0, Value: hand[0]}, {Sym: 1, Value: hand[4]}}
	cards.Locals.Scopes = []expr.Scope{{Start: 0, Parent: -1}}
	cards.Locals.Cur = 0
	a := "card['id'] == self['id'] and len([c for c in hand if c['cost'] <= gold]) > 0"
	b := "a + b * 2 > c"
	return []exprCase{
		{a, compile(a, names{[]string{"hand", "gold"}, []string{"card", "self"}}), cards, 100, 434, `
hand = [{'uid': i, 'id': 'card%d' % (i % 4), 'label': 'a card', 'cost': i} for i in range(7)]
card, self, gold = hand[0], {'uid': 5, 'id': 'card0', 'label': 'a card', 'cost': 4}, 3`},
		{b, compile(b, names{state: []string{"a", "b", "c"}}), sum, 20, 122, "a, b, c = 3, 4, 10"},
	}
}

// CloneRows times a clone of ten zones of sixty instances with four attributes, into used memory.
func CloneRows(d time.Duration) ([]Row, error) {
	var b strings.Builder
	b.WriteString("name: clone\nnum_players: 2\nstate:\n  zones:\n")
	for i := range 10 {
		fmt.Fprintf(&b, "    z%d: {init_x: \"[{'id': 'c' + str(i), 'a': i, 'b': i, 'c': i} for i in range(60)]\"}\n", i)
	}
	b.WriteString("actions: {x: {effect: [{op: choose, options_x: '[1, 2]', as: q}]}}\nflow: {kind: loop, id: l, children: [{kind: step, id: s, actor_x: '0', do: [x]}]}\n")
	p, err := Parse(b.String())
	if err != nil {
		return nil, err
	}
	g, err := game.New(p, game.Options{})
	if err != nil {
		return nil, err
	}
	if g.Kind() == game.Stopped {
		return nil, g.Err()
	}
	var dst *game.Game
	row, err := Timed("clone, 10 zones of 60 instances of 4 attributes, into used memory", d, 1500, func(n int) (int, error) {
		for range n {
			dst = g.CloneInto(dst)
		}
		return n, nil
	})
	return []Row{row}, err
}
