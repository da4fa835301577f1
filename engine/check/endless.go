package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

// loops warns of loops in which nothing that runs can make their end come.
func (c *checker) loops() {
	eachNode(c.m, func(n *model.FlowNode) {
		if n.Kind != "loop" || n.Once || c.condition(n.Until.X) == always || n.Until.X.Bad {
			return
		}
		e := c.effects()
		e.node(n)
		if e.all || c.endCanFire(e) {
			return
		}
		if src := c.read(n.Until.X); src != nil && c.condition(n.Until.X) != never {
			if names, ok := c.untouched(src, e); ok {
				c.warn("endless-loop", n.Until.X.Pos, "let an effect in it change that, or add an end condition", fmt.Sprintf("nothing in loop %s changes what its until_x reads (%s), and no end condition can come true in it", n.ID, names))
			}
		} else if !n.Until.X.Given() || src != nil {
			c.warn("endless-loop", n.Pos, "give it an until_x, or an end condition that reads what happens in it", fmt.Sprintf("loop %s has no end: no end condition can come true in it", n.ID))
		}
	})
	c.eachOp(func(op *model.Op) {
		until := op.Field("until").X
		if op.Name != "repeat" || op.Field("n").Given() || c.readsLocals(until) || c.condition(until) != sometimes {
			return
		}
		src := c.read(until)
		if src == nil {
			return
		}
		e := c.effects()
		e.ops(op.Then)
		if e.ends && c.endCanFire(e) {
			return
		}
		if names, ok := c.untouched(src, e); ok && !e.all {
			c.warn("endless-loop", until.Pos, "let an op in it change that, or give it an n", fmt.Sprintf("nothing in this repeat changes what its until_x reads (%s)", names))
		}
	})
}

// untouched reports that nothing of what an expression reads is changed, and names what it reads.
func (c *checker) untouched(p *phrase, e *effects) (names string, ok bool) {
	r := c.reads(p)
	if r.All || e.all || len(r.State) == 0 && len(r.Calls) == 0 {
		return "", false
	}
	for _, call := range r.Calls {
		if e.reaches(call) {
			return "", false
		}
	}
	for attr := range e.attrs {
		if slices.Contains(r.Attrs, attr) || slices.Contains(r.Attrs, "*") {
			return "", false
		}
	}
	var list []string
	for _, slot := range r.State {
		if e.slots[slot] {
			return "", false
		}
		list = append(list, c.slotName(slot))
	}
	if len(list) == 0 {
		list = []string{"nothing of the state"}
	}
	return strings.Join(list, ", "), true
}

// endCanFire reports whether an end condition may come true by what e changes. Those that eliminate players change
// what the others read.
func (c *checker) endCanFire(e *effects) bool {
	if !e.ends {
		return false
	}
	if !c.follow(len(c.m.End)) {
		return true
	}
	for i := range c.m.End {
		x := &c.m.End[i]
		src := c.read(x.If.X)
		if src == nil || x.Result == "continue" {
			if x.If.X.Bad {
				return true
			}
			continue
		}
		switch c.condition(x.If.X) {
		case never:
			continue
		case always:
			return true
		}
		if _, untouched := c.untouched(src, e); untouched {
			continue
		}
		if x.Result != "eliminate" {
			return true
		}
		e.slots[program.SlotEliminated] = true
	}
	// what eliminates may stand after what reads it
	for i := range c.m.End {
		x := &c.m.End[i]
		if src := c.read(x.If.X); src != nil && x.Result != "continue" && x.Result != "eliminate" && c.condition(x.If.X) != never {
			if _, untouched := c.untouched(src, e); !untouched {
				return true
			}
		}
	}
	return false
}

func (c *checker) slotName(slot int) string {
	switch i := slot - program.FirstSlot; {
	case slot < program.FirstSlot:
		return [...]string{"players", "n_players", "eliminated", "results", "events"}[slot]
	case i < len(c.m.Vars):
		return c.m.Vars[i].Name
	case i == len(c.m.Vars)+len(c.m.Zones):
		return "turn"
	default:
		return c.m.Zones[i-len(c.m.Vars)].Name
	}
}
