package lsp

import (
	"regexp"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
)

// role says what a name is doing where it stands.
type role uint8

const (
	isKey   role = iota // a key of the table of keys
	isWord              // an op, a kind, one of a few words
	isDecl              // a name is declared
	isRef               // a name is referred to
	isLocal             // a name that the expression itself binds
)

// entry is a word of a model that means something.
type entry struct {
	pos   diag.Pos
	name  string // as it stands there
	role  role
	kind  string      // of a name: variable, zone, action, ...
	unit  string      // the section entry around it, in which local names live
	node  *model.Node // of a declaration: what is declared; of a key: the value
	owner *model.Node // the mapping around
	key   *model.Key  // of keys and words
	shape string      // of the mapping around
	twin  bool
}

// decl is a declared name.
type decl struct{ kind, name string }

// index knows every word of a model that means something.
type index struct {
	entries []*entry            // by file, line and column
	decls   map[decl][]*entry   // where each name is declared
	uses    map[decl][]*entry   // everywhere it stands, declarations included
	locals  map[string][]string // local names of each unit
	texts   map[string][]*entry // words in the texts of expressions that mean nothing known: what a rename would miss
	broken  bool                // an expression could not be read
	work    int
}

// tables are the shapes by name, their keys by name.
var tables = func() map[string]*table {
	out := map[string]*table{}
	for _, s := range model.Shapes() {
		t := &table{shape: s, keys: map[string]*model.Key{}}
		for i := range s.Keys {
			t.keys[s.Keys[i].Name] = &t.shape.Keys[i]
		}
		out[s.Name] = t
	}
	for _, name := range []string{"op", "flow", "board"} {
		_, words := model.KindKey(name)
		all := &table{shape: model.Shape{Name: name}, keys: map[string]*model.Key{}}
		for _, w := range words {
			for k, v := range out[name+":"+w].keys {
				if all.keys[k] == nil {
					all.keys[k] = v
					all.shape.Keys = append(all.shape.Keys, *v)
				}
			}
		}
		sort.Slice(all.shape.Keys, func(i, j int) bool { return all.shape.Keys[i].Name < all.shape.Keys[j].Name })
		out[name] = all
	}
	return out
}()

type table struct {
	shape model.Shape
	keys  map[string]*model.Key
}

// find gives the key of a table, and whether a name is that of its expression.
func (t *table) find(name string) (k *model.Key, twin bool) {
	if k = t.keys[name]; k != nil {
		return k, false
	}
	if base, ok := strings.CutSuffix(name, "_x"); ok {
		if k = t.keys[base]; k != nil && k.Twin {
			return k, true
		}
	}
	return nil, false
}

// tableOf gives the table of a mapping, which may depend on its kind.
func tableOf(shape string, kind func(key string) string) *table {
	if key, _ := model.KindKey(shape); key != "" {
		if t := tables[shape+":"+kind(key)]; t != nil {
			return t
		}
	}
	return tables[shape]
}

// declares says what the names of a mapping from names are, by the key that holds it.
var declares = map[string]string{
	"constants": "constant", "content": "catalogue", "dice": "die", "boards": "board", "functions": "function",
	"derived": "derived value", "vars": "variable", "zones": "zone", "actions": "action", "flows": "flow",
	"windows": "window", "outcomes": "outcome model", "code": "code", "agents": "agent", "let": "local",
	"with": "local", "sides": "side", "phases": "phase",
}

// identifies says what an `id` names, by the shape around it.
var identifies = map[string]string{
	"item": "item", "ability": "action", "flow": "node", "trigger": "trigger", "modifier": "modifier",
	"outcome": "outcome", "end": "end condition", "checkpoint": "checkpoint",
}

// mostWork bounds the words of an index; aliases may repeat a part very often.
const mostWork = 2_000_000

func newIndex(root *model.Node) *index {
	x := &index{decls: map[decl][]*entry{}, uses: map[decl][]*entry{}, locals: map[string][]string{}, texts: map[string][]*entry{}}
	x.mapping(root, "model", "")
	x.link()
	return x
}

func (x *index) add(e *entry) {
	x.entries = append(x.entries, e)
}

// mapping notes what stands in a mapping with fixed keys.
func (x *index) mapping(n *model.Node, shape, unit string) {
	if n == nil || n.Kind != model.MapNode {
		return
	}
	t := tableOf(shape, func(key string) string {
		if k := n.Get(key); k != nil {
			return k.Text
		}
		return ""
	})
	for i, k := range n.Keys {
		if x.work++; x.work > mostWork {
			return
		}
		key, twin := t.find(k.Text)
		if k.Kind != model.Text || key == nil {
			continue
		}
		v := n.Items[i]
		x.add(&entry{pos: k.Pos, name: k.Text, role: isKey, node: v, owner: n, key: key, shape: t.shape.Name, twin: twin})
		in := unit
		if unit == "" || unit == "state" || unit == "priority" {
			in = k.Text
		}
		x.value(v, key, twin, n, t.shape.Name, in)
	}
}

