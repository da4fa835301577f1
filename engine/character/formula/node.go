package formula

import "github.com/astragal-engine/astragal/engine/dice"

// node is a part of a formula. Nodes never change once their formula is compiled.
type node struct {
	op      op
	method  bool // a call is written target.f(...)
	kids    []*node
	value   Value  // of a literal
	name    string // of a name, variable, member, function, list macro
	vars    []string
	slot    Slot
	depth   int // of a variable: how many are bound outside it; of a macro: of its first variable
	t       *Type
	at, len int32 // its own token
	id      int32 // in order of the text, from the root on
	size    int32 // how many nodes it has, itself included
	free    int   // the least depth of the variables in it
	run     func(*Budget) Value
}

type op uint8

const (
	opLiteral  op = iota
	opName        // name, slot; quoted in field('...') when method is set
	opVariable    // name, depth
	opMember      // kids[0].name
	opIndex       // kids[0][kids[1]]
	opHas         // has(kids[0])
	opAnd         // kids[0] && kids[1] && ...
	opOr
	opIf // kids[0] ? kids[1] : kids[2]
	opNot
	opNegate
	opBinary // kids[0] name kids[1]
	opList   // [kids...]
	opCall   // name(kids...), kids[0].name(...) when method is set
	opMacro  // kids[0].name(vars[0], kids[1]...)
	opWhere  // name(kids...): the last kid may read item (and self), the vars
)

// noVariable is the depth of a node without free variables.
const noVariable = 1 << 30

// number gives the nodes their ids and works out what they are made of.
func (n *node) number(next *int32) {
	n.id = *next
	*next++
	n.free = noVariable
	if n.op == opVariable {
		n.free = n.depth
	}
	for _, k := range n.kids {
		k.number(next)
		n.free = min(n.free, k.free)
	}
	if n.op == opMacro || n.op == opWhere {
		n.free = noVariable
		for _, k := range n.kids {
			if k.free < n.depth { // bound further out
				n.free = min(n.free, k.free)
			}
		}
	}
	n.size = *next - n.id
}

// literal gives the node that stands for a value, nil when it has none: objects, and lists of them.
func literal(v Value) *node {
	switch v.kind {
	case DiceKind:
		return diceNode(v.Dice())
	case ListKind:
		list := &node{op: opList, t: Any}
		for _, item := range v.List() {
			k := literal(item)
			if k == nil {
				return nil
			}
			list.kids = append(list.kids, k)
		}
		return list
	case ObjectKind, AbsentKind, failed:
		return nil
	}
	return &node{op: opLiteral, value: v, t: Any}
}

// diceNode gives dice as the sum that is written.
func diceNode(d dice.Dice) *node {
	var sum *node
	add := func(minus bool, n *node) {
		switch {
		case sum == nil && minus:
			sum = &node{op: opNegate, kids: []*node{n}, t: Dice}
		case sum == nil:
			sum = n
		case minus:
			sum = &node{op: opBinary, name: "-", kids: []*node{sum, n}, t: Dice}
		default:
			sum = &node{op: opBinary, name: "+", kids: []*node{sum, n}, t: Dice}
		}
	}
	for _, t := range d.Terms {
		minus := t.Minus
		t.Minus = false
		add(minus, &node{op: opLiteral, value: DiceValue(dice.Dice{Terms: []dice.Term{t}}), t: Dice})
	}
	if d.Flat != 0 || sum == nil {
		add(d.Flat < 0, &node{op: opLiteral, value: IntValue(max(d.Flat, -d.Flat)), t: Int})
	}
	return sum
}
