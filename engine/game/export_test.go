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

// PlainKnownToken is KnownToken by looking at every item.
func (g *Game) PlainKnownToken(seat int) uint64 {
	plain := *g
	prog := *g.prog
	prog.Looks = new(program.Looks)
	plain.prog = &prog
	sum := uint64(0)
	for flat := range int32(len(g.zones)) {
		if z := &g.zones[flat]; z.Visibility == program.Public && !z.Shuffled {
			continue
		}
		items := g.zoneItems(flat)
		sum += Stir(uint64(flat)+1, uint64(len(items)))
		for i, x := range items {
			if g.Knows(x, seat) && knows(g.knownAt(flat, i), seat) {
				sum += Stir(uint64(flat)+1, plain.token(x, seat, tokenDepth))
			}
		}
	}
	return sum
}
