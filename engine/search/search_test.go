package search_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/search"
)

func load(t testing.TB, name string) *program.Program {
	t.Helper()
	m, list, err := model.Load(filepath.Join("../../examples", name, "model.yaml"), model.Options{})
	require.NoError(t, err)
	require.Zero(t, list.Errors(), list)
	return compiled(t, m)
}

func parse(t testing.TB, text string) *program.Program {
	t.Helper()
	m, list, err := model.Parse("test.yaml", text, model.Options{})
	require.NoError(t, err)
	require.Zero(t, list.Errors(), list)
	return compiled(t, m)
}

func compiled(t testing.TB, m *model.Model) *program.Program {
	t.Helper()
	p, list := compile.Compile(m, compile.Options{})
	require.Zero(t, list.Errors(), list)
	return p
}

func player(t testing.TB, o search.Options) *search.Player {
	t.Helper()
	p, err := search.New(o)
	require.NoError(t, err)
	return p
}

// play plays a game and gives its payoffs.
func play(t testing.TB, p *program.Program, seed uint64, seats ...drive.Player) []float64 {
	t.Helper()
	s, err := drive.New(p, drive.Options{Players: len(seats), Seed: seed, Quiet: true})
	require.NoError(t, err)
	for !s.Game().Over() {
		if s.Game().Kind() == game.Chance {
			_, err = s.Draw()
		} else {
			_, err = s.Ask(seats[s.Game().Player()])
		}
		require.NoError(t, err)
	}
	require.Equal(t, game.End, s.Game().Kind(), "%v", s.Game().Err())
	return s.Game().Payoffs()
}

// wins plays games with the player in each seat in turn, and counts how they ended for it.
func wins(t testing.TB, p *program.Program, games int, one, other drive.Player) (won, drawn, lost int) {
	for i := range games {
		seats := []drive.Player{one, other}
		if i%2 == 1 {
			seats = []drive.Player{other, one}
		}
		switch x := play(t, p, uint64(i), seats...)[i%2]; {
		case x > 0:
			won++
		case x == 0:
			drawn++
		default:
			lost++
		}
	}
	return won, drawn, lost
}

func TestTemp(t *testing.T) {
	p := load(t, "noughts-and-crosses")
	s := player(t, search.Options{})
	w, d, l := wins(t, p, 60, s, drive.Random{})
	t.Log("noughts random", w, d, l)
	w, d, l = wins(t, p, 60, s, drive.First{})
	t.Log("noughts first", w, d, l)
	w, d, l = wins(t, p, 60, s, player(t, search.Options{Playouts: 5000}))
	t.Log("noughts search 5000", w, d, l)
	p = load(t, "four-in-a-row")
	w, d, l = wins(t, p, 20, s, drive.First{})
	t.Log("four first", w, d, l)
	w, d, l = wins(t, p, 20, s, drive.Random{})
	t.Log("four random", w, d, l)
	p = load(t, "kuhn-poker")
	g, err := game.New(p, game.Options{})
	require.NoError(t, err)
	require.NoError(t, g.Answer(1))
	require.NoError(t, g.Answer(0))
	arms, err := s.Look(g, &prng.Source{Seed: 1})
	require.NoError(t, err)
	t.Log(arms)
}
func BenchmarkLook(b *testing.B) {
	p := load(b, "noughts-and-crosses")
	g, _ := game.New(p, game.Options{})
	s := player(b, search.Options{})
	src := &prng.Source{Seed: 1}
	for b.Loop() {
		_, _ = s.Look(g, src)
	}
}
func BenchmarkFour(b *testing.B) {
	p := load(b, "four-in-a-row")
	g, _ := game.New(p, game.Options{})
	s := player(b, search.Options{})
	src := &prng.Source{Seed: 1}
	for b.Loop() {
		_, _ = s.Look(g, src)
	}
}
func BenchmarkRollout(b *testing.B) {
	p := load(b, "noughts-and-crosses")
	g, _ := game.New(p, game.Options{})
	src := &prng.Source{Seed: 1}
	var d *game.Game
	for b.Loop() {
		for range 1000 {
			d = g.CloneInto(d)
			for !d.Over() {
				_ = d.Answer(src.Intn(d.Len()))
			}
		}
	}
}
func BenchmarkRolloutFour(b *testing.B) {
	p := load(b, "four-in-a-row")
	g, _ := game.New(p, game.Options{})
	src := &prng.Source{Seed: 1}
	var d *game.Game
	for b.Loop() {
		for range 1000 {
			d = g.CloneInto(d)
			for !d.Over() {
				_ = d.Answer(src.Intn(d.Len()))
			}
		}
	}
}
