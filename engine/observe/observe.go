// Package observe says what each seat sees of a game, and deals anew what it cannot know.
//
// A View is made in one place, as a list of what is shown: zones as they lie before the seat, variables
// that it may read, the log with blanks, the question that is open. InfoState is all that in one text,
// Redistribute gives another game that looks the same to the seat. The law is the seed's section
// Information; who knows which card is kept by the machine itself (engine/game, know.go).
//
// A seat is the number of a player, or Spectator.
package observe

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

// Spectator is the seat of whoever looks on: it sees what everybody sees.
const Spectator = -1

func check(g *game.Game, seat int) error {
	if seat < Spectator || seat >= g.Players() {
		return fmt.Errorf("there is no seat %d: there are 0 to %d, and %d for who looks on", seat, g.Players()-1, Spectator)
	}
	return nil
}

// Redistribute deals anew, in place, all that a seat cannot know: the items of every zone with drawn_from
// that it cannot see, together with what of the source's order is unknown to it, each deal equally
// likely. Numbers come from src. Use it on a clone: g is another game afterwards, which looks the same to
// the seat. An error means that there is no such seat.
func Redistribute(g *game.Game, seat int, src *prng.Source) error {
	if err := check(g, seat); err != nil {
		return err
	}
	g.Redistribute(seat, src.Intn)
	return nil
}

// Failure is what a seat is told of the error that stopped a game; empty where none did. A message can
// quote values, so where a model has secrets it goes to the owner of the table alone.
func Failure(g *game.Game, seat int) string {
	err := g.Err()
	switch {
	case err == nil:
		return ""
	case !g.Program().Secret:
		return err.Error()
	}
	return err.Kind + ": the game has stopped; the message may tell what a seat cannot see, so it is for the owner of the table"
}

// Answer gives the game option i of the question that a view shows the seat. An error means that the seat
// is not asked, or that there is no such option; the game is then as it was.
func Answer(g *game.Game, seat, i int) error {
	if err := check(g, seat); err != nil {
		return err
	}
	return g.AnswerFor(seat, i)
}

// Find gives the item that a handle of a view of the seat means, as long as the game stands as it did
// then. An error means that there is no such seat or handle.
func Find(g *game.Game, seat int, id string) (value.Value, error) {
	if err := check(g, seat); err != nil {
		return value.Value{}, err
	}
	at, ok := newEye(g, seat).spots[id]
	if !ok {
		return value.Value{}, fmt.Errorf("seat %d sees no item '%s'", seat, id)
	}
	return g.Lie(at.zone).Items[at.at], nil
}

// OptionFor gives the number of the option of the seat's question behind which an item is, by its handle. An
// error means that there is none.
func OptionFor(g *game.Game, seat int, id string) (int, error) {
	x, err := Find(g, seat, id)
	if err != nil {
		return 0, err
	}
	for _, q := range g.Requests() {
		if q.Kind != game.Decision || q.Player != seat {
			continue
		}
		for i := range q.Options {
			if value.Same(q.Options[i].Item, x) {
				return i, nil
			}
		}
	}
	return 0, fmt.Errorf("item '%s' is no option of seat %d", id, seat)
}

// Canonical brings, in place, all that a seat cannot know into an order that tells nothing: two games
// that look the same to the seat are dealt alike by Redistribute afterwards, from the same numbers. Use it on a
// clone. An error means that there is no such seat.
func Canonical(g *game.Game, seat int) error {
	if err := check(g, seat); err != nil {
		return err
	}
	g.Canonical(seat)
	return nil
}
