package check

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/model"
)

// needs says what the fields of ops are needed for; what is not here may be anything.
var needs = map[string]map[string]use{
	"set":      {"of": dictUse, "player": playerUse},
	"add":      {"of": dictUse, "player": playerUse},
	"choose":   {"options": listUse, "min": countUse, "max": countUse, "actor": playerUse, "actors": listUse},
	"search":   {"filter": condUse, "min": countUse, "max": countUse, "actor": playerUse},
	"roll":     {"die": dieUse, "n": countUse},
	"draw":     {"n": countUse},
	"look":     {"n": countUse, "actor": playerUse},
	"create":   {"n": countUse, "what": dictUse},
	"cancel":   {"target": nameUse},
	"modify":   {"if": condUse, "layer": numberUse},
	"if":       {"cond": condUse},
	"for_each": {"items": listUse},
	"repeat":   {"until": condUse, "n": countUse},
}

func (s *scopes) action(a *model.Action, in names) {
	s.begin(a.Pos, "action "+a.Name, in)
	s.note(a.Pre.X, "pre_x", "action "+a.Name, condUse, in)
	in = s.ops(a.Cost, in, "action "+a.Name+" (cost)")
	s.ops(a.Effect, in, "action "+a.Name)
}

func (s *scopes) trigger(t *model.Trigger, id string, in names) {
	place := strings.TrimSpace("trigger " + id)
	s.begin(t.Pos, place, in)
	s.note(t.If.X, "if_x", place, condUse, in)
	s.note(t.Controller.X, "controller_x", place, playerUse, in)
	s.ops(t.Do, in, place)
}

func (s *scopes) outcome(o *model.OutcomeModel, in names) {
	for i := range o.Outcomes {
		x := &o.Outcomes[i]
		place := "outcome " + x.ID + " of " + o.Name
		s.begin(x.Pos, place, in)
		s.note(x.P.X, "p_x", place, numberUse, in)
		s.ops(x.Effect, in, place)
	}
}

// ops goes over a list of ops and gives the names that may be bound after it.
func (s *scopes) ops(list []*model.Op, in names, place string) names {
	for _, op := range list {
		in = s.op(op, in, place)
	}
	return in
}

func (s *scopes) op(op *model.Op, in names, place string) names {
	s.work++
	first := len(s.table.rows)
	s.fields(op, in, place)
	last := len(s.table.rows)
	as, binds := op.Str("as")
	bound := in
	if op.Name == "let" {
		as, binds = op.Str("name")
	}
	if binds {
		at := op.Field("as").Lit
		if op.Name == "let" {
			at = op.Field("name").Lit
		}
		bound = s.bind(in, as, at.Expr().Pos)
	}
	for i := first; i < last; i++ {
		s.table.rows[i].after = bound
	}
	switch op.Name {
	case "for_each":
		s.ops(op.Then, bound, place)
		return in
	case "repeat":
		return s.ops(op.Then, s.rebound(op.Then, in), place)
	case "if":
		then := s.ops(op.Then, in, place)
		both, _ := then.or(s.ops(op.Else, in, place))
		return both
	case "emit":
		for _, w := range op.With {
			in = s.bind(in, w.Name, w.Pos)
		}
		event, _ := op.Str("event")
		s.emitted(event, in)
		s.ops(op.Impact, in.with(s.name("event")), place+" · "+event)
		return bound
	case "sample":
		name, _ := op.Str("model")
		for _, b := range s.outcomes[name] {
			s.enter(b, bound)
		}
	case "exec":
		catalogue, _ := op.Str("content")
		if !s.noting {
			for _, it := range s.items {
				if catalogue == "" || catalogue == it.catalogue {
					s.enter(it.block, in)
				}
			}
		}
	case "window":
		name, _ := op.Str("name")
		s.opened(name, in)
	}
	return bound
}

// rebound gives in with what a body binds that is run again with the names of the round before.
func (s *scopes) rebound(body []*model.Op, in names) names {
	for _, op := range body {
		s.work++
		if as, ok := op.Str("as"); ok && op.Name != "for_each" {
			in = in.with(s.name(as))
		}
		if as, ok := op.Str("name"); ok && op.Name == "let" {
			in = in.with(s.name(as))
		}
		if op.Name == "if" || op.Name == "repeat" {
			in = s.rebound(op.Else, s.rebound(op.Then, in))
		}
	}
	return in
}

// fields notes the expressions of one op.
func (s *scopes) fields(op *model.Op, in names, place string) {
	if !s.noting {
		return
	}
	place = "op " + op.Name + ", " + place
	s.begin(op.Pos, place, in)
	for i := range op.Fields {
		f := &op.Fields[i]
		see, u := in, needs[op.Name][f.Name]
		switch f.Name {
		case "visible_to":
			u = playersUse
			if as, ok := op.Str("as"); ok {
				see = in.with(s.name(as))
			}
		case "until":
			see = s.rebound(op.Then, in)
		case "filter":
			see = in.with(s.name("item"))
		case "options":
			if op.Field("actors").X.Given() {
				see = in.with(s.name("actor"))
			}
		case "change", "if":
			if op.Name == "modify" {
				stat, _ := op.Str("stat")
				see = s.modifierSees(stat, in.without(s.name("stack")).without(s.name("self")))
			}
		case "from", "to", "zone":
			u = textUse
			_, subs := path(f.Lit)
			for _, x := range subs {
				s.note(x, f.Name, place, playerUse, in)
			}
		case "var":
			name, subs := path(f.Lit)
			v := s.c.variable(name)
			for k, x := range subs {
				first := k == 0 && v != nil && v.PerPlayer && !op.Field("player").Given()
				s.note(x, "var", place, map[bool]use{true: playerUse}[first], in)
			}
		case "player":
			if f.Lit != nil {
				s.note(f.Lit.Expr(), "player", place, playerUse, in)
			}
		}
		s.note(f.X, f.Name+"_x", place, u, see)
	}
	for _, w := range op.With {
		s.note(w.X, w.Name, place, anyUse, in)
	}
}
