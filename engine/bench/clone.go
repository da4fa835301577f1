package bench

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

// CloneRows times a clone of ten zones of sixty instances with four attributes into used memory, against
// a flat copy of so many values (the bound is the table's over the table's time of such a copy).
func CloneRows(s Setting) ([]Row, error) {
	g, err := tenZones()
	if err != nil {
		return nil, err
	}
	var dst *game.Game
	from, to := make([]value.Value, 10*60*4), make([]value.Value, 10*60*4)
	t, err := Side(s.Pace, Processor(func(n int) (int, error) {
		for range n {
			dst = g.CloneInto(dst)
		}
		return n, nil
	}), Processor(func(n int) (int, error) {
		for i := range n {
			from[i%len(from)] = value.OfInt(int64(i))
			hits += copy(to, from)
		}
		return n, nil
	}))
	if err != nil {
		return nil, err
	}
	row := t.Ratio(0, 1).row("clone, 10 zones of 60 instances of 4 attributes, into used memory", "of a flat copy").atMost(1500. / 478)
	row.Note = fmt.Sprintf("(%.0f ns, a copy of 2,400 values %.0f ns)", t.Of(0).Value, t.Of(1).Value)
	return []Row{row, Allocations("allocations of it", func() { dst = g.CloneInto(dst) })}, nil
}

func tenZones() (*game.Game, error) {
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
	if err == nil && g.Kind() == game.Stopped {
		err = g.Err()
	}
	return g, err
}
