package sheet

import (
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/dice"
	"github.com/astragal-engine/astragal/engine/internal/schemacheck"
)

func valid(t tester, s *jsonschema.Schema, text string) error {
	t.Helper()
	return s.Validate(schemacheck.JSON(t, []byte(text)))
}

// Everything that random characters take and give is of the schema.
func TestCallsAreOfTheirSchema(t *testing.T) {
	schema := schemacheck.Compile(t, CallsSchema())
	rapid.Check(t, func(t *rapid.T) {
		w, r := worldOf(t)
		text := w.character()
		c := characterOf(t, text)
		s := r.Compute(c, nil)
		ok := func(b []byte) string { return `{"ok":true,` + string(b[1:]) }
		require.NoError(t, valid(t, schema, `{"computeSheet":{"in":{"character":`+string(c.AppendJSON(nil))+`},"out":`+ok(s.AppendJSON(nil))+`}}`))
		for _, n := range s.Choices() {
			require.NoError(t, valid(t, schema, `{"listOptions":{"in":{"character":{},"path":`+string(n.Path.AppendJSON(nil))+`},"out":`+ok(n.AppendOptions(nil))+`}}`))
		}
		change := w.change()
		result, err := r.Apply(c, changesOf(t, `[`+change+`]`), Options{Dice: func(d dice.Die) (int, error) { return d.Low(), nil }})
		out := ""
		if err == nil {
			out = ok(result.AppendJSON(nil))
		} else {
			out = `{"ok":false,"errors":[` + string(err.JSON(nil)) + `]}`
		}
		require.NoError(t, valid(t, schema, `{"applyChanges":{"in":{"character":{},"changes":[`+change+`]},"out":`+out+`}}`))
	})
}

// What reading refuses as a shape the schema refuses, and the other way round, but for what no schema can say.
func TestSchemaAndReadingAgreeOnChanges(t *testing.T) {
	schema := schemacheck.Compile(t, CallsSchema())
	rapid.Check(t, func(t *rapid.T) {
		text, err := json.Marshal([]any{randomData(t, 3)})
		require.NoError(t, err)
		_, err = ReadChanges(text)
		fault := valid(t, schema, `{"applyChanges":{"in":{"character":{},"changes":`+string(text)+`}}}`)
		if err == nil {
			require.NoError(t, fault, "%s", text)
		} else if err.(Errors)[0].Code == "unknown-change" {
			require.Error(t, fault, "%s", text)
		}
	})
}
