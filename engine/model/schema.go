package model

// This file is the shape of a model: for every mapping with fixed keys, which keys it has and what
// they hold. Reading follows it, and so does the warning about unknown keys.

// holds says what stands under a key.
type holds uint8

const (
	anything   holds = iota
	text             // free text; any single value is taken as its text
	name             // a name: text
	names            // one name or a list of names
	nameList         // a list of names
	oneOf            // one of a few words, see `words`
	flag             // true or false
	number           // a number
	label            // a name, or a number used as one
	expression       // the value itself is an expression
	field            // k is a literal or a text for people, k_x an expression
	nameOrX          // k is a name, k_x an expression that gives one
	withX            // k_x is a mapping from names to expressions
	opList           // a list of ops
	listing          // a list
	mapping          // a mapping
)

// shape is the keys of one mapping. Every shape has `note` too; where a key holds a field, a
// nameOrX or a withX, it stands for the key and its `_x` twin.
type shape map[string]holds

var modelShape = shape{
	"name": text, "version": text, "source": anything, "mode": oneOf, "num_players": anything,
	"constants": mapping, "content": mapping, "dice": mapping, "face_types": nameList,
	"boards": mapping, "functions": mapping, "derived": mapping, "state": mapping,
	"actions": mapping, "flow": anything, "flows": mapping, "triggers": listing,
	"modifiers": listing, "priority": mapping, "outcomes": mapping, "code": mapping,
	"agents": mapping, "end": listing, "campaign": mapping, "turns": mapping,
	"open_questions": listing, "include": listing,
}

var (
	playersShape  = shape{"min": anything, "max": anything, "default": anything}
	stateShape    = shape{"vars": mapping, "zones": mapping}
	priorityShape = shape{"windows": mapping, "protocol": mapping}

	dieShape      = shape{"faces": listing, "sides": anything}
	functionShape = shape{"params": nameList, "let": mapping, "x": expression}
	derivedShape  = shape{"x": expression}

	varShape = shape{
		"init": field, "scope": oneOf, "persist": oneOf, "visibility": oneOf, "min": field, "max": field,
	}
	zoneShape = shape{
		"kind": oneOf, "owner": oneOf, "visibility": oneOf, "shuffled": flag, "drawn_from": name,
		"init": field, "capacity": field, "persist": oneOf,
	}

	actionShape = shape{
		"pre": field, "cost": opList, "effect": opList, "speed": label, "resolution": oneOf, "label": text,
	}
	abilityShape = actionShape.and(shape{"id": label})
	triggerShape = shape{
		"id": label, "event": names, "timing": oneOf, "if": field, "optional": flag, "controller": field,
		"do": opList,
	}
	modifierShape = shape{"id": label, "stat": name, "change": field, "if": field, "layer": number}

	protocolShape = shape{"first": field, "after_action": oneOf, "closes": oneOf, "resolution": oneOf}
	windowShape   = protocolShape.and(shape{"allows": nameList})

	outcomeModelShape = shape{"outcomes": listing}
	outcomeShape      = shape{"id": label, "p": field, "effect": opList}

	codeShape   = shape{"kind": name, "module": text, "function": text}
	agentShape  = shape{"policy": field, "tactic": listing, "search": mapping, "say": anything}
	tacticShape = shape{"at": anything, "if": field, "score": field, "prefer": anything}
	searchShape = shape{
		"playouts": anything, "depth": anything, "seconds": anything, "tactic": anything, "exploration": anything,
	}

	endShape = shape{
		"id": label, "if": field, "result": oneOf, "who": field, "returns": field, "ranks": field, "scope": name,
	}
	campaignShape = shape{"games": anything, "between": opList, "reset": names}
	questionShape = shape{"question": text, "status": text}
	turnsShape    = shape{
		"sides": mapping, "seats": listing, "first_seat": field, "next_seat": field, "scores": nameList,
		"opening": listing, "begin_event": names, "end_event": names, "cost_window": name, "checkpoint": listing,
	}
	sideShape       = shape{"phases": nameList}
	checkpointShape = shape{"id": label, "if": field, "who": field}
)

// The parts of a content item that the engine runs; everything else in an item is the game's data.
var itemShape = shape{
	"id": label, "effect": opList, "triggers": listing, "modifiers": listing, "abilities": listing,
	"active": field,
}

// Flow nodes: what all have, and what each kind adds.
var (
	flowShape = shape{"id": label, "kind": name, "window": anything, "end_event": names}
	flowKinds = map[string]shape{
		"sequence": {"children": listing},
		"loop": {
			"children": listing, "until": field, "over": field, "as": name, "once": flag, "order": oneOf,
		},
		"branch":  {"cases": listing},
		"subflow": {"ref": name},
		"step": {
			"actor": field, "actors": field, "do": nameList, "secret": flag, "visible_to": field,
		},
		"turns": {"phases": mapping, "until": field},
	}
	caseShape = shape{"when": field, "children": listing}
)

