package formula

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/dice"
)

// The tests share one scope, with what a character and an action have, and one answer to its names.

type world map[Slot]Value

func (w world) Name(s Slot) (Value, *Error) {
	if s == slotBroken {
		return Absent, Failed(DivisionByZero, "the field hp.broken divides by zero")
	}
	return w[s], nil
}

const (
	slotStr Slot = iota
	slotDexMod
	slotLevel
	slotName
	slotSpeed
	slotDamage
	slotTagged
	slotBroken
	slotRoll
	slotSteps
	slotFlags
	slotParams
	slotAction
	slotItem
	slotSelf
	slotBatch
	slotAny
)

var itemType = ObjectOf(Member{"id", String}, Member{"type", String}, Member{"tags", ListOf(String)}, Member{"weight", Number}, Member{"ac", Int})
var selfType = OpenObjectOf(Member{"id", String}, Member{"item", String}, Member{"quantity", Int}, Member{"equipped", Bool}, Member{"n", Int})

func testScope() *Scope {
	s := NewScope(nil)
	s.Declare("abilities.str", slotStr, Int)
	s.Declare("abilities.dex.mod", slotDexMod, Int)
	s.Declare("level", slotLevel, Int)
	s.Declare("name", slotName, String)
	s.Declare("speed", slotSpeed, Number)
	s.Declare("damage", slotDamage, Dice)
	s.Declare("tagged", slotTagged, ListOf(String))
	s.Declare("broken", slotBroken, Int)
	s.SetLibrary(library{})
	in := NewScope(s)
	roll := ObjectOf(Member{"total", Int}, Member{"unbounded", Int}, Member{"value", Number}, Member{"kept", ListOf(Int)}, Member{"faces", ListOf(Int)}, Member{"band", String}, Member{"tags", ListOf(String)})
	in.Declare("roll", slotRoll, roll)
	in.Declare("steps", slotSteps, ObjectOf(Member{"attack", roll}, Member{"saves", ListOf(roll)}, Member{"pick", OpenObjectOf(Member{"picked", String})}, Member{"skipped", roll}))
	in.Declare("flags", slotFlags, MapOf(Any))
	in.Declare("params", slotParams, OpenObjectOf(Member{"target", String}, Member{"dc", Int}, Member{"list", ListOf(Int)}, Member{"skill", ObjectOf(Member{"id", String}, Member{"value", Any})}))
	in.Declare("action", slotAction, ObjectOf(Member{"item", itemType}, Member{"self", selfType}, Member{"step", ObjectOf(Member{"id", String}, Member{"tags", ListOf(String)})}))
	in.Declare("item", slotItem, itemType)
	in.Declare("self", slotSelf, selfType)
	in.Declare("batch", slotBatch, ObjectOf(Member{"index", Int}, Member{"adjusted", MapOf(Int)}))
	in.Declare("thing", slotAny, Any)
	return in
}

func texts(list ...string) Value { return StringsValue(list) }

func ints(list ...int) Value {
	out := make([]Value, len(list))
	for i, n := range list {
		out[i] = IntValue(n)
	}
	return ListValue(out)
}

