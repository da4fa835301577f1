// Package sheet computes what a character amounts to under a ruleset, and applies changes to it.
//
// A [Character] is what a player keeps: values, copies of content, picks. [Compute] gives its [Sheet]:
// every field with the effects that made it, the actions it has, the choices it still owes. [Options]
// lists what a choice offers. [Apply] gives a new character with a batch of changes made to it.
//
// All of it is pure: nothing that was given is changed, nothing is kept between calls, and the same
// input gives the same bytes. A sheet is lazy: what nobody reads costs nothing. One sheet belongs to one
// thread; rulesets and characters may be shared. docs/characters.md has the rules.
package sheet
