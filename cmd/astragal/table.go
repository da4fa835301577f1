package main

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/engine/value"
)

// everything is the seat of whoever owns the table, and sees all of it.
const everything = -2

// back stands for a card that lies face down.
const back = "?"

// news tells what happened since the last time as a seat saw it, and which parts of the table have changed.
func (c *console) news(seat int) error {
	if c.as != nil {
		seat = *c.as
	}
	g := c.s.Game()
	log := g.LogSince(c.seen)
	for i := range log {
		// The chance that decides which card it is says no more than the draw behind it.
		if e := &log[i]; e.What == "chance" && i+1 < len(log) && (log[i+1].What == "draw" || log[i+1].What == "look") {
			continue
		}
		if text := tell(&log[i], seat); text != "" {
			fmt.Fprintln(c.std.out, drive.OneLine(text))
		}
	}
	c.seen = g.LogLen()
	now, err := c.view(seat)
	if err != nil {
		return err
	}
	old := map[string]bool{}
	for _, l := range c.table {
		old[l] = true
	}
	var changed []string
	for _, l := range now {
		if !old[l] {
			changed = append(changed, l)
		}
	}
	c.table = now
	c.show(changed)
	return nil
}

func (c *console) show(lines []string) {
	for _, l := range lines {
		fmt.Fprintln(c.std.out, "  "+strings.ReplaceAll(l, "\n", "\n  "))
	}
}

// tell gives an entry of the log as a seat saw it; nothing where it saw nothing.
func tell(l *game.Entry, seat int) string {
	e := observe.Entry{Kind: l.What, Place: l.Place, Label: l.Label, Player: &l.Player}
	switch {
	case seat != everything:
		var ok bool
		if e, ok = observe.Seen(l, seat); !ok {
			return ""
		}
	case l.Kind == game.Event:
		e.Kind = "event"
	case l.Kind == game.Automatic:
		e.Kind = "automatic"
	}
	label := e.Label
	if e.Hidden {
		label = "(hidden)"
	}
	switch {
	case e.Kind == "event":
		return "* " + label
	case e.Kind == "automatic":
		return fmt.Sprintf("- %s: %s, unasked", e.Place, label)
	case e.Place == "":
		return "- something in secret"
	case e.Kind == "decision" && e.Player != nil:
		return fmt.Sprintf("- player %d, %s: %s", *e.Player, e.Place, label)
	}
	return fmt.Sprintf("- %s, %s: %s", e.Kind, e.Place, label)
}

// view shows the variables and zones that a seat sees, a line each, and boards in rows: of what is hidden from it
// only how much there is.
func (c *console) view(seat int) ([]string, error) {
	if c.as != nil {
		seat = *c.as
	}
	if seat == everything {
		return c.all(), nil
	}
	g := c.s.Game()
	v, err := observe.Table(g, seat)
	if err != nil {
		return nil, err
	}
	var out []string
	for i := range v.Vars {
		x := &v.Vars[i]
		if x.Hidden {
			continue
		}
		name, now := x.Name, g.Env().State[c.slot(x.Name)]
		if x.Player != nil {
			name, now = fmt.Sprintf("%s[%d]", name, *x.Player), now.Items()[*x.Player]
		}
		if b := c.board(name, now); b != "" {
			out = append(out, b)
			continue
		}
		text := shorten(string(x.Value))
		if left := 10_000; plain(now, &left) {
			text = repr(g.Env().Store, now)
		}
		out = append(out, drive.OneLine(name+" = "+text))
	}
	for i := range v.Zones {
		out = append(out, drive.OneLine(zoneLine(&v.Zones[i])))
	}
	return out, nil
}

func (c *console) slot(name string) int {
	for i := range c.s.Game().Program().Vars {
		if d := &c.s.Game().Program().Vars[i]; d.Name == name {
			return d.Slot
		}
	}
	return 0
}

// plain reports whether no items are within a value, which a seat may not know. It looks at so many values and no
// more: large ones are shown as observe does, which knows where to stop.
func plain(v value.Value, left *int) bool {
	if *left--; *left < 0 || v.IsInst() {
		return false
	}
	var parts []value.Value
	switch v.Kind() {
	case value.Set, value.Frozen:
		parts = v.Keys().List()
	case value.Dict:
		parts = append(v.Keys().List(), v.Items()...)
	case value.List, value.Tuple:
		parts = v.Items()
	}
	for _, x := range parts {
		if !plain(x, left) {
			return false
		}
	}
	return true
}

// all shows every variable and zone, but not the order of shuffled ones, which is not known to anybody.
func (c *console) all() []string {
	g := c.s.Game()
	p, state, st := g.Program(), g.Env().State, g.Env().Store
	var out []string
	for i := range p.Vars {
		name, now := p.Vars[i].Name, state[p.Vars[i].Slot]
		if b := c.board(name, now); b != "" {
			out = append(out, b)
		} else {
			out = append(out, drive.OneLine(name+" = "+repr(st, now)))
		}
	}
	for i := range g.Zones() {
		l := g.Lie(i)
		switch {
		case len(l.Items) == 0:
			out = append(out, drive.OneLine(l.Path)+": empty")
		case l.Zone.Shuffled:
			out = append(out, drive.OneLine(l.Path)+": "+counted(len(l.Items), "item"))
		default:
			out = append(out, drive.OneLine(l.Path+": "+labels(g, l.Items)))
		}
	}
	return out
}

// zoneLine shows a zone as it lies before a seat.
func zoneLine(z *observe.Zone) string {
	name := z.Name
	if z.Player != nil {
		name = fmt.Sprintf("%s[%d]", name, *z.Player)
	}
	if z.Count == 0 {
		return name + ": empty"
	}
	var parts []string
	known := false
	add := func(items []observe.Item) {
		for i := range items {
			if items[i].Hidden {
				parts = append(parts, back)
			} else {
				parts, known = append(parts, items[i].Label), true
			}
		}
	}
	add(z.Items)
	add(z.Top)
	add(z.Known)
	if z.Unknown > 0 {
		parts = append(parts, counted(z.Unknown, "item"))
	}
	add(z.Bottom)
	if !known {
		return name + ": " + counted(z.Count, "item")
	}
	return name + ": " + shorten(strings.Join(parts, ", "))
}

// labels names items as a seat sees them.
func (c *console) labels(seat int, items []value.Value) string {
	g := c.s.Game()
	names := make([]string, len(items))
	for i, x := range items {
		if names[i] = g.Label(x); x.IsInst() && !g.Knows(x, seat) {
			names[i] = back
		}
	}
	return shorten(strings.Join(names, ", "))
}

func labels(g *game.Game, items []value.Value) string {
	names := make([]string, len(items))
	for i, x := range items {
		names[i] = g.Label(x)
	}
	return shorten(strings.Join(names, ", "))
}

// repr shows a value as Python's repr does, as far as it fits.
func repr(st *value.Store, x value.Value) string {
	if x.Kind() == value.Text {
		return shorten(value.Repr(st, x))
	}
	return shorten(value.Brief(st, x, 4*300))
}

func shorten(s string) string {
	if r := []rune(s); len(r) > 300 {
		return string(r[:299]) + "…"
	}
	return s
}
