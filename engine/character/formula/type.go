package formula

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/google/cel-go/common/types"
)

// Type is what a name may stand for or a formula gives. Types never change; two types are the same when
// they are built alike, whoever built them.
type Type struct {
	kind    typeKind
	elem    *Type
	members []Member
	open    bool
	text    string // built alike means the same text
	cel     *types.Type
}

type typeKind uint8

const (
	anyType typeKind = iota
	boolType
	intType
	numberType
	stringType
	diceType
	nullType
	listType
	mapType
	objectType
	orNullType
)

// The types without parts. Any is checked when a formula runs.
var (
	Any    = &Type{kind: anyType, text: "any", cel: types.DynType}
	Bool   = &Type{kind: boolType, text: "boolean", cel: types.BoolType}
	Int    = &Type{kind: intType, text: "integer", cel: types.IntType}
	Number = &Type{kind: numberType, text: "number", cel: types.DoubleType}
	String = &Type{kind: stringType, text: "string", cel: types.StringType}
	Dice   = &Type{kind: diceType, text: "dice", cel: celDice}
	Null   = &Type{kind: nullType, text: "null", cel: types.NullType}
)

// ListOf gives the type of lists whose elements have a type.
func ListOf(elem *Type) *Type {
	return &Type{kind: listType, elem: elem, text: "list of " + elem.text, cel: types.NewListType(elem.cel)}
}

// MapOf gives the type of objects with any members, all of one type.
func MapOf(elem *Type) *Type {
	return &Type{kind: mapType, elem: elem, text: "map of " + elem.text, cel: types.NewMapType(types.StringType, elem.cel)}
}

// OrNull gives the type of values of a type and null. Only what a formula is to give may have it.
func OrNull(t *Type) *Type {
	return &Type{kind: orNullType, elem: t, text: t.text + " or null", cel: t.cel}
}

// Member is a member of an object type. Any member may be absent when a formula runs: has() tells.
type Member struct {
	Name string
	Type *Type
}

// ObjectOf gives the type of objects with these members and no others: a formula that reads another
// one is refused when it is compiled.
func ObjectOf(members ...Member) *Type { return object(members, false) }

// OpenObjectOf gives the type of objects with these members and perhaps more, which are of type Any.
func OpenObjectOf(members ...Member) *Type { return object(members, true) }

func object(members []Member, open bool) *Type {
	var b strings.Builder
	b.WriteString("{")
	for _, m := range members {
		b.WriteString(m.Name + ": " + m.Type.text + ", ")
	}
	if open {
		b.WriteString("..., ")
	}
	text := strings.TrimSuffix(b.String(), ", ") + "}"
	sum := sha256.Sum256([]byte(text))
	return &Type{kind: objectType, members: members, open: open, text: text, cel: types.NewObjectType("@" + hex.EncodeToString(sum[:12]))}
}

// Member gives the type of a member, nil when an object of the type cannot have it.
func (t *Type) Member(name string) *Type {
	switch t.kind {
	case anyType:
		return Any
	case mapType:
		return t.elem
	case objectType:
		for i := range t.members {
			if t.members[i].Name == name {
				return t.members[i].Type
			}
		}
		if t.open {
			return Any
		}
	}
	return nil
}

// Elem gives the type of a list's elements or of a map's members, else nil.
func (t *Type) Elem() *Type {
	if t.kind == listType || t.kind == mapType {
		return t.elem
	}
	return nil
}

// Is reports whether two types are the same.
func (t *Type) Is(o *Type) bool { return t == o || t.text == o.text }

// String names the type for messages.
func (t *Type) String() string {
	switch t.kind {
	case listType:
		return "list of " + t.elem.plural()
	case mapType:
		return "map of " + t.elem.plural()
	case orNullType:
		return t.elem.String() + " or null"
	case objectType:
		return "object"
	}
	return t.text
}

func (t *Type) plural() string {
	switch t.kind {
	case listType:
		return "lists of " + t.elem.plural()
	case mapType:
		return "maps of " + t.elem.plural()
	case anyType:
		return "anything"
	case diceType, nullType, orNullType:
		return t.String()
	}
	return t.String() + "s"
}
