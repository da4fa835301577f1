package game

import (
	"encoding/binary"

	"github.com/astragal-engine/astragal/engine/program"
)

// SaveHead is how long what surrounds a save is before its inside, SaveTail after it.
const (
	SaveHead = len(saveMagic) + 1 + 32 + 8
	SaveTail = checksumSize
)

// Sealed makes a save of p with a fitting checksum around any inside.
func Sealed(p *program.Program, inside []byte) []byte {
	b := append([]byte(saveMagic), saveFormat)
	b = append(b, p.Hash[:]...)
	b = binary.LittleEndian.AppendUint64(b, layout(p))
	return seal(append(b, inside...))
}

// Unwatched lets a game go round as often as it may: it is taken to hold too much for a state that comes back to be
// looked for.
func (g *Game) Unwatched() { g.held = mostWatched + 1 }
