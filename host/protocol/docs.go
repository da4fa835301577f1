package protocol

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/host/session"
)

const docsHead = `# The protocol

*Made from the table of methods in host/protocol by ` + "`go run ./host/protocol/gen`" + `: change that, not this.*

A host sends requests and gets answers, as bytes: through the C interface, or as frames to
` + "`astragal serve --stdio`" + `, or as lines to ` + "`astragal call`" + `. One request has one answer, whatever happens.

## Request and answer

A request is a map:

| Key | Is |
|---|---|
| ` + "`v`" + ` | the version of the protocol, 1 |
| ` + "`id`" + ` | an int from 0 that the answer repeats, and by which a call can be cancelled (0) |
| ` + "`method`" + ` | a text |
| ` + "`params`" + ` | a map (empty); a nil stands for a parameter left out |

Unknown keys and unknown parameters are refused. The answer is ` + "`{v, id, ok: true, result}`" + `, with a map as the
result, or ` + "`{v, id, ok: false, errors}`" + `, with at least one error:
` + "`{code, message, place?, at?: {file, line, column}, data?}`" + `. A request that gives an error has changed nothing, unless its
method says so. The id is 0 where the request had none that could be read.

| Code | Means |
|---|---|
`

const docsForms = `
## Bytes

**msgpack.** Texts are str and UTF-8, bytes are bin, keys of maps are texts. Ints are as small as they can be
written; one beyond 64 bits is the extension of type 1, a byte for the sign (1: below 0), then the magnitude with
the highest byte first. Floats are sent as 64 bits; 32 are read too.

**JSON.** When the first byte of a request that is no white space is ` + "`{`" + `, it is JSON, and so is the answer. Bytes are then
texts in base64. A number with a point or an exponent is a float, any other an int of any size. What JSON has no
number for is a text: inf, -inf, nan.

A request is read only after its lengths have been held against the bytes that are there. It is nested at most 64
deep and has at most 200,000 values. Requests and answers have at most ` + "`frame_bytes`" + ` bytes.

**Frames of** ` + "`astragal serve --stdio`" + `: the length as 4 bytes, little-endian, at most 16 MiB, then so many bytes of msgpack or
JSON. Answers may come in another order than requests. Requests that are sent without waiting for answers are worked
on side by side: wait for the answer before the next request to the same game.

## Games and threads

Handles are ints from 1 to 2^53. A handle that was closed or never given is the error not_found. A game is used by
one call at a time, others wait; different games run in parallel. Where a fault of the engine hits a game, the call
gives internal and every later one poisoned; the game can only be closed, and all others go on.

## Functions of the host

Where a model calls code by a name (the op ` + "`call`" + `) and the host has given the runtime a function of that name, the
game asks it; else it stops. The function gets one msgpack map, ` + "`{code, args, place, kind, seat, chance, game}`" + `: the
name, a map of what the model gives with values as game.state has them, where in the rules, the kind of the code,
whose turn it is there (left out where nobody acts), what the chances that this call has asked have given, and the
game, which is left out while it is just being made. It answers one msgpack map with one of these keys:

| Key | Holds |
|---|---|
| ` + "`value`" + ` | what ` + "`as`" + ` is bound to: nil, a bool, a finite number, text, list or map (no answer at all: nil) |
| ` + "`ops`" + ` | for code of kind ` + "`content`" + `: a list of ops as they stand in a model. They are checked as those of a model are, all before the first runs, and run in place of the call: they may ask, draw, emit. They see ` + "`actor`, `self`" + ` and the arguments by their names |
| ` + "`chance`" + ` | a list of ` + "`[outcome, probability]`" + `: the game asks this chance like any other, and calls again with the outcome in ` + "`chance`" + `. A call asks 100 at most |
| ` + "`error`" + ` | a text that says what went wrong: that stops the game |

Over the C interface a function that fails writes that text and no map. What is answered is part of the game: undo, redo,
clones, snapshots and replayed records ask nobody. While it runs, calls about its game give busy; any other call may
be made. Simulations and batches ask no functions. Code that an [evaluator](model.md#code-outside-the-model) answers for is not asked of them.

## Configuration of a runtime

A map in msgpack or JSON, all of it optional: ` + "`workers`" + ` (most threads of one simulation or batch; one for each core),
` + "`paths`" + ` (whether model.load and packs may be read from paths that calls give; true), what packs it takes, and ` + "`limits`" + `:

| Member | Is |
|---|---|
| ` + "`evaluators`" + ` | [evaluators](model.md#code-outside-the-model) by the name of the code that they answer for in every model that declares it, those of kind policy as agents of every model: ` + "`{kind, wasm or path, reads, zones, vars, decisions, limits}`" + ` as in [packs](content-packs.md#evaluator), with the module as bytes or where it lies; none. One of a pack goes before one of the same name here |
| ` + "`packs`" + ` | a folder in which packs are found by their ids; none |
| ` + "`trusted`, `demand`" + ` | keys, texts as ed25519:...; whether a pack must be signed with one of them: false |
| ` + "`capabilities`" + ` | what packs may do, whatever a call grants ([content-packs.md](content-packs.md#capabilities)); none. Where it is missing a call may grant all, and one that grants nothing takes packs without code of their own |

| Limit | Default | Of |
|---|---|---|
`

