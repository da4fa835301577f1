package formula

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/dice"
)

// plainly compiles by cel-go's parser alone.
func plainly(source string, scope *Scope) (*Formula, *Error) {
	return (&compiler{source: source, scope: scope, known: known{}, slow: true}).formula(Any)
}

// sameFormula reports whether two formulas are the same in every part, the places included.
func sameFormula(x, y *node) bool {
	if x.at != y.at || x.len != y.len || !x.t.Is(y.t) || x.slot != y.slot || x.depth != y.depth || !sameTree(x, y) {
		return false
	}
	for i := range x.kids {
		if !sameFormula(x.kids[i], y.kids[i]) {
			return false
		}
	}
	return true
}

func sameReading(t require.TestingT, source string, scope *Scope) {
	fast, fastErr := Compile(source, scope, Any)
	slow, slowErr := plainly(source, scope)
	require.Equal(t, slowErr, fastErr, "%q", source)
	if slow != nil {
		require.True(t, sameFormula(slow.root, fast.root), "%q is read as %s and by cel-go as %s", source, fast, slow)
	}
}

// Our reader and cel-go's parser read the same formula, with the same places, and find the same faults.
func TestReadersAgree(t *testing.T) {
	scope := testScope()
	for _, name := range []string{"formulas.txt", "summary.txt", "passon.txt"} {
		for _, line := range corpus(t, name) {
			sameReading(t, line[0], scope)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		g := &grower{t: t}
		sameReading(t, print(g.any(rapid.IntRange(0, 3).Draw(t, "depth"))), scope)
	})
}

// pieces are what stands in formulas, and what does not belong there.
var pieces = append(strings.Split(" ()[]{}.,'\"?:!-+*/%<>=&|0123456789aexinfdr_\n\t\\#`é", ""), "//", "&&", "||", "==", "!=", "in ", "2d6", "has(", "max(",
	".map(x, ", "null", "true", "if", "-9223372036854775808", "1.5", "1e3", "0x1f", "'''", "@", "\r\n")

// So they do of what is nearly a formula.
func TestReadersAgreeOnWhatIsNearlyAFormula(t *testing.T) {
	scope := testScope()
	var known []string
	for _, line := range corpus(t, "formulas.txt") {
		known = append(known, line[0])
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(known).Draw(t, "known")
		if rapid.Bool().Draw(t, "grown") {
			g := &grower{t: t}
			text = print(g.any(rapid.IntRange(0, 2).Draw(t, "depth")))
		}
		for range rapid.IntRange(1, 4).Draw(t, "edits") {
			from := rapid.IntRange(0, len(text)).Draw(t, "from")
			to := min(len(text), from+rapid.IntRange(0, 3).Draw(t, "cut"))
			piece := ""
			if from == to || rapid.Bool().Draw(t, "put") {
				piece = rapid.SampledFrom(pieces).Draw(t, "piece")
			}
			text = text[:from] + piece + text[to:]
		}
		sameReading(t, text, scope)
	})
}

// Most formulas do not need cel-go's parser.
func TestTheReaderReadsMost(t *testing.T) {
	all, read1 := 0, 0
	for _, name := range []string{"formulas.txt", "summary.txt", "passon.txt"} {
		for _, line := range corpus(t, name) {
			if _, err := plainly(line[0], testScope()); err != nil {
				continue
			}
			s, err := scan(line[0], dice.Limits{})
			require.Nil(t, err)
			all++
			if e, _ := read(s.text); e != nil {
				read1++
			}
		}
	}
	assert.Greater(t, read1*100/all, 90)
}

// Whatever is written, both read the same.
func FuzzReaders(f *testing.F) {
	seeds(f)
	scope := testScope()
	f.Fuzz(func(t *testing.T, source string) { sameReading(t, source, scope) })
}
