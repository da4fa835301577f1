package action_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/dice"
)

// table draws packs with one action that rolls, and characters for them.
type table struct{ *rapid.T }

func (w table) int(low, high int) int   { return rapid.IntRange(low, high).Draw(w.T, "n") }
func (w table) one(of ...string) string { return rapid.SampledFrom(of).Draw(w.T, "one") }
func (w table) chance(percent int) bool { return w.int(1, 100) <= percent }

func (w table) dice() string {
	return fmt.Sprintf("%dd%d%s", w.int(0, 4), []int{4, 6, 8, 10, 12, 20, 100}[w.int(0, 6)], w.one("", "", "", "kh1", "dl1", "r1", "min2", "!", "kl2", "cs>=4", "ro<=2"))
}

func (w table) tags() string { return w.one("fire", "cold", "fire, cold", "") }
func (w table) key() string {
	return w.one("", "", ", stackKey: top", ", stackKey: typed", ", stackKey: source")
}

func (w table) part(i int) string {
	text := fmt.Sprintf("{id: p%d, tags: [%s]", i, w.tags())
	switch w.int(0, 4) {
	case 0:
		text += ", field: a"
	case 1:
		text += ", value: " + w.one("b", "a", "a + b", "'2.5'", "a / 3")
	default:
		text += fmt.Sprintf(", dice: '%s'", w.one(w.dice(), w.dice()+" - "+w.dice()+" + 2", "dice(b, 6)"))
		if w.chance(30) {
			text += ", ifEmpty: " + w.one("2d6kl1", "1d4 + 1")
		}
	}
	return text + w.one("", "", ", multiplied: false") + w.one("", "", ", when: a > 2") + "}"
}

func (w table) effect() string {
	parts := w.one("", "", ", parts: [fire]", ", parts: [cold]")
	mod := func(text string) string {
		return fmt.Sprintf("{target: {rolls: [roll]%s}, op: rollModifier, value: {type: %s}%s}", parts, text, w.key())
	}
	switch w.int(0, 14) {
	case 0:
		return mod("advantage")
	case 1:
		return mod("disadvantage")
	case 2:
		return mod(w.one("noAdvantage", "noDisadvantage"))
	case 3:
		return mod(fmt.Sprintf("stepDie, steps: %d", w.int(-3, 3)))
	case 4:
		return mod(fmt.Sprintf("poolDice, count: %d", w.int(-2, 3)))
	case 5:
		return mod("multiplyDice, factor: " + w.one("2", "3", "0"))
	case 6:
		return mod("multiply, factor: " + w.one("2", "0.5", "1.5", "-1"))
	case 7:
		return mod(w.one("reroll, below: 1", "rerollOnce, below: 2", "minimum, face: 3", "explode", "explode, at: 4"))
	case 8:
		return mod("setFaces, faces: '" + w.one("[1]", "[2, 3]", "[4, 4, 4, 4]", "[9]") + "'")
	case 9:
		return fmt.Sprintf("{target: {rolls: [roll]}, op: %s, value: %d%s}", w.one("atLeast", "atMost"), w.int(-5, 30), w.key())
	case 10:
		return fmt.Sprintf("{target: {rolls: [roll], tally: luck}, op: %s, value: %d%s}", w.one("add", "atLeast", "atMost"), w.int(-5, 5), w.key())
	case 11:
		return fmt.Sprintf("{target: {rolls: [roll], parts: [%s]}, op: set, value: '%s'%s}", w.one("fire", "cold"), w.one(w.dice(), "a", "7"), w.key())
	case 12:
		return fmt.Sprintf("{target: {field: %s}, op: add, value: %d%s}", w.one("a", "b"), w.int(-2, 3), w.key())
	}
	return fmt.Sprintf("{target: {rolls: [roll]}, op: add, value: '%s', tags: [%s]%s%s}", w.one(w.dice(), "3", "0 - 2", "a"), w.tags(), w.one("", ", multiplied: false"), w.key())
}

func (w table) effects() string {
	var all []string
	for range w.int(0, 4) {
		all = append(all, w.effect())
	}
	return strings.Join(all, ", ")
}

