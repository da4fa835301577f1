package game

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Follow gives the option of the current decision that a tactic takes: of the rules for its place whose
// if_x holds, the first that decides. A rule takes the first option that it prefers; of several that are
// alike in that, or where it prefers nothing, the one that score_x puts highest, of equals the first. It decides
// nothing where none of what it prefers is offered. The result is -1 where no rule decides.
func (g *Game) Follow(rules []program.Rule) (pick int, err error) {
	if g.pend.kind != Decision {
		return 0, fmt.Errorf("there is no decision to take")
	}
	place := g.Place()
	var done func()
	defer func() {
		if p := recover(); p != nil {
			pick, err = 0, g.caught(p)
		}
	}()
	for i := range rules {
		r := &rules[i]
		if !r.Fits(place) {
			continue
		}
		if done == nil {
			done = g.openPolicy()
			defer done()
		}
		pick, err := g.followRule(r)
		if err != nil {
			return 0, fmt.Errorf("rule %d of the tactic (%s) fails at %s: %w", i+1, r.Pos, place, err)
		}
		if pick >= 0 {
			return pick, nil
		}
	}
	return -1, nil
}

func (g *Game) followRule(r *program.Rule) (int, error) {
	if r.Stop != nil {
		return 0, fmt.Errorf("%s: %s", r.Stop.Kind, r.Stop.Message)
	}
	if r.If != nil {
		g.env.Begin()
		v, err := r.If.Eval(g.env)
		if err != nil || !value.Truth(&g.store, v) {
			return -1, err
		}
	}
	if !r.Prefer.Has {
		if r.Score == nil {
			return -1, nil
		}
		return g.highest(r.Score, func(int) bool { return true })
	}
	wanted, err := g.preferred(r)
	if err != nil {
		return 0, err
	}
	for _, x := range wanted {
		pick, err := g.highest(r.Score, func(i int) bool { return g.meant(x, i) })
		if err != nil || pick >= 0 {
			return pick, err
		}
	}
	return -1, nil
}

// highest gives the option that score puts highest of those that are fit, without a score the first; -1 where
// none is.
func (g *Game) highest(score *expr.Code, fit func(i int) bool) (int, error) {
	best, most := -1, 0.0
	for i := range g.Len() {
		if !fit(i) {
			continue
		}
		if score == nil {
			return i, nil
		}
		x, err := g.score(score, i)
		if err != nil {
			return 0, err
		}
		if best < 0 || x > most {
			best, most = i, x
		}
	}
	return best, nil
}

// preferred gives what a rule prefers, the dearest first.
func (g *Game) preferred(r *program.Rule) ([]value.Value, error) {
	v := r.Prefer.Lit
	if r.Prefer.X != nil {
		g.env.Begin()
		var err error
		if v, err = r.Prefer.X.Eval(g.env); err != nil {
			return nil, err
		}
		v = g.keep(v)
	}
	switch v.Kind() {
	case value.List, value.Tuple:
		return v.Items(), nil
	case value.None:
		return nil, nil
	case value.Set, value.Frozen, value.Range:
		return nil, fmt.Errorf("prefer_x gives %s, which is neither an option nor a list", v.Kind())
	}
	return []value.Value{v}, nil
}

// meant reports whether a rule that prefers x means option i: the item itself, its label or its id.
func (g *Game) meant(x value.Value, i int) bool {
	a := g.pend.current()
	item := g.policyOption(a, i)
	if value.Same(x, item) || value.Equal(&g.store, x, item) {
		return true
	}
	if x.Kind() != value.Text {
		return false
	}
	if x.Text() == g.optionLabel(a, i) {
		return true
	}
	if item.IsInst() || item.Kind() == value.Dict {
		id, ok := g.attr(item, idKey)
		return ok && value.Equal(&g.store, x, id)
	}
	return false
}

var idKey = value.OfText("id")