// Boards: what all have, and what each kind adds.
var (
	boardShape = shape{"kind": name, "blocked": listing, "labels": mapping}
	boardKinds = map[string]shape{
		"grid":  {"rows": anything, "cols": anything, "wrap": anything, "neighbours": anything},
		"hex":   {"radius": anything, "rows": anything, "cols": anything, "orientation": anything},
		"track": {"length": anything, "loop": anything},
		"graph": {"cells": anything, "edges": listing, "directed": flag, "weights": anything},
	}
)

// Ops, each with its fields.
var opShapes = map[string]shape{
	"set": {"var": name, "attr": name, "of": field, "value": field, "player": field},
	"add": {"var": name, "attr": name, "of": field, "amount": field, "player": field},
	"let": {"name": name, "value": field},
	"choose": {
		"options": field, "as": name, "min": field, "max": field, "actor": field, "actors": field,
		"secret": flag, "visible_to": field, "prompt": text,
	},
	"search": {
		"zone": nameOrX, "as": name, "filter": field, "min": field, "max": field, "actor": field,
		"visible_to": field,
	},
	"roll":    {"die": field, "as": name, "n": field, "visible_to": field},
	"sample":  {"model": name, "as": name},
	"draw":    {"from": nameOrX, "to": nameOrX, "n": field, "position": label, "as": name, "visible_to": field},
	"look":    {"zone": nameOrX, "n": field, "as": name, "actor": field, "visible_to": field},
	"reveal":  {"what": field, "visible_to": field},
	"move":    {"what": field, "from": nameOrX, "to": nameOrX, "position": label},
	"place":   {"what": field, "at": field, "board": name, "zone": nameOrX},
	"create":  {"what": field, "to": nameOrX, "n": field, "position": label, "as": name},
	"destroy": {"what": field, "from": nameOrX},
	"shuffle": {"zone": nameOrX},
	"emit":    {"event": name, "impact": opList, "with": withX},
	"window":  {"name": name},
	"cancel":  {"target": field},
	"modify":  {"stat": name, "change": field, "layer": label, "if": field, "until": name},
	"exec":    {"content": name, "of": field},
	"run":     {"flow": name},
	"call":    {"code": name, "with": withX, "as": name},
	"say":     {"agent": name, "text": field},
	"if":      {"cond": field, "then": opList, "else": opList},
	"for_each": {
		"items": field, "as": name, "do": opList,
	},
	"repeat": {"do": opList, "until": field, "n": field},
	"reset":  {"scope": name},
	"act": {
		"ruleset": field, "character": field, "action": field, "params": field, "participants": field, "as": name,
	},
}

// words are the values of the keys that hold one of a few, by what the mapping is.
var words = map[string][]string{
	"mode":         {"competitive", "cooperative"},
	"persist":      {"campaign"},
	"scope":        {"player"},
	"owner":        {"player"},
	"visibility":   {"public", "owner", "hidden"},
	"kind":         {"list", "set", "slot"},
	"order":        {"listed", "reversed", "random"},
	"timing":       {"when", "before", "instead", "after"},
	"resolution":   {"immediate", "nested", "lifo_stack"},
	"closes":       {"all_pass_in_succession", "single_pass_each"},
	"after_action": {"next", "same"},
	"result":       {"win", "loss", "draw", "score", "eliminate", "continue", "winners", "rank"},
}

func (s shape) and(more shape) shape {
	out := make(shape, len(s)+len(more))
	for k, v := range s {
		out[k] = v
	}
	for k, v := range more {
		out[k] = v
	}
	return out
}

// find says what a key of a mapping holds, and whether it is the expression of a pair.
func (s shape) find(key string) (h holds, twin, ok bool) {
	if h, ok = s[key]; ok {
		return h, false, true
	}
	if n := len(key) - len("_x"); n > 0 && key[n:] == "_x" {
		if h, ok = s[key[:n]]; ok && (h == field || h == nameOrX || h == withX) {
			return h, true, true
		}
	}
	return anything, false, key == "note"
}

func init() {
	for kind, s := range flowKinds {
		flowKinds[kind] = s.and(flowShape)
	}
	for kind, s := range boardKinds {
		boardKinds[kind] = s.and(boardShape)
	}
	for op, s := range opShapes {
		opShapes[op] = s.and(shape{"op": name})
	}
}
