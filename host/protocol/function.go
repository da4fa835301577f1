package protocol

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/host/evaluator"
	"github.com/astragal-engine/astragal/host/session"
)

var (
	keyArgs   = newKey("args")
	keyChance = newKey("chance")
)

// called writes what a model calls: {code, args, place, kind, seat, chance, game}, no seat where nobody acts, and no
// game where that is just being made.
func (w *writer) called(c *session.Called) {
	w.Map()
	w.Key(keyCode)
	w.Text(c.Code)
	w.Key(keyArgs)
	w.Value(c.Store, c.Args)
	w.Key(keyPlace)
	w.Text(c.Place)
	w.Key(keyKind)
	w.Text(c.Kind)
	if c.Seat >= 0 {
		w.Key(keySeat)
		w.Int(int64(c.Seat))
	}
	w.Key(keyChance)
	w.Value(c.Store, c.Chance)
	if c.Game != 0 {
		w.Key(keyGame)
		w.Uint(uint64(c.Game))
	}
	w.EndMap()
}

// Function makes a function of a host whose language is msgpack. It is given a map {code, args, place, kind, seat,
// chance, game} (see called), args with values in the form that game.state has, and answers as evaluators do: a map
// {value}, {ops}, {chance} or {error}, or nothing for None. What its error says stops the game.
func Function(f func(called []byte) ([]byte, error)) session.Function {
	return func(c *session.Called) (program.Answer, error) {
		w := writer{}
		w.called(c)
		answer, err := f(w.b)
		if err != nil {
			return program.Answer{}, err
		}
		return evaluator.Answer(answer)
	}
}