// value notes what stands under a key.
func (x *index) value(v *model.Node, key *model.Key, twin bool, owner *model.Node, shape, unit string) {
	switch {
	case key.Holds == "expressions" && twin:
		x.named(v, key, shape, unit)
	case twin, key.Holds == "expression":
		x.expression(v.Expr(), v, unit, key, shape)
	case key.Holds == "ops":
		x.list(v, "op", unit)
	case key.Holds == "mapping":
		x.mapping(v, key.Of, unit)
	case key.Holds == "list":
		x.list(v, key.Of, unit)
	case key.Holds == "named", key.Holds == "named lists":
		x.named(v, key, shape, unit)
	case key.Of != "" && v.Kind == model.MapNode:
		x.mapping(v, key.Of, unit)
	case v.Kind == model.ListNode && (key.Ref != "" || key.Name == "params"):
		for _, item := range v.Items {
			x.name(item, key, owner, shape, unit)
		}
	case v.Scalar() && v.Kind != model.Null:
		x.name(v, key, owner, shape, unit)
	}
}

func (x *index) list(v *model.Node, shape, unit string) {
	if v.Kind != model.ListNode || shape == "" {
		return
	}
	for _, item := range v.Items {
		in := unit
		if shape != "flow" && shape != "op" && shape != "case" {
			in = unit + "." + item.Pos.String()
		}
		x.mapping(item, shape, in)
	}
}

// named notes a mapping from names.
func (x *index) named(v *model.Node, key *model.Key, shape, unit string) {
	if v.Kind != model.MapNode {
		return
	}
	kind := declares[key.Name]
	if shape == "op:call" {
		kind = "" // arguments are no names of the model
	}
	for i, k := range v.Keys {
		if x.work++; x.work > mostWork {
			return
		}
		item, in := v.Items[i], unit
		if kind != "local" {
			in = unit + "." + k.Text
		}
		if k.Kind == model.Text && kind != "" {
			x.declare(k, kind, item, v, in)
		}
		switch {
		case key.Holds == "named lists":
			x.list(item, key.Of, in)
		case key.Name == "let", key.Holds == "expressions", key.Of == "derived" && item.Scalar():
			x.expression(item.Expr(), item, in, key, shape)
		case key.Of != "":
			x.mapping(item, key.Of, in)
		}
	}
}

func (x *index) declare(k *model.Node, kind string, node, owner *model.Node, unit string) {
	x.add(&entry{pos: k.Expr().Pos, name: k.Text, role: isDecl, kind: kind, unit: unit, node: node, owner: owner})
	if kind == "local" {
		x.locals[unit] = append(x.locals[unit], k.Text)
	}
}

// name notes a single value: a name, a word, or a path.
func (x *index) name(v *model.Node, key *model.Key, owner *model.Node, shape, unit string) {
	at := v.Expr()
	ref := func(kind string, role role) {
		x.add(&entry{pos: at.Pos, name: at.Src, role: role, kind: kind, unit: unit, node: v, owner: owner, key: key, shape: shape})
	}
	base, _, _ := strings.Cut(shape, ":")
	switch {
	case at.Src == "":
	case key.Name == "id" && identifies[base] != "":
		x.declare(v, identifies[base], owner, owner, unit)
	case key.Name == "params":
		x.declare(v, "local", v, owner, unit)
	case len(key.Words) > 0:
		ref("", isWord)
	case key.Ref == "local":
		x.declare(v, "local", owner, owner, unit)
	case key.Ref == "zone path", key.Ref == "variable path":
		x.path(at, strings.TrimSuffix(key.Ref, " path"), v, key, shape, unit)
	case key.Ref == "event":
		r := isRef
		if key.Name == "end_event" || shape == "op:emit" {
			r = isDecl
		}
		ref("event", r)
	case key.Ref == "stat":
		ref("stat", isDecl)
	case key.Ref == "speed":
		r := isRef
		if key.Name == "speed" {
			r = isDecl
		}
		ref("speed", r)
	case key.Ref == "window" && v.Kind == model.Bool:
	case key.Ref != "":
		ref(key.Ref, isRef)
	}
}

// path notes the parts of `name[expression]`.
func (x *index) path(at model.Expr, kind string, v *model.Node, key *model.Key, shape, unit string) {
	name, _, _ := strings.Cut(at.Src, "[")
	trimmed := strings.TrimSpace(name)
	x.add(&entry{pos: at.Pos, name: trimmed, role: isRef, kind: kind, unit: unit, node: v, key: key, shape: shape})
	if len(name) < len(at.Src) {
		x.expression(at, v, unit, key, shape)
	}
}

