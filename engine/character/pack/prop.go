package pack

import "github.com/astragal-engine/astragal/engine/diag"

// Type is the type of a field, a param, a state key, a property of an item or of a view.
type Type string

const (
	Integer Type = "integer"
	Number  Type = "number"
	Boolean Type = "boolean"
	String  Type = "string"
	Enum    Type = "enum" // one of a few strings
	Dice    Type = "dice" // written in dice notation
	ID      Type = "id"   // of a field, or of content of a type: see Of
	List    Type = "list" // of values of the type Of; strings unless given
)

// Prop is a typed name: a property of an item, a state key, what a view of a link or a participant
// shows.
type Prop struct {
	Name    string
	Pos     diag.Pos
	Type    Type
	Of      Ref      // of an id: the content type; Written "field" with an empty ID: a field. Of a list: the type of its elements
	Options []string // of an enum
	Default any      // JSON (bool, int64, float64, string, []any); nil: none, the name is absent unless given
}
