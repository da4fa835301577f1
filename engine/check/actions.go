package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/model"
)

// actions finds actions that no step offers and no window either.
func actions(c *checker) {
	used := map[string]bool{}
	eachNode(c.m, func(n *model.FlowNode) {
		for _, d := range n.Do {
			used[d.Name] = true
		}
	})
	eachAction(c.m, func(a *model.Action, it *model.Item) {
		switch {
		case a.Speed != "" || used[a.Name] || a.Name == "":
		case it != nil:
			c.warn("ability-speed", a.Pos, "add speed, or list it in a step", fmt.Sprintf("ability %s has no speed, so no window offers it", quote(a.Name)))
		case !a.Note:
			c.warn("action-unused", a.Pos, "list it under do of a step, or add a note that says why not", fmt.Sprintf("action %s is used by no step", quote(a.Name)))
		}
	})
}

// opened gives the windows that something opens; "" is the one of every speed.
func (c *checker) opened() map[string]bool {
	out := map[string]bool{}
	eachNode(c.m, func(n *model.FlowNode) {
		if w := n.Window; w != nil {
			if w.Kind == model.Text {
				out[w.Text] = true
			} else {
				out[""] = true
			}
		}
	})
	c.eachOp(func(op *model.Op) {
		if op.Name == "window" {
			name, _ := op.Str("name")
			out[name] = true
		}
	})
	if t := c.m.Turns; t != nil && t.CostWindow.Name != "" {
		out[t.CostWindow.Name] = true
	}
	return out
}

// speeds finds fast actions that no window allows.
func speeds(c *checker) {
	if c.opened()[""] {
		return
	}
	allowed := map[string]bool{}
	for i := range c.m.Windows {
		for _, s := range c.m.Windows[i].Allows {
			allowed[s.Name] = true
		}
	}
	known := sorted(allowed)
	eachAction(c.m, func(a *model.Action, _ *model.Item) {
		if a.Speed != "" && !allowed[a.Speed] {
			fix := c.nearOr(a.Speed, known, "list it under allows of a window")
			c.warn("speed-unused", a.SpeedPos, fix, fmt.Sprintf("speed %s is allowed by no window", quote(a.Speed)))
		}
	})
}

// alwaysPlayable finds fast actions that can be played again and again: nothing limits them, and the game cannot
// end by what they do, so a window that allows them need never close.
func alwaysPlayable(c *checker) {
	windows := c.offers()
	eachAction(c.m, func(a *model.Action, it *model.Item) {
		if a.Speed == "" || a.Pre.X.Given() || len(a.Cost) > 0 || it != nil && it.ActiveX.Given() {
			return
		}
		if names := slices.Concat(windows[""], windows[a.Speed]); len(names) > 0 && !c.mayEnd(a.Effect) {
			c.warn("always-playable", a.Pos, "add a pre_x or a cost that limits it",
				fmt.Sprintf("action %s is always playable in window %s, which need never close", quote(a.Name), strings.Join(names, ", ")))
		}
	})
}

// mayEnd reports whether the game may end by what ops change.
func (c *checker) mayEnd(ops []*model.Op) bool {
	e := c.effects()
	e.ends = true
	e.ops(ops)
	return e.all || c.endCanFire(e)
}

// offers names, for each speed, the first few windows that something opens and that allow it; "" stands for all speeds.
func (c *checker) offers() map[string][]string {
	const few = 3
	out := map[string][]string{}
	opened := c.opened()
	if opened[""] {
		out[""] = []string{"None"}
	}
	for i := range c.m.Windows {
		w := &c.m.Windows[i]
		for _, s := range w.Allows {
			if list := out[s.Name]; opened[w.Name] && s.Name != "" && len(list) < few && !slices.Contains(list, quote(w.Name)) {
				out[s.Name] = append(list, quote(w.Name))
			}
		}
	}
	return out
}
