package sheet

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
)

// nodeOf is something that is being worked out: a field, a carrier or a choice.
type nodeOf struct {
	field   int // when the others are nil
	tags    bool
	carrier *Carrier
	choice  *ChoiceNode
}

// deepestChain bounds how long a chain of things that need one another may be.
const deepestChain = 10_000

func (s *Sheet) enter(n nodeOf) { s.under = append(s.under, n) }

func (s *Sheet) leave() { s.under = s.under[:len(s.under)-1] }

func (s *Sheet) name(n nodeOf) string {
	switch {
	case n.carrier != nil:
		return n.carrier.Source.ID
	case n.choice != nil:
		return n.choice.Path.String()
	case n.tags:
		return "tags of " + s.Rules.Fields[n.field].ID
	}
	return s.Rules.Fields[n.field].ID
}

func (s *Sheet) errOf(n nodeOf) **formula.Error {
	switch {
	case n.carrier != nil:
		return &n.carrier.err
	case n.choice != nil:
		return &n.choice.err
	case n.tags:
		return &s.cells[n.field].tagErr
	}
	return &s.cells[n.field].err
}

// ring lets everything between the thing that err belongs to and the innermost one fail: they need one
// another. All of a ring fail, so that it does not matter which of them was asked first.
func (s *Sheet) ring(err **formula.Error) *formula.Error {
	from := len(s.under) - 1
	for from > 0 && s.errOf(s.under[from]) != err {
		from--
	}
	members := s.under[from:]
	names := make([]string, len(members))
	least := 0
	for i, m := range members {
		names[i] = s.name(m)
		if names[i] < names[least] {
			least = i
		}
	}
	names = append(append([]string(nil), names[least:]...), names[:least]...)
	fault := &formula.Error{Code: "cycle", Offset: -1, Message: "these need one another: " + strings.Join(append(names, names[0]), " → "), Data: map[string]any{"members": names}}
	for _, m := range members {
		if at := s.errOf(m); *at == nil {
			*at = fault
		}
	}
	s.failed = true
	return fault
}

// tooDeep is the fault of a chain that is too long.
func (s *Sheet) tooDeep() *formula.Error {
	if len(s.under) < deepestChain {
		return nil
	}
	return &formula.Error{Code: formula.SafetyLimit, Offset: -1, Message: "more than 10,000 fields need one another in one chain", Data: map[string]any{"limit": deepestChain}}
}
