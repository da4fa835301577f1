package game

import (
	"math"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// roll asks a chance per die, uniform over the faces. w the faces rolled so far, n how many.
func (g *Game) roll(f *frame, a *program.Roll) {
	if f.state == asked {
		x := g.pend.asks[0].options[g.pick]
		if !a.N.Given() {
			g.bindName(a.As, x)
			f.done()
			return
		}
		f.w = value.Insert(g.epoch, f.w, len(f.w.Items()), x)
	} else {
		f.n = 1
		if a.N.Given() {
			f.n = int32(g.count(&a.N, "n", int64(g.limits.ZoneItems)))
			f.w = g.keep(value.OfList(nil))
		}
		f.state = asked
	}
	if a.N.Given() && len(f.w.Items()) >= int(f.n) {
		g.bindName(a.As, value.Share(g.epoch, f.w))
		f.done()
		return
	}
	die := g.value(&a.Die)
	p := g.begin(Chance, f, g.visible(f, a.Visible, everyone))
	q := p.addAsk(-1, plainOptions)
	if die.IsInt() {
		if die.Int() < 1 || die.Int() > 1_000_000 {
			g.failHere("a die of %d sides", die.Int())
		}
		for i := int64(1); i <= die.Int(); i++ {
			q.options = append(q.options, value.OfInt(i))
		}
		return
	}
	for _, x := range g.elems(die, "die") {
		q.options = append(q.options, g.keep(x))
	}
	if len(q.options) == 0 {
		g.failHere("a die without faces")
	}
}

// bindName binds an optional `as`.
func (g *Game) bindName(name int32, v value.Value) {
	if name != program.NoName {
		g.bind(name, v)
	}
}

// sample asks which outcome of a model happens and runs its effect in a copy of the names.
func (g *Game) sample(f *frame, a *program.Sample) {
	m := &g.prog.Outcomes[a.Model]
	if f.state == fresh {
		p := g.begin(Chance, f, everyone)
		p.model = a.Model
		q := p.addAsk(-1, plainOptions)
		sum := 0.0
		for i := range m.Outcomes {
			w, ok := value.Number(g.value(&m.Outcomes[i].P))
			if !ok || math.IsNaN(w) || math.IsInf(w, 0) || w < 0 {
				g.fail("outcome model %s: the probability of %s is no number from 0 to 1", m.Name, g.label(m.Outcomes[i].ID))
			}
			sum += w
			p.weights = append(p.weights, w)
			q.options = append(q.options, m.Outcomes[i].ID)
		}
		if math.Abs(sum-1) > 1e-6 {
			g.fail("outcome model %s: probabilities add up to %.6f, not 1", m.Name, sum)
		}
		f.state = asked
		return
	}
	i := g.pick
	o := &m.Outcomes[i]
	g.eventID(m.Event[i])
	g.bindName(a.As, o.ID)
	f.done()
	if o.Effect >= 0 {
		b := g.runBlock(o.Effect, f.scope, f.place)
		b.scope, b.own = g.openScope(b.scope), true
	}
}
