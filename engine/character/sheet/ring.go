package sheet

import (
	"slices"
	"strconv"
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

// Rings are the strongly connected parts of what needs what, found while it is worked out (Gabow's algorithm).
// Of what is being worked out, s.under, everything from one root on to the next one is in one ring. What is
// worked out but in a ring with something that is not is open: whoever reads it then is in the ring too.

func (s *Sheet) enter(n nodeOf) {
	s.roots = append(s.roots, len(s.under))
	s.under = append(s.under, n)
}

func (s *Sheet) leave() {
	at := len(s.under) - 1
	n := s.under[at]
	s.under = s.under[:at]
	root := s.roots[len(s.roots)-1]
	if root < at {
		if s.openIn == nil {
			s.openIn = map[**formula.Error]openIn{}
		}
		s.open = append(s.open, openNode{s.errOf(n), at})
		s.openIn[s.errOf(n)] = openIn{root, s.errOf(s.under[root])}
		return
	}
	s.roots = s.roots[:len(s.roots)-1]
	for k := len(s.open) - 1; k >= 0 && s.open[k].depth > at; k-- {
		delete(s.openIn, s.open[k].err)
		s.open = s.open[:k]
	}
}

// openNode is something that is worked out and in a ring with something that is not.
type openNode struct {
	err   **formula.Error
	depth int // where it stood
}

// openIn is where the ring of something open began, as it stood then.
type openIn struct {
	at   int
	root **formula.Error
}

// rejoin is called where something that failed is read again: whoever reads it is in its ring while that
// is open.
func (s *Sheet) rejoin(err **formula.Error) {
	in, ok := s.openIn[err]
	if !ok {
		return
	}
	last := in
	for on := true; on; {
		if in, on = s.openIn[last.root]; on {
			last = in
		}
	}
	for in, ok := s.openIn[err]; ok && in != last; in, ok = s.openIn[err] { // shorter next time
		s.openIn[err], err = last, in.root
	}
	s.join(last.at)
}

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

// ring lets everything between the thing that err belongs to, which is being worked out, and the innermost
// one fail: they need one another.
func (s *Sheet) ring(err **formula.Error) *formula.Error {
	s.failed = true
	at := len(s.under) - 1
	for at > 0 && s.errOf(s.under[at]) != err {
		at--
	}
	s.join(at)
	return *err
}

// join puts everything from a place on into one ring. All of a ring fail, and each reads nothing of the
// others, so that it does not matter which of them was asked first.
func (s *Sheet) join(at int) {
	last := len(s.under) - 1
	old := s.roots[len(s.roots)-1]
	for s.roots[len(s.roots)-1] > at {
		s.roots = s.roots[:len(s.roots)-1]
	}
	root := s.roots[len(s.roots)-1]
	if root == old && *s.errOf(s.under[last]) != nil {
		return
	}
	fault := s.cycle(s.under[root:])
	for _, n := range append(s.under[root:old:old], s.under[last]) {
		if err := s.errOf(n); *err == nil {
			*err = fault
		}
	}
}

// mostNamed bounds how many members of a ring are named.
const mostNamed = 20

func (s *Sheet) cycle(members []nodeOf) *formula.Error {
	names := make([]string, 0, mostNamed)
	for _, m := range members[:min(len(members), mostNamed)] {
		names = append(names, s.name(m))
	}
	text := "these need one another: "
	if more := len(members) - len(names); more > 0 {
		text += strings.Join(names, " → ") + " → " + strconv.Itoa(more) + " more → " + names[0]
	} else {
		least := slices.Index(names, slices.Min(names))
		names = append(append([]string(nil), names[least:]...), names[:least]...)
		text += strings.Join(append(names, names[0]), " → ")
	}
	return &formula.Error{Code: "cycle", Offset: -1, Message: text, Data: map[string]any{"members": names}}
}

// tooDeep is the fault of a chain that is too long.
func (s *Sheet) tooDeep() *formula.Error {
	if len(s.under) < deepestChain {
		return nil
	}
	return &formula.Error{Code: formula.SafetyLimit, Offset: -1, Message: "more than 10,000 fields need one another in one chain", Data: map[string]any{"limit": deepestChain}}
}
