package compile

import (
	"fmt"
	"maps"
	"sync"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Bounds of the ops that code outside may answer at once, and of the extensions of one program that are kept
// for the next time.
const (
	mostForeign      = 10_000 // values
	mostForeignText  = 256 << 10
	mostForeignDepth = 64
	mostExtensions   = 200    // of one game
	mostExtended     = 50_000 // values in all of them
	mostKept         = 256
)

// foreignKey says which ops compile alike.
type foreignKey struct {
	code, ops string
	seat      int
	pos       diag.Pos
}

// extender gives Program.Extend of the program that c has compiled. What was extended before is there already:
// searches come to the same ops again and again.
func (c *compiler) extender() func(program.Foreign) (*program.Program, *program.Extension, error) {
	var lock sync.Mutex
	kept := map[foreignKey]*program.Program{}
	return func(f program.Foreign) (*program.Program, *program.Extension, error) {
		t := &foreignTree{pos: f.Pos}
		nodes, text, err := t.ops(f.Ops)
		if err != nil {
			return nil, nil, err
		}
		for p := c.p; p.Ext != nil; p = p.Ext.Under {
			if e := p.Ext; e.Code == f.Code && e.Seat == f.Seat && e.Pos == f.Pos && e.Text == text {
				return c.p, e, nil
			}
		}
		key := foreignKey{f.Code, text, f.Seat, f.Pos}
		lock.Lock()
		p := kept[key]
		lock.Unlock()
		if p != nil {
			return p, p.Ext, nil
		}
		if p, err = c.extend(f, nodes, text, t.nodes); err != nil {
			return nil, nil, err
		}
		if c.p.Ext == nil {
			lock.Lock()
			if len(kept) >= mostKept {
				clear(kept)
			}
			kept[key] = p
			lock.Unlock()
		}
		return p, p.Ext, nil
	}
}

// extend compiles ops into a program of their own, behind all that c has compiled.
func (c *compiler) extend(f program.Foreign, nodes []*model.Node, text string, size int) (*program.Program, error) {
	if c.p.Ext != nil {
		size += c.p.Ext.Size
	}
	if c.p.Depth() >= mostExtensions || size > mostExtended {
		return nil, fmt.Errorf("more than %d lists of ops are underway, or %d values in them", mostExtensions, mostExtended)
	}
	ops, wrong := model.ReadOps(nodes)
	if len(wrong) > 0 {
		return nil, fmt.Errorf("%s", wrong[0].Text)
	}
	f.Ops = c.spelled(nodes, text)
	e := c.copy()
	e.bounds = c.boundsOf(f)
	walkOps(ops, e.binds)
	seen := map[*model.Node]bool{}
	for _, n := range nodes {
		e.keywords(n, seen)
	}
	entry := int32(len(e.p.Blocks))
	e.p.Blocks = append(e.p.Blocks, program.Block{Place: -1})
	b := &builder{c: e, place: -1}
	for i, op := range ops {
		code, blocks := len(b.code), len(e.p.Blocks)
		b.op(op)
		if len(e.diags) > 0 {
			return nil, fmt.Errorf("ops[%d]: %s", i, e.diags[0].Text)
		}
		if err := e.within(op, b.code[code:], e.p.Blocks[blocks:]); err != nil {
			return nil, fmt.Errorf("ops[%d]: %w", i, err)
		}
	}
	e.p.Blocks[entry].Code = b.code
	for i := range e.p.Events {
		if e.p.Events[i].Label.IsNone() {
			e.p.Events[i].Label = value.OfText(e.p.Events[i].Name)
		}
	}
	e.p.SymIndex = e.symbols
	e.p.Ext = &program.Extension{Foreign: f, Text: text, Under: c.p, Root: c.p.Root(), Entry: entry, Depth: c.p.Depth() + 1, Size: size}
	r := resolver{c: e}
	e.p.Exprs = &program.Resolving{Resolve: r.Resolve}
	e.p.Extend = e.extender()
	return e.p, nil
}

// spelled gives ops as saves have them: what is alike is one value in a game, and nothing else is shared.
func (c *compiler) spelled(nodes []*model.Node, text string) value.Value {
	for p := c.p; p.Ext != nil; p = p.Ext.Under {
		if p.Ext.Text == text {
			return p.Ext.Ops
		}
	}
	return NodeValue(&model.Node{Kind: model.ListNode, Items: nodes})
}

// copy gives a compiler that goes on where c has come to and leaves the program of c as it is. Expressions of
// strangers run as they are written: nothing is worked out beforehand.
func (c *compiler) copy() *compiler {
	e, p := *c, *c.p
	e.p, e.diags, e.compared, e.known = &p, nil, 0, map[string][]string{}
	e.mode.Room = &expr.Room{}
	e.nodes = map[*model.Node]value.Value{}
	e.symbols = maps.Clone(c.symbols)
	p.EventIndex, p.StatIndex = maps.Clone(p.EventIndex), maps.Clone(p.StatIndex)
	p.Symbols, p.Blocks, p.Events = clipped(p.Symbols), clipped(p.Blocks), clipped(p.Events)
	p.Stats, p.Modifies = clipped(p.Stats), clipped(p.Modifies)
	return &e
}

// clipped gives a list to which others can be appended without being seen by who has it.
func clipped[T any](list []T) []T { return list[:len(list):len(list)] }

// foreignTree makes trees of ops, as if they stood in a model where the call does.
type foreignTree struct {
	pos         diag.Pos
	nodes, text int
}

// ops gives the trees, and the ops spelled out.
func (t *foreignTree) ops(ops value.Value) ([]*model.Node, string, error) {
	if ops.Kind() != value.List {
		return nil, "", fmt.Errorf("ops is a %s, not a list", ops.Kind())
	}
	n, err := t.node(ops, 0)
	if err != nil {
		return nil, "", err
	}
	return n.Items, value.Repr(nil, ops), nil
}

func (t *foreignTree) node(v value.Value, depth int) (*model.Node, error) {
	if t.nodes++; t.nodes > mostForeign {
		return nil, fmt.Errorf("ops have more than %d values", mostForeign)
	}
	if depth > mostForeignDepth {
		return nil, fmt.Errorf("ops are nested more than %d deep", mostForeignDepth)
	}
	src := ""
	switch v.Kind() {
	case value.None:
		return model.Single(model.Null, "null", "None", t.pos), nil
	case value.Bool:
		text := "false"
		if v.Bool() {
			text = "true"
		}
		return model.Single(model.Bool, text, value.Repr(nil, v), t.pos), nil
	case value.Int, value.BigInt:
		src = value.Repr(nil, v)
		return model.Single(model.Int, src, src, t.pos), nil
	case value.Float:
		src = value.Repr(nil, v)
		return model.Single(model.Float, src, src, t.pos), nil
	case value.Text:
		if t.text += len(v.Text()); t.text > mostForeignText {
			return nil, fmt.Errorf("ops have more than %d bytes of text", mostForeignText)
		}
		return model.Single(model.Text, v.Text(), v.Text(), t.pos), nil
	case value.List:
		n := &model.Node{Kind: model.ListNode, Pos: t.pos, Items: make([]*model.Node, len(v.Items()))}
		return n, t.all(n.Items, v.Items(), depth+1)
	case value.Dict:
		n := &model.Node{Kind: model.MapNode, Pos: t.pos, Items: make([]*model.Node, len(v.Items())), Keys: make([]*model.Node, len(v.Items()))}
		if err := t.all(n.Keys, v.Keys().List(), depth+1); err != nil {
			return nil, err
		}
		return n, t.all(n.Items, v.Items(), depth+1)
	}
	return nil, fmt.Errorf("ops have a %s, which is no plain value", v.Kind())
}

func (t *foreignTree) all(into []*model.Node, from []value.Value, depth int) error {
	for i, v := range from {
		var err error
		if into[i], err = t.node(v, depth); err != nil {
			return err
		}
	}
	return nil
}
