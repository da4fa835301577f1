package action_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// caseFile is one file of testdata/actions: packs, a character, and what comes of calls. Another
// implementation can run the same files; docs/actions.md has their shape.
type caseFile struct {
	Packs     []map[string]string `yaml:"packs"` // texts by path
	Character any                 `yaml:"character"`
	Cases     []oneCase           `yaml:"cases"`
}

type oneCase struct {
	Name    string `yaml:"name"`
	Rule    string `yaml:"rule"` // the section of the seed that it stands for
	Start   any    `yaml:"start"`
	Dice    *int   `yaml:"dice"` // a seed; without it dice that do not pause are an error
	Answers []any  `yaml:"answers"`
	Expect  any    `yaml:"expect"`
}

const casesAt = "../../../testdata/actions"

func TestCases(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(casesAt, "*.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".yaml"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			var f caseFile
			d := yaml.NewDecoder(bytes.NewReader(text))
			d.KnownFields(true)
			require.NoError(t, d.Decode(&f))
			rules := f.load(t)
			require.NotEmpty(t, f.Cases)
			for _, c := range f.Cases {
				t.Run(c.Name, func(t *testing.T) { c.run(t, rules, f.Character) })
			}
		})
	}
}

func (f *caseFile) load(t testing.TB) *sheet.Rules {
	var sources []pack.Source
	for i, files := range f.Packs {
		fsys := fstest.MapFS{}
		for name, text := range files {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		sources = append(sources, pack.Source{Name: fmt.Sprintf("pack%d", i+1), FS: fsys})
	}
	rs, errs := pack.Load(sources, pack.Options{})
	for _, e := range errs {
		t.Log(e)
	}
	require.NotNil(t, rs)
	return sheet.Prepare(rs)
}

func toJSON(t testing.TB, v any) []byte {
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return b
}

func written(t testing.TB, r *action.Result) []byte {
	b, err := r.MarshalJSON()
	require.NoError(t, err)
	return b
}

// run plays a case in every way that must come to the same, and holds the result against what is expected.
func (c *oneCase) run(t *testing.T, rules *sheet.Rules, character any) {
	start, _ := c.Start.(map[string]any)
	input := map[string]any{"character": character}
	for k, v := range start {
		input[k] = v
	}
	opts := action.Options{}
	if c.Dice != nil {
		opts.Dice = action.Seeded(uint64(*c.Dice))
	}
	read := func(answers []any) *action.Input {
		all := map[string]any{}
		for k, v := range input {
			all[k] = v
		}
		if answers != nil {
			all["answers"] = answers
		}
		in, err := action.ReadInput(toJSON(t, all))
		require.NoError(t, err)
		return in
	}

	in := read(c.Answers)
	before := toJSON(t, in.Character)
	whole := action.Start(rules, in, opts)
	got := written(t, whole)
	require.JSONEq(t, string(before), string(toJSON(t, in.Character)), "the character was changed")
	require.Equal(t, got, written(t, action.Start(rules, read(c.Answers), opts)), "a second start is another")
	asked := map[string]any{}
	for k, v := range input {
		asked[k] = v
	}
	if c.Answers != nil {
		asked["answers"] = c.Answers
	}
	ofSchema(t, "startAction", asked, got)
	matches(t, "", data(t, toJSON(t, c.Expect)), data(t, got))

	c.cuts(t, rules, read, opts, got)
	keyed := opts
	keyed.Key = []byte("a key")
	c.cuts(t, rules, read, keyed, written(t, action.Start(rules, read(c.Answers), keyed)))
	require.Equal(t, got, written(t, whole), "a result changes when other actions run")
}

// cuts: with fewer answers the action pauses exactly there, and going on answer by answer comes to the same,
// in a failure too; there only the index of the answer is more.
func (c *oneCase) cuts(t *testing.T, rules *sheet.Rules, read func([]any) *action.Input, opts action.Options, whole []byte) {
	want := data(t, whole).(map[string]any)
	refused := -1 // the answer that the list fails at
	if errs, _ := want["errors"].([]any); errs != nil {
		if at, _ := errs[0].(map[string]any)["data"].(map[string]any); at != nil && errs[0].(map[string]any)["code"] == "answer-mismatch" {
			require.Contains(t, at, "index")
			refused = int(at["index"].(float64))
			delete(at, "index")
		}
	}
	step := action.Start(rules, read(nil), opts)
	ofSchema(t, "continueAction", nil, written(t, step))
	for i, answer := range c.Answers {
		if i > refused && refused >= 0 || len(step.Errors) > 0 {
			break // later answers are not read
		}
		if step.Needs == nil {
			require.Equal(t, i, refused, "answer %d is not asked for", i)
			return // it is left over: there is nothing to give it to
		}
		cut := action.Start(rules, read(c.Answers[:i]), opts)
		require.NotNil(t, cut.Needs, "%d answers do not pause", i)
		require.Equal(t, string(written(t, step)), string(written(t, cut)), "cut before answer %d", i)
		text, err := json.Marshal(step.State)
		require.NoError(t, err)
		state, err := action.ReadState(text)
		require.NoError(t, err)
		again, err := json.Marshal(state)
		require.NoError(t, err)
		require.Equal(t, string(text), string(again), "a state read is another")
		a, err := action.ReadAnswer(toJSON(t, answer))
		require.NoError(t, err)
		step = action.Continue(rules, state, a, nil, opts)
		ofSchema(t, "continueAction", map[string]any{"state": json.RawMessage(text), "answer": answer}, written(t, step))
	}
	require.JSONEq(t, string(toJSON(t, want)), string(written(t, step)), "the loop comes to something else")
}

var callsSchema = sync.OnceValue(func() *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(action.CallsSchema()))
	if err != nil {
		panic(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("calls.json", doc); err != nil {
		panic(err)
	}
	return c.MustCompile("calls.json")
})

// ofSchema holds a call and what it gave against the schema of the calls.
func ofSchema(t *testing.T, call string, in map[string]any, out []byte) {
	t.Helper()
	shown := map[string]any{"out": json.RawMessage(out)}
	if in != nil {
		shown["in"] = in
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(toJSON(t, map[string]any{call: shown})))
	require.NoError(t, err)
	require.NoError(t, callsSchema().Validate(v), "%s", out)
}

func data(t *testing.T, text []byte) any {
	var v any
	require.NoError(t, json.Unmarshal(text, &v))
	return v
}

// matches holds a result against what is expected of it: members that are not named may be anything,
// null stands for one that is not there, lists are whole.
func matches(t *testing.T, path string, want, got any) {
	t.Helper()
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		require.True(t, ok, "%s: want an object, got %v", path, show(got))
		for k, v := range w {
			if v == nil {
				require.NotContains(t, g, k, "%s.%s is there", path, k)
				continue
			}
			require.Contains(t, g, k, "%s.%s is missing in %s", path, k, show(got))
			matches(t, path+"."+k, v, g[k])
		}
	case []any:
		g, ok := got.([]any)
		require.True(t, ok, "%s: want a list, got %v", path, show(got))
		require.Len(t, g, len(w), "%s: %s", path, show(got))
		for i := range w {
			matches(t, fmt.Sprintf("%s[%d]", path, i), w[i], g[i])
		}
	default:
		require.Equal(t, want, got, path)
	}
}

func show(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
