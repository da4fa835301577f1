package game

import (
	"errors"
	"math"

	"github.com/astragal-engine/astragal/engine/dice"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// roll asks a chance per die, uniform over the faces. w the faces rolled so far, n how many.
func (g *Game) roll(f *frame, a *program.Roll) {
	switch f.state {
	case diceAsked:
		f.w = g.own.Insert(f.w, len(f.w.Items()), g.pend.asks[0].options[g.pick])
		g.rollDice(f, a, g.value(&a.Die))
		return
	case asked:
		x := g.pend.asks[0].options[g.pick]
		if !a.N.Given() {
			g.bindName(a.As, x)
			f.done()
			return
		}
		f.w = g.own.Insert(f.w, len(f.w.Items()), x)
	default:
		f.n = 1
		if a.N.Given() {
			f.n = int32(g.count(&a.N, "n", int64(g.limits.ZoneItems)))
			f.w = g.own.List(nil)
		}
		f.state = asked
	}
	if a.N.Given() && len(f.w.Items()) >= int(f.n) {
		g.bindName(a.As, g.own.Share(f.w))
		f.done()
		return
	}
	die := g.value(&a.Die)
	if die.Kind() == value.Text {
		f.state, f.w = diceAsked, g.own.List(nil)
		g.rollDice(f, a, die)
		return
	}
	q := g.askDie(f, a)
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

// askDie begins the question of what falls; who asks adds the faces.
func (g *Game) askDie(f *frame, a *program.Roll) *ask {
	p := g.begin(Chance, f, g.visible(f, a.Visible, everyone))
	return p.addAsk(-1, plainOptions)
}

// rollDice rolls dice in notation with the faces so far, n times, and asks for the face that is
// missing. The totals are what the name is bound to.
func (g *Game) rollDice(f *frame, a *program.Roll, die value.Value) {
	if g.notation == nil {
		g.notation = new(notation)
	}
	d, ok := dice.Dice{}, false
	if die.Kind() == value.Text {
		d, ok = g.notation.read(die.Text())
	}
	if !ok {
		g.failHere("die gives %s, which is no dice notation", value.Repr(&g.store, die))
	}
	faces, used := f.w.Items(), 0
	var wanted dice.Die
	given := func(die dice.Die) (int, error) {
		if used == len(faces) {
			wanted = die
			return 0, dice.ErrEmpty
		}
		used++
		return int(faces[used-1].Int()), nil
	}
	totals := g.own.List(nil)
	for range f.n {
		limits := dice.Limits{Faces: mostFaces - used}
		switch err := d.RollInto(&g.notation.roll, given, dice.Options{Limits: limits}); {
		case errors.Is(err, dice.ErrEmpty):
			q := g.askDie(f, a)
			for face := wanted.Low(); face <= wanted.High(); face++ {
				q.options = append(q.options, value.OfInt(int64(face)))
			}
			return
		case err != nil:
			g.failHere("%s: %s", d, err)
		}
		total := value.OfInt(int64(g.notation.roll.Total))
		if !a.N.Given() {
			g.bindName(a.As, total)
			f.done()
			return
		}
		totals = g.own.Insert(totals, len(totals.Items()), total)
	}
	g.bindName(a.As, g.own.Share(totals))
	f.done()
}

// notation is the roll that was read last, in memory that is used again.
type notation struct {
	text string
	dice dice.Dice
	ok   bool
	roll dice.Roll
}

func (n *notation) read(text string) (dice.Dice, bool) {
	if n.text != text {
		n.text = text
		n.dice, n.ok = dice.Notation(text)
	}
	return n.dice, n.ok
}

// mostFaces bounds the faces of one roll op.
const mostFaces = 10_000

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
