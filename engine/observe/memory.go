package observe

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/astragal-engine/astragal/engine/game"
)

// Memory is what the seats saw lie before them at the requests so far, each as a digest. The log of a game
// holds what was observed and no more: a card that was moved into the open and away again, or a variable
// that was shown and has changed, is only here. A Memory never changes, so games and their clones may share
// one. The nil Memory is that of a game that has not begun.
type Memory struct {
	seats map[int]recall
}

type recall struct {
	past [sha256.Size]byte // all that lay there before
	last [sha256.Size]byte // what lies there now
}

// Note gives the memory after g has come to a request: call it for the first one and after every answer.
func (m *Memory) Note(g *game.Game) (*Memory, error) {
	next := &Memory{seats: map[int]recall{}}
	for seat := Spectator; seat < g.Players(); seat++ {
		v, err := Table(g, seat)
		if err != nil {
			return nil, err
		}
		b, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		var r recall
		if m != nil {
			r = m.seats[seat]
		}
		if now := sha256.Sum256(b); now != r.last {
			r.past = sha256.Sum256(append(r.past[:], r.last[:]...))
			r.last = now
		}
		next.seats[seat] = r
	}
	return next, nil
}

// InfoState is the information state of a seat that has forgotten nothing: that of the game, and what lay
// before the seat at the requests before.
func (m *Memory) InfoState(g *game.Game, seat int) string {
	text := InfoState(g, seat)
	if m == nil || text == "" {
		return text
	}
	r := m.seats[seat]
	return text + "before: " + hex.EncodeToString(r.past[:]) + "\n"
}
