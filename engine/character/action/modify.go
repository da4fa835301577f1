package action

import (
	"errors"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/dice"
)

// modifiers are the counted roll modifiers of a type, in effect order, each with its value. Those with a
// value are stacked by key, compared by it. The list holds until the next one is asked for.
func (b *building) modifiers(t pack.ModifierType) []*rollEffect {
	b.values = b.values[:0]
	for _, e := range b.effects {
		if e.Effect.Op != pack.RollModifier || e.Effect.Modifier.Type != t {
			continue
		}
		if v := e.Effect.Modifier.Value; v != nil {
			e.value = b.eval(v, e.names, b.path)
		}
		b.values = append(b.values, e)
	}
	return b.counted(b.values)
}

// reaches reports whether a modifier reaches an item.
func (e *rollEffect) reaches(it *Item) bool {
	return len(e.Effect.Parts) == 0 || tagged(it.Tags, e.Effect.Parts)
}

var dieSizes = []int{4, 6, 8, 10, 12}

// stepDice moves the dice of parts along the sizes of dice (seed, 2b).
func (b *building) stepDice() {
	steps := b.modifiers(pack.StepDie)
	if len(steps) == 0 {
		return
	}
	for _, it := range b.items {
		if !it.isDice() || it.made.part == nil {
			continue
		}
		by, old := 0, it.made.term.Sides
		for _, e := range steps {
			if e.reaches(it) {
				by += b.whole(e.value)
			}
		}
		for i, size := range dieSizes {
			if size == old && it.made.term.Die == (dice.Die{Sides: size}) {
				it.made.term.Sides = dieSizes[min(max(i+by, 0), len(dieSizes)-1)]
			}
		}
		if it.made.term.Sides != old {
			it.SteppedFrom = old
		}
	}
}

func (b *building) whole(v formula.Value) int {
	if v.Kind() != formula.IntKind {
		b.mismatch(b.path, "an integer", v)
	}
	return v.Int()
}

// poolDice adds dice to the first dice item of a part (seed, 3).
func (b *building) poolDice() {
	for _, e := range b.modifiers(pack.PoolDice) {
		it := b.firstDice(func(it *Item) bool { return it.made.part != nil && (e.Effect.Part == "" || it.Part == e.Effect.Part) })
		n := b.whole(e.value)
		if it == nil || n == 0 {
			continue
		}
		if n < 0 {
			it.made.term.Count = max(it.made.term.Count+n, 0)
			if own := it.made.term.Count; len(it.made.joined) > own {
				it.made.joined = it.made.joined[:own]
			}
			continue
		}
		b.limitDice(it.made.term.Count + n)
		for len(it.made.joined) < it.made.term.Count {
			it.made.joined = append(it.made.joined, nil)
		}
		from := b.own.source(&e.Source)
		for range n {
			it.made.joined = append(it.made.joined, from)
		}
		it.made.term.Count += n
	}
}

func (b *building) limitDice(n int) {
	if n > b.limits.Dice {
		b.fail("safety-limit-exceeded", b.path, map[string]any{"limit": "maxDice", "value": b.limits.Dice}, "%d dice in one roll, and at most %d may be rolled", n, b.limits.Dice)
	}
}

func (b *building) firstDice(fits func(*Item) bool) *Item {
	for _, it := range b.items {
		if it.isDice() && fits(it) {
			return it
		}
	}
	return nil
}

// ifEmpty puts other dice in for parts without any (seed, 4).
func (b *building) ifEmpty() {
	for _, p := range b.parts {
		first := (*Item)(nil)
		for _, it := range p.items {
			if it.isDice() {
				first = it
				break
			}
		}
		if first == nil || first.made.term.Count > 0 || p.part.IfEmpty == nil {
			continue
		}
		b.empty = true
		like := *first
		like.SteppedFrom = 0
		b.replace(p.items, b.itemsOf(b.dice(p.part.IfEmpty, b.c), &like, p.part))
	}
}

// replace puts items in the place of others, which stand together.
func (b *building) replace(old, put []*Item) {
	var out []*Item
	placed := false
	for _, it := range b.items {
		stale := false
		for _, o := range old {
			stale = stale || o == it
		}
		if !stale {
			out = append(out, it)
		} else if !placed {
			placed = true
			out = append(out, put...)
		}
	}
	b.items = out
}

