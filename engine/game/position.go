package game

import (
	"encoding/binary"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Position appends to dst all that the course of the game depends on from here. Two games of one program,
// with as many players, whose bytes are the same go on alike, whatever led there; two that go on alike may
// still differ in their bytes. The log is no part of it, nor how much memory the game has needed so far, nor how
// often loops have gone round where the model does not ask: they may come to their limit at different times.
func (g *Game) Position(dst []byte) []byte {
	w := newWriter(g.prog)
	w.rounds = g.prog.ReadsRounds
	w.instances(&g.store)
	alive := w.insts.out
	w.insts.out = nil
	w.attributes(&g.store)
	w.body.uint(uint64(g.gameNo))
	w.position(g)
	for _, part := range [][]byte{w.texts.out, alive, w.objects.out, w.insts.out, w.body.out} {
		dst = binary.AppendUvarint(dst, uint64(len(part)))
		dst = append(dst, part...)
	}
	return dst
}

func newWriter(p *program.Program) *writer {
	return &writer{prog: p, textAt: map[string]uint64{}, objAt: map[*value.Object]uint64{}, keysAt: map[*value.Keys]uint64{}}
}
