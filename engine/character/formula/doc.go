// Package formula is the language in which character rules compute: CEL, with numbers and dice of our
// own. It is the only package that knows cel-go.
//
// A [Scope] says which names there are and what type each has. [Compile] reads a text, checks names and
// types and gives a [Formula], which never changes and is safe for all threads. [Formula.Eval] asks a
// [Names] what the names stand for, only those that it comes to, and gives a [Value].
//
// Two ways of half evaluating a formula serve actions: [Formula.Summary] resolves what does not depend
// on a roll, and [Formula.PassOn] puts in what only the action knows. Both give text by one printer,
// which [Formula.String] uses too.
//
// docs/formulas.md is the language reference for people who write packs.
package formula
