package compile

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

// clashes warns of names that mean two things, of which expressions reach only the first. It faults functions
// whose name is taken, and parameters that no expression can name.
func (c *compiler) clashes() {
	first := map[string]string{}
	take := func(name, kind string, pos diag.Pos) {
		if kind == "a function" && (first[name] != "" || c.engineName(name) || expr.IsBuiltin(name)) {
			what := first[name]
			if what == "" {
				what = "what the engine gives under this name"
			}
			c.faultFix("name-taken", pos, "give the function another name", "the name of function '%s' is taken: it is %s", name, what)
			return
		}
		if other, taken := first[name]; taken {
			c.diags.Add(diag.Warning, "name-twice", pos, "'%s' is %s too; expressions read that", name, other)
			return
		}
		first[name] = kind
		if c.engineName(name) {
			c.diags.Add(diag.Warning, "hides", pos, "%s '%s' hides what the engine gives under this name", kind, name)
		}
	}
	for i := range c.m.Vars {
		take(c.m.Vars[i].Name, "a variable", c.m.Vars[i].Pos)
	}
	for i := range c.m.Zones {
		take(c.m.Zones[i].Name, "a zone", c.m.Zones[i].Pos)
	}
	for i := range c.m.Derived {
		take(c.m.Derived[i].Name, "a derived value", c.m.Derived[i].Pos)
	}
	for i := range c.m.Constants {
		take(c.m.Constants[i].Name, "a constant", c.m.Constants[i].Pos)
	}
	for i := range c.m.Boards {
		take(c.m.Boards[i].Name, "a board", c.m.Boards[i].Pos)
	}
	for i := range c.m.Functions {
		take(c.m.Functions[i].Name, "a function", c.m.Functions[i].Pos)
		c.params(&c.m.Functions[i])
	}
}

// engineName reports whether the engine gives something under a name that a model of this kind wants.
func (c *compiler) engineName(name string) bool {
	switch name {
	case "players", "n_players", "content", "eliminated", "results", "events":
		return true
	case "dice":
		return len(c.m.Dice) > 0
	case "turn":
		return c.m.Turns != nil
	}
	return program.NeedsGame(name) || len(c.m.Boards) > 0 && c.natives[name] != nil
}

func (c *compiler) params(f *model.Function) {
	seen := map[string]bool{}
	for _, name := range f.Params {
		if s, err := expr.Parse(name, f.Pos); err != nil || !slices.Equal(s.Names(), []string{name}) {
			c.faultFix("bad-param", f.Pos, "use letters, digits and underscores, and no word of the language", "function '%s': '%s' can be no parameter", f.Name, clip(name))
		} else if seen[name] {
			c.faultFix("bad-param", f.Pos, "keep one of them", "function '%s' has two parameters '%s'", f.Name, clip(name))
		}
		seen[name] = true
	}
	for _, l := range f.Lets {
		if s, err := expr.Parse(l.Name, l.Pos); err != nil || !slices.Equal(s.Names(), []string{l.Name}) {
			c.faultFix("bad-let", l.Pos, "use letters, digits and underscores, and no word of the language", "function '%s': let cannot give a value the name '%s'", f.Name, clip(l.Name))
		}
	}
}
