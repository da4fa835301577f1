package doccheck

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

const root = "../../.."

// documents gives the blocks of the README and of every page in docs, by file.
func documents(t *testing.T) map[string][]Block {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	require.NoError(t, err)
	files = append(files, filepath.Join(root, "README.md"))
	out := map[string][]Block{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		require.NoError(t, err)
		name, _ := filepath.Rel(root, f)
		out[name] = Blocks(name, string(text))
	}
	return out
}

// compiled reads and compiles a block that is a whole game and demands that nothing is wrong with it.
func compiled(t *testing.T, b Block) *program.Program {
	t.Helper()
	m, list, err := model.Parse(b.File, b.Text, model.Options{})
	require.NoError(t, err)
	require.Empty(t, list, "%s:%d", b.File, b.Line)
	p, more := compile.Compile(m, compile.Options{})
	require.Empty(t, more, "%s:%d", b.File, b.Line)
	return p
}

// TestGames loads every whole game of the documentation and plays it to an end 20 times for each
// number of players that it takes.
func TestGames(t *testing.T) {
	games := 0
	for file, blocks := range documents(t) {
		for _, b := range blocks {
			if !b.Game() {
				continue
			}
			games++
			t.Run(fmt.Sprintf("%s:%d", file, b.Line), func(t *testing.T) {
				p := compiled(t, b)
				for n := p.MinPlayers; n <= p.MaxPlayers; n++ {
					for seed := range uint64(20) {
						play(t, p, n, seed)
					}
				}
			})
		}
	}
	require.NotZero(t, games)
}

// play answers at random until the game has ended, and plays the games of a campaign one after the other.
func play(t *testing.T, p *program.Program, players int, seed uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	g, err := game.New(p, game.Options{Players: players, Record: true})
	require.NoError(t, err)
	for {
		for asked := 0; !g.Over(); asked++ {
			require.Less(t, asked, 5000, "seed %d: no end", seed)
			require.NoError(t, g.Answer(rng.IntN(g.Len())))
		}
		if e := g.Err(); e != nil {
			t.Fatalf("seed %d: %v at %v", seed, e, e.Pos)
		}
		require.NotEqual(t, "flow finished without an end condition", g.Reason(), "seed %d", seed)
		require.Len(t, g.Payoffs(), players)
		if p.Campaign == nil || g.GameNo() >= p.Campaign.Games {
			return
		}
		require.NoError(t, g.NextGame())
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	unsaid  = regexp.MustCompile("[^a-z0-9 _-]")
)

// TestLinks follows every link within the repository, to its heading where it names one.
func TestLinks(t *testing.T) {
	for file := range documents(t) {
		text, err := os.ReadFile(filepath.Join(root, file))
		require.NoError(t, err)
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			to := filepath.Join(root, file)
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(to), m[1])
			}
			_, err := os.Stat(to)
			require.NoError(t, err, "%s: %s", file, m[0])
			if m[2] == "" {
				continue
			}
			target, err := os.ReadFile(to)
			require.NoError(t, err)
			anchors := map[string]bool{}
			for _, h := range heading.FindAllStringSubmatch(string(target), -1) {
				anchors[strings.ReplaceAll(unsaid.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")] = true
			}
			require.True(t, anchors[m[2]], "%s: no heading for %s", file, m[0])
		}
	}
}

// TestFragments holds the YAML that is no whole game against the shape of a model: a mapping stands for
// sections of the top level, a list for the ops of an effect.
func TestFragments(t *testing.T) {
	for file, blocks := range documents(t) {
		for _, b := range blocks {
			if b.Lang != "yaml" || b.Game() || b.Test() {
				continue
			}
			t.Run(fmt.Sprintf("%s:%d", file, b.Line), func(t *testing.T) {
				text := b.Text
				if strings.HasPrefix(strings.TrimSpace(withoutComments(text)), "-") {
					text = "actions:\n  example:\n    effect:\n" + indented(text, "      ")
				}
				text += "\nnum_players: 2\nflow: {kind: sequence, children: []}\n"
				_, list, err := model.Parse(file, text, model.Options{})
				require.NoError(t, err)
				for _, d := range list {
					require.Equal(t, "include", d.Code, "%v", d)
				}
			})
		}
	}
}

func withoutComments(text string) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

func indented(text, by string) string {
	return by + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+by) + "\n"
}

