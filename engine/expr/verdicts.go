package expr

import "github.com/astragal-engine/astragal/engine/value"

// verdicts are what was said of the faces where what may change is with, a whole number or a text.
type verdicts struct {
	with value.Value
	value.Verdicts
}

// rows is for how many such values verdicts are remembered: for the first of those with the same last bits.
const rows = 16

// row gives the verdicts for with; nil where there are none.
func (h *hand) row(with value.Value) *verdicts {
	if row := h.rows[with.Bits()%rows].Load(); row != nil && row.with == with {
		return row
	}
	return nil
}

// begin is row, which is made where there may be one.
func (h *hand) begin(with value.Value) *verdicts {
	if !h.judges || !with.IsInt() && with.Kind() != value.Text {
		return nil
	}
	if at := &h.rows[with.Bits()%rows]; at.Load() == nil {
		at.CompareAndSwap(nil, &verdicts{with: with})
	}
	return h.row(with)
}

// closer is tell where nothing was said yet of some of the items.
func (h *hand) closer(env *Env, items []value.Value, with value.Value) (passed uint64, sure bool) {
	if len(items) == 0 {
		return 0, true // what it would be compared with is not asked for
	}
	if row := h.begin(with); row != nil {
		if passed, sure = h.judge(env, row, items); sure {
			return passed, true
		}
	}
	return h.scan(env, items)
}

// judge is what comes of items of whose faces something has still to be said.
func (h *hand) judge(env *Env, row *verdicts, items []value.Value) (passed uint64, sure bool) {
	var m memo
	for k := range h.atoms {
		if m.vals[k], m.have[k] = h.with[k](env); !m.have[k] {
			return 0, false
		}
	}
	for i := range items {
		face := env.Store.Face(items[i])
		if face == 0 {
			return 0, false
		}
		pass, known := row.Of(face)
		if !known {
			if pass, sure = h.attributes(env, items[i], &m); !sure {
				return 0, false
			}
			row.Add(face, pass)
		}
		if pass {
			passed |= 1 << uint(i)
		}
	}
	return passed, true
}

// scan looks at the attributes themselves.
func (h *hand) scan(env *Env, items []value.Value) (passed uint64, sure bool) {
	passed = 1<<uint(len(items)) - 1
	for k := range h.atoms {
		a, w := &h.atoms[k], &h.ready[k]
		if a.fixed.kind != constPart {
			var given value.Want
			w = &given
			if r, sure := h.with[k](env); !sure || !a.wants(w, r) {
				return 0, false
			}
		}
		some := passed
		for places := a.attr.places.Load(); ; places >>= 8 {
			if passed, sure = env.Store.Sift(items, some, places&0xff-1, w); sure || places>>8 == 0 {
				break
			}
		}
		if !sure || passed == 0 {
			return 0, sure
		}
	}
	return passed, true
}

// attributes reports whether x passes all atoms.
func (s *sieve) attributes(env *Env, x value.Value, m *memo) (pass, sure bool) {
	if pass, sure = s.attribute(env, x, m, 0); pass && sure {
		return s.others(env, x, m)
	}
	return pass, sure
}

// wants says what the atom, of an attribute that is compared with r, asks of an item, where the store can tell that.
func (a *atom) wants(w *value.Want, r value.Value) bool {
	switch {
	case r.IsInt():
		lo, hi, in, ok := interval(a.op, r.Int())
		w.Int(a.attr.key, lo, hi, a.want == in)
		return ok
	case r.Kind() == value.Text && (a.op == opEq || a.op == opNe):
		w.Text(a.attr.key, r, a.want == (a.op == opEq))
		return true
	}
	return false
}
