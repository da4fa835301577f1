package model

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

// spot is where a part stands in the model, for messages: `actions.mark.effect[0]`.
type spot struct {
	up   *spot
	name string
	idx  int // of an element; -1: a key
}

func (p *spot) key(k string) *spot { return &spot{up: p, name: k, idx: -1} }
func (p *spot) at(i int) *spot     { return &spot{up: p, idx: i} }

func (p *spot) String() string {
	if p == nil {
		return "the top level"
	}
	s := ""
	for ; p != nil; p = p.up {
		switch {
		case p.idx >= 0:
			s = fmt.Sprintf("[%d]", p.idx) + s
		case p.up == nil:
			s = clip(p.name) + s
		default:
			s = "." + clip(p.name) + s
		}
	}
	return s
}

// reader turns the tree into a Model.
type reader struct {
	limits  Limits
	diags   *diag.List
	flowIDs map[string]diag.Pos
	free    bool // in content, where any key may stand

	suggested int
}

// form is a mapping with fixed keys that is being read. Its shape has been checked and what did not
// fit was reported; so whatever it is asked for and does not have in the right form is just absent.
type form struct {
	r    *reader
	node *Node
	at   *spot
	keys shape
}

// form checks a mapping against its shape. Nothing at all (null) is an empty mapping.
func (r *reader) form(n *Node, s shape, at *spot) (form, bool) {
	f := form{r: r, at: at, keys: s}
	if n == nil || n.Kind == Null {
		return f, true
	}
	if n.Kind != MapNode {
		r.badType(n, at, "a mapping")
		return f, false
	}
	f.node = n
	for i, k := range n.Keys {
		f.check(k, n.Items[i])
	}
	return f, true
}

func (r *reader) badType(n *Node, at *spot, want string) {
	r.diags.Add(diag.Error, "bad-type", n.Pos, "%s must be %s, not %s", at, want, n.Kind.article())
	(*r.diags)[len(*r.diags)-1].Fix = shapeOf(want)
}

// shapeOf says how a value of a kind is written.
func shapeOf(want string) string {
	switch word := strings.Fields(want); {
	case strings.Contains(want, "mapping"):
		return "write lines of `key: value` below it, or {key: value}"
	case strings.Contains(want, "list"):
		return "write lines that begin with `- ` below it, or [...]"
	case strings.Contains(want, "true or false"):
		return "write true or false"
	case strings.Contains(want, "number"):
		return "write a number without quotes"
	case len(word) > 1 && (word[1] == "name" || word[1] == "text"):
		return "write a word, in quotes if it is not plain"
	}
	return ""
}

// check looks at one entry.
func (f *form) check(key, value *Node) {
	if key.Kind != Text {
		if !f.r.free {
			f.r.diags.Add(diag.Error, "bad-key", key.Pos, "a key at %s must be a text, not %s", f.at, key.Kind.article())
		}
		return
	}
	k, twin, known := f.keys.find(key.Text)
	h := k.holds
	switch {
	case !known:
		f.unknown(key)
	case key.Text == "note":
	case h == withX && twin:
		f.must(key, value, value.Kind == MapNode, "a mapping from names to expressions")
	case twin, h == expression:
		f.must(key, value, value.Scalar(), "an expression")
	case value.Kind != Null:
		f.holds(key, value, h)
	}
}

// must reports a value that is not what its key holds.
func (f *form) must(key, value *Node, ok bool, what string) bool {
	if !ok {
		f.r.badType(value, f.at.key(key.Text), what)
	}
	return ok
}

func (f *form) unknown(key *Node) {
	if f.r.free {
		return
	}
	f.r.suggest(diag.Diagnostic{Code: "unknown-key", Severity: diag.Warning, Pos: key.Pos,
		Text: fmt.Sprintf("unknown key '%s' at %s", clip(key.Text), f.at)}, key.Text, f.keys.known)
}

// fix says what to do about what was reported last.
func (r *reader) fix(text string) { (*r.diags)[len(*r.diags)-1].Fix = text }

// suggest reports a word that is not known, with the known one that may have been meant. A text of
// nothing but unknown words gets suggestions for the first thousand.
func (r *reader) suggest(d diag.Diagnostic, word string, known func() []string) {
	if r.suggested++; r.suggested <= 1000 {
		if near := diag.Nearest(word, known()); near != "" {
			d.Fix = fmt.Sprintf("write '%s'", near)
		}
	}
	*r.diags = append(*r.diags, d)
}

func (f *form) holds(key, n *Node, h holds) {
	switch h {
	case text:
		f.must(key, n, n.Scalar(), "a text")
	case name, nameOrX:
		f.must(key, n, n.Kind == Text, "a name")
	case label:
		f.must(key, n, isLabel(n), "a name or a number")
	case names:
		if !isLabel(n) && f.must(key, n, n.Kind == ListNode, "a name or a list of names") {
			f.allNames(key, n)
		}
	case nameList:
		if f.must(key, n, n.Kind == ListNode, "a list of names") {
			f.allNames(key, n)
		}
	case oneOf:
		known := words[key.Text]
		if n.Kind != Text {
			f.must(key, n, false, "one of "+strings.Join(known, ", "))
		} else {
			f.r.oneOf(n, "unknown-value", key.Text, known)
		}
	case flag:
		f.must(key, n, n.Kind == Bool, "true or false")
	case number:
		f.must(key, n, n.Kind == Int || n.Kind == Float, "a number")
	case opList:
		f.must(key, n, n.Kind == ListNode, "a list of ops")
	case listing:
		f.must(key, n, n.Kind == ListNode, "a list")
	case mapping, named, namedLists:
		f.must(key, n, n.Kind == MapNode, "a mapping")
	}
}

