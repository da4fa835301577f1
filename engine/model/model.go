// Package model is a game model as its designer wrote it: typed, with the place of every key, and
// not yet judged. It is the only package that reads YAML.
//
// Load gives a Model and a list of diagnostics. Only what is no model at all (unreadable YAML, no
// mapping, no flow, a limit passed) is an error of Load; everything else that is wrong stays in the
// Model as it was written and is said in the diagnostics, so that a model with gaps plays as far as
// it goes. Expressions are kept as text; the compiler parses them.
package model

import "github.com/astragal-engine/astragal/engine/diag"

// NodeKind is the kind of a YAML node.
type NodeKind uint8

const (
	Null NodeKind = iota
	Bool
	Int   // any size: the text is decimal, or what YAML allows (0x.., 0o..), normalised to decimal
	Float // Text is a form strconv.ParseFloat reads ("inf", "-inf", "nan" included)
	Text
	ListNode
	MapNode
)

// Node is a YAML value with its place.
type Node struct {
	Kind  NodeKind
	Pos   diag.Pos
	Text  string  // of a scalar
	Items []*Node // of a list; the values of a mapping
	Keys  []*Node // of a mapping: Keys[i] belongs to Items[i]

	raw   string   // of a scalar: as written, before YAML's meaning
	start diag.Pos // of a scalar: its first character, behind quotes and the like
	turns *[]turn  // of a scalar: where its text goes on elsewhere in the source, mostly on the next line
}

// Get finds a text key of a mapping; nil where absent (or n is no mapping).
func (n *Node) Get(key string) *Node {
	if n == nil || n.Kind != MapNode {
		return nil
	}
	for i, k := range n.Keys {
		if k.Text == key && k.Kind == Text {
			return n.Items[i]
		}
	}
	return nil
}

// Key finds the key node itself.
func (n *Node) Key(key string) *Node {
	if n == nil || n.Kind != MapNode {
		return nil
	}
	for _, k := range n.Keys {
		if k.Text == key && k.Kind == Text {
			return k
		}
	}
	return nil
}

// Expr is the text of an expression (the value of an `_x` key) and where it stands. A `_x` value
// that YAML reads as a number, bool or null is taken as its text. The zero Expr is "absent".
type Expr struct {
	Src string
	Pos diag.Pos // of the first character of the expression's text

	Bad bool // is no text, or too long: already reported, Src is empty; stops the game when reached

	turns *[]turn
}

// Given reports whether the expression is present.
func (e Expr) Given() bool { return e.Src != "" || e.Pos.Line != 0 }

// Field is a value field after the text-or-expression rule of the seed: X is `<name>_x`, Lit is
// `<name>`; each may be absent.
type Field struct {
	Name string
	X    Expr
	Lit  *Node
}

// Given reports whether either form is present; Pos is where.
func (f Field) Given() bool { return f.X.Given() || f.Lit != nil }
func (f Field) Pos() diag.Pos {
	if f.X.Given() {
		return f.X.Pos
	}
	if f.Lit != nil {
		return f.Lit.Pos
	}
	return diag.Pos{}
}

// Model is a whole model. Mappings from names are slices in source order.
type Model struct {
	Name, Version string
	Mode          string // "competitive" unless given; kept as written if unknown
	ModePos       diag.Pos
	Players       Players
	Constants     []Named // name → any YAML
	Content       []Catalogue
	Dice          []Die
	FaceTypes     []string
	Boards        []Board
	Functions     []Function
	Derived       []Derived
	Vars          []Var
	Zones         []Zone
	Actions       []Action
	Flow          *FlowNode
	Flows         []NamedFlow
	Triggers      []Trigger
	Modifiers     []Modifier
	Windows       []Window
	Protocol      Protocol
	Outcomes      []OutcomeModel
	Code          []Code
	Agents        []Agent
	End           []EndCondition
	Campaign      *Campaign
	Turns         *Turns
	Questions     []Question
	Root          *Node // the whole tree, includes merged
	Files         []File
}

// File is one source file, for showing lines.
type File struct {
	Name string
	Text string
}

// Players is num_players: Min = Max = Default for a plain count. Absent: Given false, all 2... see docs/model.md.
type Players struct {
	Min, Max, Default int
	Pos               diag.Pos
}

// Named is a name with a YAML value.
type Named struct {
	Name  string
	Pos   diag.Pos // of the name
	Value *Node
}

// Catalogue is one list of content items.
type Catalogue struct {
	Name  string
	Pos   diag.Pos
	Node  *Node // as written
	Items []Item
}

// Item is a content item: its whole node is data; the parts the engine runs are typed.
type Item struct {
	ID        string
	Pos       diag.Pos
	Node      *Node
	Effect    []*Op
	HasEffect bool
	Triggers  []Trigger
	Modifiers []Modifier
	Abilities []Action // Action.Name is the ability's id
	ActiveX   Expr
}

// Die is a named die: Faces (any YAML values) or Sides.
type Die struct {
	Name  string
	Pos   diag.Pos
	Faces *Node // the list of faces; or Sides; or Roll, dice notation
	Sides *Node
	Roll  *Node
}

// Board is a board as written; package board builds it.
type Board struct {
	Name string
	Pos  diag.Pos
	Node *Node
}

