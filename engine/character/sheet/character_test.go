package sheet

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestCharacterKeepsWhatItDoesNotKnow(t *testing.T) {
	text := `{"format":1,"ruleset":{"p":"1.0"},"id":"ada","values":{"gone:field":[1,{"a":1.50}],"p:hp":3},` +
		`"choices":{"class":["p:fighter",{"option":"p:feat","choices":{"style":["bow",2]},"why":"x"}]},` +
		`"features":[{"id":"f","item":"gone:thing","luck":7}],` +
		`"inventory":[{"id":"s","item":"p:sword","quantity":2,"equipped":true,"state":{"n":12345678901234567890},"templates":["p:flame"]}],` +
		`"applied":[{"id":"b","source":"p:bless","active":false,"state":{"rounds":3},"by":"bo"}],` +
		`"followUps":[{"id":"o","followUp":"p:dying","source":{"type":"item","id":"p:sword","entry":"s"},"params":{"n":1}}],` +
		`"extensions":{"app":{"x":[]}},"portrait":"<a&b>"}`
	c, err := Read([]byte(text))
	require.NoError(t, err)
	require.Equal(t, text, string(c.AppendJSON(nil)))
	require.Equal(t, text, string(c.clone().AppendJSON(nil)))
}

func TestCharacterErrorsHavePaths(t *testing.T) {
	for _, row := range []struct{ text, code, path string }{
		{`{`, "schema", ""},
		{`{} {}`, "schema", ""},
		{`[]`, "schema", ""},
		{`{"format":2}`, "unsupported-format", "format"},
		{`{"values":[]}`, "schema", "values"},
		{`{"inventory":[{"id":"a"}]}`, "schema", "inventory[0]"},
		{`{"inventory":[{"id":"a","item":"p:x"},{"id":"a","item":"p:y"}]}`, "duplicate-id", "inventory[1].id"},
		{`{"features":[{"id":"a","item":"p:x"}],"applied":[{"id":"a","source":"p:y"}]}`, "duplicate-id", "applied[0].id"},
		{`{"inventory":[{"id":"a","item":"p:x","quantity":-1}]}`, "schema", "inventory[0].quantity"},
		{`{"inventory":[{"id":"a","item":"p:x","quantity":1.5}]}`, "schema", "inventory[0].quantity"},
		{`{"choices":{"c":[{"choices":{}}]}}`, "schema", "choices.c[0]"},
		{`{"choices":{"c":[1.5]}}`, "schema", "choices.c[0]"},
		{`{"followUps":[{"id":"a","followUp":"p:x"},{"id":"a","followUp":"p:x"}]}`, "duplicate-id", "followUps[1].id"},
		{strings.Repeat(`{"choices":{"c":[{"option":"o","choices":{"c":[`, 1) + strings.Repeat(`{"option":"o","choices":{"c":[`, 30) + strings.Repeat(`]}}`, 30) + `]}}]}}`, "safety-limit-exceeded", "choices.c[0]" + strings.Repeat(".choices.c[0]", 20) + ".choices"},
	} {
		_, err := Read([]byte(row.text))
		require.IsType(t, Errors{}, err, row.text)
		first := err.(Errors)[0]
		require.Equal(t, [2]string{row.code, row.path}, [2]string{first.Code, first.Path}, "%s: %v", row.text, err)
	}
}

// Whatever JSON holds, reading gives an error or a character that is written and read the same.
func TestAnyJSONIsReadOrRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, err := json.Marshal(randomData(t, 5))
		require.NoError(t, err)
		c, err := Read(text)
		if err != nil {
			require.NotEmpty(t, err.(Errors))
			return
		}
		written := c.AppendJSON(nil)
		again, err := Read(written)
		require.NoError(t, err)
		require.Equal(t, string(written), string(again.AppendJSON(nil)))
	})
}

// randomData draws plain data, leaning towards the members that characters and changes have.
func randomData(t *rapid.T, depth int) any {
	kinds := 4
	if depth > 0 {
		kinds = 7
	}
	switch rapid.IntRange(0, kinds).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return rapid.Bool().Draw(t, "bool")
	case 2:
		return rapid.IntRange(-3, 3).Draw(t, "int")
	case 3:
		return rapid.Float64Range(-2, 2).Draw(t, "number")
	case 4:
		return rapid.SampledFrom([]string{"", "a", "p:x", "set", "adjust", "addItem", "1"}).Draw(t, "text")
	case 5:
		list := make([]any, rapid.IntRange(0, 3).Draw(t, "length"))
		for i := range list {
			list[i] = randomData(t, depth-1)
		}
		return list
	}
	keys := []string{"format", "id", "item", "values", "choices", "features", "inventory", "applied", "followUps", "state", "option",
		"source", "params", "type", "field", "by", "value", "entry", "copies", "path", "choice", "other", "templates", "followUp"}
	m := map[string]any{}
	for _, key := range rapid.SliceOfNDistinct(rapid.SampledFrom(keys), 0, 6, rapid.ID).Draw(t, "keys") {
		m[key] = randomData(t, depth-1)
	}
	return m
}
