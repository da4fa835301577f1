// Package action runs what a character does: it builds and rolls dice, asks for choices, takes branches
// and proposes changes, and pauses wherever somebody has to decide.
//
// A run is a pure function of its input and the answers given so far. [Start] runs an action from its
// beginning to its end or to the first pause that no answer is there for; [Continue] takes the state of
// a pause and one more answer, and runs from the beginning again with all answers. So nothing has to be
// kept between calls, and a run that is replayed is the same to the byte.
//
// Actions never change a character. What they propose goes through [sheet.Apply].
//
// docs/actions.md describes actions for those who write and those who run them;
// docs/actions-conformance.md holds every rule with its test.
package action
