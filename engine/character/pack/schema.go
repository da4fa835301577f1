package pack

import (
	"encoding/json"
	"maps"
	"slices"
)

// SchemaFiles names the kinds of files that there is a JSON schema of.
var SchemaFiles = []string{"pack", "rules", "content", "i18n"}

// JSONSchema gives the JSON schema (draft 7) of pack.yaml ("pack"), of a file of rules, of content or
// of i18n, made of the tables by which they are read; nil for other names. Formulas, and names that
// refer to others, are not looked into.
func JSONSchema(file string) []byte {
	w := schemas{defs: object{}}
	var root object
	switch file {
	case "pack", "rules":
		root = w.shape(shapes[file], false)
	case "content":
		root = object{"anyOf": []any{list(w.use("item")), w.shape(shapes["content"], false)}}
	case "i18n":
		root = object{"$ref": "#/definitions/texts"}
		w.defs["texts"] = object{"type": "object", "additionalProperties": object{"anyOf": []any{
			kinds("string", "number", "boolean"), object{"$ref": "#/definitions/texts"}}}}
		root = object{"allOf": []any{root}}
	default:
		return nil
	}
	root["$schema"] = "http://json-schema.org/draft-07/schema#"
	root["title"] = map[string]string{"pack": "pack.yaml of a pack", "rules": "A file of rules of a pack of character rules",
		"content": "A file of content of a pack of character rules", "i18n": "The texts of a pack of character rules in a language"}[file]
	root["definitions"] = w.defs
	text, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		panic(err) // made of maps, lists and texts
	}
	return append(text, '\n')
}

type object = map[string]any

// schemas writes the shapes that a file is made of.
type schemas struct{ defs object }

// use gives a reference to a shape, and writes the shape the first time.
func (w *schemas) use(name string) object {
	if _, done := w.defs[name]; !done {
		w.defs[name] = nil // underway
		if _, ok := kindedShapes[name]; ok {
			w.defs[name] = w.kinded(name)
		} else {
			w.defs[name] = w.shape(shapes[name], name == "prop" || name == "param")
		}
	}
	return object{"$ref": "#/definitions/" + name}
}

// kinded is a mapping whose keys depend on the word under one of them.
func (w *schemas) kinded(name string) object {
	k := kindedShapes[name]
	words := slices.Sorted(maps.Keys(k.kinds))
	docs, cases := []string{}, []any{}
	for _, word := range words {
		s := whole[name][word]
		docs = append(docs, s.doc)
		def := name + "-" + word
		w.defs[def] = w.shape(s, false)
		when := object{"properties": object{k.key: object{"const": word}}, "required": []string{k.key}}
		if word == k.otherwise {
			when = object{"properties": object{k.key: object{"const": word}}}
		}
		cases = append(cases, object{"if": when, "then": object{"$ref": "#/definitions/" + def}})
	}
	out := object{"type": "object", "allOf": cases, "properties": object{k.key: object{"enum": words, "enumDescriptions": docs}}}
	if k.otherwise == "" {
		out["required"] = []string{k.key}
	}
	return out
}

// shape is a mapping with fixed keys; short: a type alone may stand in its place.
func (w *schemas) shape(s shape, short bool) object {
	props, must := object{"note": w.slot(noteSlot)}, []string{}
	for key, slot := range s.keys {
		props[key] = w.slot(slot)
		if slot.must {
			must = append(must, key)
		}
	}
	out := object{"type": "object", "properties": props}
	if s.doc != "" {
		out["description"] = s.doc
	}
	if !s.open {
		out["additionalProperties"] = false
	}
	if len(must) > 0 {
		out["required"] = inOrder(must)
	}
	var groups []any
	for _, group := range s.one {
		var alts []any
		for _, key := range group {
			alts = append(alts, object{"required": []string{key}})
		}
		groups = append(groups, object{"oneOf": alts})
	}
	if groups != nil {
		out["allOf"] = groups
	}
	if short {
		return object{"anyOf": []any{object{"enum": types}, out}}
	}
	return out
}

func inOrder(keys []string) []string {
	m := map[string]bool{}
	for _, k := range keys {
		m[k] = true
	}
	return slices.Sorted(maps.Keys(m))
}

// slot is what may stand under a key. Nothing at all may stand where nothing must.
func (w *schemas) slot(s slot) object {
	out := w.held(s)
	if s.doc == "" {
		return out
	}
	if out["$ref"] != nil {
		out = object{"allOf": []any{out}} // a description stands beside it
	}
	out["description"] = s.doc
	return out
}

func (w *schemas) held(s slot) object {
	element := object{}
	if s.shape != "" {
		element = w.use(s.shape)
	}
	switch s.holds {
	case prose, word:
		return kinds("string", "number", "boolean")
	case names:
		return list(kinds("string", "number", "boolean"))
	case oneOf:
		return object{"enum": s.words}
	case flag:
		return kinds("boolean")
	case count:
		return object{"type": "integer", "minimum": 0, "maximum": mostCount}
	case counts:
		return list(object{"type": "integer", "minimum": 0, "maximum": mostCount})
	case expr:
		return expression()
	case textual:
		return textOrFormula()
	case textuals:
		return list(textOrFormula())
	case formulas:
		return object{"type": "object", "additionalProperties": expression()}
	case formulaList:
		return list(expression())
	case listing:
		return list(element)
	case mapping:
		return element
	case named:
		if s.shape == "role" {
			element = object{"anyOf": []any{kinds("null"), element}}
		}
		return object{"type": "object", "additionalProperties": element}
	case namedLists:
		return object{"type": "object", "additionalProperties": list(element)}
	case namedWords:
		return object{"type": "object", "additionalProperties": object{"enum": s.words}}
	case namedAny:
		return object{"type": "object"}
	case namedTexts:
		return object{"type": "object", "additionalProperties": kinds("string", "number", "boolean")}
	case namedNames:
		return object{"type": "object", "additionalProperties": list(kinds("string", "number", "boolean"))}
	case either:
		var alts []any
		for _, alt := range s.alts {
			alts = append(alts, w.slot(alt))
		}
		return object{"anyOf": alts}
	}
	return object{}
}

// expression is a formula: a text, or a value that is written without quotes.
func expression() object { return kinds("string", "number", "boolean") }

func textOrFormula() object {
	return object{"anyOf": []any{kinds("string", "number", "boolean"),
		object{"type": "object", "properties": object{"formula": expression()}, "required": []string{"formula"}, "additionalProperties": false}}}
}

func list(element object) object { return object{"type": "array", "items": element} }

func kinds(types ...string) object {
	if len(types) == 1 {
		return object{"type": types[0]}
	}
	return object{"type": types}
}
