package formula

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/dice"
)

// sameTree reports whether two parts were written alike, but for blanks, parentheses and notation.
func sameTree(x, y *node) bool {
	if x.op != y.op || x.name != y.name || x.method != y.method || len(x.kids) != len(y.kids) || len(x.vars) != len(y.vars) {
		return false
	}
	if x.op == opLiteral {
		if x.value.kind != y.value.kind || shown(x.value) != shown(y.value) {
			return false
		}
	}
	for i := range x.vars {
		if x.vars[i] != y.vars[i] {
			return false
		}
	}
	for i := range x.kids {
		if !sameTree(x.kids[i], y.kids[i]) {
			return false
		}
	}
	return true
}

// grower makes formulas that pass the checker of types.
type grower struct {
	t     *rapid.T
	bound []string
}

func (g *grower) pick(label string, n int) int { return rapid.IntRange(0, n-1).Draw(g.t, label) }

func leaf(v Value) *node { return &node{op: opLiteral, value: v} }

func named(name string) *node { return &node{op: opName, name: name} }

func (g *grower) binary(operators string, x, y *node) *node {
	list := []rune(operators)
	name := string(list[g.pick("operator", len(list))])
	switch name {
	case "≤":
		name = "<="
	case "≠":
		name = "!="
	case "=":
		name = "=="
	}
	return &node{op: opBinary, name: name, kids: []*node{x, y}}
}

func (g *grower) either(deep int, of func(int) *node) *node {
	return &node{op: opIf, kids: []*node{g.boolean(deep), of(deep), of(deep)}}
}

func (g *grower) integer(deep int) *node {
	if deep == 0 {
		switch g.pick("leaf", 5) {
		case 0:
			return named("level")
		case 1:
			return named("abilities.dex.mod")
		case 2:
			if len(g.bound) > 0 {
				return &node{op: opVariable, name: g.bound[g.pick("variable", len(g.bound))]}
			}
			fallthrough
		case 3:
			return &node{op: opMember, name: "dc", kids: []*node{named("params")}}
		default:
			return leaf(IntValue(rapid.IntRange(-20, 20).Draw(g.t, "integer")))
		}
	}
	deep--
	switch g.pick("integer", 8) {
	case 0, 1:
		return g.binary("+-*%", g.integer(deep), g.integer(deep))
	case 2:
		return &node{op: opNegate, kids: []*node{g.integer(deep)}}
	case 3:
		return g.either(deep, g.integer)
	case 4:
		n := &node{op: opCall, name: "min"}
		for range 2 + g.pick("arguments", 3) {
			n.kids = append(n.kids, g.integer(deep))
		}
		return n
	case 5:
		return &node{op: opCall, name: "floor", kids: []*node{g.number(deep)}}
	case 6:
		return &node{op: opIndex, kids: []*node{g.list(deep), g.integer(deep)}}
	default:
		return &node{op: opCall, name: "size", method: true, kids: []*node{g.text(deep)}}
	}
}

func (g *grower) number(deep int) *node {
	if deep == 0 {
		if g.pick("leaf", 2) == 0 {
			return named("speed")
		}
		x := rapid.OneOf(rapid.Float64Range(-100, 100), rapid.SampledFrom([]float64{0, 1, -1, 1e21, 1e-7, 1e300, 123456789.125})).Draw(g.t, "number")
		return leaf(NumberValue(x))
	}
	deep--
	switch g.pick("number", 4) {
	case 0:
		return g.binary("+-*/", g.number(deep), g.integer(deep))
	case 1:
		return g.binary("/", g.integer(deep), g.integer(deep))
	case 2:
		return &node{op: opNegate, kids: []*node{g.number(deep)}}
	default:
		return g.either(deep, g.number)
	}
}

func (g *grower) boolean(deep int) *node {
	if deep == 0 {
		if g.pick("leaf", 2) == 0 {
			return &node{op: opHas, name: "has", kids: []*node{{op: opMember, name: "charges", kids: []*node{named("self")}}}}
		}
		return leaf(BoolValue(rapid.Bool().Draw(g.t, "boolean")))
	}
	deep--
	switch g.pick("boolean", 7) {
	case 0:
		return g.binary("<≤>=≠", g.integer(deep), g.number(deep))
	case 1:
		return g.binary("=≠<", g.text(deep), g.text(deep))
	case 2:
		return &node{op: opNot, kids: []*node{g.boolean(deep)}}
	case 3:
		o := []op{opAnd, opOr}[g.pick("logic", 2)]
		n := &node{op: o}
		for range 2 + g.pick("operands", 2) {
			n.kids = append(n.kids, g.boolean(deep))
		}
		n.kids = flat(o, n.kids)
		return n
	case 4:
		return g.either(deep, g.boolean)
	case 5:
		return g.loop("exists", deep, g.boolean)
	default:
		return g.binary("=≠", g.boolean(deep), g.boolean(deep))
	}
}

func (g *grower) loop(name string, deep int, body func(int) *node) *node {
	list := g.list(deep)
	variable := []string{"x", "y", "level", "params"}[g.pick("variable", 4)]
	before := g.bound
	g.bound = append(append([]string{}, before...), variable)
	n := &node{op: opMacro, name: name, vars: []string{variable}, kids: []*node{list}}
	for _, b := range g.bound {
		if b == "level" || b == "params" { // leaves that mean the outer name would now mean the variable
			g.bound = before
			n.vars[0] = "x"
			g.bound = append(append([]string{}, before...), "x")
			break
		}
	}
	n.kids = append(n.kids, body(deep))
	g.bound = before
	return n
}

