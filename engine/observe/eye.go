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

// eye looks at a game from a seat. ids are the handles of the instances that it can tell apart, spots
// where each handle is.
type eye struct {
	game  *game.Game
	seat  int
	ids   map[int64]string
	spots map[string]spot
	heaps [][]Item // by zone: what the seat knows of the items that it cannot tell apart
	work  int      // values shown so far
}

type spot struct{ zone, at int }

func newEye(g *game.Game, seat int) *eye {
	e := &eye{game: g, seat: seat, ids: map[int64]string{}, spots: map[string]spot{}}
	for i := 0; i < g.Zones(); i++ {
		l := g.Lie(i)
		top, bottom := e.split(&l)
		for k := range l.Items {
			switch {
			case k < top:
				e.give(&l, i, k, handle(l.Path, "#", k))
			case k >= bottom:
				e.give(&l, i, k, handle(l.Path, "#-", len(l.Items)-k))
			}
		}
	}
	for i := 0; i < g.Zones(); i++ {
		e.heaps = append(e.heaps, e.among(i))
	}
	return e
}

// split gives how far the top of a zone goes and where its bottom begins: the seat can tell the items there
// apart. What lies between is a heap.
func (e *eye) split(l *game.Lie) (top, bottom int) {
	n := len(l.Items)
	switch {
	case l.Zone.Shuffled:
		return l.Top, n - l.Bottom
	case l.SeenBy(e.seat) || l.Zone.Visibility == program.Hidden && l.Zone.Kind != program.SetZone || n == 1:
		return n, n
	}
	return 0, n
}

func (e *eye) give(l *game.Lie, zone, at int, id string) {
	if x := l.Items[at]; x.IsInst() {
		e.ids[x.Inst()] = id
	}
	e.spots[id] = spot{zone, at}
}

func handle(path, mark string, k int) string { return path + mark + strconv.Itoa(k) }

func (e *eye) zone(i int) Zone {
	l := e.game.Lie(i)
	z := Zone{Name: l.Zone.Name, Count: len(l.Items)}
	if l.Player >= 0 {
		z.Player = &l.Player
	}
	top, bottom := e.split(&l)
	for k := range top {
		it := e.item(i, k, l.Items[k], handle(l.Path, "#", k))
		if l.Zone.Shuffled {
			z.Top = append(z.Top, it)
		} else {
			z.Items = append(z.Items, it)
		}
	}
	for k := bottom; k < len(l.Items); k++ {
		z.Bottom = append(z.Bottom, e.item(i, k, l.Items[k], handle(l.Path, "#-", len(l.Items)-k)))
	}
	z.Known = e.heaps[i]
	z.Unknown = bottom - top - len(z.Known)
	return z
}

// among shows the items that the seat knows of those of a zone that it cannot tell apart, and gives them
// handles in the order in which they are shown. Items that look alike share one: which of them is which
// lies in the order of the heap.
func (e *eye) among(i int) []Item {
	l := e.game.Lie(i)
	top, bottom := e.split(&l)
	var s sighted
	for k := top; k < bottom; k++ {
		if e.game.KnowsAt(i, k, e.seat) {
			s.items, s.at = append(s.items, e.item(i, k, l.Items[k], "")), append(s.at, k)
		}
	}
	sort.Stable(s)
	first := 0
	for k := range s.items {
		if s.Less(first, k) {
			first = k
		}
		e.give(&l, i, s.at[k], handle(l.Path, "~", first))
	}
	for k, at := range s.at {
		s.items[k].ID = e.ids[l.Items[at].Inst()]
	}
	return s.items
}

// sighted are items and their places in a zone, sorted by what the items show.
type sighted struct {
	items []Item
	at    []int
}

func (s sighted) Len() int { return len(s.items) }
func (s sighted) Less(i, j int) bool {
	if x, y := s.items[i].Label, s.items[j].Label; x != y {
		return x < y
	}
	return bytes.Compare(s.items[i].Value, s.items[j].Value) < 0
}
func (s sighted) Swap(i, j int) {
	s.items[i], s.items[j] = s.items[j], s.items[i]
	s.at[i], s.at[j] = s.at[j], s.at[i]
}

// item shows the item at a place of a zone.
func (e *eye) item(zone, at int, x value.Value, id string) Item {
	switch {
	case !e.game.KnowsAt(zone, at, e.seat):
		return Item{ID: id, Hidden: true}
	case x.IsInst():
		return Item{ID: id, Label: e.label(x), Value: e.attributes(x)}
	}
	return Item{ID: id, Label: e.label(x), Value: e.json(x)}
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