const docsPacks = `
## Packs

Where a call takes a pack, it is a text, its id in the folder of packs, as ` + "`lantern-duel`" + ` or with a range of versions, ` + "`lantern-duel@^1.2`" + `; or a map {path}, a
folder or a zip; or a map {zip, name?}, its bytes. [Packs](content-packs.md) are held against all that they declare and all that the runtime allows before anything in them is used; the error is
pack_error. pack.inspect tells what a pack may do: show it to whoever decides.
`

const docsRequest = `
## A request of a game

What a game waits for, a map with these keys in this order; those that do not apply are left out:

| Key | Is |
|---|---|
| ` + "`kind`" + ` | decision, chance, end or error |
| ` + "`player`" + ` | who must decide |
| ` + "`place`" + ` | where in the rules the question comes from |
| ` + "`options`" + ` | the labels of the options |
| ` + "`p`" + ` | of a chance: how likely each is |
| ` + "`all`" + ` | whether everyone sees the answer |
| ` + "`seen`" + ` | else the players who do |
| ` + "`step`" + ` | in a choice of several items: which pick it is, from 1 |
| ` + "`prompt`" + ` | the model's words for the question |
| ` + "`open`" + ` | in a simultaneous step: the other open questions, {player, options} |
| ` + "`payoffs`" + `, ` + "`reason`" + ` | of an end: a number for each player, and the id of the end condition |
| ` + "`error`" + ` | of an error of the model: {kind, message, at?, cannot_end?}; cannot_end of a game that is known never to end, since with nobody asked its state is the same again: {rounds, places, more?}, after how many rounds of its loops, and the places that it goes through meanwhile (the first of them where there are more) |

With a ` + "`seat`" + ` (or ` + "`view_as`" + `) it is what that seat may know: ` + "`place`" + ` is left out where it would tell a secret choice,
` + "`options`, `all`, `seen`, `step` and `prompt`" + ` are there of its own question only (of everybody's where the model has no
secrets), an option that is an unknown card is ` + "`?`" + `, the others of a simultaneous step have no options, and of an error
there is no more than its kind where the message could quote something hidden.

## Seats, and the owner of the table

Whoever has a runtime owns its tables and sees everything. It gives out what a seat may see with ` + "`game.view`" + `, and with
` + "`seat`" + ` in game.request, game.options, game.events, game.undo and game.redo. In game.answer ` + "`seat`" + ` says whose question is
answered, and ` + "`view_as`" + ` that the answer comes from somebody at that seat. A seat that is no player's and not -1 is the error
bad_params. What a seat is given is the same, byte for byte, in all games that look the same to it (docs/model.md, *Who
sees what*). game.state, game.explain, game.snapshot, game.record, game.play, game.clone and game.next are for the owner:
they take no seat to look from.

## A view

| Key | Is |
|---|---|
| ` + "`seat`, `players`, `game_no`" + ` | who looks (-1: a spectator), how many play, the number of the game within its campaign, from 1 |
| ` + "`zones`" + ` | each {name, player?, count, items?, top?, bottom?, known?, unknown?}: items are those that the seat can tell apart, in order, of a shuffled zone top and bottom; known are items that it knows to lie somewhere within, unknown how many others there are |
| ` + "`variables`" + ` | each {name, player?, hidden?, value?} |
| ` + "`eliminated`, `results`" + ` | players who are out; results of the flows that have ended |
| ` + "`turn`" + ` | of a model with turns the record of the turn that is taken ([turns](turns.md)), null while none is |
| ` + "`stack`" + ` | actions that wait on the stack of an open window, bottom first: {window, action, player, cancelled?} |
| ` + "`request`, `options`, `chosen`, `events`, `next`" + ` | what game.request, game.options and game.events give this seat |

An item is {id?, hidden?, label?, value?}. Its ` + "`id`" + ` is a handle: where it lies in this view, as hand[0]#2, deck#-1 or
deck~0, good until the game goes on; options name it as ` + "`item`" + `, and game.answer takes it. Its value is its attributes, or
what it is; an item within a value is {id?, hidden?, label?}.

## What batches show

model.encoding describes a row of batch.observe, which is as long in every game with so many players. It depends on the
model, its constants and the number of players alone. It is what the seat's view shows, less the log:

| Feature | Numbers |
|---|---|
| ` + "`seat`, `asked`" + ` | one for each player: 1 where that one looks, 1 where that one is asked |
| ` + "`pick`" + ` | in the seat's own choice of several items which pick it is, from 1 |
| a variable | two for each value: 1 where there is one that the seat sees, and which. A list has as many values as at the start; one that is empty then has its length, and room for 16. A dict has those of its keys at the start; one that is empty then has the number of its keys. A text is 1 + its place in ` + "`words`" + `, a list within a list its length, another value 0 |
| a zone | how many items it has, how many of them the seat does not know, and of each kind of card that a game begins with how many it knows |

A row has at most 65,536 numbers: kinds of cards are left out before that, then what comes last. Where items stand (` + "`at`" + `)
and other attributes of theirs are not in it.

Actions are numbered: first the model's, in its order, then pass, done, use and skip. These numbers are the same
everywhere. Behind them stand the options of choices, by the place of the question (without the number of the pick) and
the label: numbered as they are met, game by game, so that the same calls give the same numbers, which hold as long as the
batch is open. Give ` + "`listed`" + ` to batch.new to have them in another batch, process or year. Of several options that are
called the same the second is ` + "`x #2`" + `; options that are unknown cards are ` + "`?`, `? #2`" + `. At most 65,536 are listed.

## The result of a simulation

| Key | Is |
|---|---|
| ` + "`seed`" + `, ` + "`interrupted`" + ` | of the simulation; whether it was ended early |
| ` + "`games`" + `, ` + "`finished`" + `, ` + "`stopped`" + `, ` + "`cut`" + ` | how many games were played, came to their end, were stopped by an error, were given up |
| ` + "`requests`" + ` | answers of a finished game: {mean, low, high, min, max}, low to high being the 95% interval; nil where there is none |
| ` + "`median`, `lengths`" + ` | of the requests of finished games: half had no more (exact below 256); how many had how many: {from, to, games}, at most 40 of one width |
| ` + "`reasons`" + ` | how games ended, the most frequent first: {reason, games} |
| ` + "`seats`" + ` | for each player {payoff: {mean, low, high, min, max}, advantage, wins, win_rate, win_low, win_high}: advantage is the payoff less the mean of all players' payoffs of the same game, win_low to win_high the 95% interval of win_rate by Wilson's score |
| ` + "`stops`" + ` | the errors that stopped games: {error, games, seed, at?, cannot_end?}; the seed repeats the first. Beyond 1,000 different ones the rest are "other errors" |
| ` + "`endless`" + ` | of the first game that was given up: {seed, place} |
| ` + "`actions`" + ` | with actions: where players acted, in the games played: {place, asked, many, options: {option, legal, taken, forced}}. forced counts those times when it was the only one, so that nobody was asked; where a place had more than 400 different options, many is true and they are left out |
`

