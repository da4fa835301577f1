package program

import (
	"github.com/astragal-engine/astragal/engine/board"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/value"
)

// Natives are the functions that every expression of a model can call: those about the running game,
// and those of boards. find gives a board by its name, nil for none.
func Natives(find func(name string) *board.Board) map[string]*expr.Native {
	out := map[string]*expr.Native{}
	add := func(n *expr.Native) { out[n.Name] = n }
	for _, n := range gameNatives {
		add(n)
	}
	for _, f := range boardNatives {
		call := f.call
		add(&expr.Native{Name: f.name, Min: f.args, Max: f.args, Pure: true, Call: func(env *expr.Env, args []value.Value, _ []expr.Keyword) value.Value {
			if args[0].Kind() != value.Text {
				value.Throw("TypeError", "%s: the first argument is the name of a board", f.name)
			}
			b := find(args[0].Text())
			if b == nil {
				value.Throw("ValueError", "%s: no board '%s'", f.name, args[0].Text())
			}
			return call(meter{env}, b, args[1:])
		}})
	}
	return out
}

// NeedsGame reports whether a native asks the running game, so that it has no meaning before the
// game's state is there.
func NeedsGame(name string) bool {
	for _, n := range gameNatives {
		if n.Name == name {
			return true
		}
	}
	return false
}

func host(env *expr.Env, name string) Host {
	h, ok := env.Host.(Host)
	if !ok {
		value.Throw("RuntimeError", "%s needs a running game", name)
	}
	return h
}

func text(v value.Value, what string) string {
	if v.Kind() != value.Text {
		value.Throw("TypeError", "%s is a text, not %s", what, v.Kind())
	}
	return v.Text()
}

var gameNatives = []*expr.Native{
	{Name: "modified", Min: 2, Max: 2, Keywords: true, Call: func(env *expr.Env, args []value.Value, kw []expr.Keyword) value.Value {
		return host(env, "modified").Modified(env, text(args[0], "modified: the stat"), args[1], kw)
	}},
	{Name: "owner_of", Min: 1, Max: 1, Call: func(env *expr.Env, args []value.Value, _ []expr.Keyword) value.Value {
		return host(env, "owner_of").OwnerOf(args[0])
	}},
	{Name: "zone_of", Min: 1, Max: 1, Call: func(env *expr.Env, args []value.Value, _ []expr.Keyword) value.Value {
		return host(env, "zone_of").ZoneOf(args[0])
	}},
	{Name: "items_of", Min: 1, Max: 1, Call: func(env *expr.Env, args []value.Value, _ []expr.Keyword) value.Value {
		return host(env, "items_of").ItemsOf(text(args[0], "items_of: the zone"))
	}},
	{Name: "round_of", Min: 1, Max: 1, Call: func(env *expr.Env, args []value.Value, _ []expr.Keyword) value.Value {
		return host(env, "round_of").RoundOf(text(args[0], "round_of: the loop"))
	}},
}

// boardNatives take the board's name and then args-1 more arguments.
var boardNatives = []struct {
	name string
	args int
	call func(m board.Meter, b *board.Board, a []value.Value) value.Value
}{
	{"cells", 1, func(m board.Meter, b *board.Board, a []value.Value) value.Value { return b.Cells() }},
	{"neighbours", 2, func(m board.Meter, b *board.Board, a []value.Value) value.Value { return b.Neighbours(a[0]) }},
	{"adjacent", 3, func(m board.Meter, b *board.Board, a []value.Value) value.Value {
		return value.OfBool(b.Adjacent(a[0], a[1]))
	}},
	{"distance", 3, func(m board.Meter, b *board.Board, a []value.Value) value.Value { return b.Distance(m, a[0], a[1]) }},
	{"path", 3, func(m board.Meter, b *board.Board, a []value.Value) value.Value { return b.Path(m, a[0], a[1]) }},
	{"ray", 3, func(m board.Meter, b *board.Board, a []value.Value) value.Value { return b.Ray(m, a[0], a[1]) }},
	{"directions", 1, func(m board.Meter, b *board.Board, a []value.Value) value.Value { return b.Directions() }},
	{"lines", 2, func(m board.Meter, b *board.Board, a []value.Value) value.Value {
		return b.Lines(m, whole(a[0], "lines: n"))
	}},
	{"connected", 2, func(m board.Meter, b *board.Board, a []value.Value) value.Value { return b.Connected(m, a[0]) }},
	{"reach", 3, func(m board.Meter, b *board.Board, a []value.Value) value.Value {
		return b.Reach(m, a[0], whole(a[1], "reach: n"))
	}},
	{"region", 3, func(m board.Meter, b *board.Board, a []value.Value) value.Value { return b.Region(m, a[0], a[1]) }},
	{"on_board", 2, func(m board.Meter, b *board.Board, a []value.Value) value.Value { return value.OfBool(b.OnBoard(a[0])) }},
	{"weight", 3, func(m board.Meter, b *board.Board, a []value.Value) value.Value { return b.Weight(a[0], a[1]) }},
	{"cost", 3, func(m board.Meter, b *board.Board, a []value.Value) value.Value { return b.Cost(m, a[0], a[1]) }},
	{"label_of", 2, func(m board.Meter, b *board.Board, a []value.Value) value.Value { return b.Label(a[0]) }},
}

// meter takes what boards do off the budgets of the evaluation: a few cells of a walk take as long as
// one step.
type meter struct{ env *expr.Env }

const perStep = 4

func (m meter) Walked(cells int) { m.env.Spend(int64(cells) / perStep) }
func (m meter) Made(values int)  { m.env.Budget().Charge(values) }

func whole(v value.Value, what string) int {
	if !v.IsInt() || v.Int() < -1<<31 || v.Int() > 1<<31 {
		value.Throw("TypeError", "%s is a whole number", what)
	}
	return int(v.Int())
}
