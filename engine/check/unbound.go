package check

import (
	"fmt"
	"sort"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
)

// unbound warns of names that nothing can bind where they are read, whatever way leads there.
func (c *checker) unbound() {
	for _, s := range c.sites {
		c.unboundIn(s, s.tree, s.binds)
	}
}

func (c *checker) unboundIn(s *site, t *expr.Tree, bound []string) {
	if t.Kind == expr.NameTree && !c.means(s, t.Name, bound) {
		text := fmt.Sprintf("nothing gives '%s' a meaning in %s", t.Name, s.in())
		c.warn("unbound-name", s.at(t), c.mendName(s, t.Name, bound), text)
	}
	t.Each(func(part *expr.Tree, more []string) {
		inner := bound
		if len(more) > 0 {
			inner = append(bound[:len(bound):len(bound)], more...)
		}
		c.unboundIn(s, part, inner)
	})
}

// means reports whether a name can mean something at a site.
func (c *checker) means(s *site, name string, bound []string) bool {
	if contains(bound, name) || s.see.all || expr.IsBuiltin(name) {
		return true
	}
	if i, ok := c.scopes.index[name]; ok && s.see.has(i) {
		return true
	}
	return c.global(s, name)
}

// global reports whether a name means something outside every local scope.
func (c *checker) global(s *site, name string) bool {
	if c.p.Exprs.Resolve(name).Kind == expr.Unknown {
		return false
	}
	if s.init == 0 {
		return true
	}
	if i, ok := c.declared.vars[name]; ok {
		return i+1 < s.init
	}
	switch {
	case c.zone(name) != nil, c.derived(name) != nil, program.NeedsGame(name), name == "eliminated", name == "results", name == "events", name == "turn":
		return false
	}
	return true
}

// mendName says what could be meant, or how a name of another place is made known here.
func (c *checker) mendName(s *site, name string, bound []string) string {
	if len(name) > 2 && c.compared < mostCompared {
		if fix := c.near(name, c.known(s, bound)); fix != "" {
			return fix
		}
	}
	if name == "True" || name == "False" || name == "None" {
		return ""
	}
	_, elsewhere := c.scopes.index[name]
	switch {
	case s.init > 0:
		return "init_x sees the constants and the variables above it alone"
	case s.binds != nil:
		return "hand it over as a parameter: functions see no local names"
	case elsewhere && c.p.Exprs.Resolve(name).Kind == expr.Unknown:
		return "it is a local name of other places; keep it in a variable, or bind it on the way here"
	}
	return "declare it under state, constants or functions, or bind it before"
}

// known gives the names that mean something at a site, sorted.
func (c *checker) known(s *site, bound []string) []string {
	out := append([]string(nil), bound...)
	for name, i := range c.scopes.index {
		if s.see.has(i) {
			out = append(out, name)
		}
	}
	for _, name := range c.globals() {
		if c.global(s, name) {
			out = append(out, name)
		}
	}
	sort.Strings(out)
	return out
}

// globals gives the names of the model's own that every expression could know, and what the engine adds.
func (c *checker) globals() []string {
	out := []string{"players", "n_players", "eliminated", "results", "events", "content", "dice", "modified", "owner_of", "zone_of", "items_of", "round_of"}
	m := c.m
	if m.Turns != nil {
		out = append(out, "turn")
	}
	for i := range m.Vars {
		out = append(out, m.Vars[i].Name)
	}
	for i := range m.Zones {
		out = append(out, m.Zones[i].Name)
	}
	for i := range m.Derived {
		out = append(out, m.Derived[i].Name)
	}
	for i := range m.Constants {
		out = append(out, m.Constants[i].Name)
	}
	for i := range m.Functions {
		out = append(out, m.Functions[i].Name)
	}
	for i := range m.Boards {
		out = append(out, m.Boards[i].Name)
	}
	return append(out, expr.Builtins()...)
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
