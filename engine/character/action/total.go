package action

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// total multiplies the items and adds them up (seed: Rolling, multiply and result).
func (b *building) total(out *rolled) {
	for _, e := range b.modifiers(pack.MultiplyRoll) {
		factor := e.value.Number()
		for _, it := range out.items {
			if it.fixed() || !e.reaches(it) {
				continue
			}
			it.Value = b.times(it.Value, e)
			product := number(1)
			if it.Factor != nil {
				product = *it.Factor
			}
			product = number(formula.SixPlaces(float64(product) * factor))
			it.Factor = &product
		}
	}
	sum := 0.0
	for _, it := range out.items {
		sum += float64(it.Value)
	}
	out.unbounded = number(formula.SixPlaces(sum))
	out.total = out.unbounded
}

// bound raises and lowers the total (seed: Rolling, bounds).
func (b *building) bound(out *rolled) {
	apply := func(e *rollEffect, moves bool) {
		if moves {
			out.total = b.toNumber(e.value)
			out.bounds = append(out.bounds, Bound{b.own.source(&e.Source), string(e.Effect.Op), out.total})
		}
	}
	if e := b.extreme(pack.AtLeast, "", higher); e != nil {
		apply(e, b.toNumber(e.value) > out.total)
	}
	if e := b.extreme(pack.AtMost, "", lower); e != nil {
		apply(e, b.toNumber(e.value) < out.total)
	}
}

func higher(a, b float64) bool { return a > b }

func lower(a, b float64) bool { return a < b }

// extreme is the effect of an op on a tally (empty: the total) whose value goes furthest.
func (b *building) extreme(op pack.Op, name string, better func(a, b float64) bool) *rollEffect {
	var best *rollEffect
	for _, e := range b.counted(b.valued(op, ofTally(name))) {
		if best == nil || better(e.value.Number(), best.value.Number()) {
			best = e
		}
	}
	return best
}

func ofTally(name string) func(*rollEffect) bool {
	return func(e *rollEffect) bool { return e.Effect.Tally == name }
}

// tallies sums up what effects add to tallies (seed: Roll tallies).
func (b *building) tallies() []tally {
	var out []tally
	for _, t := range b.rules.Tallies {
		if !slices.Contains(b.def.Pack.Visible, t.Pack) || slices.ContainsFunc(out, func(o tally) bool { return o.name == t.Name }) {
			continue
		}
		line := tally{name: t.Name}
		for _, e := range b.counted(b.valued(pack.Add, ofTally(t.Name))) {
			v := b.toNumber(e.value)
			line.value = number(formula.SixPlaces(float64(line.value + v)))
			line.sources = append(line.sources, TallyShare{b.own.source(&e.Source), string(pack.Add), v})
		}
		bound := func(e *rollEffect, moves func(v number) bool) {
			if e == nil {
				return
			}
			if v := b.toNumber(e.value); moves(v) {
				line.value = v
				line.sources = append(line.sources, TallyShare{b.own.source(&e.Source), string(e.Effect.Op), v})
			}
		}
		bound(b.extreme(pack.AtLeast, t.Name, higher), func(v number) bool { return v > line.value })
		bound(b.extreme(pack.AtMost, t.Name, lower), func(v number) bool { return v < line.value })
		out = append(out, line)
	}
	return out
}
