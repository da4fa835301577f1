package schema

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/model"
)

// Model is docs/model.schema.json: what may stand in a model. It takes every model that loads without a
// word; what it does not look into are expressions, and the names that they and others refer to.
func Model() []byte {
	w := models{shapes: map[string]model.Shape{}, defs: object{}}
	for _, s := range model.Shapes() {
		w.shapes[s.Name] = s
	}
	root := w.shape("model", false)
	root["$schema"] = draft
	root["title"] = "A game model of Astragal"
	root["type"] = "object"
	root["definitions"] = w.defs
	return written(root)
}

// models writes the shapes that a model is made of. Inside content items keys are free: what can stand
// there has a second definition, with free before its name.
type models struct {
	shapes map[string]model.Shape
	defs   object
}

const freePrefix = "free-"

// use gives a reference to a shape, and writes the shape the first time.
func (w *models) use(name string, free bool) object {
	def := strings.ReplaceAll(name, ":", "-")
	if free {
		def = freePrefix + def
	}
	if _, done := w.defs[def]; !done {
		w.defs[def] = nil // underway
		if key, words := model.KindKey(name); key != "" {
			w.defs[def] = w.kinds(name, key, words, free)
		} else {
			w.defs[def] = w.shape(name, free)
		}
	}
	return ref(def)
}

// kinds is a mapping whose keys depend on the word under one of them.
func (w *models) kinds(name, key string, words []string, free bool) object {
	docs, cases := []string{}, []any{}
	for _, word := range words {
		docs = append(docs, w.shapes[name+":"+word].Doc)
		cases = append(cases, object{
			"if":   object{"required": []string{key}, "properties": object{key: object{"const": word}}},
			"then": w.use(name+":"+word, free),
		})
	}
	doc := ""
	for _, k := range w.shapes[name+":"+words[0]].Keys {
		if k.Name == key {
			doc = k.Doc
		}
	}
	return object{
		"type": "object", "required": []string{key}, "allOf": cases,
		"properties": object{key: object{"description": doc, "enum": words, "enumDescriptions": docs}},
	}
}

func (w *models) shape(name string, free bool) object {
	s := w.shapes[name]
	props := object{}
	for _, k := range s.Keys {
		w.key(props, name, k, free || s.Open)
	}
	out := object{"type": []string{"object", "null"}, "properties": props}
	if !free && !s.Open {
		out["additionalProperties"] = false
	}
	if s.Doc != "" {
		out["description"] = s.Doc
	}
	if must := required[name]; must != "" {
		out["type"] = "object"
		needs(out, s, strings.Fields(must))
	}
	if name == "derived" { // or the expression alone
		return object{"anyOf": []any{expression(), out}}
	}
	return out
}

// needs says which keys must be there; of a pair one is enough.
func needs(out object, s model.Shape, must []string) {
	alone, pairs := []string{}, []any{}
	for _, name := range must {
		twin := false
		for _, k := range s.Keys {
			twin = twin || k.Name == name && k.Twin
		}
		if !twin {
			alone = append(alone, name)
			continue
		}
		pairs = append(pairs, object{
			"anyOf":        []any{object{"required": []string{name}}, object{"required": []string{name + "_x"}}},
			"errorMessage": name + " or " + name + "_x must be there", // what editors show; validators pass over it
		})
	}
	if len(alone) > 0 {
		out["required"] = alone
	}
	if len(pairs) > 0 {
		out["allOf"] = pairs
	}
}

// key writes a key and its twin.
func (w *models) key(props object, shape string, k model.Key, free bool) {
	held := w.held(shape, k, free)
	held["description"] = k.Doc
	props[k.Name] = held
	if !k.Twin {
		return
	}
	twin := expression()
	if k.Holds == "expressions" {
		twin = object{"type": "object", "additionalProperties": expression()}
	}
	twin["description"] = k.Doc + " As an expression."
	props[k.Name+"_x"] = twin
}

// held is what may stand under a key. Nothing at all may stand nearly everywhere.
func (w *models) held(shape string, k model.Key, free bool) object {
	element := object{}
	if k.Of != "" {
		element = w.use(k.Of, free)
	}
	switch k.Holds {
	case "text":
		return kind("string", "number", "boolean", "null")
	case "name", "name or expression":
		if len(k.Words) > 0 {
			return object{"enum": k.Words}
		}
		return kind("string", "null")
	case "label":
		if len(k.Words) > 0 {
			return object{"anyOf": []any{object{"enum": k.Words}, kind("number")}}
		}
		return kind("string", "number", "null")
	case "names":
		return object{"anyOf": []any{kind("string", "number", "null"), list(kind("string", "number"))}}
	case "name list":
		return list(kind("string", "number"))
	case "one of":
		return object{"enum": k.Words}
	case "flag":
		return kind("boolean", "null")
	case "number":
		return kind("number", "null")
	case "expression":
		return expression()
	case "ops", "list":
		return list(element)
	case "mapping":
		if k.Of != "" {
			return object{"allOf": []any{element}}
		}
		return kind("object", "null")
	case "named":
		out := kind("object", "null")
		out["additionalProperties"] = element
		return out
	case "named lists":
		out := kind("object", "null")
		out["additionalProperties"] = list(element)
		return out
	}
	switch {
	case shape == "model" && k.Name == "num_players":
		return object{"anyOf": []any{object{"type": "integer", "minimum": 1, "maximum": 64}, element}}
	case k.Of != "":
		return object{"allOf": []any{element}} // a description stands beside it
	}
	return object{}
}

func kind(types ...string) object {
	if len(types) == 1 {
		return object{"type": types[0]}
	}
	return object{"type": types}
}

func list(element object) object {
	out := kind("array", "null")
	if len(element) > 0 {
		out["items"] = element
	}
	return out
}

// expression is a text, or what YAML makes a number, a bool or nothing of.
func expression() object { return kind("string", "number", "boolean", "null") }
