package observe

import (
	"encoding/json"

	"github.com/astragal-engine/astragal/engine/game"
)

// InfoState is a text of all that a seat has seen: its log in order, a line each and with blanks, and then
// what lies before it. Two states of games of one model with one text are in one information set of the
// seat. The game must have recorded from its start (game.Options.Record). It is empty where there is no
// such seat.
func InfoState(g *game.Game, seat int) string {
	return string(Sight(g, seat, Lines(g, seat, 0, nil)))
}

// Lines and Sight are the two parts of InfoState, for those who walk a tree: what the entries of the game's
// own log say to the seat from number from (0-based) on, and what lies before it. Both append to dst.
func Lines(g *game.Game, seat, from int, dst []byte) []byte {
	if check(g, seat) != nil {
		return dst
	}
	list := g.LogSince(from)
	for i := range list {
		if e, ok := Seen(&list[i], seat); ok {
			dst = line(dst, e)
		}
	}
	return dst
}

func Sight(g *game.Game, seat int, dst []byte) []byte {
	v, err := Table(g, seat)
	if err != nil {
		return dst
	}
	return line(dst, v)
}

func line(dst []byte, x any) []byte {
	out, err := json.Marshal(x)
	if err != nil {
		out = []byte(err.Error())
	}
	return append(append(dst, out...), '\n')
}
