package check

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/model"
)

// required are the fields without which an op stops the game; "x" stands for those that are given as x_x.
var required = map[string][]string{
	"let": {"name", "value_x"}, "choose": {"options_x", "as"}, "search": {"zone", "as"}, "roll": {"die_x"}, "sample": {"model"},
	"set": {"value_x"}, "add": {"amount_x"},
	"draw": {"from", "to"}, "look": {"zone"}, "reveal": {"what_x"}, "move": {"what_x", "from", "to"}, "place": {"what_x", "at_x"},
	"create": {"what_x", "to"}, "destroy": {"what_x", "from"}, "shuffle": {"zone"}, "emit": {"event"}, "cancel": {"target_x"},
	"modify": {"stat", "change_x"}, "run": {"flow"}, "call": {"code"}, "if": {"cond_x"}, "for_each": {"items_x", "as"},
}

// fields finds ops that lack what they need.
func fields(c *checker) {
	lacks := func(op *model.Op, key string) {
		fix := "add " + key
		if key != base(key) {
			fix += ", or " + base(key)
		}
		c.warn("missing-field", op.Pos, fix, fmt.Sprintf("op '%s' has no %s; the game stops there", op.Name, base(key)))
	}
	c.eachOp(func(op *model.Op) {
		for _, key := range required[op.Name] {
			if !op.Field(base(key)).Given() {
				lacks(op, key)
			}
		}
		if op.Name != "set" && op.Name != "add" {
			return
		}
		switch attr := op.Field("attr").Given(); {
		case !attr && !op.Field("var").Given():
			lacks(op, "var")
		case attr && !op.Field("of").Given():
			lacks(op, "of_x")
		}
	})
}

func base(key string) string {
	if n := len(key) - len("_x"); n > 0 && key[n:] == "_x" {
		return key[:n]
	}
	return key
}

// says looks at who speaks.
func says(c *checker) {
	known := []string{}
	for i := range c.m.Agents {
		known = append(known, c.m.Agents[i].Name)
	}
	declared := set(known)
	c.eachOp(func(op *model.Op) {
		if op.Name != "say" {
			return
		}
		agent, ok := op.Str("agent")
		switch {
		case !ok || agent == "":
			c.warn("say-agent", op.Pos, "add agent, one of the agents", "say without agent: nobody speaks")
		case !declared[agent]:
			c.fault("unknown-agent", op.Field("agent").Lit.Pos, c.nearOr(agent, known, "declare it under agents"), fmt.Sprintf("agent %s not declared", quote(agent)))
		}
	})
}

// execs looks at what exec runs.
func execs(c *checker) {
	known := []string{}
	for i := range c.m.Content {
		known = append(known, c.m.Content[i].Name)
	}
	declared := set(known)
	c.eachOp(func(op *model.Op) {
		if op.Name != "exec" {
			return
		}
		name, ok := op.Str("content")
		if ok && name != "" && !declared[name] {
			c.fault("unknown-content", op.Field("content").Lit.Pos, c.nearOr(name, known, "declare it under content"), fmt.Sprintf("content catalogue %s not declared", quote(name)))
		}
		if !op.Field("of").Given() {
			c.warn("exec-incomplete", op.Pos, "add of_x, which gives an item or its id", "exec without of_x: it runs nothing, and the game stops there")
		}
	})
}

func set(list []string) map[string]bool {
	out := make(map[string]bool, len(list))
	for _, s := range list {
		out[s] = true
	}
	return out
}

// syntax finds expressions that cannot be read in places that are never compiled.
func syntax(c *checker) {
	for _, p := range c.says.phrases {
		if p.err != nil && !p.path {
			c.list = append(c.list, compile.SyntaxError(p.x, p.err))
		}
	}
}
