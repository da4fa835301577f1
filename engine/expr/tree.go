package expr

import "github.com/astragal-engine/astragal/engine/value"

// TreeKind says what a part of an expression is, and so what its Kids are.
type TreeKind uint8

const (
	ConstTree       TreeKind = iota // Value
	NameTree                        // Name
	DisplayTree                     // Type List, Tuple or Set; the elements
	StarTree                        // *x, or **x in a dict display; x
	DictTree                        // keys and values in turn; after a StarTree for **x comes nil
	CompTree                        // Type List, Set, Dict, or Iter for a generator; the element (of a dict: key, value)
	LambdaTree                      // Binds its parameters; the body, then the defaults
	CallTree                        // the function, then the arguments; Kws
	MethodTree                      // Name; the object, then the arguments; Kws
	SubscriptTree                   // the object, the index
	SliceTree                       // low, high, step; nil where left out
	UnaryTree                       // Name the operator; the operand
	BinaryTree                      // Name the operator; the operands
	JunctionTree                    // Name `and` or `or`; the operands
	ComparisonTree                  // the operands; Ops between them
	ConditionalTree                 // the condition, then, else
	FormatTree                      // an f-string: its fields
)

// Tree is one part of an expression, for those who look at it without running it. Off is where in the text
// it stands; of an operation, where its operator stands.
type Tree struct {
	Kind    TreeKind
	Off     int
	Name    string
	Value   value.Value
	Type    value.Kind
	Kids    []*Tree
	Kws     []TreeKeyword
	Ops     []TreeOp
	Clauses []TreeClause
	Binds   []string
	Texts   []string // of an f-string: what stands between the fields

	node node
}

// TreeKeyword is a keyword argument; without a name it is **X.
type TreeKeyword struct {
	Name string
	Off  int
	X    *Tree
}

// TreeOp is an operator of a comparison.
type TreeOp struct {
	Name string
	Off  int
}

// TreeClause is `for Binds in Iter if Conds...`. Nested reports that Binds come from within the elements.
type TreeClause struct {
	Binds  []string
	Nested bool
	Iter   *Tree
	Conds  []*Tree
}

// Tree gives the parts of the expression.
func (s *Syntax) Tree() *Tree { return tree(s.root) }

// Part gives a part of the expression as one of its own, to be compiled.
func (s *Syntax) Part(t *Tree) *Syntax { return &Syntax{Src: s.Src, Pos: s.Pos, root: t.node} }

func trees(first node, rest ...node) []*Tree {
	out := make([]*Tree, 0, 1+len(rest))
	if first != nil {
		out = append(out, tree(first))
	}
	for _, n := range rest {
		out = append(out, tree(n))
	}
	return out
}

func tree(n node) *Tree {
	if n == nil {
		return nil
	}
	t := &Tree{Off: n.off(), node: n}
	switch n := n.(type) {
	case *constant:
		t.Kind, t.Value = ConstTree, n.v
	case *name:
		t.Kind, t.Name = NameTree, n.id
	case *display:
		t.Kind, t.Type, t.Kids = DisplayTree, n.kind, trees(nil, n.items...)
	case *starred:
		t.Kind, t.Kids = StarTree, trees(n.x)
	case *dictDisplay:
		t.Kind = DictTree
		for i, k := range n.keys {
			if k == nil {
				t.Kids = append(t.Kids, &Tree{Kind: StarTree, Off: n.vals[i].off(), Kids: trees(n.vals[i]), node: n.vals[i]}, nil)
			} else {
				t.Kids = append(t.Kids, tree(k), tree(n.vals[i]))
			}
		}
	case *comp:
		t.Kind, t.Type = CompTree, n.kind
		if n.key != nil {
			t.Kids = trees(n.key)
		}
		t.Kids = append(t.Kids, tree(n.elt))
		for _, c := range n.clauses {
			_, plain := c.target.(*name)
			t.Clauses = append(t.Clauses, TreeClause{Binds: targetNames(c.target, nil), Nested: !plain, Iter: tree(c.iter), Conds: trees(nil, c.conds...)})
		}
	case *lambda:
		t.Kind, t.Kids = LambdaTree, trees(n.body)
		for _, p := range n.params {
			t.Binds = append(t.Binds, p.name)
			if p.def != nil {
				t.Kids = append(t.Kids, tree(p.def))
			}
		}
	case *call:
		t.Kind, t.Kids, t.Kws = CallTree, trees(n.fn, n.args...), treeKws(n.kws)
	case *method:
		t.Kind, t.Name, t.Kids, t.Kws = MethodTree, n.name, trees(n.x, n.args...), treeKws(n.kws)
	case *subscript:
		t.Kind, t.Kids = SubscriptTree, trees(n.x, n.index)
	case *slice:
		t.Kind, t.Kids = SliceTree, []*Tree{tree(n.lo), tree(n.hi), tree(n.step)}
	case *unary:
		t.Kind, t.Name, t.Kids = UnaryTree, opText[n.op], trees(n.x)
	case *binary:
		t.Kind, t.Name, t.Kids = BinaryTree, opText[n.op], trees(n.x, n.y)
	case *junction:
		t.Kind, t.Name, t.Kids = JunctionTree, opText[n.op], trees(nil, n.xs...)
	case *comparison:
		t.Kind, t.Kids = ComparisonTree, trees(n.x, n.rest...)
		for i, o := range n.ops {
			t.Ops = append(t.Ops, TreeOp{opText[o], n.offs[i]})
		}
	case *conditional:
		t.Kind, t.Kids = ConditionalTree, trees(n.test, n.then, n.els)
	case *formatted:
		t.Kind = FormatTree
		t.pieces(n.parts)
	}
	return t
}

func treeKws(kws []keyword) []TreeKeyword {
	var out []TreeKeyword
	for _, k := range kws {
		out = append(out, TreeKeyword{k.name, k.off(), tree(k.x)})
	}
	return out
}

func (t *Tree) pieces(ps []piece) {
	for _, p := range ps {
		if p.x != nil {
			t.Kids = append(t.Kids, tree(p.x))
		} else {
			t.Texts = append(t.Texts, p.text)
		}
		t.pieces(p.spec)
	}
}

// Each calls f for every part that t is made of directly, in the order of the text; bound are the names that t
// binds for that part.
func (t *Tree) Each(f func(part *Tree, bound []string)) {
	one := func(x *Tree, bound []string) {
		if x != nil {
			f(x, bound)
		}
	}
	switch t.Kind {
	case CompTree:
		var bound []string
		for _, c := range t.Clauses {
			bound = append(bound, c.Binds...)
		}
		for i, c := range t.Clauses {
			if i == 0 {
				one(c.Iter, nil) // evaluated outside; every other part sees all targets
			} else {
				one(c.Iter, bound)
			}
			for _, x := range c.Conds {
				one(x, bound)
			}
		}
		for _, x := range t.Kids {
			one(x, bound)
		}
	case LambdaTree:
		for _, x := range t.Kids[1:] {
			one(x, nil)
		}
		one(t.Kids[0], t.Binds)
	default:
		for _, x := range t.Kids {
			one(x, nil)
		}
		for _, k := range t.Kws {
			one(k.X, nil)
		}
	}
}