func (f *form) allNames(key, list *Node) {
	for i, item := range list.Items {
		if !isLabel(item) {
			f.r.badType(item, f.at.key(key.Text).at(i), "a name")
		}
	}
}

func (r *reader) want(n *Node, at *spot, ok bool, what string) bool {
	if !ok {
		r.badType(n, at, what)
	}
	return ok
}

func (r *reader) oneOf(n *Node, code, key string, known []string) {
	for _, w := range known {
		if n.Text == w {
			return
		}
	}
	r.suggest(diag.Diagnostic{Code: code, Pos: n.Pos,
		Text: fmt.Sprintf("unknown %s '%s'; known: %s", key, clip(n.Text), strings.Join(known, ", "))},
		n.Text, func() []string { return known })
}

func isLabel(n *Node) bool { return n.Kind == Text || n.Kind == Int || n.Kind == Float }

// get gives the value of a key that is there and not null.
func (f form) get(key string) *Node {
	if n := f.node.Get(key); n != nil && n.Kind != Null {
		return n
	}
	return nil
}

// text gives a single value as its text, and where it stands.
func (f form) text(key string) (string, diag.Pos) {
	n := f.get(key)
	if !n.Scalar() {
		return "", diag.Pos{}
	}
	return n.raw, n.Pos
}

// name gives a name, a label or a word.
func (f form) name(key string) (string, diag.Pos) {
	n := f.get(key)
	switch {
	case n == nil:
	case n.Kind == Text, f.keys[key].holds == label && isLabel(n):
		return n.raw, n.Pos
	}
	return "", diag.Pos{}
}

func (f form) number(key string) *Node {
	if n := f.get(key); n != nil && (n.Kind == Int || n.Kind == Float) {
		return n
	}
	return nil
}

func (f form) flag(key string) bool {
	n := f.get(key)
	return n != nil && n.Kind == Bool && n.Text == "true"
}

func (f form) names(key string) []NameAt {
	n := f.get(key)
	if n == nil || f.node == nil {
		return nil
	}
	if n.Kind != ListNode {
		if f.keys[key].holds == names && isLabel(n) {
			return []NameAt{{Name: n.raw, Pos: n.Pos}}
		}
		return nil
	}
	var out []NameAt
	for _, item := range n.Items {
		if isLabel(item) {
			out = append(out, NameAt{Name: item.raw, Pos: item.Pos})
		}
	}
	return out
}

func (f form) strings(key string) []string {
	var out []string
	for _, n := range f.names(key) {
		out = append(out, n.Name)
	}
	return out
}

// items gives the elements of a list; each is called with its path.
func (f form) items(key string, each func(n *Node, at *spot)) {
	if n := f.get(key); n != nil && n.Kind == ListNode {
		at := f.at.key(key)
		for i, item := range n.Items {
			each(item, at.at(i))
		}
	}
}

// entries gives the entries of a mapping from names.
func (f form) entries(key string, each func(key, n *Node, at *spot)) {
	if n := f.get(key); n != nil && n.Kind == MapNode {
		f.r.entries(n, f.at.key(key), each)
	}
}

func (r *reader) entries(n *Node, at *spot, each func(key, n *Node, at *spot)) {
	for i, k := range n.Keys {
		if k.Kind != Text {
			r.diags.Add(diag.Error, "bad-key", k.Pos, "a name at %s must be a text, not %s", at, k.Kind.article())
			continue
		}
		each(k, n.Items[i], at.key(k.Text))
	}
}

// expr gives the expression under a key.
func (f form) expr(key string) Expr {
	n := f.node.Get(key)
	if n == nil {
		return Expr{}
	}
	return f.r.expr(n)
}

func (r *reader) expr(n *Node) Expr {
	if !n.Scalar() {
		return Expr{Pos: n.Pos, Bad: true}
	}
	e := n.Expr()
	if len(e.Src) > r.limits.Expr {
		r.diags.Add(diag.Error, "limit", e.Pos, "the expression is longer than %d bytes", r.limits.Expr)
		return Expr{Pos: e.Pos, Bad: true}
	}
	return e
}

// field joins a key and its `_x` twin. A literal null is a value.
func (f form) field(key string) Field {
	return Field{Name: key, X: f.expr(key + "_x"), Lit: f.node.Get(key)}
}

// named reads a mapping from names to expressions.
func (r *reader) named(n *Node, at *spot) []NamedExpr {
	var out []NamedExpr
	if n != nil && n.Kind == MapNode {
		r.entries(n, at, func(k, v *Node, at *spot) {
			r.want(v, at, v.Scalar(), "an expression")
			out = append(out, NamedExpr{Name: k.Text, Pos: k.Pos, X: r.expr(v)})
		})
	}
	return out
}
