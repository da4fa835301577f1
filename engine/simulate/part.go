package simulate

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/astragal-engine/astragal/engine/program"
)

// PartSize is how many games are added up before they are added to the others. Where a simulation is
// played in parts, each part but the last is a multiple of it.
const PartSize = chunkSize

// Part is a row of a simulation's games, played apart from the others. Parts that are joined in order
// give what one run would have, to the last bit: for that a part keeps the tally of each PartSize games,
// unless it begins at game 0, when their sum is all that is needed.
type Part struct {
	Of    [32]byte // what is played: parts are joined only where this and Seed are alike
	Seed  uint64
	First int
	Sum   *Tally

	tallies []byte // one behind the other, as appended
}

// RunPart plays o.Games games from game first on, which is a multiple of PartSize. When ctx ends there is
// no part, but an error.
func RunPart(ctx context.Context, o Options, first int, p *program.Program) (*Part, error) {
	if first < 0 || first%PartSize != 0 || first > mostGames-o.Games {
		return nil, fmt.Errorf("a part begins at a multiple of %d, not at game %d", PartSize, first)
	}
	part := &Part{Seed: o.Seed, First: first}
	o.first, o.UntilCI = first, 0
	o.chunk = func(t *Tally) {
		if first > 0 {
			part.tallies = t.append(part.tallies)
		}
	}
	r, err := Run(ctx, o, p)
	if err == nil && r.Interrupted {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	part.Sum = r.Variants[0]
	return part, nil
}

// Join adds the part that follows.
func (p *Part) Join(o *Part) error {
	switch {
	case p.Of != o.Of || p.Seed != o.Seed || len(p.Sum.Seats) != len(o.Sum.Seats):
		return errors.New("the parts are of different simulations")
	case p.First+p.Sum.Games != o.First:
		return fmt.Errorf("a part that begins at game %d does not follow on game %d", o.First, p.First+p.Sum.Games-1)
	}
	for b := o.tallies; len(b) > 0; {
		t, rest, err := readTally(b, len(p.Sum.Seats))
		if err != nil {
			return err
		}
		if t.Games > mostGames-p.First-p.Sum.Games {
			return errPart
		}
		p.Sum.merge(t)
		b = rest
		if len(p.Sum.reasons)+len(p.Sum.stops) > mostTexts {
			return errors.New("the parts have too many different endings")
		}
	}
	if p.First > 0 {
		p.tallies = append(p.tallies, o.tallies...)
	}
	return nil
}

// Bytes of a part: a mark, what it is of, its seed, first game, number of seats and the length of the
// tallies that follow.
var mark = []byte("astragal part 1\n")

const (
	mostGames = 1 << 53
	mostSeats = 1 << 10
	mostTexts = 100_000
)

// Append appends the part as bytes.
func (p *Part) Append(b []byte) []byte {
	tallies := p.tallies
	if p.First == 0 {
		tallies = p.Sum.append(nil)
	}
	b = append(append(b, mark...), p.Of[:]...)
	for _, n := range []uint64{p.Seed, uint64(p.First), uint64(len(p.Sum.Seats)), uint64(len(tallies))} {
		b = binary.AppendUvarint(b, n)
	}
	return append(b, tallies...)
}

// ReadPart reads the part that b begins with, and gives the bytes behind it. It may come from anyone.
func ReadPart(b []byte) (*Part, []byte, error) {
	p := &Part{}
	body, ok := bytes.CutPrefix(b, mark)
	if !ok || len(body) < len(p.Of) {
		return nil, nil, errPart
	}
	r := reader{b: body[copy(p.Of[:], body):]}
	p.Seed, p.First = r.number(), r.count(mostGames)
	seats, size := r.count(mostSeats), r.count(len(r.b))
	if r.bad || seats == 0 || p.First%PartSize != 0 || size > len(r.b) {
		return nil, nil, errPart
	}
	p.Sum = newTally(seats)
	if err := p.Join(&Part{Of: p.Of, Seed: p.Seed, First: p.First, Sum: newTally(seats), tallies: r.b[:size:size]}); err != nil {
		return nil, nil, err
	}
	if p.Sum.Games == 0 {
		return nil, nil, errPart
	}
	return p, r.b[size:], nil
}

var errPart = errors.New("these bytes are no part of a simulation")

// append appends a tally as bytes, in one way only.
func (t *Tally) append(b []byte) []byte {
	for _, n := range []int{t.Games, t.Finished, t.Cut} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	b = t.Requests.append(b)
	for i := range t.Seats {
		b = t.Seats[i].Payoff.append(b)
		b = binary.AppendUvarint(b, uint64(t.Seats[i].Wins))
	}
	b = binary.AppendUvarint(b, uint64(len(t.reasons)))
	for _, k := range slices.Sorted(maps.Keys(t.reasons)) {
		b = binary.AppendUvarint(appendText(b, k), uint64(t.reasons[k]))
	}
	b = binary.AppendUvarint(b, uint64(len(t.stops)))
	for _, k := range slices.Sorted(maps.Keys(t.stops)) {
		b = binary.AppendUvarint(appendText(b, k), uint64(t.stops[k].Games))
		b = binary.AppendUvarint(b, t.stops[k].Seed)
	}
	return b
}

func (m *Moments) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(m.N))
	for _, x := range []float64{m.Mean, m.Min, m.Max, m.m2} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// readTally reads the tally that b begins with, of so many seats.
func readTally(b []byte, seats int) (*Tally, []byte, error) {
	r := reader{b: b}
	t := newTally(seats)
	t.Games, t.Finished, t.Cut = r.count(mostGames), r.count(mostGames), r.count(mostGames)
	t.Requests = r.moments()
	for i := range t.Seats {
		t.Seats[i] = Seat{r.moments(), r.count(mostGames)}
	}
	for n := r.count(mostTexts); n > 0 && !r.bad; n-- {
		k := r.text()
		t.reasons[k] += r.count(mostGames)
	}
	for n := r.count(mostTexts); n > 0 && !r.bad; n-- {
		k := r.text()
		t.stops[k] = &Stop{Error: k, Games: r.count(mostGames), Seed: r.number()}
	}
	if r.bad || t.Games == 0 || t.Finished+t.Cut > t.Games {
		return nil, nil, errPart
	}
	return t, r.b, nil
}

// reader reads what a part is made of. Once something is wrong, bad stays.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) number() uint64 {
	n, size := binary.Uvarint(r.b)
	if size <= 0 {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[size:]
	return n
}

func (r *reader) count(most int) int {
	n := r.number()
	if n > uint64(most) {
		r.bad = true
		return 0
	}
	return int(n)
}

func (r *reader) text() string {
	n := r.count(len(r.b))
	if n > len(r.b) {
		r.bad = true
		return ""
	}
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

func (r *reader) moments() Moments {
	m := Moments{N: r.count(mostGames)}
	for _, x := range []*float64{&m.Mean, &m.Min, &m.Max, &m.m2} {
		if len(r.b) < 8 {
			r.bad = true
			break
		}
		*x = math.Float64frombits(binary.LittleEndian.Uint64(r.b))
		r.b = r.b[8:]
	}
	return m
}
