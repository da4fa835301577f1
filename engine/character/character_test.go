package character_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/internal/schemacheck"
)

const tinyRules = `
fields:
  - {id: hp, type: integer, default: 10, min: '0', max: '10'}
  - {id: wounds, type: integer, formula: 10 - hp}
contentTypes: [{id: trait, list: features}]
choices: [{id: origin, options: [{id: north}, {id: south, when: hp > 5}]}]
effects: [{target: {incoming: {fields: [hp]}}, op: add, value: 1d6}]
`

func tiny(t testing.TB) *character.Ruleset {
	t.Helper()
	rules, errs := character.LoadRuleset([]pack.Source{{Name: "p", FS: fstest.MapFS{
		"pack.yaml":    {Data: []byte("id: p\nversion: 1.0.0\n")},
		"rules/r.yaml": {Data: []byte(tinyRules)},
		"i18n/en.yaml": {Data: []byte("fields.hp: {name: Hit points, description: '{n, plural, one {# is} other {# are}} left of {max}.'}\n")},
		"i18n/fr.yaml": {Data: []byte("fields.hp.name: Points de vie\nfields.wounds.name: Blessures\n")},
	}}}, pack.Options{})
	require.NotNil(t, rules, "%v", errs)
	return rules
}

func TestCalls(t *testing.T) {
	rules := tiny(t)
	require.JSONEq(t, `{"ok":true,"path":{"choice":["origin"]},"owner":"p:rules","id":"origin","min":1,"max":1,"picked":0,"options":[
	 {"id":"north","eligible":true,"picked":false,"recommended":false},
	 {"id":"south","eligible":false,"reason":{"code":"requirement","formula":"hp > 5"},"picked":false,"recommended":false}]}`,
		string(rules.ListOptions([]byte(`{"character":{"values":{"p:hp":3}},"path":{"choice":["origin"]}}`))))
	require.JSONEq(t, `{"ok":true,"character":{"format":1,"values":{"p:hp":3},"choices":{"origin":["north"]}},"applied":[
	  {"index":0,"type":"choose"},{"index":1,"type":"adjust","field":"p:hp","by":-4,"before":10,"after":3,
	   "incoming":[{"source":{"type":"rules","id":"p"},"op":"add","value":3,"before":4,"after":7}]}],"followUps":[]}`,
		string(rules.ApplyChanges([]byte(`{"character":{},"changes":[{"type":"choose","path":{"choice":["origin"]},"option":"north"},{"type":"adjust","field":"p:hp","by":-4}],"dice":{"seed":1}}`), nil)))
	for _, out := range [][]byte{
		rules.ListOptions([]byte(`{"character":{},"path":{"choice":["origin"]},"links":{"p:crew":{"id":"s"}}}`)),
		rules.ApplyChanges([]byte(`{"character":{},"changes":[],"links":{"p:crew":{"id":"s"}}}`), nil),
	} {
		require.JSONEq(t, `{"ok":false,"errors":[{"code":"unknown-link","path":"links.p:crew","message":"no pack declares the link slot p:crew","data":{"link":"p:crew"}}]}`, string(out))
	}
	var s struct {
		OK     bool
		Fields []struct {
			ID    string
			Value int
		}
	}
	require.NoError(t, json.Unmarshal(rules.ComputeSheet([]byte(`{"character":{"values":{"p:hp":3}}}`)), &s))
	require.True(t, s.OK)
	require.Equal(t, 7, s.Fields[1].Value)
}

func TestDescribe(t *testing.T) {
	rules := tiny(t)
	for _, row := range []struct{ in, out string }{
		{`{"ids":["p:hp","p:wounds"],"args":{"n":1,"max":"ten"}}`, `[{"id":"p:hp","name":"Hit points","text":"1 is left of ten."},{"id":"p:wounds","name":"Blessures"}]`},
		{`{"ids":["p:hp"],"lang":"fr-CA","args":{"n":2.5,"max":true}}`, `[{"id":"p:hp","name":"Points de vie","text":"2.5 are left of true."}]`},
		{`{"ids":["p:hp"],"args":{"n":1e9}}`, `[{"id":"p:hp","name":"Hit points","text":"1000000000 are left of {max}."}]`},
		{`{"ids":["nobody:knows","nothing"],"lang":"-"}`, `[{"id":"nobody:knows","name":"knows"},{"id":"nothing","name":"nothing"}]`},
		{`{"ids":[]}`, `[]`},
	} {
		require.JSONEq(t, `{"ok":true,"texts":`+row.out+`}`, string(rules.Describe([]byte(row.in))), row.in)
	}
}

func TestDescribeStopsWhereTextsAreTooLong(t *testing.T) {
	rules, errs := character.LoadRuleset([]pack.Source{{Name: "p", FS: fstest.MapFS{
		"pack.yaml":    {Data: []byte("id: p\nversion: 1.0.0\n")},
		"i18n/en.yaml": {Data: []byte("tags.long: {name: Long, description: " + strings.Repeat("x", 8000) + "}\n")},
	}}}, pack.Options{})
	require.NotNil(t, rules, "%v", errs)
	ask := func(n int) string {
		return string(rules.Describe([]byte(`{"ids":["long"` + strings.Repeat(`,"long"`, n-1) + `]}`)))
	}
	require.Contains(t, ask(2000), `{"ok":true,"texts":[{"id":"long","name":"Long","text":"xxx`)
	require.Equal(t, `{"ok":false,"errors":[{"code":"safety-limit-exceeded","path":"ids[2096]","message":"the texts are too long to be given at once: ask for fewer","data":{"limit":16777216}}]}`, ask(2100))
}