type Function struct {
	Name   string
	Pos    diag.Pos
	Params []string
	Lets   []NamedExpr
	X      Expr
}

type NamedExpr struct {
	Name string
	Pos  diag.Pos
	X    Expr
}

type Derived struct {
	Name string
	Pos  diag.Pos
	X    Expr
}

// Var is a state variable. Init.X is init_x, Init.Lit is init (any YAML value).
type Var struct {
	Name       string
	Pos        diag.Pos
	Init       Field
	PerPlayer  bool // scope: player
	Persist    bool // persist: campaign
	Visibility string
	Min, Max   Field
}

type Zone struct {
	Name       string
	Pos        diag.Pos
	Kind       string // list, set, slot
	PerPlayer  bool   // owner: player
	Visibility string
	Shuffled   bool
	DrawnFrom  string
	DrawnPos   diag.Pos
	InitX      Expr
	Capacity   Field
	Persist    bool
}

// Action is an action, or a content item's ability.
type Action struct {
	Name       string
	Pos        diag.Pos
	Label      string
	Pre        Field
	Cost       []*Op
	Effect     []*Op
	Speed      string
	SpeedPos   diag.Pos
	Note       bool // it has a note
	Resolution string
	ResPos     diag.Pos
}

// Op is one op. Fields holds every field but the nested op lists, in source order, twins joined.
type Op struct {
	Name   string
	Pos    diag.Pos
	Node   *Node
	Fields []Field
	Then   []*Op       // if; also the `do` of for_each, repeat
	Else   []*Op       // if
	Impact []*Op       // emit
	With   []NamedExpr // with_x given as a mapping of name → expression
}

// Field finds a value field by its plain name (without _x); absent: a Field with only a Name.
func (o *Op) Field(name string) Field {
	for _, f := range o.Fields {
		if f.Name == name {
			return f
		}
	}
	return Field{Name: name}
}

// Str gives the text of a name field (var, zone, as, event, ...) and whether it is a text.
func (o *Op) Str(name string) (string, bool) {
	f := o.Field(name)
	if f.Lit == nil || f.Lit.Kind != Text {
		return "", false
	}
	return f.Lit.Text, true
}

// FlowNode is a node of a flow.
type FlowNode struct {
	ID       string
	Kind     string
	Pos      diag.Pos
	Node     *Node
	Window   *Node    // name or true; nil: none
	EndEvent []string // events
	Children []*FlowNode
	// loop
	Until, Over Field
	As          string
	AsPos       diag.Pos
	Once        bool
	Order       string
	// branch
	Cases []Case
	// subflow
	Ref    string
	RefPos diag.Pos
	// step
	ActorX, ActorsX, VisibleX Expr
	Do                        []NameAt
	Secret                    bool
	// turns
	Phases []Phase
}

// Phase is the work of one phase of a turns node.
type Phase struct {
	Name     string
	Pos      diag.Pos
	Children []*FlowNode
}

// NameAt is a name with its place.
type NameAt struct {
	Name string
	Pos  diag.Pos
}

type Case struct {
	Pos      diag.Pos
	When     Field
	Children []*FlowNode
}

type NamedFlow struct {
	Name string
	Pos  diag.Pos
	Node *FlowNode
}

type Trigger struct {
	ID         string
	Pos        diag.Pos
	Events     []NameAt
	Timing     string // "after" unless given
	TimingPos  diag.Pos
	If         Field
	Optional   bool
	Controller Field
	Do         []*Op
}

type Modifier struct {
	ID     string
	Pos    diag.Pos
	Stat   NameAt
	Change Field
	If     Field
	Layer  *Node // number; nil: 0
}

// Protocol holds the rules of priority: of the model, or what a window overrides. Empty: not given.
type Protocol struct {
	Pos         diag.Pos
	First       Field
	AfterAction string
	Closes      string
	Resolution  string
}

type Window struct {
	Name     string
	Pos      diag.Pos
	Allows   []NameAt
	Protocol Protocol
}

type OutcomeModel struct {
	Name     string
	Pos      diag.Pos
	Outcomes []Outcome
}

type Outcome struct {
	ID     string
	Pos    diag.Pos
	P      Field
	Effect []*Op
}

type Code struct {
	Name, Kind, Module, Function string
	Pos                          diag.Pos
}

type Agent struct {
	Name    string
	Pos     diag.Pos
	Node    *Node
	PolicyX Expr
	Tactic  []Rule
	Search  *Lookahead // nil: it does not search
}

// Rule is one of a tactic.
type Rule struct {
	Pos    diag.Pos
	At     []NameAt // none: every place
	If     Field
	Score  Field
	Prefer Field
}

// Lookahead says how an agent searches; each number is nil where it is not given.
type Lookahead struct {
	Pos                                   diag.Pos
	Playouts, Depth, Seconds, Exploration *Node
	Tactic                                NameAt
}

type EndCondition struct {
	ID       string
	Pos      diag.Pos
	If       Field
	Result   string
	Who      Field
	Returns  Field
	Ranks    Field
	Scope    string
	ScopePos diag.Pos
}

type Campaign struct {
	Pos     diag.Pos
	Games   *Node
	Between []*Op
	Reset   []NameAt
}

type Question struct {
	Pos, StatusPos         diag.Pos
	Question, Status, Note string
}
