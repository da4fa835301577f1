package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/enginetest/effort"
	"github.com/astragal-engine/astragal/engine/model"
)

// faulty writes a model with n mistakes of twenty kinds, one in a line, and says on which line which message is due.
func faulty(n int) (text string, due []string) {
	var b strings.Builder
	line := 1
	write := func(code, format string, args ...any) {
		fmt.Fprintf(&b, format+"\n", args...)
		if code != "" {
			due = append(due, fmt.Sprintf("%d %s", line, code))
		}
		line++
	}
	each := n / 20
	block := func(code, format string) {
		for i := range each {
			write(code, strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
	}
	write("", "num_players: 2")
	write("", "content:")
	write("", "  cards:")
	block("item-status", "    - {id: card#, status: doubtful}")
	block("keyword-unused", "    - {id: kept#, keywords: [Word#]}")
	write("", "functions:")
	block("function-unused", "  f#: {params: [a], x: a}")
	block("bad-param", "  g#: {params: [a, a], x: a}")
	write("", "derived:")
	var called []string
	for i := range each {
		called = append(called, fmt.Sprintf("g%d", i))
	}
	write("", "  all: '[%s]'", strings.Join(called, ", "))
	block("syntax", "  d#: 'g0 ( 1'")
	write("", "state:")
	write("", "  vars: {turn: {init: 0}, count: {init: 0}}")
	write("", "  zones:")
	write("", "    row: {visibility: hidden}")
	block("drawn-from-order", "    z#: {visibility: hidden, drawn_from: row}")
	block("unknown-zone", "    y#: {visibility: hidden, drawn_from: rwo}")
	write("", "actions:")
	write("", "  act:")
	write("", "    effect:")
	block("unknown-var", "      - {op: add, var: cuont, amount: 1}")
	block("unknown-zone", "      - {op: shuffle, zone: x#}")
	block("unknown-op", "      - {op: shufle, zone: row}")
	block("unknown-key", "      - {op: shuffle, zone: row, tiems: #}")
	block("unknown-code", "      - {op: call, code: c#}")
	block("missing-field", "      - {op: add, amount: #}")
	block("action-unused", "  idle#: {effect: []}")
	write("", "flow:")
	write("", "  kind: sequence")
	write("", "  children:")
	block("unknown-action", "    - {kind: step, id: s#, actor_x: turn, do: [act, atc]}")
	block("unknown-flow", "    - {kind: subflow, id: r#, ref: nowhere}")
	block("no-cases", "    - {kind: branch, id: b#, cases: []}")
	write("", "triggers:")
	block("event-never", "  - {event: e#}")
	write("", "modifiers:")
	block("stat-unread", "  - {stat: s#, change_x: value}")
	write("", "end:")
	block("who-list", "  - {id: e#, if_x: count, result: win, who_x: '[0, 1]'}")
	return b.String(), due
}

func TestManyMistakes(t *testing.T) {
	text, due := faulty(200)
	require.Len(t, due, 200)
	var r *Report
	effort.Most(t, 100, func() {
		m, found, err := model.Parse("m.yaml", text, model.Options{})
		require.NoError(t, err)
		r = Model(m, found)
	})
	require.Equal(t, due, said(r.Diagnostics, due))
}

// The time grows with the model, not with its square: names that are nowhere, however many.
func TestTwentyThousandMistakes(t *testing.T) {
	text, due := faulty(20_000)
	var list diag.List
	effort.Most(t, 15_000, func() {
		m, found, err := model.Parse("m.yaml", text, model.Options{})
		require.NoError(t, err)
		list = Model(m, found).Diagnostics
	})
	require.Equal(t, due, said(list, due))
}

// said gives line and code of the messages of the kinds that are due. What else there is to say of the same lines is
// another matter.
func said(list diag.List, due []string) []string {
	kinds := map[string]bool{}
	for _, d := range due {
		kinds[d[strings.Index(d, " ")+1:]] = true
	}
	var out []string
	for _, d := range list {
		if kinds[d.Code] {
			out = append(out, fmt.Sprintf("%d %s", d.Pos.Line, d.Code))
		}
	}
	return out
}
