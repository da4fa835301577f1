package protocol

import (
	"bytes"
	"fmt"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/engine/value"
	"github.com/astragal-engine/astragal/host/session"
)

var keyArgs = newKey("args")

// called writes what a model calls: {code, args, place, game}, no game where that is just being made.
func (w *writer) called(c *session.Called) {
	w.Map()
	w.Key(keyCode)
	w.Text(c.Code)
	w.Key(keyArgs)
	w.Value(c.Store, c.Args)
	w.Key(keyPlace)
	w.Text(c.Place)
	if c.Game != 0 {
		w.Key(keyGame)
		w.Uint(uint64(c.Game))
	}
	w.EndMap()
}

// Function makes a function of a host whose language is msgpack. It is given a map {code, args, place,
// game} (no game where that is just being made), args with values in the form that game.state has, and
// answers one value, or nothing for None; what its error says stops the game.
func Function(f func(called []byte) ([]byte, error)) session.Function {
	return func(c *session.Called) (value.Value, error) {
		w := writer{}
		w.called(c)
		answer, err := f(w.b)
		if err != nil || len(answer) == 0 {
			return value.Value{}, err
		}
		if err := scan(answer); err != nil {
			return value.Value{}, fmt.Errorf("its answer cannot be read: %w", err)
		}
		v, err := decodeValue(msgpack.NewDecoder(bytes.NewReader(answer)))
		if err != nil {
			return value.Value{}, fmt.Errorf("its answer cannot be read: %w", err)
		}
		return v, nil
	}
}
