package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/enginetest/effort"
	"github.com/astragal-engine/astragal/engine/model"
)

// sources are the texts that are taken apart and put together anew.
func sources(t testing.TB) []string {
	var out []string
	for _, pattern := range []string{"../../examples/*/model.yaml", "../../testdata/warnings/*.yaml", "../../testdata/errors/check-*.yaml"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			out = append(out, string(text))
		}
	}
	return out
}

// same checks a text twice; what is said must be the same, and no text may break the checker.
func same(t require.TestingT, text string) {
	var said [2]string
	for i := range said {
		m, read, err := model.Parse("m.yaml", text, model.Options{})
		if err != nil {
			return
		}
		r := Model(m, read)
		said[i] = fmt.Sprint(r.Diagnostics, r.Allowed)
	}
	require.Equal(t, said[0], said[1])
}

// Models with lines dropped, doubled, swapped and words exchanged are checked without a panic, always alike.
func TestMutatedModels(t *testing.T) {
	texts := sources(t)
	words := strings.Fields("actor hand deck players n_players [0] [] None True not len( ) + == < in if else for x in self value event until_x pre_x if_x who_x over_x as from to")
	rapid.Check(t, func(t *rapid.T) {
		lines := strings.Split(rapid.SampledFrom(texts).Draw(t, "text"), "\n")
		for range rapid.IntRange(1, 8).Draw(t, "changes") {
			i, j := rapid.IntRange(0, len(lines)-1).Draw(t, "i"), rapid.IntRange(0, len(lines)-1).Draw(t, "j")
			switch rapid.IntRange(0, 3).Draw(t, "how") {
			case 0:
				lines[i] = ""
			case 1:
				lines[i], lines[j] = lines[j], lines[i]
			case 2:
				lines[i] += "\n" + lines[j]
			case 3:
				f := strings.Split(lines[i], " ")
				f[rapid.IntRange(0, len(f)-1).Draw(t, "word")] = rapid.SampledFrom(words).Draw(t, "new")
				lines[i] = strings.Join(f, " ")
			}
		}
		same(t, strings.Join(lines, "\n"))
	})
}

