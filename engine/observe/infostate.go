package observe

import (
	"encoding/json"
	"strings"

	"github.com/astragal-engine/astragal/engine/game"
)

// InfoState is a text of all that a seat has seen: its log in order, a line each and with blanks, and then
// what lies before it. Two states of games of one model with one text are in one information set of the
// seat. The game must have recorded from its start (game.Options.Record). It is empty where there is no
// such seat.
func InfoState(g *game.Game, seat int) string {
	log, err := Events(g, seat, 0)
	if err != nil {
		return ""
	}
	v, err := table(g, seat)
	if err != nil {
		return ""
	}
	var b strings.Builder
	line := func(x any) {
		out, err := json.Marshal(x)
		if err != nil {
			out = []byte(err.Error())
		}
		b.Write(out)
		b.WriteByte('\n')
	}
	for i := range log {
		line(&log[i])
	}
	line(v)
	return b.String()
}
