package jsontext_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/internal/jsontext"
)

func TestTexts(t *testing.T) {
	for _, s := range []string{"", "plain", "<a & b>", `"quoted" \ `, "line\nline", "é", "\x00", "\xff"} {
		text, err := jsontext.Marshal(s)
		require.NoError(t, err)
		require.Equal(t, string(text), string(jsontext.AppendText(nil, s)))
		require.NotContains(t, string(text), `\u003c`)
		var back string
		require.NoError(t, json.Unmarshal(text, &back))
	}
}

func TestReading(t *testing.T) {
	v, _, err := jsontext.Data([]byte(`{"n": 1.0, "big": 12345678901234567890}`))
	require.NoError(t, err)
	require.Equal(t, map[string]any{"n": json.Number("1.0"), "big": json.Number("12345678901234567890")}, v)
	_, at, err := jsontext.Data([]byte(`{} {}`))
	require.ErrorIs(t, err, jsontext.ErrMore)
	require.Positive(t, at)
	var one struct{ A int }
	require.ErrorContains(t, jsontext.UnmarshalStrict([]byte(`{"A": 1, "B": 2}`), &one), "B")
	require.ErrorIs(t, jsontext.UnmarshalStrict([]byte(`{"A": 1}]`), &one), jsontext.ErrMore)
}
