package observe

import (
	"bytes"
	"encoding/json"
	"sort"
	"strconv"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// eye looks at a game from a seat. ids are the handles of the instances that it can tell apart.
type eye struct {
	game *game.Game
	seat int
	ids  map[int64]string
	work int // values shown so far
}

// ordered reports whether the seat can tell the items of a zone apart: those of a shuffled zone at top and
// bottom alone.
func (e *eye) ordered(l *game.Lie) bool {
	return l.SeenBy(e.seat) || l.Zone.Visibility == program.Hidden && l.Zone.Kind != program.SetZone
}

// split gives the parts of a zone whose items have a place: all of it, or top and bottom.
func (e *eye) split(l *game.Lie) (top, middle, bottom []value.Value) {
	switch {
	case l.Zone.Shuffled:
		n := len(l.Items) - l.Bottom
		return l.Items[:l.Top], l.Items[l.Top:n], l.Items[n:]
	case e.ordered(l):
		return l.Items, nil, nil
	}
	return nil, l.Items, nil
}

// name gives handles to the instances that have a place before the seat.
func (e *eye) name() {
	for i := 0; i < e.game.Zones(); i++ {
		l := e.game.Lie(i)
		top, _, bottom := e.split(&l)
		for k, x := range top {
			e.give(x, handle(l.Path, "#", k))
		}
		for k, x := range bottom {
			e.give(x, handle(l.Path, "#-", len(bottom)-k))
		}
	}
}

func (e *eye) give(x value.Value, id string) {
	if x.IsInst() {
		e.ids[x.Inst()] = id
	}
}

func handle(path, mark string, k int) string { return path + mark + strconv.Itoa(k) }

func (e *eye) zone(l game.Lie) Zone {
	z := Zone{Name: l.Zone.Name, Count: len(l.Items)}
	if l.Player >= 0 {
		z.Player = &l.Player
	}
	open := l.SeenBy(e.seat) && !l.Zone.Shuffled
	top, middle, bottom := e.split(&l)
	for k, x := range top {
		z.Top = append(z.Top, e.item(x, handle(l.Path, "#", k), open))
	}
	if !l.Zone.Shuffled {
		z.Items, z.Top = z.Top, nil
	}
	for k, x := range bottom {
		z.Bottom = append(z.Bottom, e.item(x, handle(l.Path, "#-", len(bottom)-k), open))
	}
	z.Known, z.Unknown = e.among(l.Path, middle)
	return z
}

// among shows the items of a part of a zone in which the seat cannot tell one from another.
func (e *eye) among(path string, items []value.Value) (known []Item, unknown int) {
	var xs []value.Value
	for _, x := range items {
		if !x.IsInst() || !e.game.Knows(x, e.seat) {
			unknown++
			continue
		}
		known, xs = append(known, e.item(x, "", true)), append(xs, x)
	}
	sort.Stable(bySight{known, xs})
	for k := range known {
		known[k].ID = handle(path, "~", k)
		e.give(xs[k], known[k].ID)
	}
	return known, unknown
}

// bySight sorts items by what they show.
type bySight struct {
	items []Item
	of    []value.Value
}

func (b bySight) Len() int { return len(b.items) }
func (b bySight) Less(i, j int) bool {
	if x, y := b.items[i].Label, b.items[j].Label; x != y {
		return x < y
	}
	return bytes.Compare(b.items[i].Value, b.items[j].Value) < 0
}
func (b bySight) Swap(i, j int) {
	b.items[i], b.items[j] = b.items[j], b.items[i]
	b.of[i], b.of[j] = b.of[j], b.of[i]
}

// item shows an item of a zone; open says whether the seat sees one that is no instance.
func (e *eye) item(x value.Value, id string, open bool) Item {
	if x.IsInst() && e.game.Knows(x, e.seat) {
		return Item{ID: id, Label: e.label(x), Value: e.attributes(x)}
	}
	if !x.IsInst() && open {
		return Item{ID: id, Label: e.label(x), Value: e.json(x)}
	}
	return Item{ID: id, Hidden: true}
}

// vars shows the variables.
func (e *eye) vars() []Var {
	p, state := e.game.Program(), e.game.Env().State
	out := []Var{}
	for i := range p.Vars {
		d := &p.Vars[i]
		v := state[d.Slot]
		switch {
		case d.Visibility == program.Public:
			out = append(out, Var{Name: d.Name, Value: e.json(v)})
		case d.Visibility == program.Owner && d.PerPlayer && v.Kind() == value.List:
			for seat, x := range v.Items() {
				if seat == e.seat {
					out = append(out, Var{Name: d.Name, Player: &seat, Value: e.json(x)})
				} else {
					out = append(out, Var{Name: d.Name, Player: &seat, Hidden: true})
				}
			}
		default:
			out = append(out, Var{Name: d.Name, Hidden: true})
		}
	}
	return out
}

// option shows an option of a question.
func (e *eye) option(o *game.Option) Option {
	x := o.Item
	switch {
	case x.IsInst() && !e.game.Knows(x, e.seat):
		return Option{Hidden: true, Item: e.ids[x.Inst()]}
	case x.IsInst():
		return Option{Label: e.label(x), Item: e.ids[x.Inst()]}
	case x.IsHeap() && x.Kind() != value.Text:
		return Option{Label: e.label(x)}
	}
	return Option{Label: o.Label}
}

// raw is JSON that is known to be right.
func raw(b []byte) json.RawMessage { return json.RawMessage(b) }