// Models that make the search for names, types and effects go far still end soon.
func TestLargeModelsEndSoon(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		b.WriteString("num_players: 2\nstate: {vars: {n: {init: 0}}}\nactions: {a: {effect: [{op: emit, event: e0}]}}\ntriggers:\n")
		for i := range n {
			fmt.Fprintf(&b, "  - {event: e%d, do: [{op: let, name: x%d, value: 1}, {op: emit, event: e%d}, {op: emit, event: e%d}]}\n", i, i, (i+1)%n, i/2)
		}
		return b.String() + "flow: {kind: loop, id: l, until_x: n, children: [{kind: step, id: s, do: [a]}]}\n"
	}
	cards := func(n int) string {
		var b strings.Builder
		b.WriteString("num_players: 2\nstate: {vars: {n: {init: 0}}, zones: {deck: {init_x: \"content['c']\"}}}\nactions: {a: {effect: [{op: exec, of_x: \"deck[0]\"}]}}\ncontent:\n  c:\n")
		for i := range n {
			fmt.Fprintf(&b, "    - {id: c%d, effect: [{op: choose, options_x: \"[x for x in deck if x['id'] != 'c%d']\", as: y%d}, {op: exec, of_x: y%d}, {op: add, var: n, amount_x: \"len(y%d) + z\"}]}\n", i, i, i, i, i)
		}
		return b.String() + "flow: {kind: loop, id: l, until_x: n, children: [{kind: step, id: s, do: [a]}]}\n"
	}
	functions := func(n int) string {
		var b strings.Builder
		b.WriteString("num_players: 2\nfunctions:\n  f0: {params: [x], x: x}\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "  f%d: {params: [x], x: f%d(x) + f%d(x) + f%d(x)}\n", i, i-1, i-1, i-1)
		}
		return b.String() + fmt.Sprintf("state: {vars: {n: {init: 0}}, zones: {h: {visibility: hidden}}}\nactions: {a: {effect: [{op: set, var: n, value_x: f%d(n)}, {op: choose, options_x: \"f%d(h)\", as: q}]}}\nagents: {p: {policy_x: f%d(n)}}\nflow: {kind: step, id: s, do: [a]}\n", n-1, n-1, n-1)
	}
	nested := func(n int) string {
		op := "{op: add, var: n, amount: 1}"
		for i := range n {
			op = fmt.Sprintf("{op: repeat, until_x: n > %d, do: [{op: if, cond_x: n, then: [%s]}]}", i, op)
		}
		return "num_players: 2\nstate: {vars: {n: {init: 0}}}\nactions: {a: {effect: [" + op + "]}}\nflow: {kind: step, id: s, do: [a]}\n"
	}
	misspelt := func(n int) string {
		var vars, ops strings.Builder
		for i := range n {
			fmt.Fprintf(&vars, "    variable_%d: {init: 0}\n", i)
			fmt.Fprintf(&ops, "  - {op: set, var: varable_%d, value_x: vriable_%d + 1}\n", i, i)
		}
		return "num_players: 2\nstate:\n  vars:\n" + vars.String() + "actions:\n a:\n  effect:\n" + ops.String() + "flow: {kind: step, id: s, do: [a]}\n"
	}
	tower := func(n int) string { // each function calls another, so that all of them read what the last one reads
		var b strings.Builder
		b.WriteString("num_players: 2\nstate: {vars: {n: {init: 0}}}\nfunctions:\n  f0: {params: [x], x: n + x}\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "  f%d: {params: [x], x: f%d(x) + f%d(x)}\n", i, i-1, i*7%n)
		}
		return b.String() + fmt.Sprintf("actions: {a: {effect: [{op: set, var: n, value_x: f%d(n)}]}}\nflow: {kind: step, id: s, do: [a]}\n", n-1)
	}
	const step = "flow: {kind: step, id: s, do: [a]}\n"
	doubled := func(n int) string { // each flow runs the next one twice
		var b strings.Builder
		b.WriteString("num_players: 2\nstate: {vars: {n: {init: 0}}}\nactions: {a: {effect: [{op: add, var: n, amount: 1}]}}\nflows:\n")
		for i := range n {
			fmt.Fprintf(&b, "  f%d: {kind: sequence, id: q%d, children: [{kind: subflow, id: l%d, ref: f%d}, {kind: subflow, id: r%d, ref: f%d}]}\n", i, i, i, i+1, i, i+1)
		}
		return b.String() + fmt.Sprintf("  f%d: {kind: step, id: s, do: [a]}\nflow: {kind: subflow, id: top, ref: f0}\n", n)
	}
	loops := func(n int) string { // nothing changes what ends the loops or the game
		var b, ends strings.Builder
		b.WriteString("num_players: 2\nstate: {vars: {n: {init: 0}, m: {init: 0}}}\nactions: {a: {effect: [{op: add, var: m, amount: 1}]}}\nflow:\n  kind: sequence\n  id: q\n  children:\n")
		for i := range n {
			fmt.Fprintf(&b, "  - {kind: loop, id: l%d, until_x: n > %d, children: [{kind: step, id: s%d, do: [a]}]}\n", i, i, i)
			fmt.Fprintf(&ends, "- {id: e%d, if_x: n == %d, result: win, who_x: 0}\n", i, i)
		}
		return b.String() + "end:\n" + ends.String()
	}
	windows := func(n int) string {
		var b, actions strings.Builder
		b.WriteString("num_players: 2\npriority:\n  windows:\n")
		for i := range n {
			fmt.Fprintf(&b, "    w%d: {allows: [s%d, s%d]}\n", i, i, (i+1)%n)
			fmt.Fprintf(&actions, "  a%d: {speed: s%d, effect: [{op: window, name: w%d}]}\n", i, i, i)
		}
		return b.String() + "actions:\n  a: {effect: [{op: window, name: w0}]}\n" + actions.String() + step
	}
	policies := func(n int) string {
		var b, agents strings.Builder
		b.WriteString("num_players: 2\nstate: {zones: {d: {visibility: hidden}}}\nactions: {a: {}}\nfunctions:\n  f0: {params: [x], x: len(d)}\n")
		for i := range n {
			fmt.Fprintf(&b, "  f%d: {params: [x], x: f%d(x)}\n", i+1, i)
			fmt.Fprintf(&agents, "  p%d: {policy_x: f%d(option)}\n", i, n)
		}
		return b.String() + "agents:\n" + agents.String() + step
	}
	for name, text := range map[string]string{"doubled": doubled(3000), "loops": loops(4000), "windows": windows(3000), "policies": policies(3000), "misspelt": misspelt(5000), "tower": tower(10000), "chain": chain(2000), "cards": cards(5000), "functions": functions(60), "nested": nested(20)} {
		t.Run(name, func(t *testing.T) {
			m, read, err := model.Parse("m.yaml", text, model.Options{})
			require.NoError(t, err)
			effort.Most(t, 10_000, func() { Model(m, read) })
		})
	}
}
