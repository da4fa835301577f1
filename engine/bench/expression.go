package bench

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/value"
)

// ExprRows times the expressions of the table, as shares of what CPython takes in the same run (the
// bounds are the table's over the table's times of CPython), or as times where there is no python3; and
// how long it takes to compile one.
func ExprRows(s Setting) ([]Row, error) {
	var rows []Row
	for _, x := range exprCases() {
		works := []Timer{Processor(x.evaluate)}
		python, err := startPython(x.setup, x.src)
		if err != nil {
			return nil, err
		}
		if python != nil {
			works = append(works, python.time)
		}
		t, err := Side(s.Pace, works...)
		if python != nil {
			python.stop()
		}
		if err != nil {
			return nil, err
		}
		row := t.Of(0).row(x.src, "ns").atMost(x.must)
		if python != nil {
			row = t.Ratio(0, 1).row(x.src, "of CPython").atMost(x.must / x.cpython)
			row.Note = fmt.Sprintf("(%.1f ns, CPython %.1f ns)", t.Of(0).Value, t.Of(1).Value)
		}
		rows = append(rows, row, Allocations("allocations of it", func() { _, _ = x.evaluate(1) }))
	}
	compiled, err := compileRow(s.Pace)
	return append(rows, compiled), err
}

// compileRow times text to closures.
func compileRow(p Pace) (Row, error) {
	x := exprCases()[0]
	row, err := Timed("compile the first of them", p, 60_000, Whole(10_000, func(n int) (int, error) {
		for range n {
			syn, err := expr.Parse(x.src, diag.Pos{})
			if err != nil {
				return 0, err
			}
			hits += len(expr.Compile(syn, x.names).Src())
		}
		return n, nil
	}))
	return row, err
}

// hits keeps the compiler from leaving out what is measured.
var hits int

type exprCase struct {
	src     string
	names   names
	code    *expr.Code
	env     *expr.Env
	must    float64 // nanoseconds
	cpython float64 // what CPython took on the machine that must was set on
	setup   string  // its names in Python
}

func (x exprCase) evaluate(n int) (int, error) {
	for range n {
		x.env.Begin()
		if x.code.RunBool(x.env) {
			hits++
		}
	}
	return n, nil
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
	sum := expr.NewEnv()
	sum.State = []value.Value{value.OfInt(3), value.OfInt(4), value.OfInt(10)}
	cases := []exprCase{
		{src: "card['id'] == self['id'] and len([c for c in hand if c['cost'] <= gold]) > 0",
			names: names{[]string{"hand", "gold"}, []string{"card", "self"}}, env: sevenCards(), must: 100, cpython: 434,
			setup: strings.TrimSpace(`
hand = [{'uid': i, 'id': 'card%d' % (i % 4), 'label': 'a card', 'cost': i} for i in range(7)]
card, self, gold = hand[0], {'uid': 5, 'id': 'card0', 'label': 'a card', 'cost': 4}, 3`)},
		{src: "a + b * 2 > c", names: names{state: []string{"a", "b", "c"}}, env: sum, must: 20, cpython: 122, setup: "a, b, c = 3, 4, 10"},
	}
	for i := range cases {
		x := &cases[i]
		syn, err := expr.Parse(x.src, diag.Pos{})
		if err != nil {
			panic(err) // they are written above
		}
		x.code = expr.Compile(syn, x.names)
	}
	return cases
}

// sevenCards has a hand of seven, and two more as card and self.
func sevenCards() *expr.Env {
	env := expr.NewEnv()
	store := value.NewStore(value.NewEpoch())
	env.Store = &store
	keys := value.NewKeys(value.UIDKey, value.Intern("id"), value.Intern("label"), value.Intern("cost"))
	var hand []value.Value
	for i := range 8 {
		uid := store.Add(keys, []value.Value{{}, value.OfText(fmt.Sprint("card", i%4)), value.OfText("a card"), value.OfInt(int64(i))})
		hand = append(hand, value.OfInst(uid))
	}
	env.State = []value.Value{value.OfList(hand[:7]), value.OfInt(3)}
	env.Locals.Binds = []expr.Bind{{Sym: 0, Value: hand[0]}, {Sym: 1, Value: hand[4]}}
	env.Locals.Scopes = []expr.Scope{{Start: 0, Parent: -1}}
	env.Locals.Cur = 0
	return env
}