// Docs is docs/protocol.md.
func Docs() string {
	var b strings.Builder
	b.WriteString(docsHead)
	for _, c := range session.Codes {
		fmt.Fprintf(&b, "| `%s` | %s |\n", c.Code, c.Doc)
	}
	b.WriteString(docsForms)
	limits := session.Limits{}
	for _, l := range limits.List() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", l.Name, grouped(l.Def), l.Doc)
	}
	b.WriteString(docsPacks)
	b.WriteString(docsRequest)
	b.WriteString("\n# Methods\n")
	for _, m := range table {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", m.Name, m.Summary)
		if len(m.Params) > 0 {
			b.WriteString("\n| Parameter | Type | |\n|---|---|---|\n")
			for _, p := range m.Params {
				must := ""
				if p.Required {
					must = ", required"
				}
				fmt.Fprintf(&b, "| `%s` | %s%s | %s |\n", p.Name, p.Type, must, p.Doc)
			}
		}
		if len(m.Result) == 0 {
			b.WriteString("\nThe result is empty.\n")
			continue
		}
		b.WriteString("\n| Result | Type | |\n|---|---|---|\n")
		for _, f := range m.Result {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", f.Name, f.Type, f.Doc)
		}
	}
	return b.String()
}

// grouped writes a number with a comma between each three digits.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

