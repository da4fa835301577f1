package lsp

import (
	"fmt"
	"sort"
	"strings"

	"github.com/astragal-engine/astragal/engine/check"
	"github.com/astragal-engine/astragal/engine/model"
)

// completer collects what may be written at a place.
type completer struct {
	s      *server
	doc    *document
	span   Range // of the word that is being written
	index  *index
	view   *view // nil: nothing is known of its model
	items  []completionItem
	have   map[string]bool
	cursor *cursor
}

// mostOffered bounds the words that are offered at once.
const mostOffered = 2000

// completion gives what may be written at a position. It takes the text as it is and the names of the model as it
// was read last, and waits for nothing.
func (s *server) completion(p positionParams) any {
	path := pathOf(p.TextDocument.URI)
	o := s.open[path]
	if o == nil {
		return nil
	}
	off := o.doc.offset(p.Position, s.enc)
	c := &completer{s: s, doc: o.doc, have: map[string]bool{}, cursor: locate(o.doc, off), index: &index{}, items: []completionItem{}}
	if c.view = s.view(p); c.view != nil {
		c.index = c.view.reading.index
	}
	from, _ := o.doc.wordAt(off)
	c.span = o.doc.span(from, off, s.enc)
	c.complete()
	if len(c.items) > mostOffered {
		return completionList{IsIncomplete: true, Items: c.items[:mostOffered]}
	}
	return completionList{Items: c.items}
}

func (c *completer) complete() {
	f := c.cursor.place()
	switch {
	case c.cursor.key && f.is == fixed && f.table != nil:
		c.keys(f.table, c.cursor.levels[len(c.cursor.levels)-1])
	case f.is == expression:
		c.expression(c.cursor.value, f)
	case f.is == fixed && f.shape == "derived" && !c.cursor.key:
		c.expression(c.cursor.value, f)
	case f.is == single && f.key != nil:
		c.single(f)
	case f.is == fixed && f.key != nil && f.key.Ref != "":
		c.single(f)
	}
}

func (c *completer) offer(label, insert, detail, doc string, kind int, rank int) {
	if c.have[label] || label == "" {
		return
	}
	c.have[label] = true
	item := completionItem{Label: label, Kind: kind, Detail: detail, TextEdit: &textEdit{c.span, insert},
		SortText: fmt.Sprintf("%d%s", rank, label)}
	if doc != "" {
		item.Documentation = markdown(doc)
	}
	c.items = append(c.items, item)
}

// keys offers the keys of a mapping that it does not have yet.
func (c *completer) keys(t *table, l level) {
	rank := func(k *model.Key) int {
		switch k.Name {
		case "op", "kind", "id":
			return 0
		case "note":
			return 3
		}
		return 1
	}
	for i := range t.shape.Keys {
		k := &t.shape.Keys[i]
		_, plain := l.given[k.Name]
		_, twin := l.given[k.Name+"_x"]
		behind := ": "
		if !l.flow && (k.Holds == "mapping" || k.Holds == "named" || k.Holds == "named lists" || k.Holds == "list" || k.Holds == "ops") {
			behind = ":"
		}
		if !plain && k.Holds != "expressions" {
			c.offer(k.Name, k.Name+behind, k.Holds, k.Doc, completeProperty, rank(k))
		}
		if k.Twin && !twin {
			c.offer(k.Name+"_x", k.Name+"_x: ", "expression", k.Doc, completeProperty, rank(k))
		}
	}
}

