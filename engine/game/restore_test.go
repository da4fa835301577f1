package game_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// That saves of every kind restore to the same game is proved by the models in engine/enginetest.
// Here stands what must not be restored.

func program_(t testing.TB, name string) *program.Program {
	m, _, err := model.Load(filepath.Join("../../testdata/models", name), model.Options{})
	require.NoError(t, err)
	p, _ := compile.Compile(m, compile.Options{})
	return p
}

// playTo answers n requests at random.
func playTo(t testing.TB, p *program.Program, seed uint64, n int) *game.Game {
	g, err := game.New(p, game.Options{Record: seed%2 == 0})
	require.NoError(t, err)
	src := prng.Source{Seed: seed}
	for i := 0; i < n && !g.Over(); i++ {
		require.NoError(t, g.Answer(src.Intn(g.Len())))
	}
	return g
}

func TestRestoreRefuses(t *testing.T) {
	p, other := program_(t, "decks.yaml"), program_(t, "loops.yaml")
	good := playTo(t, p, 4, 30).Save()
	reseal := func(change func(inside []byte) []byte) []byte {
		inside := append([]byte(nil), good[game.SaveHead:len(good)-game.SaveTail]...)
		return game.Sealed(p, change(inside))
	}
	for name, c := range map[string]struct {
		p    *program.Program
		data []byte
		opts game.Options
		is   error
		text string
	}{
		"nothing":       {p, nil, game.Options{}, game.ErrNotSave, "no saved game"},
		"something":     {p, []byte("name: A model, not a save"), game.Options{}, game.ErrNotSave, "no saved game"},
		"only the head": {p, good[:20], game.Options{}, game.ErrSaveDamaged, "cut short"},
		"other model":   {other, good, game.Options{}, game.ErrSaveModel, "another model"},
		"other format":  {p, append([]byte("astrsave\x63"), good[9:]...), game.Options{}, game.ErrSaveVersion, "format 99"},
		"other players": {p, good, game.Options{Players: 3}, nil, "of 2 players, not 3"},
		"more behind":   {p, reseal(func(b []byte) []byte { return append(b, 0) }), game.Options{}, game.ErrSaveDamaged, "more than a game"},
		"less inside":   {p, reseal(func(b []byte) []byte { return b[:len(b)-1] }), game.Options{}, game.ErrSaveDamaged, "damaged"},
		"other seats":   {p, reseal(func(b []byte) []byte { b[0] = 9; return b }), game.Options{}, game.ErrSaveDamaged, "players"},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := game.Restore(c.p, c.data, c.opts)
			require.Nil(t, g)
			require.ErrorContains(t, err, c.text)
			if c.is != nil {
				require.ErrorIs(t, err, c.is)
			}
		})
	}
}

func TestRestoreRefusesWhatWasCutOrChanged(t *testing.T) {
	p := program_(t, "windows.yaml")
	good := playTo(t, p, 2, 25).Save()
	for n := range good {
		_, err := game.Restore(p, good[:n], game.Options{})
		require.Error(t, err, "the first %d bytes", n)
		bad := append([]byte(nil), good...)
		bad[n] ^= 0x10
		_, err = game.Restore(p, bad, game.Options{})
		require.Error(t, err, "byte %d changed", n)
	}
}

// A save whose inside was changed and whose checksum was made to fit is refused, or is a game that
// can be asked, saved and played without harm.
func TestForgedSaves(t *testing.T) {
	for _, name := range names(t) {
		p := program_(t, name)
		for seed := uint64(0); seed < 4; seed++ {
			save := playTo(t, p, seed, int(5+11*seed)).Save()
			inside := save[game.SaveHead : len(save)-game.SaveTail]
			if len(inside) > 20_000 {
				continue
			}
			step := 1 + len(inside)/60
			for at := int(seed) % step; at < len(inside); at += step {
				for _, b := range []byte{0, 1, 0x7f, 0xff, inside[at] + 1, inside[at] - 1} {
					forged := append([]byte(nil), inside...)
					forged[at] = b
					tryForged(t, p, forged)
				}
			}
		}
	}
}

