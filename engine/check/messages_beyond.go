package check

import "github.com/astragal-engine/astragal/engine/diag"

// deepMessages are the codes of the warnings beyond the seed's table.
var deepMessages = []Message{
	{"allow-reason", diag.Warning, "A comment `# astragal: allow code` gives no reason; the warning stays.", "End it with `because ...`."},
	{"allow-unknown", diag.Warning, "A comment `# astragal: allow ...` names no message that there is.", "Write the code that stands in brackets behind the message."},
	{"allow-unused", diag.Warning, "A comment allows a warning that is not given there, or an error, which cannot be allowed.", "Take the comment away."},
	{"always-true", diag.Warning, "A condition is true whatever happens, and not by the word `True`: a list or a dict that is written out counts as true.", "Mend the part that is always true, or leave the condition away."},
	{"bad-call", diag.Warning, "Something that is no function is called, or a function with arguments that it does not take: a `TypeError` when it is reached.", "Give it the arguments that it takes; take an element by `[...]`."},
	{"bad-operands", diag.Warning, "An operator, a subscript, a method or a function of Python's is given what it can do nothing with, whatever the values are: a `TypeError` or `AttributeError` when it is reached.", "Mend the part that the column points to; join texts and numbers by an f-string."},
	{"check-cut", diag.Warning, "The model is so entangled that the search for what leads where was stopped. Names that nothing binds are not told of.", "Nothing needs mending; fewer `exec` and `emit` that lead to everything make the search shorter."},
	{"odd-options", diag.Warning, "The options of a `choose` are a text or a dict that is written out: each of its letters, or of its keys, is an option.", "Write `[...]` around it for a single option; give a list of dicts with a `label` for options with labels."},
	{"wrong-kind", diag.Warning, "An expression gives what its field cannot use: a list where one player is needed, a number where a list is gone through, a function that is not called.", "Give what the field takes."},
	{"empty-choice", diag.Warning, "The options of a `choose` are what a filter or a slice leaves, and no condition on the way there looks at what they are made from. Without an option the game stops.", "Guard it by `pre_x` or an `if`; or give `min: 0`, so that an empty list is bound."},
	{"endless-loop", diag.Warning, "Nothing that a loop runs changes what its `until_x` reads, and no end condition can come true in it. It goes on until the limit of rounds stops the game with an error.", "Let an effect in it change what `until_x` reads, or add an end condition."},
	{"leak", diag.Warning, "Something that is hidden comes into the open by the way: a public variable or a `say` is made from a hidden card, or options say what stands on cards that the chooser may not see.", "Reveal the card first, if that is meant; offer the cards themselves, which are picked blind; give the variable a `visibility`."},
	{"never-equal", diag.Warning, "Two values are compared by `==` or `!=` that are of different kinds in every case, so that the answer is always the same.", "Compare with what the value can be: a variable that holds texts with a text."},
	{"never-true", diag.Warning, "A condition is false whatever happens: the action is never legal, the trigger never fires, the modifier never applies. Constants of the model are not looked into, since they are there to be changed.", "Mend the condition, or take away what it guards."},
	{"no-drawn-from", diag.Warning, "Cards come hidden from a shuffled zone into a zone without `drawn_from`. A player that looks ahead cannot exchange them for others that it might be, and so knows them.", "Write `drawn_from` with the zone that they come from."},
	{"note-is-public", diag.Warning, "`visible_to` without `visible_to_x` is a note: everyone sees what was to be seen by some.", "Write `visible_to_x`, a player or a list of players."},
	{"peek", diag.Warning, "A policy or tactic reads what its player cannot know: a hidden zone or variable, or what belongs to another player.", "Read what the player has seen, or only how much there is: `len(hand[1 - player])`."},
	{"secret-var", diag.Warning, "A variable has a `visibility` other than `public`. Before a player looks ahead, what it cannot know is dealt anew, but that is done for zones alone: it knows the variable.", "Keep the secret as a card in a hidden zone with `drawn_from`; allow it where nobody looks ahead."},
	{"unbound-name", diag.Warning, "An expression reads a name that nothing can bind at its place, whatever way leads there: the game would stop with a `NameError`.", "Mend the name; keep a local name that is needed elsewhere in a variable; hand it to a function as a parameter, and to triggers by `with_x`."},
	{"unreachable", diag.Warning, "Nothing leads to a part of the flow: it stands behind a loop without end, behind a case that is always taken, in a loop that never starts, or in an `else` that never runs.", "End the loop by `until_x`; put cases from the narrow to the wide; take away what is not needed."},
	{"unread-var", diag.Warning, "No expression reads a variable. Loop variables are left out.", "Read it in a rule, or take it away; one that is there for people to see is allowed with that reason."},
	{"unread-zone", diag.Warning, "No expression reads a zone, and nothing is taken out of it or looked at in it. A public zone that things are put into is left out: it may be there to be seen.", "Read it in a rule, or take it away."},
}
