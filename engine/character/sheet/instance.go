package sheet

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// Instance is an effect as one carrier brings it.
type Instance struct {
	*Carrier
	Effect *pack.Effect
	n      int32
}

// instance takes up an effect.
func (s *Sheet) instance(c *Carrier, e *pack.Effect) {
	n := int32(len(s.instances))
	s.instances = append(s.instances, Instance{c, e, n})
	switch e.On {
	case pack.OnFields:
		plan := &s.effects[e.N]
		if plan.dynamic {
			s.anyField = append(s.anyField, n)
		}
		for _, field := range plan.fields {
			s.chain(&s.onField[field], n)
		}
	case pack.OnRolls:
		s.onRolls = append(s.onRolls, n)
	case pack.OnSteps:
		s.onSteps = append(s.onSteps, n)
	case pack.OnIncoming:
		s.incoming = append(s.incoming, n)
	case pack.OnActions:
		s.onActions = append(s.onActions, n)
	}
}

func (s *Sheet) chain(c *chain, n int32) {
	s.next = append(s.next, link{n, 0})
	at := int32(len(s.next) - 1)
	if c.first == 0 {
		c.first = at
	} else {
		s.next[c.last].next = at
	}
	c.last = at
}

// Holds evaluates the effect's when in a context; the carrier's own is its default.
func (i *Instance) Holds(names formula.Names) (bool, *formula.Error) {
	if names == nil {
		names = i.Carrier
	}
	return i.holds(i.Effect.When, names)
}

// StackSource is what the stack key `source` compares: the content that carries the effect.
type StackSource struct{ Type, ID string }

// StackSource is the content that carries the effect.
func (i *Instance) StackSource() StackSource { return StackSource{i.Source.Type, i.Source.ID} }

// Matches reports whether one of the tags is one of the effect's, or below one.
func (i *Instance) Matches(tags []string) bool { return underAny(tags, i.Effect.Tags) }

func underAny(tags, above []string) bool {
	for _, tag := range tags {
		for _, top := range above {
			if pack.Under(tag, top) {
				return true
			}
		}
	}
	return false
}

// Rolls lists the instances that may act on a roll with these tags, in instance order, for an action of
// the copy entry: those of active carriers whose target matches. Their when is still to be asked, with
// the action's names.
func (s *Sheet) Rolls(tags []string, entry string) []*Instance {
	return s.AppendRolls(nil, tags, entry)
}

// AppendRolls is [Sheet.Rolls] behind what a list has.
func (s *Sheet) AppendRolls(to []*Instance, tags []string, entry string) []*Instance {
	return s.matching(to, s.onRolls, tags, entry)
}

// Steps lists the instances that add options or changes to a step with these tags, as [Sheet.Rolls] does.
func (s *Sheet) Steps(tags []string, entry string) []*Instance {
	return s.matching(nil, s.onSteps, tags, entry)
}

func (s *Sheet) matching(to []*Instance, list []int32, tags []string, entry string) []*Instance {
	for _, n := range list {
		i := &s.instances[n]
		if (!i.Effect.Self || entry != "" && i.Entry() == entry) && i.Matches(tags) && i.Active() {
			to = append(to, i)
		}
	}
	return to
}

// Situational gives the instances of a situational choice that was selected. They come behind the others.
func (s *Sheet) Situational(choice *pack.Situational) []*Instance {
	if s.situational == nil {
		s.situational = s.room.situational.List(len(s.Rules.Situational))
	}
	out := s.situational[choice.N]
	if out == nil {
		c := s.room.carriers.One()
		*c = Carrier{Sheet: s, Source: Source{Type: "situational", ID: choice.ID}, state: done}
		out = s.room.found.List(len(choice.Effects))
		for i, e := range choice.Effects {
			out[i] = s.room.added.One()
			*out[i] = Instance{Carrier: c, Effect: e, n: int32(len(s.instances) + e.N)}
		}
		s.situational[choice.N] = out
	}
	return out
}

// Order is the instance's place in instance order.
func (i *Instance) Order() int { return int(i.n) }
