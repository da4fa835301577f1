// Package drive plays the requests of a game against answers.
//
// The machine only asks. A Session is a game together with whatever answers it: the generator of
// chance, the players at its seats, a script, a person. It keeps the list of answers, which is all
// that a game is beside its rules, seed and number of players: undo, redo and records come from it.
// Every number that is drawn comes from a counter-based stream (package prng) of its own, stream 0
// for chance and 1 + p for whoever plays seat p, so that undo goes back in them as well and a clone
// can tell nothing of what the game that goes on will draw.
package drive

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// Options of a new session.
type Options struct {
	Players int // 0: the model's default
	Seed    uint64
	Limits  game.Limits
	Quiet   bool // keep no log of events, automatic moves and observations

	// Interrupt is asked between answers that are given again (undo, redo, replay); its error ends that.
	// It is no part of a save or record; nil: never.
	Interrupt func() error

	// Function answers calls of the code outside the model that is in Hosted, a set of names that must not
	// change; a call of other code stops the game. What it answers is part of saves and records, and it is
	// asked only where the game goes on for the first time.
	Function Function
	Hosted   map[string]bool
}

// Session is a game in play. It is used by one goroutine at a time.
type Session struct {
	game    *game.Game
	opts    Options
	streams []prng.Source // of chance, then of each seat
	steps   []step        // the answers; those from number at on have been undone
	at      int
	marks   []mark          // clones of the game on its way, for undo
	spare   []*game.Game    // those that are no longer needed
	told    map[int][]Reply // what functions answered, by the step that led there
	before  *game.Game      // as it was before the last answer, where evaluators are bound: one may fail for its host
}

// Answer is one answer: to the current question, or in a simultaneous step to that of a seat.
type Answer struct {
	Seat  int // -1: whoever is asked first
	Index int // nextGame: the next game of a campaign has been started
}

const nextGame = -1

// step is an answer, and from which stream it was drawn with how many numbers.
type step struct {
	Answer
	stream int // -1: not drawn
	used   uint64
}

// mark is the game after so many steps.
type mark struct {
	at   int
	game *game.Game
}

// markEvery is how many steps lie between two marks: undo repeats fewer than that many.
const markEvery = 8

// New starts a game and runs it to its first request. An error means that the options do not fit
// the program; an error of the model itself stops the game.
func New(p *program.Program, opts Options) (*Session, error) {
	return begin(p, opts, nil)
}

// begin is New, with replies of a script if there is one.
func begin(p *program.Program, opts Options, script *[]Reply) (*Session, error) {
	o := opts.game()
	if script != nil {
		o.Hosted = next(*script)
	}
	g, err := game.New(p, o)
	if err != nil {
		return nil, err
	}
	s := newSession(g, opts)
	told, err := s.calls(g, script)
	if err != nil {
		return nil, err
	}
	s.keep(opening, told)
	return s, nil
}

func (o Options) game() game.Options {
	return game.Options{Players: o.Players, Record: !o.Quiet, Limits: o.Limits, Hosted: o.Hosted}
}

func newSession(g *game.Game, opts Options) *Session {
	opts.Players = g.Players()
	s := &Session{game: g, opts: opts, streams: make([]prng.Source, g.Players()+1)}
	for i := range s.streams {
		s.streams[i] = prng.Source{Seed: opts.Seed, Stream: uint64(i)}
	}
	return s
}

// Game is the game as it stands. Answer it through the session only; undo and redo replace it.
func (s *Session) Game() *game.Game { return s.game }

// Seed is what every random number of the session follows from.
func (s *Session) Seed() uint64 { return s.opts.Seed }

// Answers lists the answers that led here.
func (s *Session) Answers() []Answer {
	out := make([]Answer, s.at)
	for i := range out {
		out[i] = s.steps[i].Answer
	}
	return out
}

// Answer takes option i of the current question and runs the game to its next request. An error
// means that the answer does not fit; nothing has changed then.
func (s *Session) Answer(i int) error {
	if i < 0 {
		return fmt.Errorf("there is no option %d", i)
	}
	return s.take(step{Answer: Answer{-1, i}, stream: -1})
}

