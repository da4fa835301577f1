package check

import (
	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
)

// use says what the value of an expression is needed for.
type use uint8

const (
	anyUse     use = iota
	condUse        // true or false
	playerUse      // one player
	nobodyUse      // one player, or None
	playersUse     // one player or several
	listUse        // anything with elements
	countUse       // a whole number
	numberUse      // a number
	dieUse         // sides, or a list of faces
	dictUse        // an item, an instance
	textUse        // a text
	nameUse        // a whole number or None: the index of cancel
)

// site is one expression of the model and what is known of where it stands.
type site struct {
	*phrase
	field string // pre_x, options_x, ...
	place string // in words: action take, end condition won, ...
	use   use
	see   names    // local names that may be bound there
	binds []string // parameters and lets of a function
	init  int      // above 0: an init_x, which sees only this many variables, less one
}

// read gives an expression parsed; nil where there is none, or none that can be read.
func (c *checker) read(x model.Expr) *phrase {
	if !x.Given() || x.Bad {
		return nil
	}
	if p := c.says.parse(x); p.syn != nil {
		return p
	}
	return nil
}

// reads tells what of the state an expression reads where no local name hides anything.
func (c *checker) reads(p *phrase) *expr.Reads {
	if p.reads == nil {
		p.reads = c.mode.Compile(p.syn, global{c}).Reads()
	}
	return p.reads
}

// global gives names their meaning outside every local scope.
type global struct{ c *checker }

func (g global) Resolve(name string) expr.Ref {
	ref := g.c.p.Exprs.Resolve(name)
	ref.Local = expr.NoLocal
	return ref
}

// at gives the place of a part of the site's expression.
func (s *site) at(t *expr.Tree) diag.Pos { return s.x.At(t.Off) }

// in says where the site is, for messages.
func (s *site) in() string { return s.field + " of " + s.place }

// path parts `name[x][y]`, the path of a variable or of a player's zone. Its subscripts are expressions.
func path(n *model.Node) (name string, subs []model.Expr) {
	if n == nil || n.Kind != model.Text {
		return "", nil
	}
	name, subs, _ = compile.Path(n)
	return name, subs
}
