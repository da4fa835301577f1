package session

import (
	"github.com/astragal-engine/astragal/engine/observe"
)

// EventsFor lists what a seat saw but the first since, and gives the since of the next call.
func (g *Game) EventsFor(seat, since int) ([]observe.Entry, int, error) {
	r := g.readings[seat]
	if r == nil {
		r = &observe.Reading{}
	}
	list, next, err := r.Since(g.s.Game(), seat, since)
	if err != nil {
		return nil, 0, wrongParam("seat", err)
	}
	if g.readings == nil {
		g.readings = map[int]*observe.Reading{}
	}
	g.readings[seat] = r
	return list, next, nil
}

// FindFor gives the option of a seat's question by what its view shows: a handle of an item, or a label.
func (g *Game) FindFor(seat int, item, label string) (int, error) {
	m := g.s.Game()
	if item != "" {
		i, err := observe.OptionFor(m, seat, item)
		if err != nil {
			return 0, wrong(BadAnswer, err)
		}
		return i, nil
	}
	r, err := observe.Asked(m, seat)
	if err != nil {
		return 0, wrong(BadAnswer, err)
	}
	if !r.Mine {
		return 0, errorf(BadAnswer, "player %d is not asked now", seat)
	}
	for i := range r.Options {
		if !r.Options[i].Hidden && r.Options[i].Label == label {
			return i, nil
		}
	}
	return 0, errorf(BadAnswer, "seat %d sees no option '%s'", seat, label)
}

// Hush is an error as a seat may read it: faults of the engine and counts of answers tell of what it has
// not seen.
func Hush(err error) error {
	e, ok := err.(*Error)
	if !ok {
		return errorf(Internal, "a fault of the engine; what it was is for the owner of the table")
	}
	switch e.Code {
	case Internal, Poisoned:
		return errorf(e.Code, "a fault of the engine has hit the game; what it was is for the owner of the table")
	case Limited:
		return errorf(Limited, "a limit of the runtime is reached: the game takes no more answers")
	}
	return err
}
