package value

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBriefIsStrUntilThereIsTooMuch(t *testing.T) {
	row := OfList([]Value{OfInt(1), OfText("é")})
	require.Equal(t, Str(nil, row), Brief(nil, row, 100))
	require.Equal(t, "[1, 'é']", Brief(nil, row, len("[1, 'é']")))
	require.Equal(t, "[1, '…", Brief(nil, row, len("[1, '")+1), "no half of a character")
	require.Equal(t, "éé…", Brief(nil, OfText("ééé"), 5))
	require.Equal(t, "ééé", Brief(nil, OfText("ééé"), 6))
	for _, n := range []int64{0, -1, 7, 99, 100, -9223372036854775808} {
		require.Equal(t, Str(nil, OfInt(n)), Brief(nil, OfInt(n), 100))
	}
	require.Equal(t, "12345", Brief(nil, OfInt(12345), 5))
	require.Equal(t, "123…", Brief(nil, OfInt(12345), 3))
	shared := row
	for range 100 {
		shared = OfList([]Value{shared, shared})
	}
	require.Equal(t, strings.Repeat("[", 50)+"…", Brief(nil, shared, 50))
	for range 2000 {
		shared = OfList([]Value{shared})
	}
	require.Equal(t, strings.Repeat("[", 901)+"…", Brief(nil, shared, 1_000_000), "too deep")
}