func (g *grower) list(deep int) *node {
	if deep > 0 && g.pick("list", 2) == 0 {
		return g.loop("map", deep-1, g.integer)
	}
	n := &node{op: opList}
	for range 1 + g.pick("elements", 3) {
		n.kids = append(n.kids, g.integer(max(deep-1, 0)))
	}
	return n
}

func (g *grower) text(deep int) *node {
	if deep == 0 {
		return leaf(StringValue(rapid.StringMatching(`[a-z'"\\\n\tä☃€0-9d \x01]{0,6}`).Draw(g.t, "string")))
	}
	deep--
	switch g.pick("text", 3) {
	case 0:
		return g.binary("+", g.text(deep), g.text(deep))
	case 1:
		return &node{op: opCall, name: "string", kids: []*node{g.dice(deep)}}
	default:
		return &node{op: opCall, name: "replace", method: true, kids: []*node{g.text(deep), g.text(0), g.text(0)}}
	}
}

func (g *grower) dice(deep int) *node {
	if deep == 0 {
		return leaf(DiceValue(dice.Dice{Terms: []dice.Term{g.term()}}))
	}
	deep--
	switch g.pick("dice", 4) {
	case 0:
		return g.binary("+-", g.dice(deep), g.integer(deep))
	case 1:
		return g.binary("+-", g.dice(deep), g.dice(deep))
	case 2:
		return &node{op: opNegate, kids: []*node{g.dice(deep)}}
	default:
		return g.either(deep, g.dice)
	}
}

func (g *grower) term() dice.Term {
	text := rapid.SampledFrom([]string{"2d6", "1d20", "4d6kh3", "2d6!", "2d6!!", "3d10!p", "2d6r1", "2d6ro<=2", "2d6min2", "5d10cs>=8", "1d10z", "0d6", "5d10cs>=8cf1", "2d6!5", "4d6dl1"}).Draw(g.t, "term")
	d, err := dice.Parse(text)
	require.NoError(g.t, err)
	return d.Terms[0]
}

func (g *grower) any(deep int) *node {
	all := []func(int) *node{g.integer, g.number, g.boolean, g.text, g.dice, g.list}
	return all[g.pick("type", len(all))](deep)
}

// What is printed is read back as the same formula, with no parenthesis too many or too few.
func TestPrintingAndReadingAreInverse(t *testing.T) {
	scope := testScope()
	rapid.Check(t, func(t *rapid.T) {
		g := &grower{t: t}
		tree := g.any(rapid.IntRange(0, 4).Draw(t, "depth"))
		text := print(tree)
		f, err := Compile(text, scope, Any)
		if err != nil && err.Code == SafetyLimit { // deeper than 100 parentheses
			return
		}
		require.Nil(t, err, text)
		require.True(t, sameTree(tree, f.root), "%s is read as %s", text, f)
		require.Equal(t, text, f.String())
	})
}

// Without any one pair of its parentheses a printed formula is another one, or none.
func TestParenthesesAreMinimal(t *testing.T) {
	scope := testScope()
	rapid.Check(t, func(t *rapid.T) {
		g := &grower{t: t}
		text := print(g.any(rapid.IntRange(1, 3).Draw(t, "depth")))
		f, err := Compile(text, scope, Any)
		if err != nil {
			return
		}
		for _, pair := range pairs(text) {
			without := text[:pair[0]] + text[pair[0]+1:pair[1]] + text[pair[1]+1:]
			if g, err := Compile(without, scope, Any); err == nil {
				require.False(t, sameTree(f.root, g.root), "%s needs no parentheses at %d", text, pair[0])
			}
		}
	})
}

// pairs finds the parentheses of a text that are not in strings.
func pairs(text string) (out [][2]int) {
	var open []int
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\'':
			i = skipString(text, i, false) - 1
		case '(':
			open = append(open, i)
		case ')':
			out = append(out, [2]int{open[len(open)-1], i})
			open = open[:len(open)-1]
		}
	}
	return out
}

// A literal is read back as the value that it was made of.
func TestLiteralsAreReadBack(t *testing.T) {
	scope := testScope()
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(
			rapid.Map(rapid.IntRange(-MostInt, MostInt), IntValue),
			rapid.Map(rapid.Float64Range(-1e300, 1e300), func(x float64) Value { return NumberValue(SixPlaces(x)) }),
			rapid.Map(rapid.String(), StringValue),
			rapid.Just(NullV),
			rapid.Map(rapid.SliceOf(rapid.Int16()), func(list []int16) Value {
				var out []Value
				for _, n := range list {
					out = append(out, IntValue(int(n)))
				}
				return ListValue(out)
			}),
		).Draw(t, "value")
		text, ok := Literal(v)
		require.True(t, ok)
		f, err := Compile(text, scope, Any)
		require.Nil(t, err, text)
		got, err := f.Eval(nil, nil)
		require.Nil(t, err, text)
		same, err := v.Equal(got)
		require.Nil(t, err)
		require.True(t, same, "%s is read as %s", text, shown(got))
		assert.Equal(t, v.Kind(), got.Kind())
	})
}

// Rounding gives the number with six places that lies nearest, the one further from 0 of two.
func TestRounding(t *testing.T) {
	for x, want := range map[float64]float64{
		0: 0, 1.0000004: 1, 1.0000005: 1.000001, -1.0000005: -1.000001, 0.1: 0.1, 123456789.123456789: 123456789.123457,
		1e15 + 0.3: 1e15 + 0.3, -1e300: -1e300, 0.0000004: 0, -0.0000004: 0,
	} {
		assert.Equal(t, want, SixPlaces(x), "%v", x)
		assert.False(t, math.Signbit(SixPlaces(x)) && SixPlaces(x) == 0, "no negative zero")
	}
}
