package sheet

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// listed is an action that something of the character brings.
type listed struct {
	carrier *Carrier
	action  *pack.Action
	use     *pack.Use
}

// Listing is an action as the sheet lists it: this id, entry and source start it.
type Listing struct {
	ID      string
	Entry   string
	Source  string // the content that was picked or granted, or laid over the copy
	Action  *pack.Action
	Use     *pack.Use // it is reached by a use, which may fix params
	Carrier *Carrier  // whose item and self it runs with
	n       int
}

// Bar is why an action is not available.
type Bar struct {
	Code   string  // unavailable: its own condition; barred: an effect; the code of a formula that failed
	Source *Source // of the effect
}

// Listings lists the actions that the character has, available or not, in order: those of the rules, then
// those of all that the character carries, in instance order.
func (s *Sheet) Listings() []Listing {
	out := make([]Listing, 0, len(s.Actions)+len(s.listed))
	s.eachListed(func(l listed, n int) bool {
		out = append(out, Listing{l.id(), l.carrier.Source.Entry, l.source(), l.action, l.use, l.carrier, n})
		return true
	})
	return out
}

// eachListed goes through what is listed, by its number, until that is enough.
func (s *Sheet) eachListed(more func(l listed, n int) bool) {
	n := 0
	for _, a := range s.Actions {
		if !more(listed{s.rules, a, nil}, n) {
			return
		}
		n++
	}
	for _, l := range s.listed {
		if !l.carrier.Active() {
			continue
		}
		if !more(l, n) {
			return
		}
		n++
	}
}

// ofType reports whether an action is that of a type, which each item of the type has.
func (l *listed) ofType() bool {
	return l.action.Item == nil && l.action.Type != nil && l.carrier.Content != nil
}

// id is that under which an action is listed: a rules action's own, else <item>#<action>.
func (l *listed) id() string {
	if l.ofType() {
		return l.carrier.Content.ID + "#" + l.action.Local
	}
	return l.action.ID
}

// is reports whether id is the listing's, without making it.
func (l *listed) is(id string) bool {
	if !l.ofType() {
		return id == l.action.ID
	}
	item, name := l.carrier.Content.ID, l.action.Local
	return len(id) == len(item)+1+len(name) && id[:len(item)] == item && id[len(item)] == '#' && id[len(item)+1:] == name
}

// source is the content that brings an action to the copy that has it; empty where that is the copy's own.
func (l *listed) source() string {
	c := l.carrier
	switch {
	case c.parent == nil || c.Content == nil:
		return ""
	case c.Source.Type == "option":
		return c.Content.ID
	}
	return c.Source.ID
}

// Listing finds a listing that is available by what a call names; nil when there is none.
func (s *Sheet) Listing(id, entry, source string) (found *Listing) {
	s.eachListed(func(l listed, n int) bool {
		if l.carrier.Source.Entry == entry && l.is(id) && l.source() == source {
			one := &Listing{id, entry, source, l.action, l.use, l.carrier, n}
			if bar, _ := s.Barred(one); bar == nil {
				found = one
			}
		}
		return found == nil
	})
	return found
}

// stepsPerLook is what it costs to ask whether an effect bars an action.
const stepsPerLook = 50

// Barred says why an action is not available; nil when it is. never reports an action that is written
// never to be listed.
func (s *Sheet) Barred(l *Listing) (bar *Bar, never bool) {
	if f := l.Action.Available; f != nil {
		if f.Src == "false" {
			return &Bar{Code: "unavailable"}, true
		}
		v, err, told := s.try(f, l.Carrier)
		if err != nil {
			if !told {
				s.listingIssue(l, err, f)
			}
			return &Bar{Code: string(err.Code)}, false
		}
		if !v.Bool() {
			return &Bar{Code: "unavailable"}, false
		}
	}
	for _, n := range s.onActions {
		if !s.budget.Spend(stepsPerLook) {
			err := &formula.Error{Code: formula.SafetyLimit, Offset: -1, Message: "the sheet's limit of steps is used up", Data: map[string]any{"limit": "maxFormulaSteps"}}
			s.listingIssue(l, err, nil)
			return &Bar{Code: string(err.Code)}, false
		}
		i := &s.instances[n]
		if i.Effect.Self && i.Entry() != l.Entry || !i.Matches(l.Action.Tags) || !i.Active() {
			continue
		}
		names := &s.room.barring
		*names = context{Carrier: i.Carrier, action: formula.ObjectValue(actionView{l.Carrier})}
		ok, err := s.holds(i.Effect.When, names)
		open := formula.False
		if err == nil && ok && i.Effect.Value != nil {
			open, err = s.eval(i.Effect.Value, names)
		}
		if err != nil {
			s.listingIssue(l, err, i.Effect.Value)
			continue
		}
		if ok && !open.Bool() {
			return &Bar{Code: "barred", Source: &i.Source}, false
		}
	}
	return nil, false
}

// actionView is the action's own item and self, for formulas whose item and self are another's.
type actionView struct{ *Carrier }

func (v actionView) Member(name string) (formula.Value, *formula.Error) {
	switch name {
	case "item":
		return v.Item, nil
	case "self":
		return v.Self, nil
	}
	return formula.Absent, nil
}

func (v actionView) Members() (names []string) {
	for _, name := range []string{"item", "self"} {
		if m, _ := v.Member(name); !m.IsAbsent() {
			names = append(names, name)
		}
	}
	return names
}

func (s *Sheet) listingIssue(l *Listing, err *formula.Error, f *pack.Formula) {
	issue := s.formulaIssue(err, f, l.Carrier.Source, map[string]any{"action": l.ID})
	issue.Path = "action:" + l.ID
	s.report(issueListing, l.n, issue)
}

// allActions are the actions of rules, types, items and options.
func allActions(rs *pack.Ruleset) []*pack.Action {
	all := append([]*pack.Action(nil), rs.Actions...)
	var carried func(c *pack.Carried)
	carried = func(c *pack.Carried) {
		all = append(all, c.Actions...)
		for _, choice := range c.Choices {
			for _, o := range choice.Options.Written {
				carried(&o.Carried)
			}
		}
	}
	carried(&rs.Rules)
	for _, t := range rs.Types {
		carried(&t.Carried)
	}
	for _, i := range rs.Items {
		carried(&i.Carried)
	}
	return all
}

// Situations are the situational choices that an action may take.
func (r *Rules) Situations(a *pack.Action) []*pack.Situational { return r.situations[a] }

// SituationAvailable reports whether a situational choice may be selected.
func (s *Sheet) SituationAvailable(choice *pack.Situational) (bool, *formula.Error) {
	if choice.Available == nil {
		return true, nil
	}
	v, err, told := s.try(choice.Available, s)
	if err != nil && !told {
		issue := s.formulaIssue(err, choice.Available, Source{"situational", choice.ID, ""}, nil)
		issue.Path = "situational:" + choice.ID
		s.report(issueSituational, choice.N, issue)
	}
	return err == nil && v.Bool(), err
}