// look makes the views of a game, and deals it anew.
func look(t testing.TB, g *game.Game) {
	src, c := prng.Source{}, g.Clone()
	for seat := observe.Spectator; seat < g.Players(); seat++ {
		v, err := observe.New(g, seat)
		if err == nil {
			_, err = json.Marshal(v)
		}
		if err == nil {
			err = observe.Redistribute(c, seat, &src)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// tryForged restores a forged save, uses the game if there is one, and gives what has become of it.
func tryForged(t testing.TB, p *program.Program, inside []byte) *game.Game {
	opts := game.Options{Limits: game.Limits{Ops: 3000, ZoneItems: 2000, Expr: expr.Limits{Steps: 20_000, Size: 20_000}}}
	g, err := game.Restore(p, game.Sealed(p, inside), opts)
	if err != nil {
		if strings.Contains(err.Error(), "internal") {
			t.Fatalf("%v", err)
		}
		return nil
	}
	look(t, g)
	again, err := game.Restore(p, g.Save(), opts)
	if err != nil {
		t.Fatalf("the save of a restored game is refused: %v", err)
	}
	for i := 0; i < 8; i++ {
		use(g)
		if g.Kind() == game.End {
			_ = g.NextGame()
		}
		if g.Over() {
			break
		}
		if g.Kind() == game.Call {
			_ = g.Reply(program.Answer{Value: value.OfInt(int64(i))})
		} else if err := g.Answer(i * 7 % g.Len()); err != nil {
			t.Fatalf("an option is refused: %v", err)
		}
		g = g.CloneInto(again)
		again = nil
	}
	g.Save()
	return g
}

// use asks a game all that a host may ask.
func use(g *game.Game) {
	for _, r := range g.Requests() {
		_ = fmt.Sprint(r.Place, r.Player, len(r.Options), r.Seen)
	}
	_ = fmt.Sprint(g.Request().Kind, g.Player(), g.Place(), g.Payoffs(), g.Reason(), g.Err(), g.LogSince(0))
}

func names(t testing.TB) []string {
	var out []string
	for _, pattern := range []string{"*.yaml", "stops/*.yaml", "turns/*.yaml"} {
		paths, err := filepath.Glob(filepath.Join("../../testdata/models", pattern))
		require.NoError(t, err)
		for _, p := range paths {
			rel, err := filepath.Rel("../../testdata/models", p)
			require.NoError(t, err)
			if rel != "tokens.yaml" { // its saves are large
				out = append(out, rel)
			}
		}
	}
	require.NotEmpty(t, out)
	return out
}

func FuzzRestore(f *testing.F) {
	var programs []*program.Program
	for i, name := range names(f) {
		p := program_(f, name)
		programs = append(programs, p)
		for seed := uint64(0); seed < 3; seed++ {
			save := playTo(f, p, seed, int(1+9*seed)).Save()
			f.Add(byte(i), save[game.SaveHead:len(save)-game.SaveTail])
		}
	}
	f.Fuzz(func(t *testing.T, which byte, inside []byte) {
		tryForged(t, programs[int(which)%len(programs)], inside)
	})
}

// A value may hold another many times over, and be nested as deep as a game can make it: its save is
// as small as what it is made of, and the game goes on.
func TestSavesOfSharedAndDeepValues(t *testing.T) {
	m, _, err := model.Parse("model.yaml", `
name: Doubling
num_players: 1
state: {vars: {wide: {init_x: "(1,)"}, deep: {init: []}, book: {init: null}}}
actions:
  go:
    effect:
      - {op: repeat, n: 60, do: [{op: set, var: wide, value_x: "(wide, wide)"}]}
      - {op: repeat, n: 5000, do: [{op: set, var: deep, value_x: "[deep]"}]}
      - {op: choose, actor_x: "0", options_x: "[wide, deep]", as: x}
      - {op: set, var: book, value_x: "{wide: x}"}
flow: {kind: step, id: one, do: [go]}
`, model.Options{})
	require.NoError(t, err)
	p, _ := compile.Compile(m, compile.Options{})
	g, err := game.New(p, game.Options{Record: true})
	require.NoError(t, err)
	save := g.Save()
	require.Less(t, len(save), 100_000)
	r, err := game.Restore(p, save, game.Options{})
	require.NoError(t, err)
	require.Equal(t, save, r.Save())
	require.Equal(t, strings.Repeat("[", 901)+"…", r.Request().Options[1].Label)
	require.NoError(t, r.Answer(1))
	require.Equal(t, game.Stopped, r.Kind())
	require.ErrorContains(t, r.Err(), "value too large")
}
