package drive

import (
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Record is a game as what cannot be worked out again: which rules, how it began, and the answers.
type Record struct {
	Rules   [32]byte
	Name    string            // of the model, for people
	Set     map[string]string // constants that were set, as Python writes their values
	Players int
	Seed    uint64
	Answers []Answer
	Drawn   []Drawn
	Replies []Reply // of functions, in the order in which they were asked
}

// Drawn says that an answer was drawn, with so many numbers of a stream.
type Drawn struct {
	Answer, Stream int
	Used           uint64
}

const recordFormat = 1

// Record gives the record of the game so far.
func (s *Session) Record() *Record {
	p := s.game.Program()
	r := &Record{Rules: p.Hash, Name: p.Name, Set: map[string]string{}, Players: s.opts.Players, Seed: s.opts.Seed, Answers: s.Answers(), Drawn: []Drawn{}}
	for _, c := range p.Set {
		r.Set[c.Name] = value.Repr(nil, c.Value)
	}
	for i, st := range s.steps[:s.at] {
		if st.stream >= 0 {
			r.Drawn = append(r.Drawn, Drawn{i, st.stream, st.used})
		}
	}
	r.Replies = s.replies()
	return r
}

// Replay plays a record: the session is then as the recorded one was. The program must have the
// same rules, with the same constants set. No function is asked.
func Replay(p *program.Program, r *Record, opts Options) (*Session, error) {
	if p.Hash != r.Rules {
		return nil, fmt.Errorf("the record is of other rules: %x, not %x", r.Rules[:6], p.Hash[:6])
	}
	opts.Players, opts.Seed = r.Players, r.Seed
	if r.Players < 1 {
		return nil, fmt.Errorf("the record is of %d players", r.Players)
	}
	script := r.Replies
	s, err := begin(p, opts, &script)
	if err != nil {
		return nil, err
	}
	steps, err := r.steps(len(s.streams))
	if err != nil {
		return nil, err
	}
	for i, st := range steps {
		if err := s.interrupted(); err != nil {
			return nil, err
		}
		if err := s.step(st, &script); err != nil {
			return nil, fmt.Errorf("answer %d of the record: %w", i, err)
		}
	}
	if len(script) > 0 {
		return nil, fmt.Errorf("the record has a reply of code '%s' that was never called", script[0].Code)
	}
	return s, nil
}

// steps puts answers and what they were drawn from together.
func (r *Record) steps(streams int) ([]step, error) {
	out := make([]step, len(r.Answers))
	for i, a := range r.Answers {
		out[i] = step{Answer: a, stream: -1}
	}
	for _, d := range r.Drawn {
		if d.Answer < 0 || d.Answer >= len(out) || d.Stream < 0 || d.Stream >= streams || out[d.Answer].stream >= 0 {
			return nil, fmt.Errorf("the record says wrongly how answer %d was drawn", d.Answer)
		}
		out[d.Answer].stream, out[d.Answer].used = d.Stream, d.Used
	}
	return out, nil
}

// recordJSON is the JSON form: an answer is an index, [seat, index] or "next", a draw
// [answer, stream, numbers], a reply [code, value] or [code, null, error].
type recordJSON struct {
	Format  int               `json:"format"`
	Game    string            `json:"game"`
	Rules   string            `json:"rules"`
	Set     map[string]string `json:"set,omitempty"`
	Players int               `json:"players"`
	Seed    uint64            `json:"seed"`
	Answers []Answer          `json:"answers"`
	Drawn   []Drawn           `json:"drawn"`
	Replies []Reply           `json:"replies,omitempty"`
}

func (r *Record) MarshalJSON() ([]byte, error) {
	return json.Marshal(recordJSON{recordFormat, r.Name, hex.EncodeToString(r.Rules[:]), r.Set, r.Players, r.Seed,
		append([]Answer{}, r.Answers...), append([]Drawn{}, r.Drawn...), r.Replies})
}

func (r *Record) UnmarshalJSON(data []byte) error {
	var j recordJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	if j.Format != recordFormat {
		return fmt.Errorf("a record of format %d; this engine reads format %d", j.Format, recordFormat)
	}
	hash, err := hex.DecodeString(j.Rules)
	if err != nil || len(hash) != len(r.Rules) {
		return fmt.Errorf("a record without the hash of its rules")
	}
	*r = Record{Name: j.Game, Set: j.Set, Players: j.Players, Seed: j.Seed, Answers: j.Answers, Drawn: j.Drawn, Replies: j.Replies}
	copy(r.Rules[:], hash)
	if r.Set == nil {
		r.Set = map[string]string{}
	}
	return nil
}

func (a Answer) MarshalJSON() ([]byte, error) {
	switch {
	case a.Index == nextGame:
		return []byte(`"next"`), nil
	case a.Seat >= 0:
		return fmt.Appendf(nil, "[%d,%d]", a.Seat, a.Index), nil
	}
	return fmt.Appendf(nil, "%d", a.Index), nil
}

func (a *Answer) UnmarshalJSON(data []byte) error {
	var pair []int
	switch {
	case string(data) == `"next"`:
		*a = Answer{-1, nextGame}
		return nil
	case len(data) > 0 && data[0] == '[':
		if err := json.Unmarshal(data, &pair); err != nil {
			return err
		}
	default:
		pair = []int{-1, 0}
		if err := json.Unmarshal(data, &pair[1]); err != nil {
			return err
		}
	}
	if len(pair) != 2 || pair[0] < -1 || pair[1] < 0 {
		return fmt.Errorf("%s is no answer", data)
	}
	*a = Answer{pair[0], pair[1]}
	return nil
}

func (d Drawn) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, "[%d,%d,%d]", d.Answer, d.Stream, d.Used), nil
}

func (d *Drawn) UnmarshalJSON(data []byte) error {
	var t []uint64
	if err := json.Unmarshal(data, &t); err != nil {
		return err
	}
	if len(t) != 3 || t[0] > 1<<31 || t[1] > 1<<31 {
		return fmt.Errorf("%s does not say how an answer was drawn", data)
	}
	*d = Drawn{int(t[0]), int(t[1]), t[2]}
	return nil
}
