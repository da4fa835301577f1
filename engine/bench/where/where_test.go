package where

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/bench"
)

const root = "../../../"

// Every file of the machine belongs to a part, and what the tables name is there.
func TestPartsAreThoseOfTheSource(t *testing.T) {
	files, err := filepath.Glob(root + "engine/game/*.go")
	require.NoError(t, err)
	there := map[string]bool{}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		name := filepath.ToSlash(strings.TrimPrefix(f, root))
		there[name] = true
		_, known := byFile[name]
		require.True(t, known, "%s: say in byFile which part of playing it is", name)
	}
	for name := range byFile {
		require.True(t, there[name], "%s is no file of the machine any more: take it out of byFile", name)
	}
	for _, dir := range []string{"engine/game", "engine/bench"} {
		for name := range functions(t, dir) {
			there[name] = true
		}
	}
	for name := range byFunction {
		require.True(t, there[name], "%s is no function any more: take it out of byFunction", name)
	}
	for dir := range below {
		require.DirExists(t, root+dir)
	}
}

// functions gives the methods of a package as profiles name them.
func functions(t *testing.T, dir string) map[string]bool {
	found := map[string]bool{}
	files, err := filepath.Glob(root + dir + "/*.go")
	require.NoError(t, err)
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil {
				continue
			}
			if star, ok := fn.Recv.List[0].Type.(*ast.StarExpr); ok {
				if base, ok := star.X.(*ast.Ident); ok {
					found[dir+".(*"+base.Name+")."+fn.Name.Name] = true
				}
			}
		}
	}
	return found
}

// testdata/raw.txt is a profile as pprof prints it, cut and with counts of its own.
func TestAccount(t *testing.T) {
	f, err := os.Open("testdata/raw.txt")
	require.NoError(t, err)
	defer f.Close()
	samples, err := read(f)
	require.NoError(t, err)
	a := account(samples)
	a.Path, a.Nanos = Path{Name: "a game", Each: "a ply"}, 1000
	want, err := os.ReadFile("testdata/account.md")
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		want, err = []byte(a.Markdown()), os.WriteFile("testdata/account.md", []byte(a.Markdown()), 0o666)
	}
	require.NoError(t, err)
	require.Equal(t, string(want), a.Markdown())
}

func TestReadRefusesAnEmptyProfile(t *testing.T) {
	_, err := read(strings.NewReader("PeriodType: cpu nanoseconds\nSamples:\nsamples/count cpu/nanoseconds\nLocations\nMappings\n"))
	require.ErrorContains(t, err, "no samples")
}

func TestShort(t *testing.T) {
	for full, want := range map[string]string{
		"engine/expr.(*compiler).outer.func2":    "expr.compiler.outer",
		"engine/game.(*Game).step":               "game.Game.step",
		"runtime.wbBufFlush.func1":               "runtime.wbBufFlush",
		"engine/expr.ordering.func4.1":           "expr.ordering",
		"slices.SortFunc[...]":                   "slices.SortFunc",
		"engine/value.(*slab[go.shape.a/b]).cut": "value.slab.cut",
		"engine/bench.(*Player).Play.func1":      "bench.Player.Play",
		"engine/bench.NoughtsPlayouts":           "bench.NoughtsPlayouts",
		"engine/value.(*Store).CloneInto":        "value.Store.CloneInto",
		"engine/expr.(*Code).RunBool":            "expr.Code.RunBool",
		"github.com/x/y/v5.(*Encoder).functory":  "v5.Encoder.functory",
	} {
		require.Equal(t, want, call{function: full}.short())
	}
}

// Of a real profile nearly all is known by its part.
func TestLook(t *testing.T) {
	p, err := bench.Load(root + "examples/noughts-and-crosses/model.yaml")
	require.NoError(t, err)
	pl, err := bench.NewPlayer(p, 0, 1)
	require.NoError(t, err)
	a, err := Look(Path{Name: "noughts", Each: "a ply", Per: 7.6, Work: func(n int) (int, error) {
		_, _, err := pl.Play(n)
		return n, err
	}}, 700*time.Millisecond)
	require.NoError(t, err)
	require.Positive(t, a.Nanos)
	known := map[string]bool{}
	for _, s := range a.Shares {
		known[s.Part] = true
		if s.Part == system {
			require.Less(t, float64(s.Samples), 0.2*float64(a.Samples), "%+v", s)
		}
	}
	require.True(t, known[options] && known[end], "%+v", a.Shares)
}
