package enginetest

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// watched plays straight on and keeps an eye on the cards.
var watched = way{turn: func() turn { return &cards{} }}

// cards counts what lies in zones: every instance in one at most, where the store says it is, and no
// more or fewer in all than creating and destroying explain.
type cards struct {
	was    map[int64]bool // instances in zones
	items  int            // in zones, of any kind
	next   int64
	log    int
	gameNo int
}

func (c *cards) before(g *game.Game) (*game.Game, error) {
	now, items, err := inZones(g)
	if err != nil {
		return nil, err
	}
	st := g.Env().Store
	if c.was != nil && c.gameNo == g.GameNo() && g.Kind() != game.Stopped {
		if err := c.balance(g, now, items); err != nil {
			return nil, err
		}
	}
	c.was, c.items, c.next, c.log, c.gameNo = now, items, st.Next(), g.LogLen(), g.GameNo()
	return g, nil
}

func (c *cards) after(*game.Game) error { return nil }

// balance holds the number of items against what the log and the store tell.
func (c *cards) balance(g *game.Game, now map[int64]bool, items int) error {
	destroyed := 0
	for _, e := range g.LogSince(c.log) {
		switch {
		case e.Kind != game.Event:
		case strings.HasPrefix(e.Label, "destroy:"):
			destroyed++
		case strings.HasPrefix(e.Label, "reset:"):
			return nil
		}
	}
	back := 0 // pieces outside all zones that `place` has put into one
	for uid := range now {
		if uid < c.next && !c.was[uid] {
			back++
		}
	}
	placing := places(g.Program())
	if back > 0 && !placing {
		return fmt.Errorf("%d instances have come back from nowhere", back)
	}
	if placing && destroyed > 0 {
		return nil // a piece may have been destroyed and placed again at once
	}
	want := c.items + int(g.Env().Store.Next()-c.next) + back - destroyed
	if items != want {
		return fmt.Errorf("%d items in zones, there should be %d (%d before, %d made, %d destroyed)", items, want, c.items, g.Env().Store.Next()-c.next, destroyed)
	}
	return nil
}

func places(p *program.Program) bool {
	for i := range p.Blocks {
		for k := range p.Blocks[i].Code {
			if a, ok := p.Blocks[i].Code[k].Arg.(*program.Place); ok && a.Zone.Has {
				return true
			}
		}
	}
	return false
}

// inZones lists the instances in zones and counts all items.
func inZones(g *game.Game) (map[int64]bool, int, error) {
	p, env := g.Program(), g.Env()
	found := map[int64]bool{}
	items, mark := 0, int32(0)
	for i := range p.Zones {
		z := &p.Zones[i]
		list := env.State[z.Slot]
		each := 1
		if z.PerPlayer {
			each = g.Players()
		}
		for k := 0; k < each; k++ {
			mark++
			one := list
			if z.PerPlayer && !list.IsNone() {
				one = list.Items()[k]
			}
			if one.IsNone() {
				continue // the game stopped before it had begun
			}
			for _, x := range one.Items() {
				items++
				if !x.IsInst() {
					continue
				}
				uid := x.Inst()
				if found[uid] {
					return nil, 0, fmt.Errorf("instance %d lies in two places", uid)
				}
				found[uid] = true
				if loc := env.Store.Loc(uid); loc != mark {
					return nil, 0, fmt.Errorf("instance %d lies in zone %s, the store has it at %d instead of %d", uid, z.Name, loc, mark)
				}
			}
		}
	}
	for uid := int64(1); uid < env.Store.Next(); uid++ {
		if !found[uid] && env.Store.Loc(uid) != 0 {
			return nil, 0, fmt.Errorf("instance %d is marked as in a zone but lies in none", uid)
		}
	}
	return found, items, nil
}
