package turn

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// exchange says which seat stands in for each.
type exchange []int

// mostExchanged is how many seats a profile may have for exchanges of them to be looked for.
const mostExchanged = 8

// exchanges are all ways to exchange seats after which a profile is what it was: sides stay, and so does who follows
// whom. The first changes nothing. A profile in which it is supplied who follows is the same in any order of its seats of a
// side.
func (r Rules) exchanges() []exchange {
	n := len(r.Seats)
	first := make(exchange, n)
	for i := range first {
		first[i] = i
	}
	out := []exchange{first}
	if n > mostExchanged {
		return out
	}
	var put func(e exchange)
	put = func(e exchange) {
		if len(e) == n {
			for seat := range e {
				if r.Next != nil && e[r.Next[seat]] != r.Next[e[seat]] {
					return
				}
			}
			if !slices.Equal(e, first) {
				out = append(out, slices.Clone(e))
			}
			return
		}
		for to := range n {
			if r.Seats[to] == r.Seats[len(e)] && !slices.Contains(e, to) {
				put(append(e, to))
			}
		}
	}
	put(make(exchange, 0, n))
	return out
}

// key is the same for the same world and for no other; where seats are exchanged, for the worlds that become each other.
func (x *explorer) key(w *World) []byte {
	if len(x.same) < 2 {
		x.buf = w.spell(x.buf[:0], x.Rules, nil)
		return x.buf
	}
	x.least = x.least[:0]
	for _, e := range x.same {
		if x.buf = w.spell(x.buf[:0], x.Rules, e); len(x.least) == 0 || bytes.Compare(x.buf, x.least) < 0 {
			x.least = append(x.least[:0], x.buf...)
		}
	}
	return x.least
}

// spell writes a world down in one way, with seats exchanged.
func (w *World) spell(b []byte, r Rules, e exchange) []byte {
	k, t := &w.Kernel, &w.Kernel.Turn
	seat := func(n int) int {
		if e == nil || n < 0 || n >= len(e) {
			return n
		}
		return e[n]
	}
	text := func(s string) {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	number := func(n int) { b = binary.AppendVarint(b, int64(n)) }
	flags := func(list ...bool) {
		for _, f := range list {
			if f {
				b = append(b, 1)
			} else {
				b = append(b, 0)
			}
		}
	}
	number(seat(t.Owner))
	text(t.Phase)
	number(t.ID)
	flags(t.FormalBegun, t.FormalEnded, t.EndReactionsDone, w.Open, w.Done)
	counts := slices.Clone(t.BegunCounts)
	for i, n := range t.BegunCounts {
		if at := seat(i); at < len(counts) {
			counts[at] = n
		}
	}
	number(len(counts))
	for _, n := range counts {
		number(n)
	}
	number(len(k.Out))
	for _, n := range k.Out {
		number(seat(n))
	}
	text(string(k.Checkpoint))
	text(k.Outcome.Kind)
	winners := make([]int, len(k.Outcome.Winners))
	for i, n := range k.Outcome.Winners {
		winners[i] = seat(n)
	}
	slices.Sort(winners)
	number(len(winners))
	for _, n := range winners {
		number(n)
	}
	for i := range k.Frames {
		f := &k.Frames[i]
		text(string(f.Stage))
		number(f.Left)
		text(f.Nested)
		flags(f.Terminal)
	}
	return b
}
