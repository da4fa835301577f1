package formula

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/dice"
)

// A formula says what it reads: names, once each, with the members that are written out below them.
func TestReads(t *testing.T) {
	f := compiled(t, "abilities.str + steps.attack.total + abilities.str + (has(flags.x) ? params.list[level] : 0) + [1].map(x, x)[0] + field('sleight-of-hand')", Any)
	var list []string
	for _, r := range f.Reads() {
		list = append(list, strings.Join(append([]string{r.Name}, r.Path...), "/"))
	}
	assert.Equal(t, []string{"abilities.str", "steps/attack/total", "flags/x", "params/list", "level", "sleight-of-hand"}, list)
	assert.Equal(t, slotDexMod, f.Reads()[5].Slot)
	assert.True(t, f.ReadsName("steps"))
	assert.False(t, f.ReadsName("self"))
	assert.False(t, compiled(t, "countCopies('weapon', self.n > 1)", Int).ReadsName("self"), "the copy's own self")
	assert.True(t, compiled(t, "self.n > countCopies('weapon')", Bool).ReadsName("self"))
}

func TestCalls(t *testing.T) {
	f := compiled(t, "countCopies('weapon') + countCopies(name) + sumFields(item.id == name) + field(name)", Any)
	assert.Equal(t, []Call{{"countCopies", "p:weapon"}, {"countCopies", ""}, {"sumFields", ""}, {"field", ""}}, f.Calls())
}

// A part that is a single name is known for one: the items of a roll name the field as their source.
func TestSingle(t *testing.T) {
	for source, want := range map[string]bool{"abilities.str": true, " (abilities.str) ": true, "field('level')": true, "abilities.str + 0": false, "self.n": false, "1": false} {
		_, single := compiled(t, source, Any).Single()
		assert.Equal(t, want, single, "%s", source)
	}
	slot, _ := compiled(t, "abilities.str", Int).Single()
	assert.Equal(t, slotStr, slot)
}

// What is wanted decides how a value comes out.
func TestWanted(t *testing.T) {
	for _, c := range []struct {
		source string
		want   *Type
		gives  string
	}{
		{"level", Number, "5.0"}, {"level", Dice, "5"}, {"2d6 + 1", Dice, "2d6 + 1"}, {"level > 9 ? 1 : null", OrNull(Int), "null"},
		{"[1, 2.5]", ListOf(Number), "[1.0, 2.5]"}, {"[]", ListOf(String), "[]"}, {"thing.x", Number, "1.0"}, {"thing.half * 2", Int, "1"},
		{"flags.ammo", String, "'arrows'"},
	} {
		v, err := compiled(t, c.source, c.want).Eval(testNames(), nil)
		require.Nil(t, err, c.source)
		assert.Equal(t, c.gives, shown(v), "%s", c.source)
	}
	assert.Equal(t, Dice, compiled(t, "level > 3 ? 2d6 : 0", Any).Type())
	assert.Equal(t, Number, compiled(t, "level > 3 ? 1 : 2.5", Any).Type())
	assert.Equal(t, "integer or null", compiled(t, "level > 3 ? 1 : null", Any).Type().String())
}

// An error that comes with a name keeps what it was as its cause, and its place is that of the name.
func TestErrorsOfNames(t *testing.T) {
	inner := &Error{Code: Overflow, Offset: 3, Length: 2, Message: "inside"}
	_, err := compiled(t, "1 + level", Int).Eval(failing{inner}, nil)
	require.NotNil(t, err)
	assert.Equal(t, Error{Code: Overflow, Offset: 4, Length: 5, Message: "inside", Cause: inner}, *err)
	_, err = compiled(t, "1 + level", Int).Eval(failing{Failed(NoSuchKey, "none")}, nil)
	require.NotNil(t, err)
	assert.Equal(t, Error{Code: NoSuchKey, Offset: 4, Length: 5, Message: "none"}, *err)
}

type failing struct{ err *Error }

func (f failing) Name(Slot) (Value, *Error) { return Absent, f.err }

// A name may be answered by another formula, in the same budget, in the middle of a loop of the outer one.
func TestFormulasInsideFormulas(t *testing.T) {
	inner := compiled(t, "[10, 20].map(x, x + abilities.str).filter(x, x > 0)", Any)
	b := NewBudget(0, dice.Limits{})
	outer := nesting{testNames(), inner, b}
	v, err := compiled(t, "[1, 2].map(x, thing.map(y, x * y))", Any).Eval(outer, b)
	require.Nil(t, err)
	assert.Equal(t, "[[26, 36], [52, 72]]", shown(v))
}

type nesting struct {
	withCharacter
	inner *Formula
	b     *Budget
}

func (n nesting) Name(s Slot) (Value, *Error) {
	if s == slotAny {
		return n.inner.Eval(n.withCharacter, n.b)
	}
	return n.withCharacter.Name(s)
}

