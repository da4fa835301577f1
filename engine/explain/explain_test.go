package explain_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/explain"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

var asked = explain.Options{Seat: explain.Asked}

func load(t testing.TB, path string) *program.Program {
	t.Helper()
	m, _, err := model.Load(path, model.Options{})
	require.NoError(t, err)
	p, _ := compile.Compile(m, compile.Options{})
	return p
}

func parse(t testing.TB, text string) *program.Program {
	t.Helper()
	m, list, err := model.Parse("m.yaml", text, model.Options{})
	require.NoError(t, err)
	require.Zero(t, list.Errors(), "%v", list)
	p, list := compile.Compile(m, compile.Options{})
	require.Zero(t, list.Errors(), "%v", list)
	return p
}

func start(t testing.TB, p *program.Program, o drive.Options) *drive.Session {
	t.Helper()
	s, err := drive.New(p, o)
	require.NoError(t, err)
	return s
}

// next answers the current request at random; false where the game is over.
func next(t testing.TB, s *drive.Session) bool {
	t.Helper()
	var err error
	switch s.Game().Kind() {
	case game.Chance:
		_, err = s.Draw()
	case game.Decision:
		_, err = s.Ask(drive.Random{})
	default:
		return false
	}
	require.NoError(t, err)
	return true
}

// golden compares text with a file, or writes it with ASTRAGAL_UPDATE.
func golden(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), text)
}

// What a designer reads of the first questions of three games.
func TestSentences(t *testing.T) {
	for name, asks := range map[string]int{"duel": 14, "noughts-and-crosses": 10, "frontier": 12} {
		t.Run(name, func(t *testing.T) {
			s := start(t, load(t, "../../examples/"+name+"/model.yaml"), drive.Options{Seed: 3})
			var b strings.Builder
			for asks > 0 {
				if s.Game().Kind() == game.Chance {
					next(t, s)
					continue
				}
				asks--
				fmt.Fprintf(&b, "== %s\n", drive.RequestLine(s.Game(), s.Game().Request()).Text)
				actions, err := explain.Actions(s.Game(), "", asked)
				require.NoError(t, err)
				heard, err := explain.Triggers(s, "", asked)
				require.NoError(t, err)
				ends, err := explain.Ends(s.Game(), asked)
				require.NoError(t, err)
				for _, l := range [][]string{actions.Sentences, heard.Sentences, ends.Sentences} {
					for _, line := range l {
						b.WriteString(line + "\n")
					}
				}
				if !next(t, s) {
					break
				}
			}
			golden(t, name+".txt", b.String())
		})
	}
}
