// Package compile turns a model into a program.
//
// It goes over the model once to learn its names (names.go), then compiles section by section:
// state and constants, rules, flow. Nothing here fails: what is wrong with the model becomes a
// diagnostic, and a point in the program that stops the game when it is reached.
package compile

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/astragal-engine/astragal/engine/board"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/dice"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Options of Compile.
type Options struct {
	Set   map[string]value.Value // constants to replace; each must be declared
	Plain bool                   // for tests: no fast path is taken, the game is the same (docs/architecture.md)
	Fast  func(path string)      // for tests: told of each fast path that is taken

	// Evaluators answer calls inside the machine. One whose code the model does not declare answers nothing, and
	// a warning says so.
	Evaluators []program.Evaluator
}

type compiler struct {
	m     *model.Model
	p     *program.Program
	diags diag.List
	mode  expr.Mode
	set   map[string]value.Value

	nodes   map[*model.Node]value.Value
	consts  map[string]value.Value
	vars    map[string]int32
	derived map[string]*expr.Function
	symbols map[string]int32
	places  map[string]int32
	actions map[string]int32
	flows   map[string]int32
	windows map[string]int32
	models  map[string]int32
	boards  map[string]int32
	blocks  int
	named   map[string]value.Value // dice
	natives map[string]*expr.Native
	loops   int32
	unnamed int
	done    bool // the program is not to change any more

	compared int                 // words, to find near ones
	known    map[string][]string // the names that each message suggests from
	codes    map[string]*model.Code
	content  bool    // ops may come from outside while a game is played
	bounds   *bounds // of those; nil: of the model's own
}

// Compile gives the program of a model. The diagnostics are in source order.
func Compile(m *model.Model, opts Options) (*program.Program, diag.List) {
	c := &compiler{
		m: m, set: opts.Set, mode: expr.Mode{Plain: opts.Plain, Fast: opts.Fast, Room: expr.NewRoom()},
		p: &program.Program{
			Name: m.Name, Cooperative: m.Mode == "cooperative",
			MinPlayers: m.Players.Min, MaxPlayers: m.Players.Max, DefPlayers: m.Players.Default,
			Functions: map[string]*expr.Function{}, DataIndex: map[*value.Object]int32{},
			EventIndex: map[string]int32{}, StatIndex: map[string]int32{},
			ItemIndex: map[*value.Object]int32{}, ZoneIndex: map[string]int32{}, LoopIndex: map[string]int32{},
			Main: -1, Evaluators: slices.Clone(opts.Evaluators),
		},
		nodes: map[*model.Node]value.Value{}, consts: map[string]value.Value{}, vars: map[string]int32{},
		derived: map[string]*expr.Function{}, symbols: map[string]int32{}, places: map[string]int32{},
		actions: map[string]int32{}, flows: map[string]int32{}, windows: map[string]int32{},
		models: map[string]int32{}, boards: map[string]int32{}, named: map[string]value.Value{}, known: map[string][]string{}, codes: map[string]*model.Code{},
	}
	if c.p.Name == "" {
		c.p.Name = "the game"
	}
	c.content = c.foreignContent()
	c.constants()
	c.declare()
	c.clashes()
	c.functions()
	c.state()
	c.rules()
	c.flow()
	c.evaluators()
	c.finish()
	c.diags.Sort()
	return c.p, c.diags
}

func (c *compiler) fault(code string, pos diag.Pos, format string, args ...any) {
	c.diags.Add(diag.Error, code, pos, format, args...)
}

func (c *compiler) warn(code string, pos diag.Pos, fix, format string, args ...any) {
	c.diags = append(c.diags, diag.Diagnostic{Code: code, Severity: diag.Warning, Pos: pos, Text: fmt.Sprintf(format, args...), Fix: fix})
}

// faultFix is fault with what to do.
func (c *compiler) faultFix(code string, pos diag.Pos, fix, format string, args ...any) {
	c.fault(code, pos, format, args...)
	c.diags[len(c.diags)-1].Fix = fix
}

