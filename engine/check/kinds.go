package check

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// kinds is a set of kinds of values that an expression may have. The empty set is never met by a value that is
// read: it is taken for every kind.
type kinds uint16

const (
	kNone kinds = 1 << iota
	kBool
	kInt
	kFloat
	kText
	kList
	kTuple
	kDict // instances too
	kSet
	kRange
	kIter // generators, views: inside an expression only
	kFunc // functions and types
	kEnd
	kAny   = kEnd - 1
	kNum   = kBool | kInt | kFloat
	kWhole = kBool | kInt
	kItems = kText | kList | kTuple | kDict | kSet | kRange // what the engine takes for a list
	kEach  = kItems | kIter                                 // what Python iterates over
)

var kindWords = []struct {
	k    kinds
	word string
}{
	{kNone, "None"}, {kNum, "a number"}, {kText, "a text"}, {kList, "a list"}, {kTuple, "a tuple"}, {kDict, "a dict"},
	{kSet, "a set"}, {kRange, "a range"}, {kIter, "a generator"}, {kFunc, "a function"},
}

func (k kinds) String() string {
	if k == kBool {
		return "True or False"
	}
	var out []string
	for _, w := range kindWords {
		if k&w.k != 0 {
			out = append(out, w.word)
		}
	}
	return strings.Join(out, " or ")
}

// ty is what is known of a value: its kinds, and what its elements (of a dict: its values) are, nil for anything.
type ty struct {
	k    kinds
	elem *ty
}

var (
	anything = ty{k: kAny}
	oneText  = ty{k: kText}
	oneInt   = ty{k: kInt}
	yesNo    = ty{k: kBool}
)

func of(k kinds, elem ty) ty { return ty{k, &elem} }

// mostDepth is how deep elements of elements are told apart.
const mostDepth = 4

func join(a, b ty) ty { return joined(a, b, mostDepth) }

func joined(a, b ty, depth int) ty {
	switch {
	case a.k == 0:
		return b
	case b.k == 0:
		return a
	}
	t := ty{k: a.k | b.k}
	const holders = kList | kTuple | kDict | kSet | kRange | kIter
	switch {
	case a.k&holders == 0:
		t.elem = b.elem
	case b.k&holders == 0:
		t.elem = a.elem
	case a.elem != nil && b.elem != nil && depth > 0:
		e := joined(*a.elem, *b.elem, depth-1)
		t.elem = &e
	}
	return t
}

// element is what an element of t is; of a dict what its values are.
func (t ty) element() ty {
	if t.elem == nil || t.elem.k == 0 || t.k&(kText|kDict) != 0 && t.k&^(kText|kDict) != 0 {
		return anything
	}
	return *t.elem
}

// each is what iterating over t gives.
func (t ty) each() ty {
	switch {
	case t.k&kEach == 0:
		return ty{} // nothing, ever
	case t.k == kText:
		return oneText
	case t.k&(kText|kDict|kNone) != 0:
		return anything
	}
	return t.element()
}

var kindOf = map[value.Kind]kinds{
	value.None: kNone, value.Bool: kBool, value.Int: kInt, value.BigInt: kInt, value.Float: kFloat, value.Text: kText,
	value.List: kList, value.Tuple: kTuple, value.Dict: kDict, value.Inst: kDict, value.Set: kSet, value.Frozen: kSet,
	value.Range: kRange, value.Iter: kIter, value.Func: kFunc, value.Type: kFunc,
}

// ofValue is the type of a constant. Of long lists the elements may be anything.
func ofValue(v value.Value) ty { return ofValueDeep(v, mostDepth) }

func ofValueDeep(v value.Value, depth int) ty {
	t := ty{k: kindOf[v.Kind()]}
	switch t.k {
	case kRange:
		t.elem = &oneInt
	case kList, kTuple:
		items := v.Items()
		if depth == 0 || len(items) > 200 || len(items) == 0 {
			return t
		}
		var e ty
		for _, x := range items {
			e = joined(e, ofValueDeep(x, depth-1), depth-1)
		}
		t.elem = &e
	}
	return t
}

// ofNode is the type of a value as the model writes it.
func ofNode(n *model.Node) ty { return ofNodeDeep(n, mostDepth) }

func ofNodeDeep(n *model.Node, depth int) ty {
	if n == nil {
		return ty{k: kNone}
	}
	switch n.Kind {
	case model.Bool:
		return yesNo
	case model.Int:
		return oneInt
	case model.Float:
		return ty{k: kFloat}
	case model.Text:
		return oneText
	case model.MapNode:
		return ty{k: kDict}
	case model.ListNode:
		t := ty{k: kList}
		if depth > 0 && len(n.Items) > 0 && len(n.Items) <= 200 {
			var e ty
			for _, x := range n.Items {
				e = joined(e, ofNodeDeep(x, depth-1), depth-1)
			}
			t.elem = &e
		}
		return t
	}
	return ty{k: kNone}
}
