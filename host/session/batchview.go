package session

import (
	"encoding/binary"
	"math"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
)

// Observed is what seats see of all games of a batch, for learning. Rows has Size numbers for each game (see
// observe.Encoding), Mask a byte for each of Actions numbers (see observe.Vocabulary): 1 where that may be
// chosen now.
type Observed struct {
	Size, Actions int
	Rows          []float32
	Mask          []byte
}

// Encoding says what the numbers of a row are.
func (b *Batch) Encoding() *observe.Encoding {
	if b.coding == nil {
		b.coding = observe.NewEncoding(b.start)
	}
	return b.coding
}

// Listed are the options that were numbered as they were met.
func (b *Batch) Listed() []observe.Word { return b.words.Listed() }

// Info reports whether the batch keeps what its seats have seen.
func (b *Batch) Info() bool { return b.memory != nil }

// at is the seat that looks at a game: the one that was asked for, else whoever must decide.
func (b *Batch) at(i int, seat *int) int {
	if seat != nil {
		return *seat
	}
	return b.games[i].Player()
}

// Observe looks at all games from a seat, or (nil) at each from that which must decide. actions is how long the
// masks are; 0: as long as they must be. room is how many bytes there are for all of it.
func (b *Batch) Observe(seat *int, actions int, room int64) (*Observed, error) {
	if seat != nil && (*seat < observe.Spectator || *seat >= b.players) {
		return nil, errorf(BadParams, "seat is %d; seats are 0 to %d, and -1 looks on", *seat, b.players-1)
	}
	if err := b.number(); err != nil {
		return nil, err
	}
	switch least := b.words.Len(); {
	case actions == 0:
		actions = least
	case actions < least:
		return nil, errorf(Limited, "actions: the games have met %d options so far, more than %d", least, actions)
	}
	c, n := b.Encoding(), len(b.games)
	if need := int64(n) * (int64(actions) + 4*int64(c.Size)); need > room {
		return nil, errorf(Limited, "%d games with %d numbers and %d actions each take %d bytes, more than an answer has: observe smaller batches", n, c.Size, actions, need)
	}
	o := &Observed{Size: c.Size, Actions: actions, Rows: make([]float32, n*c.Size), Mask: make([]byte, n*actions)}
	err := b.each(func(i int) {
		at := i * c.Size
		if _, err := c.Append(b.games[i], b.at(i, seat), o.Rows[at:at:at+c.Size]); err != nil {
			panic(err)
		}
		if s := b.games[i].Player(); s >= 0 && (seat == nil || *seat == s) {
			for _, k := range b.numbers[i] {
				o.Mask[i*actions+int(k)] = 1
			}
		}
	})
	return o, err
}

// number numbers the options of all games, in their order: new ones are listed the same every time.
func (b *Batch) number() error {
	for i, g := range b.games {
		if len(b.numbers[i]) > 0 || g.Over() {
			continue
		}
		var err error
		if b.numbers[i], err = b.words.Append(g, b.numbers[i]); err != nil {
			b.numbers[i] = nil
			return errorf(Limited, "%v", err)
		}
	}
	return nil
}

// Choose is Step by the numbers of actions instead of those of options.
func (b *Batch) Choose(actions []byte, reset bool) error {
	if len(actions) != 4*len(b.games) {
		return errorf(BadParams, "actions: %d bytes for %d games; 4 bytes each", len(actions), len(b.games))
	}
	if err := b.number(); err != nil {
		return err
	}
	options := make([]byte, len(actions))
	for i, g := range b.games {
		if g.Over() {
			continue
		}
		want, found := int32(binary.LittleEndian.Uint32(actions[4*i:])), -1
		for k, number := range b.numbers[i] {
			if number == want {
				found = k
				break
			}
		}
		if found < 0 {
			return errorf(BadAnswer, "game %d: %s has no option with the number %d", i, g.Place(), want)
		}
		binary.LittleEndian.PutUint32(options[4*i:], uint32(found))
	}
	return b.Step(options, reset)
}

// State is the information state of a game for the seat that looks at it; empty where nobody must decide and
// no seat was asked for.
func (b *Batch) State(i int, seat *int) string {
	s := b.at(i, seat)
	if seat == nil && s < 0 {
		return ""
	}
	return b.memory[i].InfoState(b.games[i], s)
}

// AppendRows appends the rows as float32, little-endian.
func (o *Observed) AppendRows(dst []byte) []byte {
	for _, x := range o.Rows {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(x))
	}
	return dst
}

// Encoding is that of the batches of a model with so many players.
func (c *Call) Encoding(m *Model, players int) (e *observe.Encoding, err error) {
	defer c.rt.guard(&err)
	start, err := game.New(m.Program, game.Options{Players: players, Limits: c.rt.machine})
	if err != nil {
		return nil, errorf(BadParams, "players: %v", err)
	}
	return observe.NewEncoding(start), nil
}