// sections say where what a name stands for is declared.
var sections = map[string]string{
	"unknown-action": "actions", "unknown-board": "boards", "unknown-code": "code", "unknown-flow": "flows",
	"unknown-outcome": "outcomes", "unknown-window": "priority.windows", "unknown-zone": "state.zones",
	"unknown-var": "state.vars", "loop-as": "state.vars", "face-type": "face_types", "unknown-scope": "flows",
	"unknown-tactic": "agents", "unknown-score": "state.vars", "unknown-side": "turns.sides",
	"evaluator-zone": "state.zones", "evaluator-var": "state.vars", "evaluator-unused": "code",
}

// undeclared reports a name that is not declared, with the declared one that may have been meant, or where it could be
// declared.
func (c *compiler) undeclared(code string, pos diag.Pos, name string, known func() []string, format string, args ...any) {
	c.fault(code, pos, format, args...)
	list, ok := c.known[code]
	if !ok {
		list = known()
		c.known[code] = list
	}
	c.compared += len(list)
	last := &c.diags[len(c.diags)-1]
	if near := nearest(name, list, c.compared); near != "" {
		last.Fix = fmt.Sprintf("write '%s'", near)
	} else if section := sections[code]; section != "" {
		last.Fix = "declare it under " + section
	}
}

// mostCompared bounds the search for near names in a text of nothing but unknown ones.
const mostCompared = 1_000_000

func nearest(name string, known []string, compared int) string {
	if compared > mostCompared {
		return ""
	}
	return diag.Nearest(name, known)
}

// sortedNames gives the names of a table, sorted, without the one that stands for none.
func sortedNames[T any](m map[string]T) func() []string {
	return func() []string {
		out := make([]string, 0, len(m))
		for name := range m {
			if name != "" {
				out = append(out, name)
			}
		}
		sort.Strings(out)
		return out
	}
}

// constants makes the values that the model writes down: constants, content and dice.
func (c *compiler) constants() {
	for _, n := range c.m.Constants {
		v := c.node(n.Value)
		if over, ok := c.set[n.Name]; ok {
			v = over
			c.p.Set = append(c.p.Set, program.Constant{Name: n.Name, Value: v})
		}
		c.consts[n.Name] = v
		c.p.Data = value.MarkData(v, c.p.Data)
		c.p.Constants = append(c.p.Constants, program.Constant{Name: n.Name, Value: v})
	}
	unknown := []string{}
	for name := range c.set {
		if _, ok := c.consts[name]; !ok {
			unknown = append(unknown, name)
		}
	}
	sort.Strings(unknown)
	for _, name := range unknown {
		c.fault("unknown-constant", diag.Pos{}, "constant '%s' is set but not declared", name)
	}
	var keys value.KeysBuilder
	var lists []value.Value
	for _, cat := range c.m.Content {
		var items []value.Value
		for i := range cat.Items {
			it := &cat.Items[i]
			v := c.node(it.Node)
			items = append(items, v)
			c.p.Items = append(c.p.Items, program.Item{ID: it.ID, Catalogue: cat.Name, Data: v, Effect: -1})
		}
		keys.Add(value.OfText(cat.Name))
		lists = append(lists, value.OfList(items))
	}
	content := value.OfDict(keys.Keys(), lists)
	c.consts["content"] = content
	c.p.Data = value.MarkData(content, c.p.Data)
	var items []value.Value
	for i := range c.p.Items {
		items = append(items, c.p.Items[i].Data)
	}
	value.NumberFaces(items)
	c.p.Looks = program.LooksOf(c.p.Items)
	for i := range c.p.Items {
		c.p.ItemIndex[c.p.Items[i].Data.Object()] = int32(i)
	}
	for i, v := range c.p.Data {
		c.p.DataIndex[v.Object()] = int32(i)
	}
	c.dice()
	cells := 0
	for i := range c.m.Boards {
		b, ds := board.Build(c.m.Boards[i])
		c.diags = append(c.diags, ds...)
		if b != nil {
			if cells += b.Len(); cells > board.MaxAll {
				c.fault("board", c.m.Boards[i].Pos, "the boards of a model have at most %d cells together", board.MaxAll)
				break
			}
			c.boards[c.m.Boards[i].Name] = int32(len(c.p.Boards))
			c.p.Boards = append(c.p.Boards, b)
		}
	}
}

