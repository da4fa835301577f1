package simulate

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/astragal-engine/astragal/engine/program"
)

// PartSize is how many games are added up before they are added to the others. Where a simulation is
// played in parts, each part but the last is a multiple of it.
const PartSize = chunkSize

// Part is a row of a simulation's games, played apart from the others. Parts that are joined in order
// give what one run would have, to the last bit: for that a part keeps the result of each PartSize games,
// unless it begins at game 0, when their sum is all that is needed.
type Part struct {
	Of    [32]byte // what is played: parts are joined only where this and Seed are alike
	Seed  uint64
	First int
	Sum   *Result

	chunks []byte // one behind the other, as appended
}

// RunPart plays o.Games games from game first on, which is a multiple of PartSize; with o.UntilCI the part
// that begins at game 0 ends where it is precise enough, and Join tells of the others. When ctx ends there
// is no part, but an error.
func RunPart(ctx context.Context, o Options, first int, variants ...*program.Program) (*Part, error) {
	if first < 0 || first%PartSize != 0 || first > mostGames-o.Games {
		return nil, fmt.Errorf("a part begins at a multiple of %d, not at game %d", PartSize, first)
	}
	part := &Part{Seed: o.Seed, First: first}
	if o.first = first; first > 0 {
		o.UntilCI = 0
	}
	o.Keep, o.From = false, nil
	o.chunk = func(r *Result) {
		if first > 0 {
			part.chunks = r.append(part.chunks)
		}
	}
	r, err := Run(ctx, o, variants...)
	if err == nil && r.Interrupted {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	if o.Requests == 0 {
		o.Requests = defaultRequests
	}
	part.Of, part.Sum = o.identity(r.players(), variants), r
	return part, nil
}

var errParts = errors.New("the parts are of different simulations")

// Join adds the part that follows. With a width, games behind those after which the intervals are no wider
// (Options.UntilCI) are left out.
func (p *Part) Join(o *Part, width float64) error {
	if p.Of != o.Of || p.Seed != o.Seed || len(p.Sum.Variants) != len(o.Sum.Variants) || p.Sum.players() != o.Sum.players() {
		return errParts
	}
	if p.Enough(width) {
		return nil
	}
	if p.First+p.Sum.Games() != o.First {
		return fmt.Errorf("a part that begins at game %d does not follow on game %d", o.First, p.First+p.Sum.Games()-1)
	}
	r := reader{b: o.chunks}
	for len(r.b) > 0 && !p.Enough(width) {
		chunk := r.result(len(p.Sum.Variants), p.Sum.players())
		if r.bad || chunk.Games() == 0 || chunk.Games() > mostGames-p.First-p.Sum.Games() {
			return errPart
		}
		p.Sum.merge(chunk)
		if len(p.Sum.Variants[0].reasons) > mostTexts {
			return errors.New("the parts have too many different endings")
		}
	}
	if p.First > 0 {
		p.chunks = append(p.chunks, o.chunks...)
	}
	return nil
}

// Enough reports whether the games so far, from the first of the simulation, are precise enough for a
// width above 0.
func (p *Part) Enough(width float64) bool { return width > 0 && p.First == 0 && p.Sum.Precise(width) }

// Bytes of a part: a head, its first game and the length of the results that follow.
var partMark = []byte("astragal part 3\n")

// Append appends the part as bytes.
func (p *Part) Append(b []byte) []byte {
	chunks := p.chunks
	if p.First == 0 {
		chunks = p.Sum.append(nil)
	}
	b = appendHead(b, partMark, p.Of, p.Seed, p.Sum)
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(p.First)), uint64(len(chunks)))
	return append(b, chunks...)
}

var errPart = errors.New("these bytes are no part of a simulation")

// ReadPart reads the part that b begins with, and gives the bytes behind it. It may come from anyone.
func ReadPart(b []byte) (*Part, []byte, error) {
	p := &Part{}
	r, variants, players := readHead(b, partMark, &p.Of, &p.Seed)
	p.First = r.count(mostGames)
	size := r.count(len(r.b))
	if r.bad || p.First%PartSize != 0 || size > len(r.b) {
		return nil, nil, errPart
	}
	p.Sum = newResult(variants, players)
	chunks := &Part{Of: p.Of, Seed: p.Seed, First: p.First, Sum: newResult(variants, players), chunks: r.b[:size:size]}
	if err := p.Join(chunks, 0); err != nil {
		return nil, nil, err
	}
	if p.Sum.Games() == 0 {
		return nil, nil, errPart
	}
	return p, r.b[size:], nil
}
