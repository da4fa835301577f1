package evaluators_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/examples/evaluators"
	"github.com/astragal-engine/astragal/host/sandbox"
)

// What the bad evaluator does and how the sandbox stops it.
var deeds = []struct {
	deed string
	kind sandbox.Kind
}{
	{"loop", sandbox.Instructions},
	{"trap", sandbox.Trap},
	{"recurse", sandbox.Nesting},
	{"storm", sandbox.Log},
	{"big", sandbox.Output},
	{"pointer", sandbox.Answer},
	{"length", sandbox.Output},
}

func do(deed string) object { return object{"args": object{"do": deed, "zero": 0.0}} }

func TestBadDeedsAreStopped(t *testing.T) {
	for _, language := range evaluators.Languages {
		t.Run(language, func(t *testing.T) {
			m := open(t, language, "bad")
			for _, tt := range deeds {
				_, _, err := m.Call(context.Background(), pack(t, do(tt.deed)))
				var stopped *sandbox.Error
				require.ErrorAs(t, err, &stopped, tt.deed)
				require.Equal(t, tt.kind, stopped.Kind, "%s: %v", tt.deed, stopped)
				require.Equal(t, pack(t, object{"value": "well"}), answer(t, m, object{"args": object{"do": "fine", "value": "well"}}), "after %s", tt.deed)
			}
		})
	}
}

// lies are answers that are none; whoever reads them has to notice.
var lies = map[string]string{
	"null":     "",
	"empty":    "",
	"garbage":  "\xc1\xc1\xc1",
	"cut":      "\x81\xa5value\xcb\x40",
	"trailing": "\x81\xa5value\x01\x02",
	"huge":     "\x81\xa5value\xdd\xff\xff\xff\xff",
	"number":   "\x2a",
	"nothing":  "\x80",
	"unknown":  "\x81\xa6secret\x01",
	"both":     "\x82\xa3ops\x90\xa5value\x01",
	"twice":    "\x82\xa5value\x01\xa5value\x02",
	"key":      "\x81\x01\x02",
	"text":     "\x81\xa5value\xa2\xff\xfe",
}

func TestLies(t *testing.T) {
	for _, language := range evaluators.Languages {
		m := open(t, language, "bad")
		for deed, lie := range lies {
			require.Equal(t, lie, string(answer(t, m, do(deed))), "%s in %s", deed, language)
		}
		deep := answer(t, m, do("deep"))
		require.Len(t, deep, 100_008, language)
		require.Equal(t, pack(t, object{"value": math.Float64frombits(0x7ff8 << 48)}), answer(t, m, do("nan")), language)
		require.Equal(t, pack(t, object{"chance": list{list{"sure", -1.0}}}), answer(t, m, do("chance")), language)
	}
}

// Memory ends where the limit is; a guest of Go dies of it.
func TestMemoryEnds(t *testing.T) {
	for _, language := range evaluators.Languages {
		out, _, err := open(t, language, "bad").Call(context.Background(), pack(t, do("grow")))
		if language == "go" {
			var stopped *sandbox.Error
			require.ErrorAs(t, err, &stopped)
			require.Equal(t, sandbox.Memory, stopped.Kind, "%v", stopped)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, pack(t, object{"value": sandbox.Default.MemoryPages}), out, language)
	}
}
