// Package engine loads game models, checks and compiles them, and plays them.
//
// The way from a file to a game is:
//
//	m, err := engine.Load("nim.yaml")        // read it; m.Diagnostics tells what is wrong
//	p, faults := m.Compile(engine.Settings{}) // a Program: immutable, shared by all games
//	s, err := p.NewGame(engine.Options{Seed: 7})
//
// A Session then waits at its first request. Its Game tells what is asked; Answer, Draw (a chance by
// the generator) and Ask (a decision by a Player) answer it and run on to the next request, until
// Game().Over() reports the end. A session can undo, redo, be cloned, saved and restored, and gives
// a record from which the same game can be played again.
//
// A model that is faulty in part still compiles: the game stops with an error where it reaches the
// fault. There are no rules in this package; it only ties those together that know them.
package engine
