package doccheck

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
)

// faulty holds, for each message that docs/model.md explains, sections of a model that stops with it.
// One action, `act`, is taken by player 0 unless a flow is given.
var faulty = []string{
	`actions: {act: {pre: if they dare}}`,
	`actions: {act: {effect: [{op: add, var: n, amount: twice}]}}`,
	`actions: {act: {effect: [{op: roll}]}}`,
	`
actions: {act: {}, other: {}}
flow: {kind: step, id: s, do: [act, other]}`,
	`
actions: {act: {effect: [{op: choose, options: [1, 2], as: x}]}}
flow: {kind: step, id: s, do: [act]}`,
	`
actions: {act: {effect: [{op: emit, event: e}]}}
triggers: [{id: t, event: e, optional: true}]
flow: {kind: step, id: s, do: [act]}`,
	`end: [{id: e, if_x: "True", result: win}]`,
	`
actions: {act: {effect: [{op: set, var: n, value_x: "modified('m', 1)"}]}}
modifiers: [{stat: m, change: one more}]`,
	`
code: {x: {kind: code, module: m, function: f}}
actions: {act: {effect: [{op: call, code: x}]}}`,
	`actions: {act: {effect: [{op: set, var: n, value_x: tea}]}}`,
	`actions: {act: {effect: [{op: set, var: tea, value: 1}]}}`,
	`actions: {act: {effect: [{op: shuffle, zone: tea}]}}`,
	`actions: {act: {effect: [{op: shuffle, zone: hand}]}}`,
	`actions: {act: {effect: [{op: choose, options: [], as: x}]}}`,
	`actions: {act: {effect: [{op: choose, options: [1], min: 2, as: x}]}}`,
	`actions: {act: {effect: [{op: move, what: 1, from: pile, to: slot}]}}`,
	`actions: {act: {effect: [{op: set, attr: a, of_x: "content['c'][0]", value: 1}]}}`,
	`actions: {act: {effect: [{op: add, var: low, amount: -1}]}}`,
	`actions: {act: {effect: [{op: create, what_x: "{}", to: slot, n: 2}]}}`,
	`flow: {kind: loop, id: l, children: []}`,
	`actions: {act: {effect: [{op: repeat, until_x: "False", do: []}]}}`,
	`flow: {kind: turns, id: t, phases: {main: []}}`,
	`
turns: {sides: {a: {phases: [main]}}, next_seat_x: "1"}
actions: {act: {}}
flow: {kind: turns, id: t, phases: {main: [{kind: step, do: [act]}]}}
end: [{id: out, if_x: "True", result: eliminate, who_x: "1"}]`,
	`
turns: {sides: {a: {phases: [main]}}}
actions: {act: {effect: [{op: run, flow: f}]}}
flow: {kind: subflow, ref: f}
flows: {f: {kind: turns, id: t, phases: {main: [{kind: step, do: [act]}]}}}`,
	`
turns: {sides: {a: {phases: [main]}}}
flow: {kind: turns, id: t, phases: {main: []}}`,
	`
actions: {act: {effect: [{op: window}]}, fast: {speed: fast}}
priority: {protocol: {after_action: same}}`,
	`
actions: {act: {effect: [{op: emit, event: e}]}}
triggers: [{event: e, do: [{op: emit, event: e}]}]`,
	`
actions: {act: {effect: [{op: set, var: n, value_x: "modified('m', 1)"}]}}
modifiers: [{stat: m, change_x: "modified('m', value)"}]`,
	`
actions: {act: {effect: [{op: sample, model: o}]}}
outcomes: {o: {outcomes: [{p: 0.5}, {p: 0.4}]}}`,
	`end: [{id: e, if_x: "True", result: win, who_x: "[0, 1]"}]`,
	`end: [{id: e, if_x: "True", result: score, returns_x: "[1]"}]`,
}

const common = `
num_players: 2
content: {c: [{id: a}]}
state:
  vars: {n: {init: 0}, low: {init: 0, min: 0}}
  zones: {hand: {owner: player}, slot: {kind: slot}, pile: {}}
`

// TestMessages makes games stop with every message that the guide explains.
func TestMessages(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "model.md"))
	require.NoError(t, err)
	section := string(text)
	section = section[strings.Index(section, "# What a game stops with"):]
	section = section[:strings.Index(section, "# Common mistakes")]
	rows := regexp.MustCompile("(?m)^\\| (`.*?`) \\|").FindAllStringSubmatch(section, -1)
	require.NotEmpty(t, rows)

	var got []string
	for _, f := range faulty {
		got = append(got, stops(t, f))
	}
	for _, row := range rows {
		kind := ""
		for _, m := range strings.Split(strings.Trim(row[1], "`"), "`, `") {
			if before, _, ok := strings.Cut(m, ": "); ok && !strings.Contains(before, " ") {
				kind = before
			} else {
				m = kind + ": " + m
			}
			require.True(t, matchesAny(m, got), "no game stops with %q; they stop with\n%s", m, strings.Join(got, "\n"))
		}
	}
}

// matchesAny reads a message of the guide: X and quoted names stand for any name, numbers for any number.
func matchesAny(message string, got []string) bool {
	p := regexp.QuoteMeta(message)
	for _, any := range [][2]string{{`<[a-z]+>`, `.+`}, {`\\\.\\\.\\\.`, `.*`}, {`'[a-z]+'`, `'.+'`}, {`\bX\b`, `.+`}, {`\bx\b`, `.+`}, {`\b\d+(\\\.\d+)?\b`, `[0-9.]+`}} {
		p = regexp.MustCompile(any[0]).ReplaceAllString(p, any[1])
	}
	re := regexp.MustCompile("^" + p + "$")
	for _, g := range got {
		if re.MatchString(g) {
			return true
		}
	}
	return false
}

// stops plays a faulty model, always with the first option, and gives what it stops with.
func stops(t *testing.T, sections string) string {
	t.Helper()
	text := common + sections + "\n"
	if !strings.Contains(text, "\nactions:") {
		text += "actions: {act: {}}\n"
	}
	if !strings.Contains(text, "\nflow:") {
		text += "flow: {kind: step, id: s, actor_x: \"0\", do: [act]}\n"
	}
	m, _, err := model.Parse("faulty.yaml", text, model.Options{})
	require.NoError(t, err, "%s", text)
	p, _ := compile.Compile(m, compile.Options{})
	g, err := game.New(p, game.Options{})
	require.NoError(t, err)
	for !g.Over() {
		require.NoError(t, g.Answer(0))
	}
	require.NotNil(t, g.Err(), "%s", text)
	return g.Err().Error()
}
