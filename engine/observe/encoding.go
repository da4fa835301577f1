package observe

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Encoding lays out what a seat sees as a row of numbers, always of the same length. It follows from the
// model, its constants and the number of players: what a game begins with says how long lists are, which
// keys dicts have and which cards there are. What is longer or other later is left out.
type Encoding struct {
	Size     int
	Features []Feature
	Words    []string // a text is shown as 1 + its place in this list, 0 where it is not in it
	words    map[string]int
	vars     []encodedVar
	cards    []string
	card     map[string]int
	perZone  int
}

// Feature is a part of the row: Size numbers from At on. Labels say what each is, where they have names.
type Feature struct {
	Name   string
	Kind   string // seat, asked, pick, variable, zone
	At     int
	Size   int
	Labels []string
}

// encodedVar is a variable, of one per player that of one player, with its elements: none where it is one
// value. Each value is two numbers: whether there is one that the seat sees, and which.
type encodedVar struct {
	number, player int
	list           int           // how many elements; -1: it is no list
	counted        bool          // how many there are stands before them
	keys           []value.Value // of a dict
	at             int
}

// Most numbers of a row, kinds of cards that are counted, and elements of one variable.
const (
	maxRow      = 1 << 16
	maxCards    = 1 << 10
	maxElements = 1 << 12
	spare       = 16 // elements of a list that begins empty
)

// NewEncoding makes the encoding of a game that has just begun.
func NewEncoding(g *game.Game) *Encoding {
	c := &Encoding{words: map[string]int{}, card: map[string]int{}}
	var names []string
	for p := range g.Players() {
		names = append(names, fmt.Sprint(p))
	}
	c.add("seat", "seat", g.Players(), names)
	c.add("asked", "asked", g.Players(), names)
	c.add("pick", "pick", 1, nil)
	for _, x := range g.Program().Data {
		c.learn(x, maxDepth)
	}
	state := g.Env().State
	for i := range g.Program().Vars {
		d := &g.Program().Vars[i]
		v := state[d.Slot]
		c.learn(v, maxDepth)
		if d.Visibility == program.Hidden || d.Visibility == program.Owner && !d.PerPlayer {
			continue
		}
		if !d.PerPlayer {
			c.variable(d.Name, encodedVar{number: i, player: -1}, v)
			continue
		}
		for p := range g.Players() {
			c.variable(fmt.Sprintf("%s[%d]", d.Name, p), encodedVar{number: i, player: p}, element(v, p))
		}
	}
	c.zones(g)
	return c
}

func (c *Encoding) add(name, kind string, size int, labels []string) int {
	at := c.Size
	if at+size > maxRow {
		return -1
	}
	c.Features = append(c.Features, Feature{name, kind, at, size, labels})
	c.Size += size
	return at
}

// learn lists the texts of a value.
func (c *Encoding) learn(v value.Value, depth int) {
	if depth == 0 || len(c.Words) >= maxRow {
		return
	}
	switch v.Kind() {
	case value.Text:
		if t := v.Text(); len(t) <= maxLabel && c.words[t] == 0 {
			c.Words = append(c.Words, t)
			c.words[t] = len(c.Words)
		}
	case value.List, value.Tuple, value.Dict:
		for _, x := range v.Items() {
			c.learn(x, depth-1)
		}
	}
}

func (c *Encoding) variable(name string, e encodedVar, v value.Value) {
	size, labels := 1, []string(nil)
	e.list = -1
	switch v.Kind() {
	case value.List, value.Tuple:
		e.list = min(len(v.Items()), maxElements)
		if e.list == 0 {
			e.list, e.counted = spare, true
		}
		if size = e.list; e.counted {
			size++
		}
	case value.Dict:
		if len(v.Items()) == 0 {
			break // it is as good as a number: that of its keys
		}
		size = min(len(v.Items()), maxElements)
		for i := range size {
			k := v.Keys().At(i)
			e.keys, labels = append(e.keys, k), append(labels, value.Brief(nil, k, maxLabel))
		}
	}
	if e.at = c.add(name, "variable", 2*size, labels); e.at >= 0 {
		c.vars = append(c.vars, e)
	}
}

