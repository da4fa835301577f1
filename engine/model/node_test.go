package model

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diag"
)

func constant(t *testing.T, value string) *Node {
	t.Helper()
	m, _ := parse(t, "flow: {kind: sequence}\nconstants:\n  c: "+value+"\n")
	return m.Constants[0].Value
}

func TestScalars(t *testing.T) {
	for _, c := range []struct {
		in   string
		kind NodeKind
		text string
	}{
		{"", Null, "null"}, {"~", Null, "null"}, {"Null", Null, "null"}, {"true", Bool, "true"}, {"FALSE", Bool, "false"},
		{"yes", Text, "yes"}, {"on", Text, "on"}, {"y", Text, "y"},
		{"0", Int, "0"}, {"-0", Int, "0"}, {"+12", Int, "12"}, {"-7", Int, "-7"}, {"010", Int, "10"}, {"1_000", Int, "1000"},
		{"0x1F", Int, "31"}, {"-0x10", Int, "-16"}, {"0o17", Int, "15"}, {"0b101", Int, "5"},
		{"123456789012345678901234567890", Int, "123456789012345678901234567890"},
		{"0xFFFFFFFFFFFFFFFFFFFF", Int, "1208925819614629174706175"},
		{"1.5", Float, "1.5"}, {"1e3", Float, "1e3"}, {".5", Float, ".5"}, {"1.", Float, "1."}, {"-.inf", Float, "-inf"}, {".INF", Float, "inf"}, {".NaN", Float, "nan"},
		{"1e999", Text, "1e999"}, {"inf", Text, "inf"}, {"-", Text, "-"}, {"1-2", Text, "1-2"}, {"0x", Text, "0x"},
		{"2001-12-14", Text, "2001-12-14"}, {"12:30", Text, "12:30"}, {"1.2.3", Text, "1.2.3"},
		{`"1"`, Text, "1"}, {"'true'", Text, "true"}, {"!!str 1", Text, "1"}, {"!!int '5'", Int, "5"}, {"!!float 5", Float, "5"},
		{"|\n    a\n    b", Text, "a\nb\n"}, {">\n    a\n    b", Text, "a b\n"}, {`"a\u00e4\n"`, Text, "aä\n"},
	} {
		t.Run(c.in, func(t *testing.T) {
			if c.in == "-" {
				c.in = "'-'"
			}
			n := constant(t, c.in)
			require.Equal(t, fmt.Sprint(c.kind, c.text), fmt.Sprint(n.Kind, n.Text))
		})
	}
}

func TestKeysKeepTheirKind(t *testing.T) {
	n := constant(t, `{1: a, "1": b, 1.0: c, true: d, null: e}`)
	require.Equal(t, []NodeKind{Int, Text, Float, Bool, Null}, []NodeKind{n.Keys[0].Kind, n.Keys[1].Kind, n.Keys[2].Kind, n.Keys[3].Kind, n.Keys[4].Kind})
	require.Equal(t, "b", n.Get("1").Text)
}

func TestAliasesShareAndMerge(t *testing.T) {
	m, list := parse(t, `
num_players: 2
constants:
  base: &base {a: 1, b: 2}
  more: &more {b: 3, c: 4}
  both: {<<: [*base, *more], c: 5}
  same: [*base, *base]
  late: {a: 9, <<: *base}
flow: {kind: sequence}
`)
	require.Empty(t, list)
	show := func(n *Node) (out string) {
		for i, k := range n.Keys {
			out += k.Text + n.Items[i].Text + " "
		}
		return out
	}
	require.Equal(t, "a1 b2 c5 ", show(m.Constants[2].Value))
	require.Equal(t, "b2 a9 ", show(m.Constants[4].Value))
	same := m.Constants[3].Value
	require.Same(t, same.Items[0], same.Items[1])
	require.Same(t, m.Constants[0].Value, same.Items[0])
}

func TestNearest(t *testing.T) {
	known := []string{"effect", "cost", "label"}
	require.Equal(t, "effect", diag.Nearest("efect", known))
	require.Equal(t, "effect", diag.Nearest("effetc", known))
	require.Equal(t, "cost", diag.Nearest("costs", known))
	require.Equal(t, "", diag.Nearest("colour", known))
	require.Equal(t, "", diag.Nearest("", known))
}