func TestCallsThatAreRefused(t *testing.T) {
	rules := tiny(t)
	for _, row := range []struct {
		out   []byte
		fault string
	}{
		{rules.ComputeSheet([]byte(`{`)), "schema "},
		{rules.ComputeSheet([]byte(`{}`)), "schema "},
		{rules.ComputeSheet([]byte(`{"character":{},"more":1}`)), "schema more"},
		{rules.ComputeSheet([]byte(`{"character":{"inventory":[{"id":"a"}]}}`)), "schema character.inventory[0]"},
		{rules.ComputeSheet([]byte(`{"character":{},"links":{"p:x":{}}}`)), "schema links.p:x"},
		{rules.ListOptions([]byte(`{"character":{},"path":{"choice":["no"]}}`)), "unknown-choice path"},
		{rules.ListOptions([]byte(`{"character":{},"path":{"entry":"x","choice":["no"]}}`)), "unknown-id path.entry"},
		{rules.ListOptions([]byte(`{"character":{},"path":{"choice":["a","b"]}}`)), "invalid-path path"},
		{rules.ApplyChanges([]byte(`{"character":{},"changes":[{"type":"set"}]}`), nil), "schema changes[0]"},
		{rules.ApplyChanges([]byte(`{"character":{},"changes":[{"type":"adjust","field":"p:hp","by":-1}]}`), nil), "dice-needed changes[0].by"},
		{rules.ApplyChanges([]byte(`{"character":{},"changes":[],"dice":{"seed":-1}}`), nil), "schema dice.seed"},
		{rules.Describe([]byte(`{}`)), "schema "},
		{rules.Describe([]byte(`{"ids":[1]}`)), "schema ids[0]"},
		{rules.Describe([]byte(`{"ids":[""],"character":{}}`)), "schema ids[0]"},
		{rules.Describe([]byte(`{"ids":[],"lang":"` + strings.Repeat("a-", 60) + `"}`)), "schema lang"},
		{rules.Describe([]byte(`{"ids":[],"args":{"n":[]}}`)), "schema args.n"},
		{rules.Describe([]byte(`{"ids":[],"args":{"n":1e999}}`)), "schema args.n"},
		{rules.Describe([]byte(`{"ids":[],"args":{"n":"` + strings.Repeat("x", 1001) + `"}}`)), "schema args.n"},
		{rules.Describe([]byte(`{"ids":["p:hp"` + strings.Repeat(`,"p:hp"`, 10_000) + `]}`)), "safety-limit-exceeded ids"},
	} {
		var out struct {
			OK     bool
			Errors []struct{ Code, Path, Message string }
		}
		require.NoError(t, json.Unmarshal(row.out, &out), "%s", row.out)
		require.False(t, out.OK)
		require.Equal(t, row.fault, fmt.Sprintf("%s %s", out.Errors[0].Code, out.Errors[0].Path))
		require.NotEmpty(t, out.Errors[0].Message)
	}
}

func ExampleRuleset_ApplyChanges() {
	rules, _ := character.LoadRuleset([]pack.Source{{Name: "p", FS: fstest.MapFS{
		"pack.yaml":    {Data: []byte("id: p\nversion: 1.0.0\n")},
		"rules/r.yaml": {Data: []byte("fields: [{id: hp, type: integer, default: 10, min: '0'}]\n")},
	}}}, pack.Options{})
	fmt.Printf("%s\n", rules.ApplyChanges([]byte(`{"character": {"id": "ada"}, "changes": [{"type": "adjust", "field": "p:hp", "by": -12}]}`), nil))
	// Output:
	// {"ok":true,"character":{"format":1,"id":"ada","values":{"p:hp":0}},"applied":[{"index":0,"type":"adjust","field":"p:hp","by":-12,"before":10,"after":0,"clamped":true}],"followUps":[]}
}

// What describe takes and gives is of the schema of the calls.
func TestDescribeIsOfItsSchema(t *testing.T) {
	schema := schemacheck.Compile(t, sheet.CallsSchema())
	rules := tiny(t)
	for in, good := range map[string]bool{
		`{"ids":["p:hp","fire"],"lang":"de","args":{"n":1,"x":true,"y":"z"}}`: true, `{"ids":[]}`: true, `{"ids":["p:hp"],"args":{}}`: true,
		`{}`: false, `{"ids":"p:hp"}`: false, `{"ids":[""]}`: false, `{"ids":[],"args":{"n":[]}}`: false, `{"ids":[],"args":{"n":null}}`: false, `{"ids":[],"more":1}`: false,
	} {
		out := rules.Describe([]byte(in))
		require.Equal(t, good, strings.HasPrefix(string(out), `{"ok":true`), "%s: %s", in, out)
		for text, ok := range map[string]bool{`{"describe":{"in":` + in + `}}`: good, `{"describe":{"out":` + string(out) + `}}`: true} {
			require.Equal(t, ok, schema.Validate(schemacheck.JSON(t, []byte(text))) == nil, text)
		}
	}
}
