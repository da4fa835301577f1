package model

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every key says what it means, and whatever a key leads to is there.
func TestEveryKeyIsExplained(t *testing.T) {
	all := map[string]Shape{}
	for _, s := range Shapes() {
		all[s.Name] = s
	}
	for _, s := range all {
		_, _, kind := strings.Cut(s.Name, ":")
		require.Equal(t, kind, s.Doc != "", "%s: only a kind has a text of its own", s.Name)
		for _, k := range s.Keys {
			require.Regexp(t, `^[^ ].*\.$`, k.Doc, "%s.%s", s.Name, k.Name)
			require.Equal(t, k.Holds == "one of", k.Holds == "one of" && len(k.Words) > 0, "%s.%s has no words", s.Name, k.Name)
			if k.Of == "" {
				continue
			}
			_, found := all[k.Of]
			_, words := KindKey(k.Of)
			require.True(t, found || len(words) > 0, "%s.%s leads to %s", s.Name, k.Name, k.Of)
			for _, w := range words {
				require.Contains(t, all, k.Of+":"+w)
			}
		}
	}
	key, words := KindKey("op")
	require.Equal(t, "op", key)
	require.Equal(t, opNames, words)
}
