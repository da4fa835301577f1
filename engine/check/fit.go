package check

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/expr"
)

// types warns of what no value of its kind can be right for.
func (c *checker) types() {
	c.inferTypes()
	for _, s := range c.sites {
		y := &typer{c: c, site: s, see: s.see, binds: s.binds}
		c.fit(s, y.of(s.tree))
	}
}

var wants = map[use]struct {
	k    kinds
	what string
}{
	playerUse: {kWhole, "one player"}, nobodyUse: {kWhole | kNone, "one player"}, playersUse: {kItems&^kText | kWhole, "players"},
	listUse: {kItems | kIter, "a list"}, countUse: {kWhole, "a whole number"}, numberUse: {kNum, "a number"}, dieUse: {kItems | kWhole, "a number of sides, a list of faces or dice notation"},
	dictUse: {kDict, "an item"}, textUse: {kText, "the name of a zone"}, nameUse: {kWhole | kNone, "an index or None"},
}

// fit warns of an expression that gives no value that its place can use.
func (c *checker) fit(s *site, t ty) {
	if t.k == 0 {
		return
	}
	misfit := func(fix, format string, args ...any) {
		c.warn("wrong-kind", s.at(first(s.tree)), fix, fmt.Sprintf(format, args...))
	}
	if s.tree.Kind == expr.NameTree && t.k == kFunc {
		misfit(fmt.Sprintf("write %s(...)", s.tree.Name), "%s is the function '%s' itself, not what it gives", s.in(), s.tree.Name)
		return
	}
	if s.tree.Kind == expr.CompTree && t.k == kIter {
		misfit("write [...] around it instead of (...)", "%s is a generator, which cannot leave an expression", s.in())
		return
	}
	w, ok := wants[s.use]
	if !ok {
		return
	}
	obvious := s.field == "who_x" && s.use == playerUse // a list there is an error, said elsewhere
	switch {
	case t.k&w.k == 0 && !(obvious && plainlyList(s.tree)):
		fix := ""
		if w.k&kWhole != 0 && t.k&(kList|kTuple) != 0 {
			fix = "take an element of it: [...][0]"
		}
		misfit(fix, "%s needs %s and is %s", s.in(), w.what, t.k)
	case (s.use == playersUse || s.field == "actors_x" || s.field == "who_x" && s.use == listUse) && t.k&(kWhole|kText|kDict) == 0:
		if e := t.each(); e.k != 0 && e.k&kWhole == 0 {
			misfit("", "%s needs players, and these are %s each", s.in(), e.k)
		}
	}
}

func plainlyList(t *expr.Tree) bool {
	switch t.Kind {
	case expr.DisplayTree, expr.CompTree:
		return true
	case expr.CallTree:
		_, ok := holds[t.Kids[0].Name]
		return ok
	}
	return false
}

// first is the part of an expression that stands first in its text.
func first(t *expr.Tree) *expr.Tree {
	best := t
	t.Each(func(part *expr.Tree, _ []string) {
		if f := first(part); f.Off < best.Off {
			best = f
		}
	})
	return best
}
