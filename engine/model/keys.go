package model

import "sort"

// Shape is a mapping with fixed keys: for editors, schemas and whatever else helps to write models.
type Shape struct {
	Name string // "model", "action", "op:move", "flow:step", "board:grid", ...
	Doc  string // of ops and of the kinds of flow nodes and boards; else empty
	Open bool   // any other key may stand there too
	Keys []Key  // sorted, `note` included
}

// Key is one key of a Shape.
type Key struct {
	Name  string
	Doc   string   // what it means, in Markdown
	Holds string   // "anything", "text", "name", "names" (one or a list), "name list", "one of", "flag", "number", "label" (a name or a number), "expression", "field", "name or expression", "expressions" (a mapping from names, as `_x` only), "ops", "list", "mapping", "named" (a mapping from names), "named lists"
	Twin  bool     // `<name>_x` may stand beside or in place of it and holds an expression
	Words []string // of "one of", and of names that only a few words are
	Of    string   // name of the Shape of the mapping, or of each entry or element; "op", "flow" and "board" have kinds
	Ref   string   // what a name is the name of: "zone", "action", "event", "local" (that it binds), ...
}

var holdsNames = [...]string{
	anything: "anything", text: "text", name: "name", names: "names", nameList: "name list", oneOf: "one of",
	flag: "flag", number: "number", label: "label", expression: "expression", field: "field",
	nameOrX: "name or expression", withX: "expressions", opList: "ops", listing: "list", mapping: "mapping",
	named: "named", namedLists: "named lists",
}

// shapes are all shapes by name but those that have kinds.
var shapes = map[string]shape{
	"model": modelShape, "players": playersShape, "state": stateShape, "priority": priorityShape, "die": dieShape,
	"function": functionShape, "derived": derivedShape, "variable": varShape, "zone": zoneShape,
	"action": actionShape, "ability": abilityShape, "trigger": triggerShape, "modifier": modifierShape,
	"protocol": protocolShape, "window": windowShape, "outcomes": outcomeModelShape, "outcome": outcomeShape,
	"code": codeShape, "agent": agentShape, "tactic": tacticShape, "search": searchShape, "end": endShape,
	"campaign": campaignShape, "question": questionShape, "turns": turnsShape, "side": sideShape,
	"checkpoint": checkpointShape, "item": itemShape, "case": caseShape,
}

// kinds are the shapes whose keys depend on the word under one of them.
var kinds = map[string]struct {
	key    string
	shapes map[string]shape
	docs   map[string]string
}{
	"op": {"op", opShapes, opDocs}, "flow": {"kind", flowKinds, kindDocs}, "board": {"kind", boardKinds, kindDocs},
}

// Shapes gives all shapes, sorted by name.
func Shapes() []Shape {
	var out []Shape
	for name, s := range shapes {
		out = append(out, s.export(name, ""))
	}
	for name, k := range kinds {
		for kind, s := range k.shapes {
			out = append(out, s.export(name+":"+kind, k.docs[kind]))
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// KindKey gives the key whose word decides which keys a shape has (`op` of "op", `kind` of "flow" and
// "board"), and the words; nothing for other shapes.
func KindKey(shape string) (key string, words []string) {
	k, ok := kinds[shape]
	if !ok {
		return "", nil
	}
	return k.key, sortedKeys(k.shapes)
}

func (s shape) export(name, doc string) Shape {
	out := Shape{Name: name, Doc: doc, Open: name == "item", Keys: []Key{note.export("note")}}
	for key, k := range s {
		out.Keys = append(out.Keys, k.export(key))
	}
	sort.Slice(out.Keys, func(i, j int) bool { return out.Keys[i].Name < out.Keys[j].Name })
	return out
}

// fewWords are the words that a name may be where the engine takes no other.
var fewWords = map[string][]string{
	"op": opNames, "flow kind": sortedKeys(flowKinds), "board kind": sortedKeys(boardKinds),
	"reset scope": {"scenario", "campaign"}, "position": {"top", "bottom"},
}

func (k slot) export(key string) Key {
	out := Key{Name: key, Doc: k.doc, Holds: holdsNames[k.holds], Twin: k.twin(), Of: k.shape, Ref: k.ref}
	switch k.holds {
	case oneOf:
		out.Words = words[key]
	case opList:
		out.Of = "op"
	default:
		out.Words = fewWords[k.ref]
	}
	return out
}
