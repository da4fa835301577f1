package check

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/model"
)

// twins warns of texts that only people read where the engine goes on as if they were not there. Those that stop
// the game, and those whose expression stands beside them, are no matter.
func (c *checker) twins() {
	c.eachOp(func(op *model.Op) {
		switch op.Name {
		case "choose", "look", "search":
			c.noteOnly(op.Node, "actor", "the actor of the step is meant without it")
		}
		switch op.Name {
		case "choose":
			c.noteOnly(op.Node, "actors", "only the actor chooses without it")
			if n := op.Node.Get("secret"); n == nil || n.Text != "true" {
				c.secretTwin(op.Node)
			}
		case "roll", "reveal":
			c.secretTwin(op.Node)
		case "draw":
			name, _ := path(op.Field("to").Lit)
			if z := c.zone(name); z != nil && z.Visibility == "public" {
				c.secretTwin(op.Node)
			}
		case "search":
			c.noteOnly(op.Node, "filter", "everything in the zone can be taken without it")
		case "emit", "call":
			c.noteOnly(op.Node, "with", "nothing is handed over without it")
		}
	})
	eachNode(c.m, func(n *model.FlowNode) {
		if n.Kind != "step" {
			return
		}
		if n.Node.Get("actors_x") == nil {
			c.noteOnly(n.Node, "actor", "nobody acts without it")
		}
		if n.Node.Get("actor_x") == nil {
			c.noteOnly(n.Node, "actors", "nobody acts without it")
		}
		if !n.Secret {
			c.secretTwin(n.Node)
		}
	})
	if n := c.m.Root.Get("state").Get("zones"); n != nil && n.Kind == model.MapNode {
		for _, z := range n.Items {
			c.noteOnly(z, "init", "the zone is empty without it")
		}
	}
	for i := range c.m.Agents {
		c.noteOnly(c.m.Agents[i].Node, "policy", "the agent has no policy without it")
	}
}

// noteOnly warns of key without key_x.
func (c *checker) noteOnly(n *model.Node, key, without string) {
	if k := c.alone(n, key); k != nil {
		c.warn("note-only", k.Pos, fmt.Sprintf("write %s_x", key), fmt.Sprintf("'%s' is a note that nothing reads: %s", key, without))
	}
}

func (c *checker) secretTwin(n *model.Node) {
	if k := c.alone(n, "visible_to"); k != nil {
		c.warn("note-is-public", k.Pos, "write visible_to_x, which gives a list of players", "'visible_to' is a note that nothing reads: everyone sees this")
	}
}

// alone gives the key of a twin that has no expression beside it.
func (c *checker) alone(n *model.Node, key string) *model.Node {
	if n.Get(key) == nil || n.Get(key).Kind == model.Null || n.Get(key+"_x") != nil {
		return nil
	}
	return n.Key(key)
}