// zones lays out of each zone how many items it has, how many of them the seat does not know, and how many
// it knows of each kind of card; where that makes the row too long, the kinds are left out.
func (c *Encoding) zones(g *game.Game) {
	e := &eye{game: g, seat: Spectator}
	for i := range g.Zones() {
		l := g.Lie(i)
		for _, x := range l.Items {
			name := e.kind(x)
			if _, known := c.card[name]; !known && len(c.cards) < maxCards {
				c.card[name] = len(c.cards)
				c.cards = append(c.cards, name)
			}
		}
	}
	if c.Size+g.Zones()*(2+len(c.cards)) > maxRow {
		c.cards, c.card = nil, map[string]int{}
	}
	c.perZone = 2 + len(c.cards)
	labels := append([]string{"count", "unknown"}, c.cards...)
	for i := range g.Zones() {
		if c.add(g.Lie(i).Path, "zone", c.perZone, labels) < 0 {
			return
		}
	}
}

// kind is what an item is called by itself, whoever looks.
func (e *eye) kind(x value.Value) string {
	if x.IsInst() {
		st := e.game.Env().Store
		for _, k := range nameKeys {
			if n, ok := st.Attr(x.Inst(), k); ok {
				if n.Kind() == value.Text {
					return n.Text()
				}
				return value.Brief(st, n, maxLabel)
			}
		}
		return blank
	}
	return e.label(x)
}

// Append appends the row of what a seat sees. An error means that there is no such seat.
func (c *Encoding) Append(g *game.Game, seat int, dst []float32) ([]float32, error) {
	if err := check(g, seat); err != nil {
		return dst, err
	}
	base := len(dst)
	for range c.Size {
		dst = append(dst, 0)
	}
	row := dst[base:]
	if seat >= 0 {
		row[seat] = 1
	}
	if g.Kind() == game.Decision {
		r := g.Brief()
		row[g.Players()+r.Player] = 1
		if r.Open > 1 {
			for _, q := range g.Requests() {
				row[g.Players()+q.Player] = 1
			}
		}
		if r.Player == seat {
			row[2*g.Players()] = float32(r.Step)
		}
	}
	c.variables(g, seat, row)
	e := &eye{game: g, seat: seat}
	zone := 0
	for f := range c.Features {
		if c.Features[f].Kind == "zone" {
			e.count(c, zone, row[c.Features[f].At:])
			zone++
		}
	}
	return dst, nil
}

func (c *Encoding) variables(g *game.Game, seat int, row []float32) {
	state := g.Env().State
	for i := range c.vars {
		x := &c.vars[i]
		d := &g.Program().Vars[x.number]
		v := state[d.Slot]
		if x.player >= 0 {
			if d.Visibility == program.Owner && x.player != seat {
				continue
			}
			v = element(v, x.player)
		}
		out := row[x.at:]
		switch {
		case x.keys != nil:
			for k, key := range x.keys {
				if v.Kind() == value.Dict {
					if at := v.Keys().Find(key); at >= 0 {
						c.number(v.Items()[at], out[2*k:])
					}
				}
			}
		case x.list >= 0:
			if x.counted {
				c.number(v, out)
				out = out[2:]
			}
			for k := range x.list {
				c.number(element(v, k), out[2*k:])
			}
		default:
			c.number(v, out)
		}
	}
}

func element(v value.Value, i int) value.Value {
	if (v.Kind() == value.List || v.Kind() == value.Tuple) && i < len(v.Items()) {
		return v.Items()[i]
	}
	return value.Value{}
}

// number writes a value as two numbers: 1 where there is one, and which.
func (c *Encoding) number(v value.Value, out []float32) {
	if v.IsNone() {
		return
	}
	out[0] = 1
	switch v.Kind() {
	case value.Bool:
		if v.Bool() {
			out[1] = 1
		}
	case value.Int:
		out[1] = float32(v.Int())
	case value.Float:
		out[1] = float32(v.Float())
	case value.Text:
		out[1] = float32(c.words[v.Text()])
	case value.List, value.Tuple, value.Dict, value.Set, value.Frozen:
		out[1] = float32(size(v))
	}
}

func size(v value.Value) int {
	if v.Kind() == value.Set || v.Kind() == value.Frozen {
		return v.Keys().Len()
	}
	return len(v.Items())
}

func (e *eye) count(c *Encoding, zone int, row []float32) {
	l := e.game.Lie(zone)
	row[0] = float32(len(l.Items))
	for i, x := range l.Items {
		switch at, found := 0, false; {
		case !e.game.KnowsAt(zone, i, e.seat):
			row[1]++
		case c.perZone > 2:
			if at, found = c.card[e.kind(x)]; found {
				row[2+at]++
			}
		}
	}
}
