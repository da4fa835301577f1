package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Lie is how a zone lies on the table: what is in it and who sees that.
type Lie struct {
	Zone        *program.Zone
	Path        string // as in models: discard, hand[0]
	Player      int    // whose zone it is, -1: everybody's
	Items       []value.Value
	Top, Bottom int // of a shuffled zone: how many items have a known place
	All         bool
	Seen        uint64 // else this set of players sees what comes there
}

// Zones counts the zones of a game, a zone per player once for each; Lie tells of one, by its number.
// What it gives is true until the next answer.
func (g *Game) Zones() int { return len(g.zones) }

func (g *Game) Lie(zone int) Lie {
	flat := int32(zone)
	zi, p := g.zoneOfFlat(flat)
	vis, d := g.zoneSees(flat), g.decks[flat]
	l := Lie{Zone: &g.prog.Zones[zi], Path: g.zonePath(flat), Player: -1, Items: g.zoneItems(flat), Top: int(d.top), Bottom: int(d.bottom), All: vis.all, Seen: vis.mask}
	if l.Zone.PerPlayer {
		l.Player = int(p)
	}
	return l
}

// SeenBy reports whether a seat sees what lies in the zone; seat -1 is whoever looks on.
func (l *Lie) SeenBy(seat int) bool { return l.All || seat >= 0 && l.Seen>>uint(seat)&1 == 1 }

// KnowsAt reports whether a seat knows what lies at position i of a zone.
func (g *Game) KnowsAt(zone, i, seat int) bool {
	return !g.hidden || knows(g.knownAt(int32(zone), i), seat)
}

// Stacked is an action that waits on the stack of an open window.
type Stacked struct {
	Window    string
	Action    string
	Player    int
	Cancelled bool
}

// Stack lists what waits on the stacks of the open windows, the outermost window first and bottom first.
func (g *Game) Stack() []Stacked {
	var out []Stacked
	for i := range g.windows {
		for _, it := range g.windows[i].stack {
			out = append(out, Stacked{g.prog.Windows[g.windows[i].ref].Name, g.actionLabel(it.action), int(it.actor), it.cancelled})
		}
	}
	return out
}

// TellsPlace reports whether a seat may know where the current request comes from: not where it is part
// of an action that was chosen in secret.
func (g *Game) TellsPlace(seat int) bool { return knows(g.told(), seat) }