func (w table) rules() (rules, content string) {
	var parts []string
	for i := range w.int(1, 4) {
		parts = append(parts, w.part(i))
	}
	rules = fmt.Sprintf(`
tags: [roll, fire, cold]
settings: {rollModifiers: {advantage: %s}, rounding: %s, stacking: {top: highest, typed: highestBonusLowestPenalty}, limits: {maxDice: 60, maxExplosions: 20}}
fields: [{id: a, type: integer, default: 3}, {id: b, type: integer, default: 2}]
tallies: [{id: luck}]
bands: {set: {value: roll.total - a, bands: [{id: good, when: roll.value >= 5 && a > 0}, {id: kept, when: 'size(roll.kept) > 2'}, {id: bad, when: a < 9}]}}
effects: [%s]
situational: [{id: on, type: boolean, rolls: [roll], effects: [%s]}, {id: n, type: integer, rolls: [roll], effects: [%s]}]
contentTypes: [{id: thing, actions: [{id: act, steps: [{id: roll, kind: roll, tags: [roll], better: %s, bands: set, parts: [%s]}, {id: end, kind: outcome, data: {total: steps.roll.total, unbounded: steps.roll.unbounded, faces: steps.roll.faces, kept: steps.roll.kept}}]}]}]
`, w.one("cancel", "net", "stack"), w.one("floor", "ceil", "round"), w.effects(), w.effects(), w.effects(), w.one("high", "low"), strings.Join(parts, ", "))
	content = fmt.Sprintf("[{id: x, type: thing, effects: [%s]}, {id: y, type: thing, effects: [%s]}]", w.effects(), w.effects())
	return rules, content
}

func (w table) input(pause bool) string {
	policy := "auto"
	if pause {
		policy = "pause"
	}
	return fmt.Sprintf(`{"character": {"format": 1, "ruleset": {"p": "1.0.0"}, "id": "h", "values": {"p:a": %d, "p:b": %d},
		"inventory": [{"id": "x-1", "item": "p:x"}, {"id": "y-1", "item": "p:y"}, {"id": "x-2", "item": "p:x"}]},
		"action": {"id": "p:x#act", "entry": "x-1"}, "situational": {"p:on": %v, "p:n": %d}, "policy": {"dice": "%s"}}`,
		w.int(-2, 6), w.int(-1, 4), w.chance(50), w.int(0, 1), policy)
}

// What a roll may end in.
var rollFaults = map[string]bool{
	"conflicting-roll-modifiers": true, // advantage and disadvantage where they stack
	"invalid-face":               true, // a given face that is not on the die
	"safety-limit-exceeded":      true, // too many dice, or dice that never come to rest
	"type-mismatch":              true, // dice in the place of a number
	"invalid-argument":           true, // dice(-1, 6)
}

func TestRollsOfRandomPacks(t *testing.T) {
	rolled := 0
	rapid.Check(t, func(t *rapid.T) {
		w := table{t}
		rulesText, content := w.rules()
		rs, errs := pack.Load([]pack.Source{{Name: "p", FS: fstest.MapFS{
			"pack.yaml": {Data: []byte("id: p\nversion: 1.0.0\n")}, "rules/a.yaml": {Data: []byte(rulesText)}, "content/a.yaml": {Data: []byte(content)},
		}}}, pack.Options{})
		if rs == nil {
			t.Fatalf("%v\n%s\n%s", errs, rulesText, content)
		}
		rules := sheet.Prepare(rs)
		o := action.Options{Dice: action.Seeded(rapid.Uint64().Draw(t, "seed"))}
		pause := w.chance(40)
		text := []byte(w.input(pause))
		run := func() *action.Result {
			in, err := action.ReadInput(text)
			require.NoError(t, err)
			r := action.Start(rules, in, o)
			for r.Needs != nil { // an answer to each pause, by the same dice
				var a action.Answer
				for _, n := range r.Needs.Dice {
					for i := range n.Count {
						die := dice.Die{Sides: n.Sides}
						face, _ := o.Dice(die, len(a.Faces)+i*7+len(r.State.Answers))
						a.Faces = append(a.Faces, face)
					}
				}
				r = action.Continue(rules, r.State, a, nil, o)
			}
			return r
		}
		r := run()
		got, err := r.MarshalJSON()
		require.NoError(t, err)
		for range 10 {
			again, err := run().MarshalJSON()
			require.NoError(t, err)
			require.Equal(t, string(got), string(again))
		}
		if len(r.Errors) > 0 {
			require.True(t, rollFaults[r.Errors[0].Code], "%s\n%s\n%s", got, rulesText, content)
			return
		}
		rolled++
		soundRoll(t, r)
	})
	require.Greater(t, rolled, 20)
}

