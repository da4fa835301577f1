package pack

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// env is what surrounds a part that is being read: it decides what its formulas see.
type env struct {
	pack   *Pack
	typ    *ContentType // the carrier: a type, or
	item   *Item        // an item; neither: the rules
	action *Action
	step   *Step // the step that the part belongs to

	effect      *Effect
	situational *Situational
	choice      *Choice
	source      OptionSource // what a candidate, or what was picked, is from
	change      *Change
	picked      bool // changes of a choice step or of its options, which see what was picked
	param       *Param
	target      *Action    // whose param or role is given
	trigger     bool       // of a follow-up: a change triggers it
	dest        func() *To // where the changes go: nil for self
}

// carried reports whether content carries the part.
func (e *env) carried() bool { return e.typ != nil || e.item != nil }

// content gives the type of the content that carries the part, or nil.
func (e *env) content() *ContentType {
	if e.item != nil {
		return e.item.Type
	}
	return e.typ
}

// formulaJob is a formula that waits for being compiled.
type formulaJob struct {
	f     *Formula
	expr  model.Expr
	place place
	env   *env
	want  func(*compiler) wanted // in place of the place's
	done  func(*compiler)        // after it was compiled
}

// refJob is a reference that waits for being resolved.
type refJob struct {
	ref  *Ref
	kind refKind
	env  *env
	done func(found any)
}

// formula reads the formula under a key.
func (f form) formula(key string, p place, e *env) *Formula {
	n := f.get(key)
	if n == nil {
		return nil
	}
	return f.l.formula(n, p, e)
}

// formula reads a scalar as a formula and has it compiled later.
func (l *loader) formula(n *model.Node, p place, e *env) *Formula {
	f := l.newFormula(n, p, e)
	if f == nil {
		return nil
	}
	return f.f
}

func (l *loader) newFormula(n *model.Node, p place, e *env) *formulaJob {
	if !n.Scalar() {
		return nil
	}
	x := n.Expr()
	switch {
	case x.Src == "":
		l.faults.report(Schema, n.Pos, nil, "write one, or leave the key out", "this formula is empty")
		return nil
	case len(x.Src) > l.limits.Formula:
		l.faults.report(Schema, x.Pos, data{"limit": l.limits.Formula}, "split it over computed fields", "this formula is longer than %d bytes", l.limits.Formula)
		return nil
	case len(l.formulas) >= l.limits.Formulas:
		l.tooMany(x.Pos)
		return nil
	}
	l.formulas = append(l.formulas, &formulaJob{f: &Formula{Src: x.Src, Pos: x.Pos, at: x}, place: p, env: e})
	return l.formulas[len(l.formulas)-1]
}

func (l *loader) tooMany(pos diag.Pos) {
	if !l.overfull {
		l.overfull = true
		l.faults.report(Schema, pos, data{"limit": l.limits.Formulas}, "make the packs smaller", "there are more than %d formulas", l.limits.Formulas)
	}
}

// textual reads what is a text or {formula: ...}.
func (l *loader) textual(n *model.Node, p place, e *env) Text {
	if n == nil || n.Kind == model.Null {
		return Text{}
	}
	if n.Kind == model.MapNode {
		if !isFormulaOnly(n) {
			return Text{}
		}
		return Text{Formula: l.formula(n.Items[0], p, e), Pos: n.Pos}
	}
	return Text{Literal: n.Raw(), Pos: n.Pos}
}

func (f form) textual(key string, p place, e *env) Text { return f.l.textual(f.get(key), p, e) }

// tags reads a list of tags, written or computed; those that are written must be declared.
func (f form) tags(key string, p place, e *env) []Text {
	var out []Text
	for _, n := range f.items(key) {
		t := f.l.textual(n, p, e)
		if t.Formula == nil {
			f.l.tagAt(t.Literal, n.Pos)
		}
		out = append(out, t)
	}
	return out
}

// plainTags reads a list of written tags.
func (f form) plainTags(key string) []string {
	for _, n := range f.namesAt(key) {
		f.l.tagAt(n.Written, n.Pos)
	}
	return f.names(key)
}

func (l *loader) tagAt(tag string, pos diag.Pos) {
	l.tags = append(l.tags, Ref{Written: tag, Pos: pos})
}

// formulas reads a mapping from names to formulas.
func (f form) formulas(key string, p place, e *env) []Named {
	var out []Named
	f.entries(key, func(name string, pos diag.Pos, n *model.Node) {
		out = append(out, Named{Name: name, Pos: pos, Formula: f.l.formula(n, p, e)})
	})
	return out
}

// ref reads an id and has it resolved later; done gets what it names.
func (f form) ref(key string, to *Ref, kind refKind, e *env, done func(any)) {
	n := f.get(key)
	if n == nil || !n.Scalar() {
		return
	}
	*to = Ref{Written: n.Raw(), Pos: n.Pos}
	f.l.resolveLater(to, kind, e, done)
}

// refs reads a list of ids.
func (f form) refs(key string, kind refKind, e *env, done func(i int, found any)) []Ref {
	list := f.namesAt(key)
	for i := range list {
		f.l.resolveLater(&list[i], kind, e, func(found any) {
			if done != nil {
				done(i, found)
			}
		})
	}
	return list
}

func (l *loader) resolveLater(ref *Ref, kind refKind, e *env, done func(any)) {
	l.refs = append(l.refs, refJob{ref, kind, e, done})
}
