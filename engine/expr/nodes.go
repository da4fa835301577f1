package expr

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/value"
)

// Syntax is a parsed expression. It is never changed and may be compiled any number of times.
type Syntax struct {
	Src  string
	Pos  diag.Pos // of the first character of Src
	root node
}

// node is one part of a parsed expression; off is where in Src it stands (for an operation: where
// its operator stands).
type node interface{ off() int }

type at int32

func (a at) off() int { return int(a) }

type (
	constant struct {
		at
		v value.Value
	}
	name struct {
		at
		id string
	}
	// display is a list, tuple or set written out; items may be starred.
	display struct {
		at
		kind  value.Kind
		items []node
	}
	starred struct {
		at
		x node
	}
	// dictDisplay has a nil key where a ** stands.
	dictDisplay struct {
		at
		keys, vals []node
	}
	// comp is a comprehension; kind is List, Set, Dict, or Iter for a generator. key is of a dict.
	comp struct {
		at
		kind     value.Kind
		key, elt node
		clauses  []clause
	}
	lambda struct {
		at
		params []param
		body   node
	}
	// call has starred items among args for *x; a keyword without a name is **x.
	call struct {
		at
		fn   node
		args []node
		kws  []keyword
	}
	method struct {
		at
		x    node
		name string
		args []node
		kws  []keyword
	}
	subscript struct {
		at
		x, index node
	}
	slice struct {
		at
		lo, hi, step node // nil: left out
	}
	unary struct {
		at
		op op
		x  node
	}
	binary struct {
		at
		op   op
		x, y node
	}
	// junction is a chain of `and` or of `or`.
	junction struct {
		at
		op op
		xs []node
	}
	// comparison is x ops[0] rest[0] ops[1] rest[1] ...
	comparison struct {
		at
		x    node
		ops  []op
		offs []int
		rest []node
	}
	conditional struct {
		at
		test, then, els node
	}
	// formatted is an f-string, or adjacent literals of which one is; texts are the literals as written.
	formatted struct {
		at
		parts []piece
		texts []string
	}
)

// clause is `for target in iter if conds...`; target is a name or a tuple display of targets.
type clause struct {
	target node
	iter   node
	conds  []node
}

type paramKind uint8

const (
	plainParam paramKind = iota
	keywordOnly
	starParam
	doubleStarParam
)

type param struct {
	name string
	at   int
	kind paramKind
	def  node // nil: none
}

type keyword struct {
	at
	name string // "": a ** argument
	x    node
}

// piece is a part of an f-string: a text (x is nil), or a field with its conversion (0 or one of
// "rsa") and its format spec, itself made of pieces.
type piece struct {
	text string
	x    node
	conv byte
	spec []piece
}

type op uint8

const (
	opNone op = iota
	opOr
	opAnd
	opNot
	opIn
	opNotIn
	opIs
	opIsNot
	opLt
	opLe
	opGt
	opGe
	opEq
	opNe
	opBitOr
	opBitXor
	opBitAnd
	opShl
	opShr
	opAdd
	opSub
	opMul
	opDiv
	opFloor
	opMod
	opPow
	opPos
	opNeg
	opInvert
)

var opText = [...]string{
	opOr: "or", opAnd: "and", opNot: "not", opIn: "in", opNotIn: "not in", opIs: "is", opIsNot: "is not",
	opLt: "<", opLe: "<=", opGt: ">", opGe: ">=", opEq: "==", opNe: "!=",
	opBitOr: "|", opBitXor: "^", opBitAnd: "&", opShl: "<<", opShr: ">>",
	opAdd: "+", opSub: "-", opMul: "*", opDiv: "/", opFloor: "//", opMod: "%", opPow: "**",
	opPos: "+", opNeg: "-", opInvert: "~",
}

// Binding strengths, weakest first, for the parser and the printer.
const (
	precLowest = iota
	precLambda
	precCond
	precOr
	precAnd
	precNot
	precCompare
	precBitOr
	precBitXor
	precBitAnd
	precShift
	precAdd
	precMul
	precUnary
	precPow
	precTrailer
	precAtom
)

var opPrec = [...]int{
	opOr: precOr, opAnd: precAnd, opNot: precNot, opBitOr: precBitOr, opBitXor: precBitXor, opBitAnd: precBitAnd,
	opShl: precShift, opShr: precShift, opAdd: precAdd, opSub: precAdd, opMul: precMul, opDiv: precMul,
	opFloor: precMul, opMod: precMul, opPow: precPow, opPos: precUnary, opNeg: precUnary, opInvert: precUnary,
}

// walk calls f for n and, where f gives true, for what n is made of, in the order of the text.
func walk(n node, f func(node) bool) {
	if n == nil || !f(n) {
		return
	}
	all := func(ns []node) {
		for _, x := range ns {
			walk(x, f)
		}
	}
	kws := func(ks []keyword) {
		for _, k := range ks {
			walk(k.x, f)
		}
	}
	switch n := n.(type) {
	case *display:
		all(n.items)
	case *starred:
		walk(n.x, f)
	case *dictDisplay:
		for i := range n.vals {
			walk(n.keys[i], f)
			walk(n.vals[i], f)
		}
	case *comp:
		walk(n.key, f)
		walk(n.elt, f)
		for _, c := range n.clauses {
			walk(c.target, f)
			walk(c.iter, f)
			all(c.conds)
		}
	case *lambda:
		for _, p := range n.params {
			walk(p.def, f)
		}
		walk(n.body, f)
	case *call:
		walk(n.fn, f)
		all(n.args)
		kws(n.kws)
	case *method:
		walk(n.x, f)
		all(n.args)
		kws(n.kws)
	case *subscript:
		walk(n.x, f)
		walk(n.index, f)
	case *slice:
		walk(n.lo, f)
		walk(n.hi, f)
		walk(n.step, f)
	case *unary:
		walk(n.x, f)
	case *binary:
		walk(n.x, f)
		walk(n.y, f)
	case *junction:
		all(n.xs)
	case *comparison:
		walk(n.x, f)
		all(n.rest)
	case *conditional:
		walk(n.then, f)
		walk(n.test, f)
		walk(n.els, f)
	case *formatted:
		walkPieces(n.parts, f)
	}
}

func walkPieces(ps []piece, f func(node) bool) {
	for _, p := range ps {
		if p.x != nil {
			walk(p.x, f)
		}
		walkPieces(p.spec, f)
	}
}
