// Package dice reads dice notation, rolls dice with a record of every face, and works out how
// likely each total is.
//
// A [Dice] value is a sum of dice and a number, such as 4d6kh3 + 1d4 - 2. [Parse] reads it, String
// writes it in its canonical form. Chance stays outside: [Dice.Roll] asks a function for each face
// and gives a [Roll], which says of every face what became of it. [Dice.Distribution] gives the
// probability of each total exactly, without rolling. docs/dice.md has the notation.
//
// Rules that hold throughout:
//
//   - Modifiers act in one order, whatever order they are written in: reroll, minimum, explode, keep
//     and drop, count. Conditions of rerolls and explosions look at the face that fell; keeping and
//     counting look at what it counts for.
//   - All dice of all terms fall first; then follows what each die asks for in addition, die by die.
//     A table that is asked for faces needs no other order, and the same faces give the same roll.
//   - A Dice value never changes. It is safe to use from any number of threads.
package dice