// TestExpressions evaluates the examples in blocks of Python: in the first game of the same page, at its first question.
func TestExpressions(t *testing.T) {
	tried := 0
	for file, blocks := range documents(t) {
		var g *game.Game
		for _, b := range blocks {
			if b.Game() && g == nil {
				var err error
				g, err = game.New(compiled(t, b), game.Options{})
				require.NoError(t, err)
			}
			if b.Lang != "python" {
				continue
			}
			list, stray := b.Examples()
			require.Empty(t, stray, "%s: lines that are no example", file)
			require.NotNil(t, g, "%s:%d: no game before the examples", file, b.Line)
			for _, x := range list {
				tried++
				if got := evaluate(g, x.Expr); got != x.Want {
					t.Errorf("%s:%d: %s\n gives %s\n  not  %s", file, x.Line, x.Expr, got, x.Want)
				}
			}
		}
	}
	require.NotZero(t, tried)
}

type resolver struct{ p *program.Program }

func (r resolver) Resolve(name string) expr.Ref { return r.p.Exprs.Resolve(name) }

// evaluate gives the repr of an expression's value as it leaves the expression, or its error as "Class: message".
func evaluate(g *game.Game, src string) string {
	syn, err := expr.Parse(src, diag.Pos{})
	if err == nil {
		var v value.Value
		env := g.Env()
		env.Begin()
		env.Locals.Cur = -1
		if v, err = expr.Compile(syn, resolver{g.Program()}).Eval(env); err == nil {
			return left(env, v)
		}
	}
	var e *expr.Error
	if errors.As(err, &e) {
		return strings.TrimSuffix(e.Class+": "+e.Message, ": ")
	}
	return err.Error()
}

// left stores v as an op would, which refuses what cannot leave an expression.
func left(env *expr.Env, v value.Value) (repr string) {
	defer func() {
		if e, ok := recover().(*value.Error); ok {
			repr = e.Class + ": " + e.Message
		}
	}()
	return value.Repr(env.Store, value.Keep(value.NewEpoch(), v))
}

// TestTests runs the test file of the page about models on the page's first game.
func TestTests(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go tool")
	}
	folder := t.TempDir()
	pig, tests := filepath.Join(folder, "pig.yaml"), 0
	for _, b := range documents(t)["docs/model.md"] {
		switch {
		case b.Game() && strings.Contains(b.Text, "name: Pig\n"):
			require.NoError(t, os.WriteFile(pig, []byte(b.Text), 0o600))
		case b.Test():
			tests++
			require.NoError(t, os.WriteFile(filepath.Join(folder, "test.yaml"), []byte(b.Text), 0o600))
		}
	}
	require.Equal(t, 1, tests)
	run := exec.Command(tool, "run", "./cmd/astragal", "test", folder)
	run.Dir = root
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// TestProgram runs the Go of the README on the game of the README.
func TestProgram(t *testing.T) {
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go tool")
	}
	folder := t.TempDir()
	body := ""
	for _, b := range documents(t)["README.md"] {
		switch {
		case b.Game():
			require.NoError(t, os.WriteFile(filepath.Join(folder, "stones.yaml"), []byte(b.Text), 0o600))
		case b.Lang == "go":
			body += b.Text
		}
	}
	main := "package main\n\nimport (\n\"fmt\"\n\"log\"\n\"github.com/astragal-engine/astragal/engine\"\n)\n\nfunc main() {\n" + body + "}\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "main.go"), []byte(main), 0o600))
	build := exec.Command(tool, "build", "-o", filepath.Join(folder, "play"), filepath.Join(folder, "main.go"))
	build.Dir = root
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	play := exec.Command(filepath.Join(folder, "play"))
	play.Dir = folder
	out, err = play.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Equal(t, "0 errors\n[1 -1] last_stone\n", string(out))
}

func TestBlocks(t *testing.T) {
	text := "a\n```yaml\nflow: 1\n```\n  ```python\n  1 + 1  →  2\n  # no\n  bad\n  ```\n"
	blocks := Blocks("x.md", text)
	require.Equal(t, []Block{
		{File: "x.md", Line: 3, Lang: "yaml", Text: "flow: 1\n"},
		{File: "x.md", Line: 6, Lang: "python", Text: "1 + 1  →  2\n# no\nbad\n"},
	}, blocks)
	require.True(t, blocks[0].Game())
	list, stray := blocks[1].Examples()
	require.Equal(t, []Example{{6, "1 + 1", "2"}}, list)
	require.Equal(t, []int{8}, stray)
}
