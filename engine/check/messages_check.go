package check

import "github.com/astragal-engine/astragal/engine/diag"

// checking are the messages of this package's own rules that the seed lists.
var checking = []Message{
	{"ability-speed", diag.Warning, "An ability has no `speed` and no step lists it, so nothing offers it.", "Add `speed`, or list it in a step."},
	{"action-unused", diag.Warning, "No step lists the action, and it has no `speed`.", "List it under `do`, or say in its `note` why it is there."},
	{"always-playable", diag.Warning, "A fast action has no `pre_x` and no `cost`, and nothing that it does is read by an end condition: players can play it for ever in a window.", "Add a `pre_x` or a `cost` that limits it."},
	{"board-unused", diag.Warning, "No expression names the board.", "Leave it out, or use it."},
	{"drawn-from-order", diag.Warning, "The zone that `drawn_from` names is not shuffled: its order is known.", "Add `shuffled: true` to it."},
	{"drawn-from-public", diag.Warning, "A public zone has `drawn_from`, which is about hidden cards.", "Add a `visibility`, or leave `drawn_from` out."},
	{"event-never", diag.Warning, "A trigger waits for an event that nothing emits.", "Mend its spelling, or emit it with `emit` or `end_event`."},
	{"exec-incomplete", diag.Warning, "`exec` does not say what it runs; the game stops there.", "Add `of_x`, an item or its id, with `content` to look the id up in one catalogue."},
	{"flow-unused", diag.Warning, "Nothing runs the named flow.", "Run it with a `subflow` node or `run`, or leave it out."},
	{"function-unused", diag.Warning, "Nothing calls the function.", "Leave it out, or call it."},
	{"item-status", diag.Warning, "The `status` of a content item is not `verified`, `uncertain` or `missing`.", "Use one of these."},
	{"keyword-unused", diag.Warning, "No rule writes the keyword in quotes, so it does nothing.", "Read it: `'Sentinel' in card['keywords']`."},
	{"missing-field", diag.Warning, "An op lacks a field that it needs; the game stops there.", "Add the field."},
	{"no-controller", diag.Warning, "An optional trigger has no `controller_x`; where no actor emits, nobody can be asked.", "Add `controller_x`."},
	{"no-question", diag.Error, "An open question has no `question`.", "Add it."},
	{"question-status", diag.Warning, "The `status` of an open question is not `open`, `assumed` or `answered`.", "Use one of these."},
	{"rule-empty", diag.Warning, "A rule of a tactic has neither `score_x` nor `prefer`, so it decides nothing.", "Add one of them."},
	{"rule-place", diag.Warning, "No place of the model fits the `at` of a rule of a tactic.", "Mend its spelling; places are in model.md."},
	{"say-agent", diag.Warning, "`say` has no `agent`.", "Add it."},
	{"speed-unused", diag.Warning, "No window allows the `speed` of the action.", "Mend its spelling, or list it under `allows`."},
	{"stat-unread", diag.Warning, "A modifier changes a stat that no expression asks for with `modified('stat', …)`.", "Mend its spelling, or read it."},
	{"unknown-agent", diag.Error, "`say` names an agent that is not declared.", "Mend its spelling, or declare it under `agents`."},
	{"unknown-content", diag.Error, "`exec` names a content catalogue that does not exist.", "Mend its spelling, or declare it under `content`."},
	{"who-list", diag.Error, "The `who_x` of a competitive win or loss obviously gives several players, so no player would match.", "Give one index; for several winners use `result: winners`, or `score` with `returns_x`."},
}
