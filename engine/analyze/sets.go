package analyze

import (
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
)

// set gives a decision its information set, by all that its player has observed.
func (b *builder) set(g *game.Game, x *node, position Key, l *level) error {
	seat := int(x.player)
	key := position
	switch {
	case b.Folded && !b.o.Named:
		return nil
	case !b.Folded:
		b.buf = observe.Sight(g, seat, b.buf[:0])
		key = b.chain(l.seen[seat], b.buf)
	}
	x.item = int32(len(b.Sets))
	if i, ok := b.sets[key]; ok && !b.Folded {
		x.item = i
		return b.joins(g, x, l)
	}
	r := g.Request()
	s := Set{Player: seat, Place: r.Place, Seen: shown(g, seat), Key: key, own: l.did[seat], turns: l.turns[seat]}
	b.bytes += 256
	for _, o := range r.Options {
		s.Options = append(s.Options, o.Label)
		b.bytes += int64(16 + len(o.Label))
	}
	for _, text := range s.Seen {
		b.bytes += int64(16 + len(text))
	}
	b.sets[key] = x.item
	b.Sets = append(b.Sets, s)
	return nil
}

// joins holds a node against the others of its set.
func (b *builder) joins(g *game.Game, x *node, l *level) error {
	s := &b.Sets[x.item]
	b.bytes += 4
	if int(x.n) != len(s.Options) {
		return fmt.Errorf("at %s player %d has %d options or %d, and cannot tell which", s.Place, s.Player, len(s.Options), x.n)
	}
	if s.own != l.did[s.Player] {
		b.Recall = false
		b.Forgets = fmt.Sprintf("at %s player %d cannot tell what it has done", s.Place, s.Player)
	}
	return nil
}

// shown lists what a seat was shown: the answers and cards that it saw. A card that was drawn by chance is not
// shown twice.
func shown(g *game.Game, seat int) []string {
	out := []string{}
	list, _ := observe.Events(g, seat, 0) // there is such a seat
	for i := range list {
		e := &list[i]
		switch {
		case slices.Contains([]string{"event", "automatic", "say"}, e.Kind):
		case e.Kind == "draw" && i > 0 && list[i-1].Kind == "chance" && list[i-1].Label == e.Label:
		case e.Hidden:
			out = append(out, "?")
		default:
			out = append(out, e.Label)
		}
	}
	return out
}

// peeks counts the sets in which an agent does not choose the same at every node: it knows more than its
// player can.
func (t *Tree) peeks() int {
	n := 0
	for i := range t.Sets {
		if s := &t.Sets[i]; len(s.nodes) > 1 {
			first := t.nodes[s.nodes[0]].pick
			if slices.ContainsFunc(s.nodes, func(k int32) bool { return t.nodes[k].pick != first }) {
				n++
			}
		}
	}
	return n
}
