package simulate

import (
	"bytes"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/game"
)

const (
	mostGames = 1 << 53
	mostSeats = 1 << 10
	mostTexts = 100_000
)

// appendHead appends a mark, what is played, its seed, and how many variants and players there are.
func appendHead(b, mark []byte, of [32]byte, seed uint64, r *Result) []byte {
	b = append(append(b, mark...), of[:]...)
	return appendCounts(binary.AppendUvarint(b, seed), len(r.Variants), r.players())
}

func readHead(b, mark []byte, of *[32]byte, seed *uint64) (r reader, variants, players int) {
	body, ok := bytes.CutPrefix(b, mark)
	if !ok || len(body) < len(of) {
		return reader{bad: true}, 0, 0
	}
	r.b = body[copy(of[:], body):]
	*seed = r.number()
	variants, players = r.count(2), r.count(mostSeats)
	r.bad = r.bad || variants == 0 || players == 0
	return r, variants, players
}

func appendCounts(b []byte, list ...int) []byte {
	for _, n := range list {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return b
}

func appendText(b []byte, s string) []byte { return append(appendCounts(b, len(s)), s...) }

// append appends a result as bytes, in one way only.
func (r *Result) append(b []byte) []byte {
	for _, t := range r.Variants {
		b = t.append(b)
	}
	if len(r.Variants) == 2 {
		b = r.Requests.append(appendCounts(b, r.Pairs))
		for i := range r.Payoffs {
			b = r.Wins[i].append(r.Payoffs[i].append(b))
		}
	}
	return b
}

func (t *Tally) append(b []byte) []byte {
	b = appendCounts(b, t.Games, t.Finished, t.Cut)
	if t.Cut > 0 {
		b = appendText(binary.AppendUvarint(b, t.Endless.Seed), t.Endless.Place)
	}
	b = t.Requests.append(b)
	b = appendCounts(b, len(t.Lengths))
	b = appendCounts(b, t.Lengths...)
	for i := range t.Seats {
		s := &t.Seats[i]
		b = appendCounts(s.Advantage.append(s.Payoff.append(b)), s.Wins)
	}
	b = appendCounts(b, len(t.reasons))
	for _, k := range slices.Sorted(maps.Keys(t.reasons)) {
		b = appendCounts(appendText(b, k), t.reasons[k])
	}
	b = appendCounts(b, len(t.stops))
	for _, k := range slices.SortedFunc(maps.Keys(t.stops), before) {
		b = appendCounts(appendText(appendText(b, k.text), k.at.File), k.at.Line, k.at.Col, t.stops[k].Games)
		b = appendCycle(binary.AppendUvarint(b, t.stops[k].Seed), t.stops[k].CannotEnd)
	}
	b = appendCounts(b, len(t.places))
	for _, k := range slices.Sorted(maps.Keys(t.places)) {
		b = t.places[k].append(appendText(b, k))
	}
	return b
}

// appendCycle appends how a game goes round, or 0 rounds of one that does not.
func appendCycle(b []byte, c *game.Cycle) []byte {
	if c == nil {
		return appendCounts(b, 0)
	}
	more := 0
	if c.More {
		more = 1
	}
	b = appendCounts(b, c.Rounds, more, len(c.Places))
	for _, p := range c.Places {
		b = appendText(b, p)
	}
	return b
}

func (r *reader) cycle() *game.Cycle {
	rounds := r.count(math.MaxInt32)
	if rounds == 0 {
		return nil
	}
	c := &game.Cycle{Rounds: rounds, More: r.count(1) == 1}
	for n := r.count(mostTexts); n > 0 && !r.bad; n-- {
		c.Places = append(c.Places, r.text())
	}
	return c
}

func (p *place) append(b []byte) []byte {
	many := 0
	if p.many {
		many = 1
	}
	b = appendCounts(b, p.asked, many, len(p.options))
	for _, k := range slices.Sorted(maps.Keys(p.options)) {
		c := p.options[k]
		b = appendCounts(appendText(b, k), c.legal, c.taken, c.forced)
	}
	return b
}

func (m *Moments) append(b []byte) []byte {
	b = appendCounts(b, m.N)
	for _, x := range []float64{m.Mean, m.Min, m.Max, m.m2} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

// reader reads what the functions above append. Once something is wrong, bad stays.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) result(variants, players int) *Result {
	out := newResult(variants, players)
	for i := range out.Variants {
		out.Variants[i] = r.tally(players)
	}
	if variants == 2 {
		out.Pairs, out.Requests = r.count(mostGames), r.moments()
		for i := range out.Payoffs {
			out.Payoffs[i], out.Wins[i] = r.moments(), r.moments()
		}
		r.bad = r.bad || out.Variants[0].Games != out.Variants[1].Games
	}
	return out
}

func (r *reader) tally(players int) *Tally {
	t := newTally(players)
	t.Games, t.Finished, t.Cut = r.count(mostGames), r.count(mostGames), r.count(mostGames)
	if t.Cut > 0 {
		t.Endless = &Endless{r.number(), r.text()}
	}
	t.Requests = r.moments()
	if n := r.count(mostBuckets); n > 0 {
		for i := 0; i < n && !r.bad; i++ {
			t.Lengths = append(t.Lengths, r.count(mostGames))
		}
	}
	for i := range t.Seats {
		t.Seats[i] = Seat{r.moments(), r.moments(), r.count(mostGames)}
	}
	for n := r.count(mostTexts); n > 0 && !r.bad; n-- {
		k := r.text()
		t.reasons[k] += r.count(mostGames)
	}
	for n := r.count(mostStops + 1); n > 0 && !r.bad; n-- {
		k := stopKey{r.text(), diag.Pos{File: r.text(), Line: r.count(math.MaxInt32), Col: r.count(math.MaxInt32)}}
		games, seed := r.count(mostGames), r.number()
		t.stops[k] = &Stop{Error: k.text, Games: games, Seed: seed, At: k.at, CannotEnd: r.cycle()}
	}
	for n := r.count(mostTexts); n > 0 && !r.bad; n-- {
		r.place(t.placed(r.text()))
	}
	r.bad = r.bad || t.Finished+t.Cut > t.Games
	return t
}

func (r *reader) place(p *place) {
	p.asked += r.count(mostGames)
	many := r.count(1) == 1
	for n := r.count(mostOptions); n > 0 && !r.bad; n-- {
		p.count(r.text(), counts{r.count(mostGames), r.count(mostGames), r.count(mostGames)})
	}
	if many {
		p.crowd()
	}
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
