package game

import (
	"errors"
	"fmt"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Position appends to dst all that the course of the game depends on from here: At makes a game of it that goes
// on alike. Two games of one program whose bytes are the same go on alike, whatever led there; two that go on alike
// may still differ in their bytes, as by the numbers of the instances that were made. The log is no part of it, nor
// what is bounded only so that a game comes to an end: the work done and the memory needed so far, the turns of
// priority in a window, and how often a loop has gone round where the model does not ask.
func (g *Game) Position(dst []byte) []byte {
	w := newWriter(g.prog)
	w.rounds = g.prog.ReadsRounds
	w.alike = map[string]uint64{}
	var used []bool
	if g.prog.Tokens {
		m := g.marker()
		m.walk()
		used = m.seen
	}
	w.instances(&g.store, used)
	alive := w.insts.out
	w.insts.out = nil
	w.attributes(&g.store, used)
	w.body.uint(uint64(g.gameNo))
	w.position(g)
	to := section{out: dst}
	w.tables(&to, g.players, alive)
	return to.out
}

// At gives a game in a position that Position wrote. Its bounds are those of a game that has just begun, and its log
// is empty.
func At(p *program.Program, position []byte, opts Options) (g *Game, err error) {
	r := &reader{prog: p, in: position, rounds: p.ReadsRounds, probes: maxProbes}
	defer r.damaged(&g, &err, errPosition)
	if g, err = r.tables(opts); err != nil {
		return nil, err
	}
	r.number(g)
	r.position(g)
	r.need(len(r.in) == 0, "more than a game")
	g.swept = r.next
	g.SetTurns(opts.Turns)
	return g, nil
}

var errPosition = errors.New("this is no position of the model")

// damaged makes an error of what is wrong with the bytes.
func (r *reader) damaged(g **Game, err *error, what error) {
	switch x := recover().(type) {
	case nil:
		return
	case damage:
		*err = fmt.Errorf("%w: %s", what, string(x))
	case *value.Error:
		*err = fmt.Errorf("%w: %s", what, x.Message)
	default:
		*err = fmt.Errorf("%w: internal: %v", what, x)
	}
	*g = nil
}

func newWriter(p *program.Program) *writer {
	return &writer{prog: p, textAt: map[string]uint64{}, objAt: map[*value.Object]uint64{}, keysAt: map[*value.Keys]uint64{}}
}