// single offers values of a key: words, names, yes and no.
func (c *completer) single(f form) {
	text := c.cursor.value
	if c.cursor.key {
		text = c.cursor.word
	}
	key := f.key
	switch {
	case strings.HasSuffix(key.Ref, " path"):
		if i := strings.IndexByte(text, '['); i >= 0 {
			c.expression(text[i+1:], f)
			return
		}
		c.names(strings.TrimSuffix(key.Ref, " path"))
	case len(key.Words) > 0:
		for i, w := range key.Words {
			doc := ""
			for _, prefix := range []string{"op:", "flow:", "board:"} {
				if t := tables[prefix+w]; t != nil && strings.HasPrefix(f.owner, strings.TrimSuffix(prefix, ":")) && (key.Name == "op" || key.Name == "kind") {
					doc = t.shape.Doc
				}
			}
			c.offer(w, w, "", doc, completeEnum, min(i, 9))
		}
	case key.Holds == "flag":
		c.offer("true", "true", "", "", completeValue, 0)
		c.offer("false", "false", "", "", completeValue, 1)
	case key.Ref == "window":
		c.names("window")
	case key.Ref == "flow":
		c.names("flow")
		if key.Name == "scope" {
			c.names("node")
		}
	case key.Name == "reset":
		c.names("variable")
		c.names("zone")
	case key.Ref != "" && key.Ref != "local":
		c.names(key.Ref)
	}
}

// names offers the declared names of a kind.
func (c *completer) names(kind string) {
	var list []string
	for d := range c.index.uses {
		if d.kind == kind && (len(c.index.decls[d]) > 0 || kind == "event" || kind == "speed" || kind == "stat") {
			list = append(list, d.name)
		}
	}
	sort.Strings(list)
	for _, name := range list {
		doc := ""
		if decls := c.index.decls[decl{kind, name}]; len(decls) > 0 {
			doc = describe(decls[0])
		}
		c.offer(name, name, kind, doc, completionKind(kind), 1)
	}
}

func completionKind(kind string) int {
	switch kind {
	case "constant", "die":
		return completeConstant
	case "function", "action":
		return completeFunction
	case "event":
		return completeEvent
	}
	return completeVariable
}

// expression offers what may stand behind the text of an expression: names by their scope, methods behind a
// point, the names of catalogues and the like in quotes.
func (c *completer) expression(text string, f form) {
	word := len(text)
	for word > 0 && wordByte(text[word-1]) {
		word--
	}
	before := text[:word]
	if q := openQuote(before); q >= 0 {
		m := lookupBefore.FindStringSubmatch(before[:q])
		if m != nil {
			c.names(looked[m[1]])
		}
		return
	}
	if strings.HasSuffix(before, ".") {
		for _, m := range methods {
			c.offer(m, m+"(", "method", "", completeFunction, 1)
		}
		return
	}
	for _, n := range c.locals(f) {
		c.offer(n, n, "local name", localDocs[n], completeVariable, 0)
	}
	for _, kind := range globals {
		c.names(kind)
	}
	for _, name := range builtinNames {
		c.offer(name, name, "", builtinDocs[name], completeFunction, 2)
	}
	for _, w := range []string{"and", "else", "for", "if", "in", "is", "lambda", "not", "or", "None", "True", "False"} {
		c.offer(w, w, "", "", completeKeyword, 3)
	}
}

// locals gives the local names that an expression may see, by the table of scopes of the model as it was read last.
func (c *completer) locals(f form) []string {
	var out []string
	scope, known := c.scope()
	for _, l := range scope.Locals {
		if !scope.Any || len(l.Bound) > 0 || !fieldLocal[l.Name] {
			out = append(out, l.Name)
		}
	}
	if f.key == nil || known && strings.TrimSuffix(scope.Field, "_x") == f.key.Name {
		return out
	}
	switch f.key.Name { // what this field sees beside the place around it, which has no such field yet
	case "filter":
		out = append(out, "item")
	case "change":
		out = append(out, "value")
	case "policy", "score":
		out = append(out, "option", "opts", "pool", "chosen", "player")
	}
	return out
}

// fieldLocal are the names that the engine binds for single fields alone.
var fieldLocal = map[string]bool{"item": true, "value": true, "option": true, "opts": true, "pool": true, "chosen": true, "player": true}

// scope gives that of the place of the cursor.
func (c *completer) scope() (check.Scope, bool) {
	if c.view == nil || c.view.reading.scopes == nil {
		return check.Scope{}, false
	}
	return c.view.scope()
}

// openQuote gives where a text in an expression begins that is not closed; -1 where none is.
func openQuote(text string) int {
	quote, at := byte(0), -1
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0 && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote, at = 0, -1
		case quote == 0 && (c == '\'' || c == '"'):
			quote, at = c, i
		}
	}
	return at
}
