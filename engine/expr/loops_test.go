package expr

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A loop inside a loop's test may ask the outer element, whatever it is.
func TestInnerLoopsAskTheOuterElement(t *testing.T) {
	w := newWorld()
	w.state("rows", "[[1], [2], [0, 1]]")
	w.function(t, "own", []string{"row"}, "any(x in row for x in row)")
	for src, want := range map[string]string{
		"all(all(x in row for x in row) for row in rows)":                                    "True",
		"[row for row in rows if any(x in row for x in row)]":                                "[[1], [2], [0, 1]]",
		"len([row for row in rows if all(x == row for x in row)])":                           "0",
		"[row for row in [[0], [1, 0], [0, 1]] if all(row[x] == x for x in row)]":            "[[0], [0, 1]]",
		"[row for row in rows if row != 5 and not any(x not in row for x in row)]":           "[[1], [2], [0, 1]]",
		"sum(1 for row in rows for x in row if row[0] == x)":                                 "3",
		"[row for row in rows if all(x >= 0 and x in row for x in row)]":                     "[[1], [2], [0, 1]]",
		"[own(row) for row in rows]":                                                         "[True, True, True]",
		"[row for row in rows if own(row)]":                                                  "[[1], [2], [0, 1]]",
		"any(any(row[x] == 5 for x in row) for row in [[1], [2]])":                           "IndexError",
		"[i for i in range(3) if any(x in rows[i] for x in rows[i])]":                        "[0, 1, 2]",
		"[r for r in rows if any(x in r for x in r) for q in [r] if all(x in q for x in r)]": "[[1], [2], [0, 1]]",
	} {
		quick := w.outcome(t, Mode{}, src)
		require.Contains(t, quick, want, src)
		require.Equal(t, w.outcome(t, Mode{Plain: true}, src), quick, src)
	}
}

// What a loop goes over is worked out once, though a quick loop leaves it to a slower one: loops within loops do not
// double with each.
func TestLoopsBeginAnewWithTheSameValue(t *testing.T) {
	for _, loop := range []string{
		"[x for x in %s if x != 1]", "[x for x in %s if x['kind'] != 'b']", "[x for x in %s if x['kind'] != 'b' and x['cost'] > 0.5]",
		"[x for x in %s if x['cost'] == 2.5]", "[x for x in %s if x]",
	} {
		src := "hand"
		for range 40 {
			src = fmt.Sprintf(loop, src)
		}
		w := newWorld()
		w.state("hand", "[{'kind': 'a', 'cost': 2.5}]")
		w.env.Limits.Steps = 4000
		require.Contains(t, w.outcome(t, Mode{}, src), "'kind'", loop)
		require.NotContains(t, w.outcome(t, Mode{}, src), "too many", loop)
	}
	w := newWorld()
	w.constant("table", "[[[0, 1]], [[1, 2]]]")
	w.state("board", "[1, 'x', 1]")
	w.function(t, "which", []string{"n"}, "len([1 for x in range(n) if x < 1])")
	src := "any(all(board[i] == 1 for i in line) for line in table[which(30)])"
	w.env.Limits.Steps = 500
	require.Contains(t, w.outcome(t, Mode{}, src), "False")
	w.env.Begin()
	full := w.env.steps
	w.compile(t, src).Run(w.env)
	require.Less(t, full-w.env.steps, int64(250), "the place in the table is worked out once")
}

