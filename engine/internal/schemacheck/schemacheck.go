// Package schemacheck compiles JSON schemas for tests and reads YAML as what a schema speaks of.
package schemacheck

import (
	"bytes"
	"encoding/json"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// T is what tests and property tests both are.
type T interface {
	require.TestingT
	Helper()
}

// Compile compiles the text of a schema.
func Compile(t T, schema []byte) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("schema.json", JSON(t, schema)))
	s, err := c.Compile("schema.json")
	require.NoError(t, err)
	return s
}

// JSON gives a JSON text as a schema takes it.
func JSON(t T, text []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err, "%s", text)
	return v
}

// YAML gives a YAML text as the values of JSON.
func YAML(t T, text []byte) any {
	t.Helper()
	var v any
	require.NoError(t, yaml.Unmarshal(text, &v))
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return JSON(t, b)
}
