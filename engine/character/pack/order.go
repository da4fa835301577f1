package pack

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

// orderFields puts computed fields, and inputs whose default is computed, behind those that they read.
// A ring is reported once, named from its first member on.
func (l *loader) orderFields() {
	const (
		fresh = iota
		open
		done
	)
	fields := l.build.Fields
	state := make([]int, len(fields))
	var path []*Field
	var visit func(f *Field)
	visit = func(f *Field) {
		switch state[f.N] {
		case done:
			return
		case open:
			for i := range path {
				if path[i] == f {
					l.ring(path[i:])
				}
			}
			return
		}
		state[f.N] = open
		path = append(path, f)
		for _, g := range l.readsOf(f) {
			visit(g)
		}
		path = path[:len(path)-1]
		state[f.N] = done
		if f.Formula != nil || f.DefaultFormula != nil {
			f.Rank = len(l.build.Order)
			l.build.Order = append(l.build.Order, f)
		}
	}
	for _, f := range fields {
		f.Rank = -1
	}
	for _, f := range fields {
		visit(f)
	}
}

// readsOf gives the fields that a field's formula names.
func (l *loader) readsOf(f *Field) []*Field {
	x := f.Formula
	if x == nil {
		x = f.DefaultFormula
	}
	if x == nil || x.Code == nil {
		return nil
	}
	var out []*Field
	for _, r := range x.Code.Reads() {
		if n := FieldOfSlot(r.Slot); n >= 0 {
			out = append(out, l.build.Fields[n])
		}
	}
	return out
}

func (l *loader) ring(ring []*Field) {
	first := 0
	for i, f := range ring {
		if f.N < ring[first].N {
			first = i
		}
	}
	ids, names := []string{}, []string{}
	for i := range ring {
		f := ring[(first+i)%len(ring)]
		ids, names = append(ids, f.ID), append(names, f.Name)
	}
	pos := diag.Pos{}
	f := ring[first]
	if f.Formula != nil {
		pos = f.Formula.Pos
	} else {
		pos = f.DefaultFormula.Pos
	}
	l.faults.report(Cycle, pos, data{"fields": ids}, "make one of them not read the next", "these fields are computed from one another in a ring: %s", strings.Join(append(names, names[0]), " → "))
}