// loopText draws a loop over what there is, of whatever kinds.
func loopText(t *rapid.T) string {
	pick := func(from ...string) string { return rapid.SampledFrom(from).Draw(t, "part") }
	outer := pick("x", "x", "line", "p")
	fixed := func() string {
		return pick(outer, outer, "1", "0", "None", "'a'", "p", "q", "s", "True", "1.0", "board", "line", "board[p]", "lines[0]", "p + 1", "nan", "big", "hand[0]", "-1", "half(p)", "gone")
	}
	against := func() string {
		if rapid.IntRange(0, 5).Draw(t, "identity") == 0 {
			return pick("is None", "is not None", "is True")
		}
		return pick("==", "!=", "<", "<=", ">", ">=", "in", "not in") + " " + fixed()
	}
	var atom func(x string, deep bool) string
	atom = func(x string, deep bool) string {
		switch rapid.IntRange(0, 7).Draw(t, "atom") {
		case 0, 1:
			return x + " " + against()
		case 2:
			return fmt.Sprintf("%s[%s] %s", pick("board", "line", "lines", outer), x, against())
		case 3, 4:
			return fmt.Sprintf("%s[%s] %s", x, pick("'kind'", "'cost'", "'uid'", "'off'", "0"), against())
		case 5:
			return x + pick("['off']", "['cost']", "['kind']")
		case 6:
			if deep {
				y := pick("i", "j", x)
				return fmt.Sprintf("%s(%s for %s in %s)", pick("any", "all"), atom(pick(y, y, x), false), y, x)
			}
			return "half(" + x + ") " + against()
		}
		return pick("full(", "has(") + x + ")"
	}
	cond := func(x string) string {
		var parts []string
		for range rapid.IntRange(1, 3).Draw(t, "atoms") {
			parts = append(parts, pick("", "", "not ")+atom(x, true))
		}
		text := strings.Join(parts, pick(" and ", " or "))
		return fmt.Sprintf(pick("%s", "%s", "not (%s)"), text)
	}
	over := func() string {
		return pick("board", "lines", "hand", "range(p)", "range(n)", "table[p]", "table[half(p)]", "line", "mixed", "s", "[1, 2, 3]", "[x for x in mixed if x != 1]", "kinds")
	}
	loop := func() string {
		text := fmt.Sprintf("for %s in %s", outer, over())
		for range rapid.IntRange(0, 2).Draw(t, "conditions") {
			text += " if " + cond(outer)
		}
		return text
	}
	switch rapid.IntRange(0, 6).Draw(t, "loop") {
	case 0:
		return fmt.Sprintf("len([%s %s])", outer, loop())
	case 1, 2:
		return fmt.Sprintf("%s(%s %s)", pick("any", "all"), cond(outer), loop())
	case 3:
		return fmt.Sprintf("sum(%s %s)", pick("1", outer), loop())
	case 4:
		return fmt.Sprintf("[(%s, y) %s for y in %s if y != %s]", outer, loop(), pick("board", outer, "line"), pick(outer, "1"))
	case 5:
		return fmt.Sprintf("next((%s %s), None)", outer, loop())
	}
	return fmt.Sprintf("[%s %s]", outer, loop())
}

func loopWorld(t testing.TB) *world {
	w := newWorld()
	w.state("board", "[1, None, 0, 1, 1]")
	w.state("p", "1")
	w.state("q", "2")
	w.state("n", "5")
	w.state("s", "'ab'")
	w.state("nan", "float('nan')")
	w.state("big", "2 ** 70")
	w.state("mixed", "[1, True, 1.0, None, 'a', 2 ** 70, [1], (0, 1), float('nan'), {'kind': 'a'}]")
	w.state("hand", "[item(1, kind='a', cost=1, off=True), item(1, kind='b', cost=2, off=False), item(1, kind='a', cost=1.5, off=0), {'kind': 'a', 'cost': 1}, item(1, cost=3, kind='a')]")
	w.state("kinds", "[item(1, kind='a', cost=1), item(1, kind='a', cost=0), item(1, kind='b', cost=1)]")
	w.constant("line", "[0, 3, 4]")
	w.constant("lines", "[[0, 1], [3, 4], [2]]")
	w.constant("table", "[[[0, 3]], [[3, 4], [0]]]")
	w.function(t, "half", []string{"v"}, "v // 2")
	w.function(t, "full", []string{"v"}, "all(board[i] != v for i in line)")
	w.function(t, "has", []string{"v"}, "any(x == v for x in board)")
	w.function(t, "gone", nil, "[7][p]")
	return w
}

// Loops of all sorts give what the ordinary ones give, to the words and the place of their errors. With more steps
// they never fail where they do not with fewer.
func TestLoopsAlike(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		w, src := loopWorld(t), loopText(r)
		w.env.Limits = Limits{}
		want := w.outcome(t, Mode{Plain: true}, src)
		if got := w.outcome(t, Mode{}, src); got != want {
			r.Fatalf("%s: %s, but plain %s", src, got, want)
		}
		done := false
		for steps := int64(1); steps < 300; steps += 3 {
			w.env.Limits = Limits{Steps: steps}
			got := w.outcome(t, Mode{}, src)
			if done = done || got == want; done && got != want {
				r.Fatalf("%s with %d steps: %s, with fewer %s", src, steps, got, want)
			}
		}
	})
}