// Compiling and evaluating go on in many threads at once.
func TestThreads(t *testing.T) {
	scope, names := testScope(), testNames()
	shared := compiled(t, "[1, 2, 3].filter(x, x < level).map(x, x + abilities.dex.mod)", Any)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				f, err := Compile("steps.saves.filter(s, s != null).map(s, s.total + level) + "+shared.Source()+" // slow", scope, Any)
				if !assert.Nil(t, err) {
					return
				}
				v, err := f.Eval(names, nil)
				assert.Nil(t, err)
				assert.Equal(t, "[14, 19, 3, 4, 5]", shown(v))
				v, err = shared.Eval(names, nil)
				assert.Nil(t, err)
				assert.Equal(t, "[3, 4, 5]", shown(v))
			}
		})
	}
	wg.Wait()
}

// JSON becomes a value and the same JSON again, whole numbers as integers.
func TestJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := anyJSON(t, 3)
		want, err := json.Marshal(x)
		require.NoError(t, err)
		v, fault := FromJSON(x)
		require.Nil(t, fault)
		got, fault := v.AppendJSON(nil)
		require.Nil(t, fault)
		require.JSONEq(t, string(want), string(got))
		require.True(t, json.Valid(got))
		again, fault := FromJSON(x)
		require.Nil(t, fault)
		same, fault := v.Equal(again)
		require.Nil(t, fault)
		require.True(t, same)
	})
	for text, want := range map[string]string{"1e400": string(Overflow), "9007199254740992": string(Overflow), "1.0": "1", "-0.0": "0", "2.50": "2.5"} {
		v, err := FromJSON(json.Number(text))
		if err != nil {
			assert.Equal(t, want, string(err.Code), text)
			continue
		}
		out, _ := v.AppendJSON(nil)
		assert.Equal(t, want, string(out), text)
	}
	_, err := FromJSON(make(chan int))
	require.NotNil(t, err)
	assert.Equal(t, TypeMismatch, err.Code)
	deep := any(1)
	for range 1000 {
		deep = []any{deep}
	}
	_, err = FromJSON(deep)
	require.NotNil(t, err)
	assert.Equal(t, SafetyLimit, err.Code)
}

func anyJSON(t *rapid.T, deep int) any {
	switch k := rapid.IntRange(0, 4+2*min(deep, 1)).Draw(t, "kind"); k {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "boolean")
	case 2:
		return float64(rapid.IntRange(-MostInt, MostInt).Draw(t, "integer"))
	case 3:
		return float64(rapid.IntRange(-1e6, 1e6).Draw(t, "number")) / 1000
	case 4:
		return rapid.String().Draw(t, "string")
	case 5:
		list := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "elements") {
			list = append(list, anyJSON(t, deep-1))
		}
		return list
	default:
		object := map[string]any{}
		for range rapid.IntRange(0, 3).Draw(t, "members") {
			object[rapid.String().Draw(t, "name")] = anyJSON(t, deep-1)
		}
		return object
	}
}

// Values from outside come as their types have them.
func TestConvert(t *testing.T) {
	for _, c := range []struct {
		v     Value
		to    *Type
		gives string
	}{
		{StringValue("2d6+1"), Dice, "2d6 + 1"}, {StringValue("d6"), Dice, "1d6"}, {StringValue("2dF - dF"), Dice, "2d3 - 1d3 - 2"}, {IntValue(3), Dice, "3"},
		{StringValue("two"), Dice, "no"}, {StringValue("4dFkh2"), Dice, "no"}, {NumberValue(3), Int, "3"}, {NumberValue(3.5), Int, "no"}, {IntValue(3), Number, "3.0"},
		{True, Int, "no"}, {StringValue("3"), Int, "no"}, {NullV, OrNull(Int), "null"}, {NullV, Int, "no"}, {ints(1, 2), ListOf(Number), "[1.0, 2.0]"}, {texts("a"), ListOf(Int), "no"},
	} {
		got := "no"
		if v, ok := c.v.Convert(c.to); ok {
			got = shown(v)
		}
		assert.Equal(t, c.gives, got, "%s as %s", shown(c.v), c.to)
	}
}

// Scopes extend one another, and what is inside hides what is outside.
func TestScopes(t *testing.T) {
	outer := NewScope(nil)
	outer.Declare("x", 1, Int)
	outer.Declare("y", 2, Int)
	inner := NewScope(outer)
	inner.Declare("x", 3, String)
	f, err := Compile("x + string(y)", inner, String)
	require.Nil(t, err)
	v, err := f.Eval(world{1: IntValue(1), 2: IntValue(2), 3: StringValue("s")}, nil)
	require.Nil(t, err)
	assert.Equal(t, "s2", v.Text())
	_, err = Compile("x + y", outer, Int)
	require.Nil(t, err)
	_, err = Compile("field('level')", outer, Any)
	require.NotNil(t, err)
	assert.Equal(t, UnknownName, err.Code)
	_, err = Compile("sumFields(true)", outer, Any)
	require.NotNil(t, err)
	assert.Equal(t, UnknownName, err.Code)
}
