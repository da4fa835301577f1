package formula

// Slot is the number of a name. Who declares names numbers them, so that running looks up no text;
// the same slot is to mean the same thing in every scope that meets the same Names.
type Slot int32

// Names answers a running formula what its names stand for.
type Names interface {
	// Name gives the value of a name, Absent when there is none. Each evaluation asks again.
	Name(Slot) (Value, *Error)
}

// Character is what Names is too when formulas may call the functions that depend on the character.
// Its answers are in the order in which the functions give them.
type Character interface {
	// Field gives a field's value by its qualified id, Absent when there is no such field.
	Field(id string) (Value, *Error)
	// Fields gives the views {id, type, tags, value} of all fields.
	Fields() ([]Value, *Error)
	// Copies gives the character's copies of a content type or of one content, by its qualified id.
	Copies(what string) ([]Copy, *Error)
}

// Copy is a copy as countCopies sees it: the views of its item and of itself.
type Copy struct{ Item, Self Value }

// Library tells the compiler what the first argument of a character function means when it is written
// out, so that a wrong id is found when rules are loaded. Ids may be local: the answer is qualified.
type Library interface {
	// Field gives a field's slot and type.
	Field(id string) (slot Slot, t *Type, ok bool)
	// Copies gives the types of the views of a content type's or a content's item and copies.
	Copies(what string) (qualified string, item, self *Type, ok bool)
}
