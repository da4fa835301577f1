package check

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/model"
)

// flows finds named flows that nothing runs.
func flows(c *checker) {
	called := map[string]bool{}
	eachNode(c.m, func(n *model.FlowNode) {
		if n.Kind == "subflow" {
			called[n.Ref] = true
		}
	})
	c.eachOp(func(op *model.Op) {
		if name, ok := op.Str("flow"); ok && op.Name == "run" {
			called[name] = true
		}
	})
	for i := range c.m.Flows {
		if f := &c.m.Flows[i]; !called[f.Name] {
			c.warn("flow-unused", f.Pos, "call it with a subflow node or the op run", fmt.Sprintf("flow %s is never called", quote(f.Name)))
		}
	}
}

// ends finds winners that are obviously several.
func ends(c *checker) {
	for i := range c.m.End {
		e := &c.m.End[i]
		if c.m.Mode == "cooperative" || e.Result != "win" && e.Result != "loss" || ofSubflow(c.m, e) {
			continue
		}
		if p := c.read(e.Who.X); p != nil && p.collection() {
			c.fault("who-list", e.Who.X.Pos, "give one index, or use result: score with returns_x, or result: winners",
				fmt.Sprintf("end condition %s: who_x gives a list; a competitive %s needs one player index", quote(endID(e, i)), e.Result))
		}
	}
}

// ofSubflow reports whether an end condition ends a subflow and not the game.
func ofSubflow(m *model.Model, e *model.EndCondition) bool {
	return e.Scope != "" && (m.Flow == nil || e.Scope != m.Flow.ID)
}

func endID(e *model.EndCondition, i int) string {
	if e.ID != "" {
		return e.ID
	}
	return fmt.Sprint(i + 1)
}
