package sheet

import "encoding/json"

type shape = map[string]any

func defined(name string) shape       { return shape{"$ref": "#/definitions/" + name} }
func listsOf(of shape) shape          { return shape{"type": "array", "items": of} }
func mapsTo(of shape) shape           { return shape{"type": "object", "additionalProperties": of} }
func oneOfTexts(of ...string) shape   { return shape{"enum": of} }
func says(doc string, of shape) shape { of["description"] = doc; return of }
func record(open bool, members shape, need ...string) shape {
	out := shape{"type": "object", "properties": members}
	if len(need) > 0 {
		out["required"] = need
	}
	if !open {
		out["additionalProperties"] = false
	}
	return out
}

var (
	aText    = shape{"type": "string"}
	aName    = shape{"type": "string", "minLength": 1}
	aBool    = shape{"type": "boolean"}
	aWhole   = shape{"type": "integer"}
	aCount   = shape{"type": "integer", "minimum": 0}
	anything = shape{}
	anObject = shape{"type": "object"}
	anOption = shape{"type": []string{"string", "integer"}}
)

// CallsSchema is the JSON schema of what the calls of this package's facade take and give: an object with
// each call's in and out.
func CallsSchema() []byte {
	root := record(false, shape{
		"computeSheet": record(false, shape{"in": defined("computeSheetIn"), "out": result("sheet")}),
		"listOptions":  record(false, shape{"in": defined("listOptionsIn"), "out": result("options")}),
		"applyChanges": record(false, shape{"in": defined("applyChangesIn"), "out": result("changed")}),
		"describe":     record(false, shape{"in": defined("describeIn"), "out": result("described")}),
	})
	root["$schema"] = "http://json-schema.org/draft-07/schema#"
	root["title"] = "The calls of character rules: computeSheet, listOptions, applyChanges, describe"
	defs := shape{}
	for _, some := range []shape{characterShapes(), changeShapes(), sheetShapes()} {
		for name, one := range some {
			defs[name] = one
		}
	}
	root["definitions"] = defs
	return printed(root)
}

// Shapes are the definitions of [CallsSchema] that other calls share, by name.
func Shapes() map[string]any {
	out := characterShapes()
	changes, sheets := changeShapes(), sheetShapes()
	for _, name := range []string{"change", "path", "links"} {
		out[name] = changes[name]
	}
	for _, name := range []string{"refused", "fault"} {
		out[name] = sheets[name]
	}
	return out
}

// CharacterSchema is the JSON schema of a character's file.
func CharacterSchema() []byte {
	defs := characterShapes()
	root := defs["character"].(shape)
	delete(defs, "character")
	root["$schema"] = "http://json-schema.org/draft-07/schema#"
	root["title"] = "A character"
	root["definitions"] = defs
	return printed(root)
}

func printed(root shape) []byte {
	text, _ := json.MarshalIndent(root, "", "  ") // maps, lists and texts
	return append(text, '\n')
}

func result(name string) shape {
	return shape{"anyOf": []shape{defined(name), defined("refused")}}
}

func characterShapes() shape {
	return shape{
		"character": record(true, shape{
			"format":     says("The number of this shape.", shape{"const": Format}),
			"ruleset":    says("The packs it was made with, and their versions.", mapsTo(aText)),
			"id":         aText,
			"creating":   says("It is being made: choices may be owed.", shape{"type": "boolean"}),
			"values":     says("Input fields by qualified id.", shape{"type": "object"}),
			"choices":    defined("choices"),
			"templates":  listsOf(aText),
			"features":   listsOf(defined("copy")),
			"inventory":  listsOf(defined("copy")),
			"applied":    listsOf(defined("entry")),
			"followUps":  listsOf(defined("followUp")),
			"extensions": says("Data of apps.", shape{"type": "object"}),
		}),
		"copy": record(true, shape{"id": aName, "item": aName, "quantity": aCount, "equipped": aBool, "state": anObject,
			"choices": defined("choices"), "templates": listsOf(aText)}, "id", "item"),
		"entry":   record(true, shape{"id": aName, "source": aName, "active": aBool, "state": anObject}, "id", "source"),
		"choices": mapsTo(listsOf(defined("pick"))),
		"pick":    shape{"anyOf": []shape{anOption, record(true, shape{"option": anOption, "choices": defined("choices")}, "option")}},
		"followUp": record(true, shape{"id": aName, "followUp": aName, "source": defined("source"), "params": anObject},
			"id", "followUp"),
		"source": record(false, shape{"type": oneOfTexts("rules", "item", "template", "option", "situational", "field"), "id": aText, "entry": aName}, "type", "id"),
	}
}

