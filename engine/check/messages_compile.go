package check

import "github.com/astragal-engine/astragal/engine/diag"

// compiling are the messages of the packages compile and board.
var compiling = []Message{
	{"action-twice", diag.Error, "A content ability has the name of an action or of another ability.", "Give it another `id`."},
	{"bad-die", diag.Error, "A die has neither `faces` nor `sides`, or none that can be rolled.", "Give a list of faces, or a number of sides."},
	{"bad-let", diag.Error, "A `let` of a function has a name that no expression can write.", "Use letters, digits and underscores."},
	{"bad-param", diag.Error, "A parameter of a function has a name that no expression can write, or stands twice.", "Use letters, digits and underscores, each name once."},
	{"board", diag.Error, "A board cannot be built.", "Mend what the message names; boards are explained in [models](model.md#boards)."},
	{"face-type", diag.Error, "The `type` of a die's face is not in `face_types`.", "Add it there, or mend its spelling."},
	{"hides", diag.Warning, "A name of the model hides what the engine gives under that name.", "Give it another name."},
	{"loop-as", diag.Error, "The variable that a loop sets, `as`, is missing or not declared in `state.vars`.", "Declare it."},
	{"name-taken", diag.Error, "A function has the name of a variable, zone, constant, derived value, board, or of a function of the engine.", "Give it another name."},
	{"name-twice", diag.Warning, "Two things of the model have one name; expressions reach only the first.", "Give one of them another name."},
	{"no-id", diag.Error, "A content ability has no `id`.", "Add `id`."},
	{"no-outcomes", diag.Error, "An outcome model has no outcomes.", "Add `outcomes`."},
	{"no-p", diag.Error, "An outcome has no `p`.", "Add `p_x`."},
	{"no-ref", diag.Error, "A `subflow` node does not say which flow it runs.", "Add `ref`."},
	{"no-x", diag.Error, "A function or a derived value has no `x`.", "Add `x`, the expression that it gives."},
	{"note-only", diag.Warning, "A field that is read as an expression alone (a loop's `until` or `over`, an end condition's `if`, the `filter` of a `search`, ...) is given as text, and the game goes on as if it were not there.", "Add the field with `_x`. If it is meant as a note, call it `note`."},
	{"pass", diag.Error, "An action with a `speed` is called `pass`, which is the answer that plays nothing.", "Give it another name."},
	{"syntax", diag.Error, "An expression cannot be read.", "Mend it at the place that the message points to."},
	{"unknown-action", diag.Error, "A step lists an action that does not exist.", "Mend its spelling, or declare it under `actions`."},
	{"unknown-board", diag.Error, "`place` names a board that does not exist.", "Mend its spelling, or declare it under `boards`."},
	{"unknown-code", diag.Error, "`call` names code that is not declared.", "Mend its spelling, or declare it under `code`."},
	{"unknown-constant", diag.Error, "A constant is given another value but the model has none of this name.", "Mend its spelling."},
	{"unknown-flow", diag.Error, "A `subflow` node or `run` names a flow that does not exist.", "Mend its spelling, or declare it under `flows`."},
	{"unknown-outcome", diag.Error, "`sample` names an outcome model that does not exist.", "Mend its spelling, or declare it under `outcomes`."},
	{"unknown-reset", diag.Error, "`campaign.reset` names what is neither a variable nor a zone.", "Mend its spelling."},
	{"unknown-scope", diag.Error, "The `scope` of an end condition is no named flow.", "Mend its spelling, or leave it out: then the whole game ends."},
	{"unknown-var", diag.Warning, "`set` or `add` names a variable that is not declared; the game stops there.", "Mend its spelling, or declare it under `state.vars`."},
	{"unknown-window", diag.Error, "A window is not in `priority.windows`.", "Mend its spelling, or declare it there."},
	{"unknown-zone", diag.Error, "A zone is not declared.", "Mend its spelling, or declare it under `state.zones`."},
	{"var-path", diag.Warning, "The `var` of `set` or `add` is no path; the game stops there.", "Write a variable, then subscripts: `gold[actor]`."},
	{"zone-path", diag.Warning, "A zone of a player is named without the player, or the other way round; the game stops there.", "Write `hand[actor]`, or `pile`."},
}
