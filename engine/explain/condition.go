package explain

import "github.com/astragal-engine/astragal/engine/expr"

// condition explains an expression with the current local names, or with none.
func (x *explainer) condition(syn *expr.Syntax, locals bool) *Part {
	return x.part(syn, &scope{x: x, locals: locals}, 0)
}

// active tests whether a content item is; where it is not, the part says why (nil: a fault of the model).
func (x *explainer) active(item int32) (*Part, bool) {
	it := &x.prog.Items[item]
	switch {
	case it.ActiveStop != nil:
		return nil, false
	case it.Active == nil:
		return nil, true
	}
	x.g.SeeItem(item)
	p := x.condition(it.Active.Syntax(), true)
	return p, p.Fails == "" && p.True
}
