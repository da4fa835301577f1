package enginetest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

// fuzzed are the models that FuzzAnswers plays; the first byte says which.
var fuzzed = []string{
	"../../testdata/models/campaign.yaml",
	"../../testdata/models/decks.yaml",
	"../../testdata/models/sealed.yaml",
	"../../testdata/models/tokens.yaml",
	"../../testdata/models/triggers.yaml",
	"../../testdata/models/windows.yaml",
	"../../testdata/models/stops/midway.yaml",
	"../../examples/duel/model.yaml",
	"../../examples/expedition/model.yaml",
	"../../examples/kuhn-poker/model.yaml",
	"../../examples/nim/model.yaml",
}

// Bytes play a game: answers that fit and some that do not, undo and redo, clones that go astray,
// saves that are restored, records that are replayed. Whatever happens, the game that goes on is the
// one that its answers make.
func FuzzAnswers(f *testing.F) {
	programs := make([]*program.Program, len(fuzzed))
	src := rand.New(rand.NewPCG(1, 2))
	for i, path := range fuzzed {
		m, _, err := model.Load(path, model.Options{})
		require.NoError(f, err)
		programs[i], _ = compile.Compile(m, compile.Options{})
		data := []byte{byte(i)}
		for range 40 {
			data = append(data, byte(src.Uint32()), byte(src.Uint32()))
		}
		f.Add(data)
		turns := []byte{byte(i)} // an answer, a refused one, and so on to the end
		for k := range 40 {
			turns = append(turns, 6, byte(k), 0, 0)
		}
		f.Add(turns)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		s, err := drive.New(programs[int(data[0])%len(programs)], drive.Options{Seed: 5})
		require.NoError(t, err)
		h := &hand{t: t, s: s}
		for data = data[1:min(len(data), 200)]; len(data) >= 2; data = data[2:] {
			h.do(data[0]%16, int(data[1]))
			require.False(t, h.s.Game().Kind() == game.Stopped && h.s.Game().Err().Kind == "internal", "%v", h.s.Game().Err())
		}
		h.replayed()
	})
}

// hand is whoever plays the bytes.
type hand struct {
	t *testing.T
	s *drive.Session
}

func (h *hand) do(what byte, n int) {
	switch what {
	case 0:
		h.refused(n)
	case 1:
		h.undone(n)
	case 2:
		h.astray(n)
	case 3:
		h.restored()
	case 4:
		h.replayed()
	case 5:
		h.drawn()
	default:
		h.answer(h.s, n)
	}
}

// answer gives an answer that fits: n says to which open question, and which option. A game of a
// campaign that has ended is followed by the next.
func (h *hand) answer(s *drive.Session, n int) {
	g := s.Game()
	if g.Over() {
		if err := s.NextGame(); err == nil {
			require.NotNil(h.t, g.Program().Campaign)
		}
		return
	}
	open := g.Requests()
	r := open[n%len(open)]
	i := n / len(open) % len(r.Options)
	if r.Player < 0 {
		require.NoError(h.t, s.Answer(i))
	} else {
		require.NoError(h.t, s.AnswerFor(r.Player, i), "option %d of %d at %s", i, len(r.Options), r.Place)
	}
}

// drawn has the generator answer.
func (h *hand) drawn() {
	var err error
	switch h.s.Game().Kind() {
	case game.Chance:
		_, err = h.s.Draw()
	case game.Decision:
		_, err = h.s.Ask(drive.Random{})
	}
	require.NoError(h.t, err)
}

// refused tries what does not fit; it must change nothing.
func (h *hand) refused(n int) {
	was, g := h.s.Save(), h.s.Game()
	require.Error(h.t, h.s.Answer(g.Len()+n))
	require.Error(h.t, h.s.Answer(-1-n))
	require.Error(h.t, h.s.AnswerFor(g.Players()+n, 0))
	require.Error(h.t, h.s.AnswerFor(-1-n, 0))
	if g.Kind() != game.Chance {
		_, err := h.s.Draw()
		require.Error(h.t, err)
	}
	if g.Kind() != game.Decision {
		_, err := h.s.Ask(drive.First{})
		require.Error(h.t, err)
	}
	if !g.Over() {
		require.Error(h.t, h.s.NextGame())
	}
	require.Error(h.t, h.s.Undo(h.s.CanUndo()+1+n))
	require.Error(h.t, h.s.Redo(h.s.CanRedo()+1+n))
	_, err := drive.Restore(g.Program(), was[:n%len(was)], drive.Options{})
	require.Error(h.t, err)
	require.Equal(h.t, was, h.s.Save())
}

// undone goes back and forth again, and for some n stays back.
func (h *hand) undone(n int) {
	was := h.view(h.s)
	back := n % (h.s.CanUndo() + 1)
	require.NoError(h.t, h.s.Undo(back))
	require.GreaterOrEqual(h.t, h.s.CanRedo(), back)
	before := h.view(h.s)
	require.NoError(h.t, h.s.Redo(back))
	require.Equal(h.t, was, h.view(h.s))
	if n%3 == 0 {
		require.NoError(h.t, h.s.Undo(back))
		require.Equal(h.t, before, h.view(h.s))
	}
}

// view is all that can be told of a session. Saves of the same game may differ: what values share is
// not part of it.
func (h *hand) view(s *drive.Session) []string {
	text, err := s.Record().MarshalJSON()
	require.NoError(h.t, err)
	t := &transcript{logged: s.Game().LogLen()}
	t.note(s.Game())
	return append(t.lines, string(text))
}

// astray goes on with a clone while the session that it was cloned from takes other answers.
func (h *hand) astray(n int) {
	was := h.s.Save()
	c := h.s.Clone()
	require.Equal(h.t, was, c.Save())
	for i := range n % 4 {
		h.answer(h.s, n+i)
	}
	require.NoError(h.t, h.s.Undo(h.s.CanUndo()))
	require.Equal(h.t, was, c.Save())
	h.s = c
}

// restored goes on with the session that its save gives.
func (h *hand) restored() {
	was := h.s.Save()
	s, err := drive.Restore(h.s.Game().Program(), was, drive.Options{})
	require.NoError(h.t, err)
	require.Equal(h.t, was, s.Save())
	h.s = s
}

// replayed goes on with the session that its record gives, by way of the record's text.
func (h *hand) replayed() {
	text, err := h.s.Record().MarshalJSON()
	require.NoError(h.t, err)
	r := &drive.Record{}
	require.NoError(h.t, r.UnmarshalJSON(text))
	s, err := drive.Replay(h.s.Game().Program(), r, drive.Options{})
	require.NoError(h.t, err)
	require.Equal(h.t, h.view(h.s), h.view(s))
	h.s = s
}
