package program

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, place string
		want           bool
	}{
		{"step a", "step a", true}, {"step a", "step ab", false}, {"*", "", true}, {"", "x", false}, {"step *", "step a", true},
		{"*a*b", "xaabab", true}, {"*a*b", "xaaba", false}, {"step * · 2", "step a · 1 · 2", true}, {"**", "x", true}, {"a*", "b", false},
		{"a*a", "a", false}, {"a*b*c", "axxbyyc", true}, {"a*b*c", "acb", false}, {"a**b", "ab", true},
	} {
		require.Equal(t, c.want, Glob(c.pattern, c.place), "%q %q", c.pattern, c.place)
	}
}

func TestPlaceFits(t *testing.T) {
	for _, c := range []struct {
		pattern, place string
		want           bool
	}{
		{"step a", "step a", true}, {"step a", "step b", false}, {"step *", "step b", true},
		{"action raid", "action raid · 2", true}, {"action raid", "action raid · hit · 2", true}, {"action raid · hit", "action raid · hit · 2", true},
		{"action raid · hit", "action raid", false}, {"action raid · 3", "action raid · 2", false}, {"action * · 2", "action raid · 2", true},
		{"· 2", "action raid · hit · 2", true}, {"· hit", "action raid · hit", true}, {"· hit", "action hit", false}, {"· h*", "action raid · hit · 2", true},
		{"action raid", "action raid (cost)", false}, {"action raid*", "action raid (cost) · 1", true},
	} {
		require.Equal(t, c.want, PlaceFits(c.pattern, c.place), "%q %q", c.pattern, c.place)
	}
}
