package schema

// required says which keys a shape must have. A pair is named by the key without `_x`.
var required = map[string]string{
	"model": "flow", "item": "id", "ability": "id", "question": "question", "function": "x", "derived": "x",
	"trigger": "event", "modifier": "stat", "outcomes": "outcomes", "outcome": "p", "end": "result",
	"flow:branch": "cases", "flow:subflow": "ref", "flow:sequence": "children", "flow:loop": "children", "flow:step": "do",
	"op:set": "value", "op:add": "amount", "op:let": "name value", "op:choose": "options as", "op:search": "zone as",
	"op:roll": "die", "op:sample": "model", "op:draw": "from to", "op:look": "zone", "op:reveal": "what",
	"op:move": "what from to", "op:place": "what at", "op:create": "what to", "op:destroy": "what from",
	"op:shuffle": "zone", "op:emit": "event", "op:cancel": "target", "op:modify": "stat change", "op:run": "flow",
	"op:call": "code", "op:if": "cond", "op:for_each": "items as do", "op:repeat": "do",
}