func testNames() withCharacter {
	d, _ := dice.Parse("2d6+1")
	roll := func(total int) Value {
		return ObjectValue(Record{{"total", IntValue(total)}, {"unbounded", IntValue(total)}, {"kept", ints(17)}, {"faces", ints(17, 4)}, {"band", StringValue("hit")}, {"tags", texts("attack")}})
	}
	item := ObjectValue(Record{{"id", StringValue("p:bow")}, {"type", StringValue("p:weapon")}, {"tags", texts("ranged", "weapon")}, {"weight", NumberValue(1.5)}})
	self := ObjectValue(Record{{"id", StringValue("bow-1")}, {"item", StringValue("p:bow")}, {"quantity", IntValue(1)}, {"equipped", True}, {"n", IntValue(4)}})
	return withCharacter{world{
		slotStr: IntValue(16), slotDexMod: IntValue(2), slotLevel: IntValue(5), slotName: StringValue("Ada"), slotSpeed: NumberValue(7.5),
		slotDamage: DiceValue(d), slotTagged: texts("elf", "wise"), slotRoll: roll(19),
		slotSteps: ObjectValue(Record{{"attack", roll(21)}, {"saves", ListValue([]Value{roll(9), NullV, roll(14)})}, {"pick", ObjectValue(Record{{"picked", StringValue("a")}})}}),
		slotFlags: ObjectValue(Record{{"a", IntValue(3)}, {"b", IntValue(-2)}, {"half", NumberValue(8.5)}, {"ammo", StringValue("arrows")}, {"quote", StringValue("it's")},
			{"list", ints(1, 2)}, {"damage", DiceValue(d)}, {"yes", True}, {"no", False}, {"nothing", NullV}, {"obj", ObjectValue(Record{{"x", IntValue(1)}})}}),
		slotParams: ObjectValue(Record{{"target", StringValue("orc")}, {"dc", IntValue(15)}, {"list", ints(5, 6, 7)}, {"skill", ObjectValue(Record{{"id", StringValue("p:stealth")}, {"value", IntValue(7)}})}}),
		slotAction: ObjectValue(Record{{"item", item}, {"self", self}, {"step", ObjectValue(Record{{"id", StringValue("deal")}, {"tags", texts("damage")}})}}),
		slotItem:   item, slotSelf: self,
		slotBatch: ObjectValue(Record{{"index", IntValue(0)}, {"adjusted", ObjectValue(Record{{"p:hp", IntValue(-5)}})}}),
		slotAny:   ObjectValue(Record{{"x", IntValue(1)}, {"half", NumberValue(0.5)}}),
	}}
}

type library struct{}

func (library) Field(id string) (Slot, *Type, bool) {
	switch strings.TrimPrefix(id, "p:") {
	case "level":
		return slotLevel, Int, true
	case "sleight-of-hand":
		return slotDexMod, Int, true
	}
	return 0, nil, false
}

func (library) Copies(what string) (string, *Type, *Type, bool) {
	switch what {
	case "weapon", "p:weapon":
		return "p:weapon", itemType, selfType, true
	case "bow":
		return "p:bow", itemType, selfType, true
	}
	return "", nil, nil, false
}

type withCharacter struct{ world }

func (w withCharacter) Field(id string) (Value, *Error) {
	if id == "p:level" {
		return w.world[slotLevel], nil
	}
	return Absent, nil
}

func (w withCharacter) Fields() ([]Value, *Error) {
	view := func(id string, v Value, tags ...string) Value {
		return ObjectValue(Record{{"id", StringValue(id)}, {"type", StringValue("integer")}, {"tags", texts(tags...)}, {"value", v}})
	}
	return []Value{view("p:load", IntValue(30), "weight"), view("p:purse", NumberValue(2.5), "weight"), view("p:name", StringValue("Ada"))}, nil
}

func (w withCharacter) Copies(what string) ([]Copy, *Error) {
	bow := Copy{w.world[slotItem], w.world[slotSelf]}
	spare := Copy{w.world[slotItem], ObjectValue(Record{{"id", StringValue("bow-2")}, {"equipped", False}, {"n", IntValue(0)}})}
	switch what {
	case "p:weapon":
		return []Copy{bow, spare}, nil
	case "p:bow":
		return []Copy{bow}, nil
	}
	return nil, nil
}

func compiled(t testing.TB, source string, want *Type) *Formula {
	t.Helper()
	f, err := Compile(source, testScope(), want)
	if err != nil {
		require.Fail(t, "compile "+source, "%v at %d", err, err.Offset)
	}
	return f
}

// shown writes a value so that its kind can be told.
func shown(v Value) string {
	if text, ok := Literal(v); ok {
		return text
	}
	text, err := v.AppendJSON(nil)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