// AnswerFor answers the open question of one seat of a simultaneous step.
func (s *Session) AnswerFor(seat, i int) error {
	if seat < 0 || i < 0 {
		return fmt.Errorf("there is no option %d of seat %d", i, seat)
	}
	if seat == s.game.Player() {
		seat = -1
	}
	return s.take(step{Answer: Answer{seat, i}, stream: -1})
}

// NextGame starts the next game of a campaign in place of one that has ended.
func (s *Session) NextGame() error {
	return s.take(step{Answer: Answer{-1, nextGame}, stream: -1})
}

// Draw answers a chance with the generator and gives the outcome's index.
func (s *Session) Draw() (int, error) {
	if s.game.Kind() != game.Chance {
		return 0, fmt.Errorf("there is no chance to draw: the game waits for %s", s.game.Kind())
	}
	return s.drawn(0, func(src *prng.Source) (int, error) {
		if w := s.game.Weights(); len(w) > 0 {
			return src.Weighted(w), nil
		}
		return src.Intn(s.game.Len()), nil
	})
}

// Ask has a player answer the current decision and gives the option's index.
func (s *Session) Ask(p Player) (int, error) {
	if s.game.Kind() != game.Decision {
		return 0, fmt.Errorf("there is nothing to decide: the game waits for %s", s.game.Kind())
	}
	return s.drawn(s.game.Player()+1, func(src *prng.Source) (int, error) { return p.Choose(s.game, src) })
}

// drawn answers with what choose makes of a stream.
func (s *Session) drawn(stream int, choose func(*prng.Source) (int, error)) (int, error) {
	src := s.streams[stream]
	i, err := choose(&src)
	if err != nil {
		return 0, err
	}
	st := step{Answer: Answer{-1, i}, stream: -1}
	if used := src.Index - s.streams[stream].Index; used > 0 {
		st.stream, st.used = stream, used
	}
	return i, s.take(st)
}

// take gives an answer that has not been given before.
func (s *Session) take(st step) error { return s.step(st, nil) }

// step gives an answer. What is called on the way is answered by a script, or by the function: where
// that is interrupted the game is as it was.
func (s *Session) step(st step, script *[]Reply) error {
	if s.at%markEvery == 0 && (len(s.marks) == 0 || s.marks[len(s.marks)-1].at < s.at) {
		s.mark()
	}
	s.game.SetHosted(s.opts.Hosted)
	if script != nil {
		s.game.SetHosted(next(*script))
	}
	if len(s.game.Program().Evaluators) > 0 {
		s.before = s.game.CloneInto(s.before)
	}
	if err := apply(s.game, st.Answer); err != nil {
		s.fall(err)
		return err
	}
	var told []Reply
	if s.game.Kind() == game.Call {
		var err error
		if told, err = s.calls(s.game, script); err != nil {
			if s.fall(err) {
				return err
			}
			if g, failed := s.gameAt(s.at, func() error { return nil }); failed == nil {
				s.game = g
			}
			return err
		}
	}
	s.keep(s.at, told)
	s.steps = s.steps[:s.at]
	if s.at == cap(s.steps) {
		s.steps = slices.Grow(s.steps, max(8, s.at)) // by doubling: append grows long lists by less, and copies the more
	}
	s.steps = append(s.steps, st)
	s.at++
	if st.stream >= 0 {
		s.streams[st.stream].Index += st.used
	}
	return nil
}

// fall goes back to the game before the answer that is being given, where the host has lost this one.
func (s *Session) fall(err error) bool {
	var host *program.HostFault
	if !errors.As(err, &host) || s.before == nil {
		return false
	}
	s.game, s.before = s.before, nil
	return true
}

func apply(g *game.Game, a Answer) error {
	switch {
	case a.Index == nextGame:
		return g.NextGame()
	case a.Seat >= 0:
		return g.AnswerFor(a.Seat, a.Index)
	}
	return g.Answer(a.Index)
}

// Clone gives an independent session at the same point, with the same answers to undo and the same
// numbers to come.
func (s *Session) Clone() *Session {
	c := *s
	c.game = s.game.Clone()
	c.streams = append([]prng.Source(nil), s.streams...)
	c.steps = append([]step(nil), s.steps...)
	c.marks, c.spare, c.before = nil, nil, nil
	c.told = maps.Clone(s.told)
	return &c
}