func (c *compiler) dice() {
	var keys value.KeysBuilder
	var vals []value.Value
	for _, d := range c.m.Dice {
		var faces []value.Value
		var die value.Value
		switch {
		case d.Faces != nil:
			v := c.node(d.Faces)
			if v.Kind() != value.List || len(v.Items()) == 0 {
				c.faultFix("bad-die", d.Pos, "give one face at least", "die '%s' needs a list of faces", d.Name)
				continue
			}
			faces = v.Items()
			c.faceTypes(d, faces)
		case d.Sides != nil:
			v := c.node(d.Sides)
			if !v.IsInt() || v.Int() < 1 || v.Int() > 100_000 {
				c.faultFix("bad-die", d.Pos, "give a whole number in this range", "die '%s' needs sides from 1 to 100,000", d.Name)
				continue
			}
			for i := int64(1); i <= v.Int(); i++ {
				faces = append(faces, value.OfInt(i))
			}
		case d.Roll != nil:
			rolled, ok := dice.Notation(d.Roll.Text)
			if !ok {
				_, err := dice.Parse(d.Roll.Text)
				if err == nil {
					err = errors.New("it has no dice")
				}
				c.faultFix("bad-die", d.Pos, "write dice such as 2d6 + 1 (docs/dice.md)", "the roll of die '%s' cannot be read: %s", d.Name, err)
				continue
			}
			die = value.OfText(rolled.String())
		default:
			c.faultFix("bad-die", d.Pos, "add faces, sides or a roll", "die '%s' has neither faces nor sides nor a roll", d.Name)
			continue
		}
		if die.IsNone() {
			die = value.OfList(faces)
		}
		if keys.Add(value.OfText(d.Name)) == len(vals) {
			vals = append(vals, die)
		}
	}
	c.named["dice"] = value.OfDict(keys.Keys(), vals)
}

func (c *compiler) faceTypes(d model.Die, faces []value.Value) {
	known := map[string]bool{}
	for _, t := range c.m.FaceTypes {
		known[t] = true
	}
	for n, f := range faces {
		if f.Kind() != value.Dict {
			continue
		}
		if i := f.Keys().Find(value.OfText("type")); i >= 0 {
			if t := f.Items()[i]; t.Kind() != value.Text || !known[t.Text()] {
				at := d.Faces.Items[n].Get("type")
				c.undeclared("face-type", at.Pos, at.Text, func() []string { return c.m.FaceTypes }, "die '%s': face type %s is not in face_types", d.Name, clip(value.Repr(nil, t)))
			}
		}
	}
}

// finish works out what needs the whole program: the order of triggers and modifiers, the hash.
func (c *compiler) finish() {
	for i := range c.p.Events {
		c.p.Events[i].Label = value.OfText(c.p.Events[i].Name)
	}
	for i := range c.p.Stats {
		mods := c.p.Stats[i].Modifiers
		sort.SliceStable(mods, func(a, b int) bool { return mods[a].Layer < mods[b].Layer })
	}
	c.p.SymIndex = c.symbols
	c.onStack()
	c.readers()
	c.p.MarkHidden()
	if c.content {
		c.p.Secret, c.p.ReadsEvents, c.p.ReadsRounds = true, true, true
	}
	c.p.Straight = c.straight()
	c.p.Hash = withEvaluators(hashRules(c.m, c.set), c.p.Evaluators)
	c.done = true
	c.p.Extend = c.extender()
	r := resolver{c: c}
	c.p.Exprs = &program.Resolving{Resolve: r.Resolve}
}
