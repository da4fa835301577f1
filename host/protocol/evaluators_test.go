package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEvaluatorsOfARuntime(t *testing.T) {
	conf, err := ParseConfig([]byte("\x81\xaaevaluators\x81\xa5storm\x85\xa4kind\xa7content\xa4wasm\xc4\x02ab\xa5reads\x82\xa1z\xa11\xa1a\xa12\xa5zones\x91\xa4deck\xa9decisions\xa4self"))
	require.NoError(t, err)
	require.Len(t, conf.Evaluators, 1)
	e := conf.Evaluators[0]
	require.Equal(t, "storm", e.Name)
	require.Equal(t, "ab", string(e.Wasm))
	require.Equal(t, "a", e.Reads[0].Name)
	require.Equal(t, []string{"deck"}, e.Zones)
	for text, want := range map[string]string{
		`{"evaluators": {"x": {"kind": "magic", "path": "p"}}}`:                          "'x': kind is code, content or policy",
		`{"evaluators": {"x": {"kind": "code"}}}`:                                        "'x': give either wasm or path",
		`{"evaluators": {"x": {"kind": "code", "path": "no/such/file"}}}`:                "'x': open no/such/file",
		`{"evaluators": {"x": {"kind": "code", "path": "p", "decisions": "everybody"}}}`: "'x': decisions is self or all",
		`{"evaluators": {"x": {"kind": "code", "secret": 1}}}`:                           "a map from names to",
		`{"evaluators": [1]}`: "a map from names to",
	} {
		_, err := ParseConfig([]byte(text))
		require.ErrorContains(t, err, "config: evaluators: "+want, text)
	}
}
