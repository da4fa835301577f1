package action

import (
	"encoding/json"

	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// CallsSchema is the JSON schema of what startAction and continueAction take and give: an object with each
// call's in and out. Characters, changes and views are those of [sheet.CallsSchema].
func CallsSchema() []byte {
	var own map[string]any
	if err := json.Unmarshal([]byte(shapes), &own); err != nil {
		panic(err) // written below
	}
	defs := own["definitions"].(map[string]any)
	for name, one := range sheet.Shapes() {
		defs[name] = one
	}
	text, err := json.MarshalIndent(own, "", "  ")
	if err != nil {
		panic(err) // made of maps, lists and texts
	}
	return append(text, '\n')
}

const shapes = `{
"$schema": "http://json-schema.org/draft-07/schema#",
"title": "The calls of actions: startAction, continueAction",
"type": "object", "additionalProperties": false,
"properties": {
  "startAction": {"type": "object", "additionalProperties": false, "properties": {"in": {"$ref": "#/definitions/startActionIn"}, "out": {"$ref": "#/definitions/result"}}},
  "continueAction": {"type": "object", "additionalProperties": false, "properties": {"in": {"$ref": "#/definitions/continueActionIn"}, "out": {"$ref": "#/definitions/result"}}}
},
"definitions": {
  "startActionIn": {"type": "object", "additionalProperties": false, "required": ["character", "action"], "properties": {
    "character": {"$ref": "#/definitions/character"}, "action": {"$ref": "#/definitions/started"},
    "params": {"type": "object"}, "situational": {"type": "object"}, "policy": {"$ref": "#/definitions/policy"},
    "links": {"$ref": "#/definitions/links"}, "participants": {"$ref": "#/definitions/participants"},
    "answers": {"type": "array", "items": {"$ref": "#/definitions/answer"}, "description": "One for each pause, in order."},
    "dice": {"$ref": "#/definitions/seed"}}},
  "continueActionIn": {"type": "object", "additionalProperties": false, "required": ["state", "answer"], "properties": {
    "state": {"$ref": "#/definitions/state"}, "answer": {"$ref": "#/definitions/answer"},
    "policy": {"$ref": "#/definitions/policy", "description": "From now on, in place of the one that the action was started with."},
    "dice": {"$ref": "#/definitions/seed"}}},
  "result": {"anyOf": [{"$ref": "#/definitions/finished"}, {"$ref": "#/definitions/paused"}, {"$ref": "#/definitions/refused"}]},
  "finished": {"type": "object", "additionalProperties": false, "required": ["ok", "status", "outcome", "proposedChanges", "log"], "properties": {
    "ok": {"const": true}, "status": {"const": "finished"}, "outcome": {"$ref": "#/definitions/outcome"},
    "proposedChanges": {"type": "array", "items": {"$ref": "#/definitions/proposal"}}, "log": {"$ref": "#/definitions/log"}}},
  "paused": {"type": "object", "additionalProperties": false, "required": ["ok", "status", "needs", "state", "log"], "properties": {
    "ok": {"const": true}, "status": {"const": "paused"}, "needs": {"$ref": "#/definitions/needs"}, "state": {"$ref": "#/definitions/state"},
    "log": {"$ref": "#/definitions/log"}}},
  "started": {"type": "object", "additionalProperties": false, "required": ["id"], "properties": {
    "id": {"type": "string", "minLength": 1}, "entry": {"type": "string"}, "source": {"type": "string"}, "followUp": {"type": "string"}}},
  "seed": {"type": "object", "additionalProperties": false, "required": ["seed"], "properties": {"seed": {"type": "integer", "minimum": 0}}},
  "participants": {"type": "object", "additionalProperties": {"type": "array", "items": {"$ref": "#/definitions/view"}}},
  "view": {"type": "object", "additionalProperties": false, "required": ["id"], "properties": {"id": {"type": "string"}, "values": {"type": ["object", "null"]}}},
  "policy": {"type": "object", "additionalProperties": false, "properties": {
    "dice": {"$ref": "#/definitions/does"}, "choices": {"$ref": "#/definitions/does"}, "allocations": {"$ref": "#/definitions/does"},
    "rules": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["do"], "properties": {
      "kind": {"enum": ["roll", "choice", "allocate"]}, "tags": {"$ref": "#/definitions/texts"}, "step": {"type": "string"}, "do": {"$ref": "#/definitions/does"}}}}}},
  "does": {"enum": ["auto", "pause"]},
  "texts": {"type": "array", "items": {"type": "string"}},
  "answer": {"oneOf": [
    {"type": "object", "additionalProperties": false, "required": ["faces"], "properties": {"faces": {"$ref": "#/definitions/faces"}}},
    {"type": "object", "additionalProperties": false, "required": ["option"], "properties": {"option": {"type": "string"}}},
    {"type": "object", "additionalProperties": false, "required": ["amounts"], "properties": {"amounts": {"$ref": "#/definitions/amounts"}}},
    {"type": "object", "additionalProperties": false, "required": ["outcome"], "properties": {"outcome": {"$ref": "#/definitions/outcome"}}}]},
  "faces": {"type": "array", "items": {"type": "integer"}},
  "amounts": {"type": "object", "additionalProperties": {"type": "integer"}},
  "outcome": {"type": "object", "additionalProperties": false, "properties": {"result": {"type": "string"}, "data": {}}},
  "state": {"type": "object", "additionalProperties": false, "required": ["format", "ruleset", "character", "action", "policy", "answers"], "properties": {
    "format": {"const": 1}, "ruleset": {"type": "object", "additionalProperties": {"type": "string"}}, "character": {"$ref": "#/definitions/character"},
    "action": {"$ref": "#/definitions/started"}, "params": {"type": "object"}, "situational": {"type": "object"}, "policy": {"$ref": "#/definitions/policy"},
    "links": {"type": "object", "additionalProperties": {"$ref": "#/definitions/view"}}, "participants": {"$ref": "#/definitions/participants"},
    "answers": {"type": "array", "items": {"$ref": "#/definitions/recorded"}}, "mac": {"type": "string", "description": "The code of the key, where the host has one."}}},
  "recorded": {"type": "object", "additionalProperties": false, "required": ["kind", "step", "by"], "properties": {
    "kind": {"$ref": "#/definitions/kind"}, "step": {"type": "string"}, "by": {"$ref": "#/definitions/by"}, "faces": {"$ref": "#/definitions/faces"},
    "option": {"type": "string"}, "choice": {"$ref": "#/definitions/path"}, "amounts": {"$ref": "#/definitions/amounts"}, "outcome": {"$ref": "#/definitions/outcome"}}},
  "kind": {"enum": ["dice", "choice", "allocate", "handoff"]},
  "by": {"enum": ["engine", "app"]},
  "proposal": {"type": "object", "additionalProperties": false, "required": ["to", "step", "change"], "properties": {
    "to": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "object", "additionalProperties": false, "required": ["link"], "properties": {"link": {"type": "string"}}}]},
    "character": {"type": "string"}, "step": {"type": "string"}, "change": {"$ref": "#/definitions/change"}}},
  "needs": {"type": "object", "additionalProperties": false, "required": ["kind", "step", "action"], "properties": {
    "kind": {"$ref": "#/definitions/kind"}, "step": {"type": "string"}, "action": {"type": "string"},
    "dice": {"type": "array", "minItems": 1, "items": {"type": "object", "additionalProperties": false, "required": ["count", "sides"], "properties": {
      "count": {"type": "integer", "minimum": 1}, "sides": {"type": "integer", "minimum": 1}, "zero": {"const": true}, "tags": {"$ref": "#/definitions/texts"}}}},
    "items": {"$ref": "#/definitions/items"}, "summary": {"$ref": "#/definitions/summary"}, "draw": {"$ref": "#/definitions/draw"},
    "options": {"type": "array", "minItems": 1, "items": {"type": "string"}}, "recommended": {"type": "string"},
    "choice": {"type": "object", "additionalProperties": false, "required": ["path", "owner", "id", "min", "picked"], "properties": {
      "path": {"$ref": "#/definitions/path"}, "owner": {"type": "string"}, "id": {"type": "string"},
      "slot": {"type": "object", "additionalProperties": false, "required": ["choice", "number"], "properties": {"choice": {"type": "string"}, "number": {"type": "integer"}}},
      "min": {"type": "integer"}, "max": {"type": "integer"}, "picked": {"type": "integer"}}},
    "allocate": {"type": "object", "additionalProperties": false, "required": ["fields"], "properties": {
      "fields": {"type": "array", "minItems": 1, "items": {"type": "object", "additionalProperties": false, "required": ["id", "value", "input"], "properties": {
        "id": {"type": "string"}, "value": {"type": "integer"}, "input": {"type": "integer"}, "limit": {"type": "integer", "minimum": 0},
        "costs": {"type": "array", "minItems": 1, "maxItems": 101, "items": {"type": "number"}}}}},
      "budget": {"type": "number"}, "spend": {"enum": ["all", "upTo"]}, "values": {"type": "array", "items": {"type": "integer"}}, "recommended": {"$ref": "#/definitions/amounts"}}},
    "participant": {"$ref": "#/definitions/participant"},
    "run": {"type": "object", "additionalProperties": false, "required": ["action", "params"], "properties": {
      "action": {"type": "string"}, "params": {"type": "object"}, "participants": {"type": "object", "additionalProperties": {"$ref": "#/definitions/texts"}}}}}},
  "participant": {"type": "object", "additionalProperties": false, "required": ["role", "id"], "properties": {"role": {"type": "string"}, "id": {"type": "string"}}},
  "draw": {"type": "object", "additionalProperties": false, "required": ["among"], "properties": {"among": {"$ref": "#/definitions/texts"}}},
  "log": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["step", "action", "kind", "by"], "properties": {
    "step": {"type": "string"}, "action": {"type": "string"}, "kind": {"$ref": "#/definitions/kind"}, "by": {"$ref": "#/definitions/by"},
    "index": {"type": "integer", "minimum": 0}, "choice": {"$ref": "#/definitions/path"}, "of": {"type": "string"}, "faces": {"$ref": "#/definitions/faces"},
    "option": {"type": "string"}, "amounts": {"$ref": "#/definitions/amounts"}, "participant": {"$ref": "#/definitions/participant"},
    "outcome": {"$ref": "#/definitions/outcome"}, "draw": {"$ref": "#/definitions/draw"}, "items": {"$ref": "#/definitions/items"},
    "total": {"type": "number"}, "band": {"type": "string"}, "bandSet": {"type": "string"}, "bandValue": {},
    "tallies": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["name", "value", "sources"], "properties": {
      "name": {"type": "string"}, "value": {"type": "number"}, "sources": {"$ref": "#/definitions/shares"}}}},
    "bounds": {"$ref": "#/definitions/shares"}, "summary": {"$ref": "#/definitions/summary"}}}},
  "shares": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["source", "op", "value"], "properties": {
    "source": {"$ref": "#/definitions/source"}, "op": {"enum": ["add", "atLeast", "atMost"]}, "value": {"type": "number"}}}},
  "items": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["kind", "value"], "properties": {
    "kind": {"enum": ["dice", "flat"]}, "part": {"type": "string"}, "source": {"$ref": "#/definitions/source"}, "tags": {"$ref": "#/definitions/texts"},
    "value": {"type": "number"}, "dice": {"type": "string"}, "count": {"type": "integer"}, "sides": {"type": "integer"}, "zero": {"const": true},
    "faces": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["face", "kept"], "properties": {
      "face": {"type": "integer"}, "kept": {"type": "boolean"}, "set": {"const": true}, "source": {"$ref": "#/definitions/source"}}}},
    "factor": {"type": "number"}, "multiplied": {"type": "boolean"},
    "dropped": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["source", "value"], "properties": {
      "source": {"$ref": "#/definitions/source"}, "value": {"type": "number"}}}},
    "replaces": {"$ref": "#/definitions/items"}, "steppedFrom": {"type": "integer"}}}},
  "summary": {"type": "object", "additionalProperties": false, "required": ["flags"], "properties": {
    "bandSet": {"type": "string"}, "value": {"type": "string"}, "flags": {"type": "object"},
    "bands": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["band", "when"], "properties": {
      "band": {"type": "string"}, "when": {"type": "string"},
      "tests": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["of", "compare", "value"], "properties": {
        "of": {"type": "string"}, "compare": {"enum": ["lt", "le", "gt", "ge", "eq"]}, "value": {"type": "number"}}}}}}}}}
}}`
