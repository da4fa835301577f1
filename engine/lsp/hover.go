package lsp

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/model"
)

// hover says what the word at a position is.
func (s *server) hover(p positionParams) any {
	path := pathOf(p.TextDocument.URI)
	o := s.open[path]
	if o == nil {
		return nil
	}
	v := s.view(p)
	var e *entry
	if v != nil {
		e = v.entry()
	} else {
		v = &view{opened: o, at: o.doc.offset(p.Position, s.enc)}
	}
	text := ""
	if e != nil {
		text = v.explain(e)
	} else {
		text = v.key()
	}
	if text == "" {
		return nil
	}
	return hover{markdown(text), v.word(s.enc)}
}

// key explains a key where the model is not known: by the text around it.
func (v *view) key() string {
	from, to := v.doc.wordAt(v.at)
	if from == to || !strings.HasPrefix(v.doc.text[to:], ":") {
		return ""
	}
	c := locate(v.doc, to)
	f := c.place()
	if !c.key || f.table == nil {
		return ""
	}
	if key, twin := f.table.find(v.doc.text[from:to]); key != nil {
		return explainKey(key, twin, f.table.shape.Name)
	}
	return ""
}

// explain says what a word of the model means, in Markdown.
func (v *view) explain(e *entry) string {
	x := v.reading.index
	switch e.role {
	case isKey:
		return explainKey(e.key, e.twin, e.shape)
	case isWord:
		base, _, _ := strings.Cut(e.shape, ":")
		if key, _ := model.KindKey(base); key == e.key.Name {
			if t := tables[base+":"+e.name]; t != nil {
				return explainShape(t)
			}
		}
		return explainKey(e.key, false, e.shape)
	case isLocal:
		return fmt.Sprintf("`%s`: bound by the expression itself", e.name)
	}
	if e.kind == "builtin" {
		if doc := builtinDocs[e.name]; doc != "" {
			return doc
		}
		if doc := localDocs[e.name]; doc != "" {
			return fmt.Sprintf("`%s`: %s", e.name, doc)
		}
		return fmt.Sprintf("`%s`: nothing of this name is declared", e.name)
	}
	all, decls := x.same(e)
	if e.kind == "local" && e.role == isRef && v.reading.scopes != nil {
		list, known := v.reading.bound(e)
		switch {
		case !known:
			return fmt.Sprintf("`%s`: a local name of other places; nothing binds it here", e.name)
		case len(list) > 0:
			decls = list
		}
	}
	if len(decls) == 0 {
		return fmt.Sprintf("%s `%s`: not declared", e.kind, e.name)
	}
	var b strings.Builder
	b.WriteString(describe(decls[0]))
	for i, d := range decls {
		if i == 5 {
			fmt.Fprintf(&b, "\n\nand %s more", times(len(decls)-i))
			break
		}
		if e.kind == "event" || e.kind == "local" || e.kind == "stat" || e.kind == "speed" || i == 0 {
			fmt.Fprintf(&b, "\n\n%s at line %d%s", standing(e.kind), d.pos.Line, v.elsewhere(d))
		}
	}
	if e.kind == "event" || e.kind == "speed" {
		n := 0
		for _, u := range all {
			if u.role == isRef {
				n++
			}
		}
		fmt.Fprintf(&b, "\n\nreferred to %s", times(n))
	}
	return b.String()
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func standing(kind string) string {
	switch kind {
	case "event":
		return "emitted"
	case "local":
		return "bound"
	case "stat":
		return "changed"
	}
	return "declared"
}

func (v *view) elsewhere(e *entry) string {
	if e.pos.File == v.path {
		return ""
	}
	return " of " + e.pos.File
}

// holdsWords says for people what the table of keys says in a word.
var holdsWords = map[string]string{
	"anything": "a value", "name": "a name", "names": "a name or a list of names", "name list": "a list of names",
	"one of": "one of a few words", "flag": "true or false", "number": "a number", "label": "a name or a number",
	"expression": "an expression", "name or expression": "a name; computed under `_x`", "ops": "a list of ops",
	"list": "a list", "mapping": "a mapping", "named": "a mapping from names", "named lists": "a mapping from names to lists",
}

func explainKey(k *model.Key, twin bool, shape string) string {
	name, holds := k.Name, k.Holds
	if words := holdsWords[holds]; words != "" {
		holds = words
	}
	if twin {
		name, holds = name+"_x", "an expression"
		if k.Holds == "expressions" {
			holds = "expressions by name"
		}
	}
	if k.Holds == "field" && !twin {
		holds = "a value, or a text for people; computed under `" + k.Name + "_x`"
	}
	out := fmt.Sprintf("**%s** (%s): %s", name, holds, k.Doc)
	if len(k.Words) > 0 && k.Holds == "one of" {
		out += "\n\nOne of `" + strings.Join(k.Words, "`, `") + "`."
	}
	if base, kind, ok := strings.Cut(shape, ":"); ok && base == "op" {
		out += fmt.Sprintf("\n\nof the op `%s`", kind)
	}
	return out
}

// explainShape tells of an op, or of a kind of node or board, with its fields.
func explainShape(t *table) string {
	_, name, _ := strings.Cut(t.shape.Name, ":")
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**: %s\n", name, t.shape.Doc)
	for _, k := range t.shape.Keys {
		if k.Name == "op" || k.Name == "kind" || k.Name == "note" {
			continue
		}
		twin := ""
		if k.Twin {
			twin = " (`_x`)"
		}
		fmt.Fprintf(&b, "\n- `%s`%s: %s", k.Name, twin, k.Doc)
	}
	return b.String()
}

// describe says what a declared name is, in Markdown.
func describe(e *entry) string {
	head := fmt.Sprintf("%s `%s`", e.kind, e.name)
	n := e.node
	get := func(key string) string {
		if k := n.Get(key); k.Scalar() {
			return k.Text
		}
		return ""
	}
	var more []string
	say := func(format string, args ...any) { more = append(more, fmt.Sprintf(format, args...)) }
	switch e.kind {
	case "constant":
		return fmt.Sprintf("%s = `%s`", head, written(n))
	case "variable":
		if get("scope") == "player" {
			say("one value for each player")
		}
		if v := get("visibility"); v != "" && v != "public" {
			say("visible to: %s", v)
		}
		if init := n.Get("init"); init != nil {
			say("at first `%s`", written(init))
		} else if init := n.Get("init_x"); init != nil {
			say("at first the value of `%s`", written(init))
		}
		for _, bound := range []string{"min", "max", "min_x", "max_x"} {
			if b := n.Get(bound); b != nil {
				say("%s `%s`", strings.TrimSuffix(bound, "_x"), written(b))
			}
		}
	case "zone":
		kind, sight := get("kind"), get("visibility")
		if kind == "" {
			kind = "list"
		}
		if sight == "" {
			sight = "public"
		}
		say("%s, %s", kind, sight)
		if get("owner") == "player" {
			say("one for each player")
		}
		if get("shuffled") == "true" {
			say("shuffled")
		}
		if c := n.Get("capacity"); c != nil {
			say("at most `%s`", written(c))
		}
		if x := n.Get("init_x"); x != nil {
			say("at first `%s`", written(x))
		}
	case "function":
		var params []string
		if p := n.Get("params"); p != nil {
			for _, i := range p.Items {
				params = append(params, i.Text)
			}
		}
		head = fmt.Sprintf("function `%s(%s)`", e.name, strings.Join(params, ", "))
		if x := n.Get("x"); x != nil {
			say("`%s`", written(x))
		}
	case "derived value":
		x := n
		if inner := n.Get("x"); inner != nil {
			x = inner
		}
		say("`%s`", written(x))
	case "action":
		if l := get("label"); l != "" {
			say("“%s”", l)
		}
		if x := n.Get("pre_x"); x != nil {
			say("when `%s`", written(x))
		}
		if sp := get("speed"); sp != "" {
			say("speed `%s`", sp)
		}
	case "item", "window", "board", "die", "outcome model", "code":
		if n != nil && n.Kind == model.MapNode {
			say("`%s`", written(n))
		}
	case "node":
		head = fmt.Sprintf("%s `%s`", get("kind"), e.name)
	case "local":
		head = fmt.Sprintf("local name `%s`", e.name)
		if op := get("op"); op != "" {
			say("bound by `%s`", op)
		}
	}
	if n.Kind == model.MapNode {
		if note := n.Get("note"); note.Scalar() && note.Text != "" {
			say("%s", clip(note.Text, 300))
		}
	}
	if len(more) == 0 {
		return head
	}
	return head + ": " + strings.Join(more, "; ")
}

// mostWritten bounds the text of a value that is shown.
const mostWritten = 200

// written shows a value of a model in one line.
func written(n *model.Node) string {
	var b strings.Builder
	write(&b, n)
	return strings.ReplaceAll(clip(b.String(), mostWritten), "`", "'")
}

func write(b *strings.Builder, n *model.Node) {
	if b.Len() > 4*mostWritten {
		return
	}
	switch n.Kind {
	case model.ListNode:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			if write(b, item); b.Len() > 4*mostWritten {
				return
			}
		}
		b.WriteByte(']')
	case model.MapNode:
		b.WriteByte('{')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(clip(n.Keys[i].Text, mostWritten) + ": ")
			if write(b, item); b.Len() > 4*mostWritten {
				return
			}
		}
		b.WriteByte('}')
	default:
		b.WriteString(strings.Join(strings.Fields(clip(n.Text, mostWritten)), " "))
	}
}
