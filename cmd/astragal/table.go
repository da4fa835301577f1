package main

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// news tells what happened since the last time as a seat saw it (-1: everything), and which parts
// of the table have changed.
func (c *console) news(seat int) {
	g := c.s.Game()
	log := g.LogSince(c.seen)
	for i := range log {
		// The chance that decides which card it is says no more than the draw behind it.
		if e := &log[i]; e.What == "chance" && i+1 < len(log) && (log[i+1].What == "draw" || log[i+1].What == "look") {
			continue
		}
		fmt.Fprintln(c.std.out, drive.OneLine(tell(&log[i], seat)))
	}
	c.seen = g.LogLen()
	now := c.view(seat)
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
}

func (c *console) show(lines []string) {
	for _, l := range lines {
		fmt.Fprintln(c.std.out, "  "+drive.OneLine(l))
	}
}

// tell gives an entry of the log as a seat saw it.
func tell(e *game.Entry, seat int) string {
	label := e.Label
	if seat >= 0 && !e.SeenBy(seat) {
		label = "(hidden)"
	}
	switch {
	case e.Kind == game.Event:
		return "* " + e.Label
	case e.Kind == game.Automatic:
		return fmt.Sprintf("- %s: %s, unasked", e.Place, label)
	case e.What == "decision":
		return fmt.Sprintf("- player %d, %s: %s", e.Player, e.Place, label)
	}
	return fmt.Sprintf("- %s, %s: %s", e.What, e.Place, label)
}

// view shows the variables and zones that a seat sees, a line each: of what is hidden from it only
// how much there is.
func (c *console) view(seat int) []string {
	g := c.s.Game()
	p, state, st := g.Program(), g.Env().State, g.Env().Store
	var out []string
	for i := range p.Vars {
		v := &p.Vars[i]
		if x := state[v.Slot]; v.Visibility == program.Public || seat < 0 {
			out = append(out, fmt.Sprintf("%s = %s", v.Name, repr(st, x)))
		} else if v.Visibility == program.Owner && v.PerPlayer {
			out = append(out, fmt.Sprintf("%s[%d] = %s", v.Name, seat, repr(st, x.Items()[seat])))
		}
	}
	for i := range p.Zones {
		z := &p.Zones[i]
		if !z.PerPlayer {
			out = append(out, zoneLine(g, z, z.Name, state[z.Slot], z.Visibility == program.Public || seat < 0))
			continue
		}
		for k, list := range state[z.Slot].Items() {
			open := z.Visibility == program.Public || seat < 0 || z.Visibility == program.Owner && k == seat
			out = append(out, zoneLine(g, z, fmt.Sprintf("%s[%d]", z.Name, k), list, open))
		}
	}
	return out
}

// zoneLine shows a zone. The order of a shuffled one is not known to anybody, so it shows no items.
func zoneLine(g *game.Game, z *program.Zone, name string, list value.Value, open bool) string {
	items := list.Items()
	if !open || z.Shuffled {
		return fmt.Sprintf("%s: %s", name, counted(len(items), "item"))
	}
	if len(items) == 0 {
		return name + ": empty"
	}
	return fmt.Sprintf("%s: %s", name, labels(g, items))
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
