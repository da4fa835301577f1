package simulate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
)

// Save is a simulation that can go on: with Options.From it comes to what it would have come to without
// a pause, to the last bit, and it may go on to more games than were asked for at first.
type Save struct {
	Of   [32]byte // what is played
	Seed uint64
	sum  *Result         // of whole chunks, from the first
	open map[int]*Result // by their number, those behind a chunk that lacks games, and those that do
}

// Save gives what Options.From takes; nil without Options.Keep.
func (r *Result) Save() *Save { return r.save }

// Games is how many games it holds.
func (s *Save) Games() int {
	n := s.sum.Games()
	for _, r := range s.open {
		n += r.Games()
	}
	return n
}

// end is the number behind its last game.
func (s *Save) end() int {
	end := s.sum.Games()
	for n, r := range s.open {
		end = max(end, n*chunkSize+r.Games())
	}
	return end
}

// fits says why s cannot go on as what is now played, to so many games.
func (s *Save) fits(now *Save, games int) error {
	switch {
	case s.Seed != now.Seed:
		return fmt.Errorf("the simulation to go on with has the seed %d, not %d", s.Seed, now.Seed)
	case s.Of != now.Of:
		return errors.New("the simulation to go on with was of other rules, constants, players, agents or options")
	case s.end() > games:
		return fmt.Errorf("the simulation to go on with has come to game %d already: ask for as many games, or more than %d", s.end(), games)
	}
	return nil
}

var saveMark = []byte("astragal simulation 3\n")

// Append appends the simulation as bytes, with a checksum behind them.
func (s *Save) Append(b []byte) []byte {
	from := len(b)
	b = appendHead(b, saveMark, s.Of, s.Seed, s.sum)
	b = s.sum.append(b)
	b = binary.AppendUvarint(b, uint64(len(s.open)))
	for _, n := range slices.Sorted(maps.Keys(s.open)) {
		b = s.open[n].append(binary.AppendUvarint(b, uint64(n)))
	}
	return seal(b, from)
}

// seal appends the checksum of b from there on.
func seal(b []byte, from int) []byte {
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[from:]))
}

const sealSize = 4

// ReadSave reads what Append has written. It may come from anyone.
func ReadSave(b []byte) (*Save, error) {
	bad := errors.New("this is no saved simulation, or not a whole one")
	if n := len(b) - sealSize; n < 0 || binary.BigEndian.Uint32(b[n:]) != crc32.ChecksumIEEE(b[:n]) {
		return nil, bad
	}
	b = b[:len(b)-sealSize]
	s := &Save{open: map[int]*Result{}}
	r, variants, players := readHead(b, saveMark, &s.Of, &s.Seed)
	if r.bad {
		return nil, bad
	}
	s.sum = r.result(variants, players)
	for n := r.count(len(r.b)); n > 0 && !r.bad; n-- {
		number := r.count(mostGames / chunkSize)
		chunk := r.result(variants, players)
		if r.bad || s.open[number] != nil || number < s.sum.Games()/chunkSize || chunk.Games() < 1 || chunk.Games() > chunkSize {
			return nil, bad
		}
		s.open[number] = chunk
	}
	if r.bad || len(r.b) > 0 || s.sum.Games()%chunkSize != 0 {
		return nil, bad
	}
	return s, nil
}