var (
	lookups = regexp.MustCompile(`\b(content|dice|modified|round_of)\s*[\[(]\s*(?:'([^'\\]+)'|"([^"\\]+)")`)
	looked  = map[string]string{"content": "catalogue", "dice": "die", "modified": "stat", "round_of": "node"}
	quoted  = regexp.MustCompile(`'[^'\\]*'|"[^"\\]*"`)
	word    = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// expression notes the names in an expression.
func (x *index) expression(at model.Expr, v *model.Node, unit string, key *model.Key, shape string) {
	if at.Src == "" {
		return
	}
	if x.work += 1 + len(at.Src)/20; x.work > mostWork {
		return
	}
	s, err := expr.Parse(at.Src, at.Pos)
	if err != nil {
		x.broken = true
		return
	}
	path := key != nil && strings.HasSuffix(key.Ref, " path") && v.Expr().Src == at.Src
	for _, u := range s.Uses() {
		switch {
		case path && u.Off == 0: // the path's own name, noted already
		case u.Bound:
			x.add(&entry{pos: at.At(u.Off), name: u.Name, role: isLocal, kind: "bound", unit: unit})
		default:
			x.add(&entry{pos: at.At(u.Off), name: u.Name, role: isRef, kind: "name", unit: unit})
		}
	}
	for _, m := range lookups.FindAllStringSubmatchIndex(at.Src, -1) {
		from, to := m[4], m[5]
		if from < 0 {
			from, to = m[6], m[7]
		}
		x.add(&entry{pos: at.At(from), name: at.Src[from:to], role: isRef, kind: looked[at.Src[m[2]:m[3]]], unit: unit})
	}
	if strings.ContainsAny(at.Src, `'"`) {
		for _, q := range quoted.FindAllStringIndex(at.Src, -1) {
			for _, w := range word.FindAllStringIndex(at.Src[q[0]:q[1]], -1) {
				name := at.Src[q[0]+w[0] : q[0]+w[1]]
				x.texts[name] = append(x.texts[name], &entry{pos: at.At(q[0] + w[0]), name: name})
			}
		}
	}
}

// globals are the kinds of names that expressions read, those first that go before others.
var globals = []string{"variable", "zone", "derived value", "constant", "function", "board"}

// link gives every reference the kind of what it refers to, and sorts.
func (x *index) link() {
	known := map[decl]bool{}
	for _, e := range x.entries {
		if e.role == isDecl {
			known[decl{e.kind, e.name}] = true
		}
	}
	for _, e := range x.entries {
		if e.role != isRef {
			continue
		}
		switch e.kind {
		case "name":
			e.kind = x.resolve(e, known)
		case "variable": // of campaigns and paths; a zone may stand for it
			if !known[decl{"variable", e.name}] && known[decl{"zone", e.name}] {
				e.kind = "zone"
			}
		case "flow":
			if !known[decl{"flow", e.name}] && known[decl{"node", e.name}] {
				e.kind = "node"
			}
		}
	}
	sort.SliceStable(x.entries, func(i, j int) bool { return before(x.entries[i].pos, x.entries[j].pos) })
	var last *entry
	out := x.entries[:0]
	for _, e := range x.entries {
		if last != nil && last.pos == e.pos && last.role == e.role && last.kind == e.kind && last.name == e.name {
			continue // what several aliases repeat
		}
		last = e
		out = append(out, e)
		if e.kind == "" || e.role == isKey || e.role == isWord || e.role == isLocal {
			continue
		}
		d := decl{e.kind, e.name}
		x.uses[d] = append(x.uses[d], e)
		if e.role == isDecl {
			x.decls[d] = append(x.decls[d], e)
		}
	}
	x.entries = out
}

func (x *index) resolve(e *entry, known map[decl]bool) string {
	for _, name := range x.locals[e.unit] {
		if name == e.name {
			return "local"
		}
	}
	for _, kind := range globals {
		if known[decl{kind, e.name}] {
			return kind
		}
	}
	if known[decl{"local", e.name}] {
		return "local"
	}
	return "builtin"
}

func before(a, b diag.Pos) bool {
	if a.File != b.File {
		return a.File < b.File
	}
	if a.Line != b.Line {
		return a.Line < b.Line
	}
	return a.Col < b.Col
}

// find gives the entry that a place is in, or just behind.
func (x *index) find(pos diag.Pos) *entry {
	i := sort.Search(len(x.entries), func(i int) bool { return before(pos, x.entries[i].pos) })
	for i--; i >= 0; i-- {
		e := x.entries[i]
		if e.pos.File != pos.File || e.pos.Line != pos.Line {
			return nil
		}
		if pos.Col <= e.pos.Col+utf8.RuneCountInString(e.name) {
			return e
		}
		if pos.Col > e.pos.Col+200 {
			return nil
		}
	}
	return nil
}

// same gives where the name of an entry stands; of a local name, in its own unit where it is bound there.
func (x *index) same(e *entry) (all, decls []*entry) {
	d := decl{e.kind, e.name}
	all, decls = x.uses[d], x.decls[d]
	if e.kind == "local" {
		bound := func(list []*entry) (out []*entry) {
			for _, o := range list {
				if o.unit == e.unit {
					out = append(out, o)
				}
			}
			return out
		}
		if here := bound(decls); len(here) > 0 {
			return bound(all), here
		}
	}
	return all, decls
}