type schema = map[string]any

// Schema is docs/protocol.schema.json: the JSON form of requests and answers, as JSON Schema.
func Schema() []byte {
	requests, results := []any{}, schema{}
	for _, m := range table {
		params, must := schema{}, []string{}
		for _, p := range m.Params {
			params[p.Name] = described(p.Type, p.Doc)
			if p.Required {
				must = append(must, p.Name)
			}
		}
		envelope := []string{"v", "method"}
		if len(must) > 0 {
			envelope = append(envelope, "params")
		}
		requests = append(requests, schema{
			"title": m.Name, "description": m.Summary, "type": "object", "required": envelope, "additionalProperties": false,
			"properties": schema{
				"v": schema{"const": Version}, "id": schema{"type": "integer", "minimum": 0}, "method": schema{"const": m.Name},
				"params": schema{"type": "object", "required": must, "properties": params, "additionalProperties": false},
			},
		})
		fields := schema{}
		for _, f := range m.Result {
			fields[f.Name] = described(f.Type, f.Doc)
		}
		results[m.Name] = schema{"type": "object", "properties": fields, "additionalProperties": false}
	}
	codes := []string{}
	for _, c := range session.Codes {
		codes = append(codes, string(c.Code))
	}
	text, count, number := schema{"type": "string"}, schema{"type": "integer"}, schema{"type": "number"}
	at := schema{"type": "object", "properties": schema{"file": text, "line": count, "column": count}}
	labels := schema{"type": "array", "items": text}
	doc := schema{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   "Requests of the Astragal protocol, version 1, in their JSON form",
		"oneOf":   requests,
		"$defs": schema{
			"answer": schema{"oneOf": []any{
				schema{"type": "object", "required": []string{"v", "id", "ok", "result"}, "properties": schema{
					"v": schema{"const": Version}, "id": count, "ok": schema{"const": true}, "result": schema{"type": "object"}}},
				schema{"type": "object", "required": []string{"v", "id", "ok", "errors"}, "properties": schema{
					"v": schema{"const": Version}, "id": count, "ok": schema{"const": false},
					"errors": schema{"type": "array", "minItems": 1, "items": schema{"$ref": "#/$defs/error"}}}},
			}},
			"error": schema{"type": "object", "required": []string{"code", "message"}, "properties": schema{
				"code": schema{"enum": codes}, "message": text, "place": text, "at": at, "data": schema{"type": "object"}}},
			"request": schema{"type": "object", "required": []string{"kind"}, "additionalProperties": false, "properties": schema{
				"kind": schema{"enum": []string{"decision", "chance", "end", "error"}}, "player": count, "place": text,
				"options": labels, "p": schema{"type": "array", "items": number}, "all": schema{"type": "boolean"},
				"seen": schema{"type": "array", "items": count}, "step": count, "prompt": text,
				"payoffs": schema{"type": "array", "items": number}, "reason": text,
				"error": schema{"type": "object", "required": []string{"kind", "message"}, "properties": schema{"kind": text, "message": text, "at": at}},
				"open":  schema{"type": "array", "items": schema{"type": "object", "properties": schema{"player": count, "options": labels}}},
			}},
			"results": results,
		},
	}
	b, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		panic(err) // the table is no data
	}
	return append(b, '\n')
}

// described gives the schema of a type.
func described(t Type, doc string) schema {
	s := schema{"description": doc}
	switch t {
	case Int:
		s["type"] = "integer"
	case Seed:
		s["type"], s["minimum"] = "integer", 0
	case HandleOf:
		s["type"], s["minimum"] = "integer", 1
	case Float:
		s["type"] = "number"
	case Bool:
		s["type"] = "boolean"
	case Text:
		s["type"] = "string"
	case Bytes:
		s["type"], s["contentEncoding"] = "string", "base64"
	case Value: // anything
	case Values, Map, ResultMap, ViewMap:
		s["type"] = "object"
	case List:
		s["type"] = "array"
	case RequestMap:
		s["$ref"] = "#/$defs/request"
	}
	return s
}
