package expect

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diag"
)

func TestMatch(t *testing.T) {
	wants, err := Read("a: 1 # error: one # warning: two$\nb: 2\nc: 3 # error: gone")
	require.NoError(t, err)
	require.Len(t, wants, 3)
	at := func(line int) diag.Pos { return diag.Pos{File: "f", Line: line, Col: 4} }
	unexpected, missing := Match(wants, diag.List{
		{Code: "c", Pos: at(1), Text: "number one"},
		{Code: "c", Pos: at(1), Text: "number one again"},
		{Code: "c", Pos: at(1), Severity: diag.Warning, Text: "x", Fix: "write two"},
		{Code: "c", Pos: at(2), Text: "one"},
	})
	require.Equal(t, []string{"f:1:4: error: number one again [c]", "f:2:4: error: one [c]"}, unexpected)
	require.Equal(t, []string{"line 3: error: gone"}, missing)
	_, err = Read("x # error: (")
	require.ErrorContains(t, err, "line 1")
}
