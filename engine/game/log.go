package game

import (
	"sync/atomic"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// EntryKind is what a log entry tells of.
type EntryKind uint8

const (
	Event     EntryKind = iota // Label: its name
	Automatic                  // an action or option taken unasked; Label: it
	Observed                   // What: decision, chance, draw, look, reveal, search, say, ...
)

// Entry is one line of a game's log: what happened, where, and who saw it.
type Entry struct {
	Kind     EntryKind
	What     string
	Place    string
	Label    string
	All      bool
	Seen     uint64 // a set of players, unless All
	Player   int    // who decided; -1
	Choice   bool   // of an Automatic: an option of a choose, not an action
	Veiled   bool   // part of an action that was chosen in secret: Told are those who know which it is
	Told     uint64
	Nameless bool // Label shows the uid of an instance, since it has no name
}

// SeenBy reports whether a player saw it.
func (e *Entry) SeenBy(player int) bool { return e.All || player >= 0 && e.Seen>>uint(player)&1 == 1 }

// PlacedBy reports whether a player may know where it happened.
func (e *Entry) PlacedBy(player int) bool {
	return !e.Veiled || player >= 0 && e.Told>>uint(player)&1 == 1
}

// journal is an append-only log in chunks, shared by clones: of those that end at the same entry the
// first to add another goes on in the chunk, the others begin chunks of their own.
type journal struct {
	on   bool
	last *chunk
	n    int
}

type chunk struct {
	prev    *chunk
	start   int
	used    atomic.Int32 // how many entries are taken; a clone that knows fewer must not write behind its own
	entries []Entry
}

// A log of few entries takes little, one of many grows by large chunks.
const (
	firstChunk = 4
	chunkSize  = 64
)

func (j *journal) add(e Entry) {
	c := j.last
	if c == nil || j.n-c.start == len(c.entries) || !c.used.CompareAndSwap(int32(j.n-c.start), int32(j.n-c.start+1)) {
		size := firstChunk
		if c != nil {
			size = min(2*len(c.entries), chunkSize)
		}
		c = &chunk{prev: c, start: j.n, entries: make([]Entry, size)}
		c.used.Store(1)
		j.last = c
	}
	c.entries[j.n-c.start] = e
	j.n++
}

// since lists the entries from number from on.
func (j *journal) since(from int) []Entry {
	if from >= j.n {
		return nil
	}
	out := make([]Entry, j.n-from)
	end := j.n
	for c := j.last; c != nil && end > from; c = c.prev {
		for i := end - 1; i >= max(c.start, from); i-- {
			out[i-from] = c.entries[i-c.start]
		}
		end = min(end, c.start)
	}
	return out
}

// Record turns the log on or off; what was not recorded is not made up later.
func (g *Game) Record(on bool) { g.log.on = on }

// LogLen counts the entries so far; LogSince lists those from number from (0-based) on.
func (g *Game) LogLen() int               { return g.log.n }
func (g *Game) LogSince(from int) []Entry { return g.log.since(from) }

// hearing reports whether anybody reads events.
func (g *Game) hearing() bool { return g.log.on || g.prog.ReadsEvents }

// entryOps is what leaving an entry in the log, or in the list of events, costs in ops, whether anybody
// keeps it or not: entries take memory, and a game that runs away must not fill it.
const entryOps = 10

// eventID and event append to the event list.
func (g *Game) eventID(id int32) {
	if g.hearing() {
		g.addEvent(g.prog.Events[id].Label)
	}
}

func (g *Game) event(name string) {
	if g.hearing() {
		g.addEvent(value.OfText(name))
	}
}

// eventOf is event where the name tells which item x is.
func (g *Game) eventOf(name string, x value.Value) {
	if g.hearing() {
		g.list(value.OfText(name), g.telling(x, everyone, -1), g.nameless(x))
	}
}

func (g *Game) addEvent(name value.Value) { g.list(name, everyone, false) }

func (g *Game) list(name value.Value, vis sees, nameless bool) {
	if g.log.on {
		g.log.add(Entry{Kind: Event, Label: name.Text(), All: vis.all, Seen: vis.mask, Player: -1, Nameless: nameless})
	}
	if g.prog.ReadsEvents {
		g.wrote(program.SlotEvents)
		list := &g.env.State[program.SlotEvents]
		*list = g.own.Insert(*list, len(list.Items()), name)
	}
}

// observe records what was seen, and by whom (seed, Information).
// items are what the label shows.
func (g *Game) observe(place int32, what string, vis sees, label string, items ...value.Value) {
	if !g.log.on {
		return
	}
	e := Entry{Kind: Observed, What: what, Label: label, All: vis.all, Seen: vis.mask, Player: -1, Nameless: g.nameless(items...)}
	if place >= 0 {
		e.Place = g.places[place]
	}
	g.enter(e)
}

// enter adds an entry of what happens within an action.
func (g *Game) enter(e Entry) {
	if told := g.told(); told != everybody {
		e.Veiled, e.Told = true, told&g.allSeats()
	}
	g.log.add(e)
}

// nameless reports whether an item is shown by its uid.
func (g *Game) nameless(items ...value.Value) bool {
	for _, x := range items {
		if x.IsInst() && !g.named(x) {
			return true
		}
	}
	return false
}

func (g *Game) named(x value.Value) bool {
	for _, key := range program.LabelKeys[:2] {
		if _, ok := g.attr(x, key); ok {
			return true
		}
	}
	return false
}

func (g *Game) noteAnswer(a *ask) {
	p := &g.pend
	vis := p.vis
	if p.sealed {
		vis = only(a.player)
	}
	x := g.optionItem(a, int(a.pick))
	if p.kind == Decision {
		vis = g.telling(x, vis, a.player)
	}
	e := Entry{Kind: Observed, What: p.kind.String(), Place: g.Place(), Label: g.optionLabel(a, int(a.pick)), All: vis.all, Seen: vis.mask, Player: int(a.player), Nameless: g.nameless(x)}
	g.enter(e)
}

// noteShown records that a secret choice has become visible.
func (g *Game) noteShown(f *frame, vis sees, player int32, label string, items ...value.Value) {
	if g.log.on {
		g.enter(Entry{Kind: Observed, What: "decision", Place: g.places[f.place], Label: label, All: vis.all, Seen: vis.mask, Player: int(player), Nameless: g.nameless(items...)})
	}
}

func (g *Game) automatic(place int32, vis sees, action int32) {
	g.ops += entryOps
	if g.log.on {
		g.enter(Entry{Kind: Automatic, Place: g.places[place], Label: g.actionLabel(action), All: vis.all, Seen: vis.mask, Player: -1})
	}
}

func (g *Game) automaticChoice(f *frame, vis sees, x value.Value, player int32) {
	g.ops += entryOps
	vis = g.announce(x, vis, player)
	if g.log.on {
		g.enter(Entry{Kind: Automatic, Choice: true, Place: g.places[f.place], Label: g.label(x), All: vis.all, Seen: vis.mask, Player: -1, Nameless: g.nameless(x)})
	}
}