// advantage adds dice to the main item, and keeps the better or the worse (seed, 5).
func (b *building) advantage() {
	up, down := len(b.modifiers(pack.Advantage)), len(b.modifiers(pack.Disadvantage))
	if len(b.modifiers(pack.NoAdvantage)) > 0 {
		up = 0
	}
	if len(b.modifiers(pack.NoDisadvantage)) > 0 {
		down = 0
	}
	extra := 0
	switch b.rules.Settings.Advantage {
	case "net":
		extra = up - down
	case "stack":
		if up > 0 && down > 0 {
			b.fail("conflicting-roll-modifiers", b.path, map[string]any{"advantage": up, "disadvantage": down}, "the roll has both advantage and disadvantage, and they stack")
		}
		extra = up - down
	default:
		if up > 0 && down == 0 {
			extra = 1
		} else if down > 0 && up == 0 {
			extra = -1
		}
	}
	main := b.firstDice(func(*Item) bool { return true })
	if extra == 0 || main == nil {
		return
	}
	t := &main.made.term
	if t.Keep == (dice.Keep{}) {
		if (extra > 0) == (b.step.Roll.Better != "low") {
			t.Keep.High = t.Count
		} else {
			t.Keep.Low = t.Count
		}
	}
	b.limitDice(t.Count + max(extra, -extra))
	t.Count += max(extra, -extra)
}

// multiplyDice multiplies the counts of dice (seed, 6).
func (b *building) multiplyDice() {
	for _, e := range b.modifiers(pack.MultiplyDice) {
		for _, it := range b.items {
			if it.isDice() && !it.fixed() && e.reaches(it) {
				n := float64(b.times(number(it.made.term.Count), e))
				b.limitDice(int(min(max(n, 0), 1<<40)))
				it.made.term.Count = int(max(n, 0))
			}
		}
	}
}

// times multiplies by an effect's factor; what was whole is rounded.
func (b *building) times(n number, e *rollEffect) number {
	x := formula.SixPlaces(float64(n) * e.value.Number())
	if n.whole() {
		x = b.rules.Round(x, e.Effect.Rounding)
	}
	return number(x)
}

// modifyDice adds rerolls, least faces and explosions to dice that have none (seed, 7).
func (b *building) modifyDice() {
	add := func(t pack.ModifierType, put func(*dice.Term, formula.Value)) {
		for _, e := range b.modifiers(t) {
			for _, it := range b.items {
				if it.isDice() && e.reaches(it) {
					put(&it.made.term, e.value)
				}
			}
		}
	}
	add(pack.Reroll, func(t *dice.Term, below formula.Value) {
		if t.Reroll.Op == dice.Never {
			t.Reroll = dice.Condition{Op: dice.AtMost, N: b.whole(below)}
		}
	})
	add(pack.RerollOnce, func(t *dice.Term, below formula.Value) {
		if t.RerollOnce.Op == dice.Never {
			t.RerollOnce = dice.Condition{Op: dice.AtMost, N: b.whole(below)}
		}
	})
	add(pack.MinimumFace, func(t *dice.Term, face formula.Value) {
		if !t.Minimum.On {
			t.Minimum = dice.Minimum{On: true, N: b.whole(face)}
		}
	})
	add(pack.Explode, func(t *dice.Term, from formula.Value) {
		if t.Explode.How == dice.NoBurst {
			t.Explode.How = dice.Further
			if !from.IsAbsent() {
				t.Explode.When = dice.Condition{Op: dice.AtLeast, N: b.whole(from)}
			}
		}
	})
}

// giveFaces lays faces down that are not rolled (seed, 8).
func (b *building) giveFaces() {
	main := b.firstDice(func(*Item) bool { return true })
	for _, e := range b.modifiers(pack.SetFaces) {
		it := main
		if len(e.Effect.Parts) > 0 {
			it = b.firstDice(func(it *Item) bool { return it.made.part != nil && tagged(it.Tags, e.Effect.Parts) })
		}
		if it == nil || it.made.set != nil {
			continue
		}
		it.made.set = []int{}
		for _, v := range e.value.List() {
			face := b.whole(v)
			if !it.made.term.Has(face) {
				b.fail("invalid-face", b.path, map[string]any{"face": face, "sides": it.made.term.Sides}, "a %s has no face %d", it.made.term.Die, face)
			}
			if len(it.made.set) < it.made.term.Count {
				it.made.set = append(it.made.set, face)
			}
		}
	}
}

// diceFault turns an error of the dice into one of the run.
func (b *building) diceFault(err error) {
	switch {
	case errors.Is(err, dice.ErrFace):
		b.fail("invalid-face", b.path, nil, "%s", err)
	default:
		b.fail("safety-limit-exceeded", b.path, map[string]any{"limit": "dice"}, "%s", err)
	}
}

// finish writes down what the built items are, and gives the list of them.
func (b *building) finish() []*Item {
	for _, it := range b.items {
		if it.isDice() {
			t := &it.made.term
			it.count = t.Count
			it.Count, it.Sides, it.Zero = &it.count, t.Sides, t.Low() == 0
			it.Dice = dice.Dice{Terms: []dice.Term{*t}}.String()
		}
	}
	list := b.own.lists.List(len(b.items))
	copy(list, b.items)
	return list
}