// soundRoll holds the items of a roll against its total, its faces and the notation of its dice.
func soundRoll(t *rapid.T, r *action.Result) {
	e := r.Log[0]
	var end struct {
		Data struct {
			Total, Unbounded float64
			Faces, Kept      []int
		}
	}
	require.NoError(t, unmarshal(r.Outcome, &end))
	sum, faces, kept := 0.0, []int{}, []int{}
	for _, it := range e.Items {
		sum += float64(it.Value)
		if it.Kind == "flat" {
			require.Empty(t, it.Faces)
			continue
		}
		require.Equal(t, "dice", it.Kind)
		d, err := dice.Parse(it.Dice)
		require.NoError(t, err)
		var own []int
		for _, f := range it.Faces {
			own = append(own, f.Face)
			require.True(t, d.Terms[0].Has(f.Face), "%d is on no die of %s", f.Face, it.Dice)
			if f.Kept {
				kept = append(kept, f.Face)
			}
		}
		faces = append(faces, own...)
		require.GreaterOrEqual(t, len(own), *it.Count)
		again, err := d.Roll(dice.Given(own...).Next, dice.Options{})
		require.NoError(t, err, it.Dice)
		if it.Factor == nil {
			require.Equal(t, float64(again.Total), float64(it.Value), "%s of %v", it.Dice, own)
		}
		if it.Multiplied != nil {
			require.Nil(t, it.Factor)
		}
	}
	require.InDelta(t, sum, end.Data.Unbounded, 1e-6)
	require.Equal(t, faces, append([]int{}, end.Data.Faces...))
	require.Equal(t, kept, append([]int{}, end.Data.Kept...))
	total := end.Data.Unbounded
	for _, b := range e.Bounds {
		if b.Op == "atLeast" {
			require.Greater(t, float64(b.Value), total)
		} else {
			require.Less(t, float64(b.Value), total)
		}
		total = float64(b.Value)
	}
	require.Equal(t, total, end.Data.Total)
	require.Equal(t, total, float64(*e.Total))
	require.False(t, math.IsNaN(total) || math.IsInf(total, 0))
	require.LessOrEqual(t, len(e.Faces), len(faces))
	if e.Band == "" {
		require.Empty(t, e.BandSet)
	} else {
		named := false
		for _, b := range e.Summary.Bands {
			named = named || b.Band == e.Band
		}
		require.True(t, named, "the summary leaves out the band that holds")
	}
}

// One run, played a thousand times from its answers.
func TestAThousandReplaysAreTheSame(t *testing.T) {
	rules := rulesOf(t, `
tags: [hit]
fields: [{id: a, type: integer, default: 3}, {id: hp, type: integer, default: 9}]
situational: [{id: up, type: boolean, rolls: [hit], effects: [{op: rollModifier, value: {type: advantage}}]}]
bands: {set: {bands: [{id: good, when: roll.total > 9}, {id: bad}]}}
actions:
  - id: go
    steps:
      - {id: hit, kind: roll, tags: [hit], bands: set, parts: [{dice: 1d20!}, {field: a}]}
      - {id: pick, kind: choice, options: [{id: x}, {id: y}]}
      - {id: loss, kind: changes, changes: [{type: adjust, field: hp, by: 0 - steps.hit.total}]}
`, "")
	input := `{"character": {"format": 1, "ruleset": {"p": "1.0.0"}, "id": "h"}, "action": {"id": "p:go"}, "situational": {"p:up": true},
		"policy": {"dice": "pause"}, "answers": [{"faces": [20, 4]}, {"faces": [7]}, {"option": "y"}]}`
	first := written(t, startOf(t, rules, input, action.Options{}))
	require.Contains(t, string(first), "finished")
	for range 1000 {
		require.Equal(t, first, written(t, startOf(t, rules, input, action.Options{})))
	}
}
