package pack

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/enginetest/effort"
)

func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
	}
	return b.String()
}

// A stranger's pack costs no more than its size: what would grow with its square has a limit of its own.
func TestLargePacksEndSoon(t *testing.T) {
	types := "contentTypes:\n" + many(1900, "  - {id: t#, state: {s#: integer}, effects: [{target: {field: f0}, op: add, value: self.s#}]}\n")
	for name, c := range map[string]struct{ rules, want string }{
		"steps":      {"actions:\n- id: a\n  steps:\n" + many(5000, "  - {id: s#, kind: roll, parts: [{value: 1}]}\n"), "more than 500 steps"},
		"same step":  {"actions:\n- id: a\n  steps:\n" + many(5000, "  - {id: s, kind: roll, parts: [{value: 1}]}\n"), "more than 500 steps"},
		"flags":      {"actions:\n- id: a\n  steps:\n  - id: b\n    kind: branch\n    cases:\n    - when: 'true'\n      steps: []\n      flags:\n" + many(20_000, "        f#: 1\n"), "more than 500 flags"},
		"params":     {"actions:\n- id: a\n  steps: []\n  params:\n" + many(20_000, "    p#: integer\n"), "more than 500 params"},
		"types":      {"contentTypes:\n" + many(20_000, "  - {id: t#, state: {s#: integer}}\n"), "more than 2000 "},
		"full types": {"fields: [{id: f0, type: integer}]\n" + types, ""},
		"unknown":    {"fields:\n" + many(20_000, "  - {id: field_number_#, type: integer, formula: field_nunber_#}\n"), "were not looked at"},
		"situations": {"tags: [t]\nsituational:\n" + many(1500, "  - {id: s#, type: boolean, rolls: [t]}\n") + "actions:\n" + many(1500, "  - {id: a#, steps: []}\n"), "more than 1000000 pairs"},
		"references": {"contentTypes: [{id: a}]\nactions:\n" + many(15_000, "  - {id: action-number-#, steps: [{id: r, kind: action, use: action-nunber-#}]}\n"), "only 1000 are shown"},
		"actions":    {"tags: [a]\nactions:\n" + many(19_000, "  - {id: a#, steps: [{id: step#, kind: choice, tags: [a], options: [{id: x, flags: {flag#: '1'}}]}]}\n"), ""},
		"chain":      {"fields:\n  - {id: f0, type: integer}\n" + many(20_000, "  - {id: g#, type: integer, formula: g#0}\n"), "were not looked at"},
		"deep chain": {chain(10_000), ""},
	} {
		t.Run(name, func(t *testing.T) {
			var list Errors
			effort.Most(t, 20_000, func() { _, list = Load(one(c.rules), Options{}) })
			if c.want == "" {
				require.Empty(t, list)
			} else {
				require.Contains(t, fmt.Sprintf("%+v", []Error(list)), c.want)
			}
		})
	}
}

// chain is fields of which each reads the next.
func chain(n int) string {
	var b strings.Builder
	b.WriteString("fields:\n")
	for i := range n {
		fmt.Fprintf(&b, "  - {id: f%d, type: integer, formula: f%d + 1}\n", i, i+1)
	}
	fmt.Fprintf(&b, "  - {id: f%d, type: integer}\n", n)
	return b.String()
}
