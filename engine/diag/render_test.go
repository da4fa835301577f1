package diag

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/enginetest/effort"
)

func render(t *testing.T, text string, color bool, list ...Diagnostic) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, Render(&b, list, Files{"m.yaml": text}, color))
	return b.String()
}

func on(line, col int) Pos { return Pos{File: "m.yaml", Line: line, Col: col} }

func TestRender(t *testing.T) {
	got := render(t, "\ufeffname: x\r\nactoins: {}\r\nflow: 5", false,
		Diagnostic{Code: "unknown-key", Severity: Warning, Pos: on(2, 1), Text: "unknown key 'actoins' at the top level", Fix: "write 'actions'"},
		Diagnostic{Code: "bad-type", Pos: on(3, 7), Text: "flow must be a mapping"},
		Diagnostic{Code: "x", Pos: on(9, 1), Text: "beyond the end"},
		Diagnostic{Code: "x", Pos: Pos{File: "other.yaml", Line: 1, Col: 1}, Text: "elsewhere"},
		Diagnostic{Code: "x", Text: "nowhere"},
	)
	require.Equal(t, `m.yaml:2:1: warning: unknown key 'actoins' at the top level [unknown-key]
    2 | actoins: {}
      | ^~~~~~~
  fix: write 'actions'
m.yaml:3:7: error: flow must be a mapping [bad-type]
    3 | flow: 5
      |       ^
m.yaml:9:1: error: beyond the end [x]
other.yaml:1:1: error: elsewhere [x]
error: nowhere [x]
`, got)
}

func TestRenderEscapesWhatSteersTerminals(t *testing.T) {
	got := render(t, "a:\tb \x1b[31m\u202e!", false, Diagnostic{Code: "c\x07", Pos: on(1, 12), Text: "bad \x1b]0;x\x07 \u2066", Fix: "no\nline"})
	require.Equal(t, `m.yaml:1:12: error: bad \u001b]0;x\u0007 \u2066 [c\u0007]
    1 | a: b \u001b[31m\u202e!
      |                      ^
  fix: no\u000aline
`, got)
}

// The caret stands below its character, however long the line is and whatever is in it.
func TestRenderPointsToTheCharacter(t *testing.T) {
	for _, n := range []int{0, 1, 30, 59, 60, 61, 99, 100, 101, 1000} {
		for _, before := range []string{"x", "ä", "€"} {
			for _, after := range []int{0, 1, 38, 39, 40, 41, 500} {
				line := strings.Repeat(before, n) + "#" + strings.Repeat("y", after)
				got := strings.Split(render(t, line, false, Diagnostic{Pos: on(1, n+1), Text: "t"}), "\n")
				shown, caret := []rune(got[1]), []rune(got[2])
				require.Equal(t, '^', caret[len(caret)-1])
				require.Equal(t, '#', shown[len(caret)-1], "%d %d", n, after)
				require.LessOrEqual(t, len(shown), len("    1 | ")+width+2)
				require.Equal(t, n+1+after > width && n > left, strings.Contains(got[1], "| …"))
			}
		}
	}
}

func TestRenderWideCharacters(t *testing.T) {
	got := strings.Split(render(t, "a: 漢字 #", false, Diagnostic{Pos: on(1, 7), Text: "t"}), "\n")
	require.Equal(t, "      |         ^", got[2])
}

func TestRenderBehindTheLine(t *testing.T) {
	got := strings.Split(render(t, "ab", false, Diagnostic{Pos: on(1, 9), Text: "t"}), "\n")
	require.Equal(t, "      |   ^", got[2])
}

func TestRenderColours(t *testing.T) {
	got := render(t, "a", true, Diagnostic{Code: "c", Pos: on(1, 1), Text: "t", Fix: "f"})
	require.Equal(t, "\x1b[1mm.yaml:1:1:\x1b[0m \x1b[1;31merror:\x1b[0m \x1b[1mt\x1b[0m [c]\n\x1b[2m    1\x1b[0m | a\n      | \x1b[1;31m^\x1b[0m\n  \x1b[32mfix:\x1b[0m f\n", got)
}

func TestRenderManyOnOneEnormousLine(t *testing.T) {
	var list List
	for i := range 10_000 {
		list.Add(Error, "c", on(1, 100*i), "number %d", i)
	}
	files := Files{"m.yaml": strings.Repeat("ä", 1_000_000)}
	var b strings.Builder
	effort.Most(t, 3000, func() { require.NoError(t, Render(&b, list, files, false)) })
	require.Equal(t, 10_000, strings.Count(b.String(), "number"))
}

func ExampleRender() {
	list := List{{Code: "unknown-op", Pos: Pos{File: "game.yaml", Line: 2, Col: 8}, Text: "unknown op 'lett'", Fix: "write 'let'"}}
	var b strings.Builder
	_ = Render(&b, list, Files{"game.yaml": "effect:\n- {op: lett}\n"}, false)
	fmt.Print(b.String())
	// Output:
	// game.yaml:2:8: error: unknown op 'lett' [unknown-op]
	//     2 | - {op: lett}
	//       |        ^~~~
	//   fix: write 'let'
}
