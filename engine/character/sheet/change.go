package sheet

// Change is one change to a character, as applyChanges takes it. Which members a type has is in
// [Kinds]; the others are at their zero value.
type Change struct {
	Type     string
	Field    string // qualified field id
	Value    any    // plain data; a formula (a text) where the change is aimed at copies or applied entries
	By       any    // a number; a formula where it is aimed
	Tags     []string
	Entry    string // instance id of a copy or an applied entry
	Copies   *Copies
	Applied  *Applied
	Key      string // a state key, or an extension's name
	Item     *Copy  // what addItem adds, under the member entry; ID may be empty
	Equipped bool
	Path     *Path
	Option   any
	Source   string // qualified content id; for offerFollowUp what the offer comes from
	From     *Source
	ID       string
	Active   *bool // nil on a toggleEffect turns it over
	State    map[string]any
	Template string
	FollowUp string
	Params   map[string]any
}

// Copies aims a change at every copy of a content type that matches.
type Copies struct {
	Type  string // qualified; empty for every type
	Where string // formula over item, self, fields and batch; empty for all
}

// Applied aims a change at every applied entry that matches, at most Limit of them.
type Applied struct {
	Where string
	Limit *int
}

// Path leads to a choice: from the copy Entry, or from the rules, by choice, option, choice, …
type Path struct {
	Entry  string
	Choice []string
}

// Kind is what a type of change may and must have.
type Kind struct {
	Type string
	Need []string // members that must be there
	May  []string // members that may
	One  []string // exactly one of these must be there
}

// Kinds are the types of change, as docs/characters.md lists them.
var Kinds = []Kind{
	{Type: "set", Need: []string{"field", "value"}},
	{Type: "adjust", Need: []string{"field", "by"}},
	{Type: "addItem", Need: []string{"entry"}},
	{Type: "removeItem", One: aimedAtCopies},
	{Type: "setQuantity", Need: []string{"value"}, One: aimedAtCopies},
	{Type: "equip", Need: []string{"equipped"}, One: aimedAtCopies},
	{Type: "setState", Need: []string{"key", "value"}, One: aimed},
	{Type: "adjustState", Need: []string{"key", "by"}, One: aimed},
	{Type: "choose", Need: []string{"path", "option"}},
	{Type: "unchoose", Need: []string{"path", "option"}},
	{Type: "applyEffect", Need: []string{"source"}, May: []string{"id", "active", "state"}},
	{Type: "removeEffect", One: aimedAtApplied},
	{Type: "toggleEffect", May: []string{"active"}, One: aimedAtApplied},
	{Type: "applyTemplate", Need: []string{"template"}, May: []string{"entry"}},
	{Type: "removeTemplate", Need: []string{"template"}, May: []string{"entry"}},
	{Type: "offerFollowUp", Need: []string{"followUp"}, May: []string{"source", "params"}},
	{Type: "clearFollowUp", Need: []string{"id"}},
	{Type: "finishCreation"},
	{Type: "setExtension", Need: []string{"key", "value"}},
}

var (
	aimedAtCopies  = []string{"entry", "copies"}
	aimedAtApplied = []string{"entry", "applied"}
	aimed          = []string{"entry", "copies", "applied"}
)

func kindNamed(name string) *Kind {
	for i := range Kinds {
		if Kinds[i].Type == name {
			return &Kinds[i]
		}
	}
	return nil
}

func (k *Kind) has(member string) bool {
	for _, list := range [3][]string{k.Need, k.May, k.One} {
		for _, m := range list {
			if m == member {
				return true
			}
		}
	}
	return member == "type" || member == "tags"
}
