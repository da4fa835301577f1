package check

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// varSlot and zoneSlot are where the i-th variable and zone live in a game's state.
func varSlot(i int) int               { return program.FirstSlot + i }
func (c *checker) zoneSlot(i int) int { return program.FirstSlot + len(c.m.Vars) + i }

// unread warns of variables and zones whose content nothing ever looks at.
func (c *checker) unread() {
	read := c.says.names
	zones, filled := c.zonesIn("from"), c.zonesIn("to")
	for i := range c.m.Vars {
		v := &c.m.Vars[i]
		if !read[v.Name] && !c.loopVar(v.Name) {
			c.warn("unread-var", v.Pos, "read it in a rule, or take it away", fmt.Sprintf("no expression ever reads variable '%s'", v.Name))
		}
	}
	for i := range c.m.Zones {
		z := &c.m.Zones[i]
		shown := z.Visibility == "public" && (filled[z.Name] || filled["*"]) // a discard pile is there to be looked at
		if !read[z.Name] && !zones[z.Name] && !zones["*"] && !shown {
			c.warn("unread-zone", z.Pos, "read it in a rule, or take it away", fmt.Sprintf("nothing ever reads zone '%s' or takes anything out of it", z.Name))
		}
	}
}

func (c *checker) loopVar(name string) bool {
	found := false
	eachNode(c.m, func(n *model.FlowNode) { found = found || n.As == name })
	return found
}

// zonesIn gives the zones that these fields of ops name; "*" stands for all. What `place` and `shuffle` name is only
// put into; items_of() and drawn_from take out.
func (c *checker) zonesIn(fields ...string) map[string]bool {
	out := map[string]bool{}
	taken := contains(fields, "from")
	c.eachOp(func(op *model.Op) {
		for _, field := range append([]string{"zone"}, fields...) {
			f := op.Field(field)
			if field == "zone" && taken == (op.Name == "place" || op.Name == "shuffle") {
				continue
			}
			name, _ := path(f.Lit)
			out[name] = true
			if src := c.read(f.X); src != nil {
				c.zonesNamed(src.tree, out)
			}
		}
	})
	if !taken {
		return out
	}
	for i := range c.m.Zones {
		out[c.m.Zones[i].DrawnFrom] = true
	}
	for _, s := range c.sites {
		var look func(t *expr.Tree)
		look = func(t *expr.Tree) {
			if t.Kind == expr.CallTree && t.Kids[0].Kind == expr.NameTree && t.Kids[0].Name == "items_of" && len(t.Kids) > 1 {
				c.zonesNamed(t.Kids[1], out)
			}
			t.Each(func(part *expr.Tree, _ []string) { look(part) })
		}
		look(s.tree)
	}
	return out
}

// zonesNamed adds the zones that the texts in an expression name; where there is none, it may name any.
func (c *checker) zonesNamed(t *expr.Tree, out map[string]bool) {
	found := false
	name := func(text string) {
		text, _, _ = strings.Cut(strings.TrimSpace(text), "[")
		if c.zone(strings.TrimSpace(text)) != nil {
			out[strings.TrimSpace(text)], found = true, true
		}
	}
	var look func(t *expr.Tree)
	look = func(t *expr.Tree) {
		if t.Kind == expr.ConstTree && t.Value.Kind() == value.Text {
			name(t.Value.Text())
		}
		for _, x := range t.Texts {
			name(x)
		}
		t.Each(func(part *expr.Tree, _ []string) { look(part) })
	}
	look(t)
	if !found {
		out["*"] = true
	}
}
