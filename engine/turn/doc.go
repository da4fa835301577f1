// Package turn is the formal profile of turns: what a turn, an action and the checkpoint of an ending are,
// and which relations lead from one to the next.
//
// Everything is a pure relation. It takes a record and the evidence that whoever plays supplies, and gives
// the next record or a [Refusal] that names the guard which failed. It reads nothing else and leaves what
// it was given as it is. That a step is permitted, that a phase's work is complete, which effects an action
// has and who else has won at the same moment are evidence: nothing here can derive them. What holds is
// safety: no relation says that a game ever ends.
//
// docs/turns.md says what is assumed, what is explored, and what is only tested.
package turn