// changeShapes follows [Kinds].
func changeShapes() shape {
	members := shape{
		"tags": listsOf(aText), "field": aName, "value": anything, "by": shape{"type": []string{"number", "string"}}, "entry": aName,
		"copies":  record(false, shape{"type": aName, "where": aName}),
		"applied": record(false, shape{"where": aName, "limit": aCount}),
		"key":     aName, "equipped": aBool, "path": defined("path"), "option": anOption, "source": aName, "id": aName, "active": aBool,
		"state": anObject, "template": aName, "followUp": aName, "params": anObject,
	}
	var kinds []shape
	for _, k := range Kinds {
		of := shape{"type": shape{"const": k.Type}}
		for name, one := range members {
			if k.has(name) {
				of[name] = one
			}
		}
		switch k.Type {
		case "addItem":
			of["entry"] = record(true, shape{"id": aName, "item": aName, "quantity": aCount, "equipped": aBool, "state": anObject,
				"choices": defined("choices"), "templates": listsOf(aText)}, "item")
		case "offerFollowUp":
			of["source"] = defined("source")
		}
		one := record(false, of, append([]string{"type"}, k.Need...)...)
		if len(k.One) > 0 {
			var either []shape
			for _, name := range k.One {
				either = append(either, shape{"required": []string{name}})
			}
			one["oneOf"] = either
		}
		kinds = append(kinds, one)
	}
	return shape{
		"change":         shape{"anyOf": kinds},
		"path":           record(false, shape{"entry": aName, "choice": shape{"type": "array", "items": anOption, "minItems": 1}}, "choice"),
		"links":          mapsTo(record(false, shape{"id": aName, "values": anObject}, "id")),
		"computeSheetIn": record(false, shape{"character": defined("character"), "links": defined("links")}, "character"),
		"listOptionsIn":  record(false, shape{"character": defined("character"), "path": defined("path"), "links": defined("links")}, "character", "path"),
		"applyChangesIn": record(false, shape{"character": defined("character"), "changes": listsOf(defined("change")), "strict": aBool, "links": defined("links"),
			"dice": record(false, shape{"seed": aCount}, "seed")}, "character", "changes"),
		"describeIn": record(false, shape{"ids": shape{"type": "array", "items": aName, "maxItems": mostDescribed}, "lang": shape{"type": "string", "maxLength": longestLang},
			"args": mapsTo(shape{"type": []string{"string", "number", "boolean"}})}, "ids"),
	}
}

