package sheet

import (
	"maps"
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// followUp is a follow-up that something of the character brings.
type followUp struct {
	carrier *Carrier
	def     *pack.FollowUp
}

// Offer is an action that is offered.
type Offer struct {
	ID       string
	FollowUp string // qualified
	Derived  bool   // it follows from the sheet; else it is stored in the character
	Source   Source
	Action   string
	Entry    string
	Content  string // the source of the action, if any
	Params   []Param
}

// Param is a param that an offer or a use fixes.
type Param struct {
	Name  string
	Value any
}

// sourceContent is the content id that a listing names for what a carrier brings.
func (c *Carrier) sourceContent() string {
	if c.parent != nil && c.Content != nil {
		return c.Content.ID
	}
	return ""
}

// Offers lists what is offered: derived offers in instance order, then stored ones in the order of the
// file. A derived offer's id is its follow-up's, with the entry and the source behind it where it has them.
func (s *Sheet) Offers() []Offer {
	var out []Offer
	taken, again := map[string]bool{}, map[string]int{}
	for n, f := range s.followUps {
		if !f.def.Derived() || !f.carrier.Active() {
			continue
		}
		v, err, told := s.try(f.def.When, f.carrier)
		if err == nil && v.Bool() {
			var params []Param
			if params, err, told = s.params(f.def.Params, f.carrier); err == nil {
				o := s.offer(f.carrier, f.def)
				o.Derived, o.Params = true, params
				o.ID = o.FollowUp
				for _, part := range []string{o.Entry, o.Content} {
					if part != "" {
						o.ID += "@" + part
					}
				}
				for name := o.FollowUp + "@" + o.Entry + "@"; taken[o.ID]; {
					again[name] = max(again[name], 1) + 1
					o.ID = name + strconv.Itoa(again[name])
				}
				taken[o.ID] = true
				out = append(out, o)
			}
		}
		if err != nil && !told {
			issue := s.formulaIssue(err, f.def.When, f.carrier.Source, nil)
			issue.Path = "followUp:" + f.def.ID
			s.report(issueOffer, n, issue)
		}
	}
	for _, f := range s.Character.FollowUps {
		if o, ok := s.stored(f); ok {
			out = append(out, o)
		}
	}
	return out
}

// stored is a stored offer. It is left out when no loaded pack has its follow-up, or when the copy that
// made it is gone.
func (s *Sheet) stored(f *FollowUp) (Offer, bool) {
	def := s.Rules.FollowUp(f.FollowUp)
	if def == nil {
		return Offer{}, false
	}
	o := Offer{ID: f.ID, FollowUp: f.FollowUp, Source: Source{Type: "rules", ID: def.Pack.ID}, Action: def.Action.ID}
	if f.Source != nil {
		c := s.carrierOf(*f.Source)
		if c == nil {
			return Offer{}, false
		}
		o = s.offer(c, def)
		o.ID = f.ID
	}
	for _, name := range slices.Sorted(maps.Keys(f.Params)) {
		o.Params = append(o.Params, Param{name, f.Params[name]})
	}
	return o, true
}

// carrierOf finds an active carrier by its source.
func (s *Sheet) carrierOf(source Source) *Carrier {
	for _, c := range s.carriers {
		if c.Source == source && c.Active() {
			return c
		}
	}
	return nil
}

func (s *Sheet) offer(c *Carrier, def *pack.FollowUp) Offer {
	o := Offer{FollowUp: def.ID, Source: c.Source, Action: def.Action.ID}
	// An action of the rules is listed with the copy only where the copy lists it.
	for _, l := range s.listedBy(c) {
		if l.action == def.Target || l.is(def.Action.ID) {
			o.Action, o.Entry, o.Content = l.id(), c.Source.Entry, c.sourceContent()
		}
	}
	return o
}

// listedBy gives the actions that a carrier brings.
func (s *Sheet) listedBy(c *Carrier) []listed {
	if s.byCarrier == nil {
		s.byCarrier = map[*Carrier][]listed{}
		for _, l := range s.listed {
			s.byCarrier[l.carrier] = append(s.byCarrier[l.carrier], l)
		}
	}
	return s.byCarrier[c]
}

// params evaluates fixed params; one that gives null is left out.
func (s *Sheet) params(list []pack.Named, names formula.Names) (out []Param, err *formula.Error, told bool) {
	for _, p := range list {
		v, err, told := s.try(p.Formula, names)
		if err != nil {
			return nil, err, told
		}
		if v.Kind() != formula.NullKind && !v.IsAbsent() {
			out = append(out, Param{p.Name, data(v)})
		}
	}
	return out, nil, false
}

// Fixed evaluates the params that a listing's use fixes.
func (s *Sheet) Fixed(l *Listing) ([]Param, *formula.Error) {
	if l.Use == nil {
		return nil, nil
	}
	out, err, _ := s.params(l.Use.Params, l.Carrier)
	return out, err
}
