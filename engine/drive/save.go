package drive

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// A save is: magic, format, then the seed, the answers (seat, index, stream, numbers used), in a
// calledFormat the replies of functions (step, code, kind, value or error), the game's own
// bytes, and a checksum of all that. The streams' positions follow from the answers.
const (
	saveMagic  = "ASTRAGALSAVE"
	saveFormat = 1
	sumSize    = 8

	calledFormat = 2 // of a game in which functions have answered
)

// What kind a reply in a save is of.
const (
	replyValue = iota
	replyFailed
	replyOps
	replyChance
)

var errDamaged = errors.New("the save is damaged or no save at all")

// Save gives everything that is needed to go on exactly; answers that were undone are left out.
func (s *Session) Save() []byte {
	b := append([]byte(saveMagic), saveFormat)
	replies := s.replies()
	if len(replies) > 0 {
		b[len(saveMagic)] = calledFormat
	}
	b = binary.LittleEndian.AppendUint64(b, s.opts.Seed)
	b = binary.AppendUvarint(b, uint64(s.at))
	for _, st := range s.steps[:s.at] {
		b = binary.AppendVarint(b, int64(st.Seat))
		b = binary.AppendVarint(b, int64(st.Index))
		b = binary.AppendVarint(b, int64(st.stream))
		b = binary.AppendUvarint(b, st.used)
	}
	if len(replies) > 0 {
		b = s.appendReplies(b, len(replies))
	}
	own := s.game.Save()
	b = binary.AppendUvarint(b, uint64(len(own)))
	b = append(b, own...)
	sum := sha256.Sum256(b)
	return append(b, sum[:sumSize]...)
}

// Restore makes a session of a save. The program must have the rules that it was saved under;
// Limits and Quiet of opts count, the rest is in the save. Bytes that are no save are an error.
func Restore(p *program.Program, data []byte, opts Options) (*Session, error) {
	head := len(saveMagic) + 1
	if len(data) < head+sumSize || string(data[:len(saveMagic)]) != saveMagic {
		return nil, errDamaged
	}
	format := data[len(saveMagic)]
	if format != saveFormat && format != calledFormat {
		return nil, fmt.Errorf("a save of format %d; this engine reads formats %d and %d", format, saveFormat, calledFormat)
	}
	body, sum := data[:len(data)-sumSize], data[len(data)-sumSize:]
	if want := sha256.Sum256(body); !bytes.Equal(want[:sumSize], sum) {
		return nil, errDamaged
	}
	r := &saveReader{rest: body[head:]}
	opts.Seed = r.fixed()
	n := r.count(4)
	steps := make([]step, n)
	for i := range steps {
		steps[i] = step{Answer: Answer{Seat: r.small(), Index: r.small()}, stream: r.small(), used: r.uint()}
	}
	var told map[int][]Reply
	if format == calledFormat {
		told = r.replies(n)
	}
	size := r.count(1)
	if r.bad || size != len(r.rest) {
		return nil, errDamaged
	}
	g, err := game.Restore(p, r.rest, opts.game())
	if err != nil {
		return nil, err
	}
	if g.Kind() == game.Call {
		return nil, errDamaged // a session answers calls at once
	}
	s := newSession(g, opts)
	for _, st := range steps {
		if st.stream < -1 || st.stream >= len(s.streams) || st.Seat < -1 || st.Seat >= g.Players() || st.Index < nextGame {
			return nil, errDamaged
		}
		if st.stream >= 0 {
			s.streams[st.stream].Index += st.used
		}
	}
	s.steps, s.at, s.told = steps, len(steps), told
	return s, nil
}

func (s *Session) appendReplies(b []byte, n int) []byte {
	text := func(t string) { b = append(binary.AppendUvarint(b, uint64(len(t))), t...) }
	b = binary.AppendUvarint(b, uint64(n))
	for i := opening; i < s.at; i++ {
		for _, r := range s.told[i] {
			b = binary.AppendVarint(b, int64(i))
			text(r.Code)
			switch {
			case r.Error != "":
				b = append(b, replyFailed)
				text(r.Error)
			case r.Form == program.GivesOps:
				b = append(b, replyOps)
				text(string(r.Value))
			case r.Form == program.GivesChance:
				b = append(b, replyChance)
				text(string(r.Value))
			default:
				b = append(b, replyValue)
				text(string(r.Value))
			}
		}
	}
	return b
}

// replies reads what functions answered in a game of n steps.
func (r *saveReader) replies(n int) map[int][]Reply {
	told := map[int][]Reply{}
	for k := r.count(4); k > 0; k-- {
		at := r.small()
		reply := Reply{Code: r.text()}
		kind, text := r.uint(), r.text()
		switch kind {
		case replyFailed:
			reply.Error = text
		case replyOps:
			reply.Form = program.GivesOps
		case replyChance:
			reply.Form = program.GivesChance
		}
		if kind != replyFailed && reply.read([]byte(text)) != nil {
			reply.Value = nil
		}
		if at < opening || at >= n || kind > replyChance || reply.Error == "" && reply.Value == nil {
			r.bad = true
			return nil
		}
		told[at] = append(told[at], reply)
	}
	return told
}

func (r *saveReader) text() string {
	n := r.count(1)
	t := string(r.rest[:n])
	r.rest = r.rest[n:]
	return t
}

// saveReader reads numbers until something is wrong; bad stays set then.
type saveReader struct {
	rest []byte
	bad  bool
}

func (r *saveReader) fixed() uint64 {
	if len(r.rest) < 8 {
		r.bad = true
		return 0
	}
	x := binary.LittleEndian.Uint64(r.rest)
	r.rest = r.rest[8:]
	return x
}

func (r *saveReader) uint() uint64 {
	x, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

// small reads a number that fits 31 bits.
func (r *saveReader) small() int {
	x, n := binary.Varint(r.rest)
	if n <= 0 || x != int64(int32(x)) {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return int(x)
}

// count reads how many things follow, each of at least so many bytes: never more than there are.
func (r *saveReader) count(bytes int) int {
	n := r.uint()
	if n > uint64(len(r.rest)/bytes) {
		r.bad, r.rest = true, nil
		return 0
	}
	return int(n)
}