func sheetShapes() shape {
	choice := func(more shape, need ...string) shape {
		members := shape{"path": defined("path"), "owner": aText, "id": aText, "slot": record(false, shape{"choice": aText, "number": aWhole}, "choice", "number"),
			"min": aCount, "max": aCount, "picked": aCount}
		for name, one := range more {
			members[name] = one
		}
		return record(false, members, append([]string{"path", "owner", "id", "min", "picked"}, need...)...)
	}
	action := shape{"id": aText, "entry": aText, "source": aText, "use": aText}
	listed := func(more shape, need ...string) shape {
		members := shape{}
		for _, some := range []shape{action, more} {
			for name, one := range some {
				members[name] = one
			}
		}
		return record(false, members, append([]string{"id"}, need...)...)
	}
	ok := shape{"const": true}
	return shape{
		"refused": record(false, shape{"ok": shape{"const": false}, "errors": listsOf(defined("fault"))}, "ok", "errors"),
		"fault":   record(false, shape{"code": aName, "path": aText, "message": aName, "data": anObject}, "code", "message"),
		"sheet": record(false, shape{"ok": ok, "id": aText, "creating": aBool,
			"fields": listsOf(defined("field")), "actions": listsOf(defined("action")), "unavailable": listsOf(defined("unavailable")),
			"offers": listsOf(defined("offer")), "pending": listsOf(defined("pending")), "choices": listsOf(defined("made")),
			"situational": listsOf(defined("situational")), "features": listsOf(defined("shownCopy")), "inventory": listsOf(defined("shownCopy")),
			"applied": listsOf(defined("shownEntry")), "competing": listsOf(defined("competing")), "issues": listsOf(defined("fault"))},
			"ok", "creating", "fields", "actions", "unavailable", "offers", "pending", "choices", "situational", "features", "inventory", "applied", "competing", "issues"),
		"field": record(false, shape{"id": aText, "type": oneOfTexts("integer", "number", "boolean", "string", "enum", "dice", "id", "list"), "input": aBool,
			"value": anything, "error": aText, "min": anything, "max": anything, "tags": listsOf(aText),
			"breakdown": record(false, shape{"base": anything, "effects": listsOf(defined("part"))}, "base", "effects")}, "id", "type", "input", "value", "tags", "breakdown"),
		"part": record(false, shape{"source": defined("source"), "effect": aText, "op": aText, "stackKey": aText, "value": anything, "counted": aBool,
			"failed": aBool, "suppressedBy": aCount}, "source", "op", "value", "counted"),
		"action": listed(shape{"params": listsOf(defined("param")), "situational": listsOf(aText), "tags": listsOf(aText)}, "params", "situational", "tags"),
		"param": record(false, shape{"id": aText, "type": aText, "of": aText, "options": listsOf(aText), "default": anything, "required": aBool, "fixed": anything},
			"id", "type", "required"),
		"unavailable": listed(shape{"reason": record(false, shape{"code": aText, "source": defined("source")}, "code")}, "reason"),
		"offer": record(false, shape{"id": aText, "followUp": aText, "kind": oneOfTexts("derived", "ephemeral"), "source": defined("source"),
			"action": record(false, shape{"id": aText, "entry": aText, "source": aText, "params": anObject, "followUp": aText}, "id", "params", "followUp")},
			"id", "followUp", "kind", "source", "action"),
		"pending": choice(nil),
		"made":    choice(shape{"picks": listsOf(aText)}, "picks"),
		"options": choice(shape{"ok": ok, "options": listsOf(record(false, shape{"id": aText, "eligible": aBool,
			"reason": record(false, shape{"code": aText, "formula": aText}, "code"), "picked": aBool, "recommended": aBool}, "id", "eligible", "picked", "recommended"))}, "ok", "options"),
		"situational": record(false, shape{"id": aText, "type": aText, "options": listsOf(aText), "default": anything, "available": aBool, "rolls": listsOf(aText)},
			"id", "type", "default", "available", "rolls"),
		"shownCopy": record(false, shape{"id": aText, "item": aText, "type": aText, "tags": listsOf(aText), "quantity": aCount, "equipped": aBool, "state": anObject,
			"templates": listsOf(aText)}, "id", "item", "quantity", "equipped", "state", "templates"),
		"shownEntry": record(false, shape{"id": aText, "source": aText, "type": aText, "active": aBool, "state": anObject}, "id", "source", "active", "state"),
		"competing": record(false, shape{"target": record(false, shape{"field": aText}, "field"), "op": aText, "key": aText,
			"options": listsOf(record(false, shape{"source": defined("source"), "effect": aText, "value": anything}, "source", "value")), "recommended": aCount},
			"target", "op", "options", "recommended"),
		"changed": record(false, shape{"ok": ok, "character": defined("character"), "applied": listsOf(defined("done")), "followUps": listsOf(defined("offer"))},
			"ok", "character", "applied", "followUps"),
		"described": record(false, shape{"ok": ok, "texts": listsOf(record(false, shape{"id": aText, "name": aText, "text": aName}, "id", "name"))}, "ok", "texts"),
		"done": record(false, shape{"index": aCount, "type": aText, "field": aText, "by": anything, "before": anything, "after": anything, "clamped": aBool,
			"incoming": listsOf(record(false, shape{"source": defined("source"), "op": aText, "value": anything, "field": aText, "before": anything, "after": anything},
				"source", "op", "before", "after")), "entries": listsOf(aText)}, "index", "type"),
	}
}
