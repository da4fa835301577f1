package sheet

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/diag"
)

// rulesOf makes rules of one pack, p, with a file of rules and one of content.
func rulesOf(t tester, rules, content string) *Rules {
	t.Helper()
	return rulesOfPacks(t, map[string][2]string{"p": {rules, content}}, "p")
}

func rulesOfPacks(t tester, packs map[string][2]string, order ...string) *Rules {
	t.Helper()
	var list []pack.Source
	for i, id := range order {
		manifest := "id: " + id + "\nversion: 1.0.0\n"
		if i > 0 {
			manifest += "requires: [{id: " + order[0] + ", version: 1.0.0}]\n"
		}
		files := fstest.MapFS{"pack.yaml": {Data: []byte(manifest)}}
		if text := packs[id][0]; text != "" {
			files["rules/r.yaml"] = &fstest.MapFile{Data: []byte(text)}
		}
		if text := packs[id][1]; text != "" {
			files["content/c.yaml"] = &fstest.MapFile{Data: []byte(text)}
		}
		list = append(list, pack.Source{Name: id, FS: files})
	}
	rs, errs := pack.Load(list, pack.Options{})
	if rs == nil {
		_, _, files := pack.Check(list, pack.Options{})
		var b bytes.Buffer
		_ = diag.Render(&b, errs.List(), files, false)
		t.Fatal(b.String())
	}
	return Prepare(rs)
}

func characterOf(t tester, text string) *Character {
	t.Helper()
	c, err := Read([]byte(text))
	require.NoError(t, err)
	return c
}

// shown is a field's value as JSON, or its error.
func shown(t tester, s *Sheet, id string) string {
	t.Helper()
	f := s.Rules.Field(id)
	require.NotNil(t, f, id)
	v, err := s.Value(f.N)
	if err != nil {
		return "error " + string(err.Code)
	}
	return show(v)
}

// effects shows what acts on a field: source op value, and a minus before those that do not count.
func effects(t tester, s *Sheet, id string) string {
	t.Helper()
	_, parts, _ := s.Parts(s.Rules.Field(id).N)
	var out []string
	for _, p := range parts {
		mark := ""
		if p.By != counts || p.Wrong {
			mark = "-"
		}
		out = append(out, mark+strings.TrimPrefix(p.Source.ID, "p:")+" "+string(p.Effect.Op)+" "+show(p.Value))
	}
	return strings.Join(out, ", ")
}

func changesOf(t tester, text string) []Change {
	t.Helper()
	list, err := ReadChanges([]byte(text))
	require.NoError(t, err)
	return list
}

// applied makes changes and gives the new character.
func applied(t tester, r *Rules, c *Character, changes string) *Result {
	t.Helper()
	before := string(c.AppendJSON(nil))
	result, err := r.Apply(c, changesOf(t, changes), Options{})
	require.Nil(t, err, "%v", err)
	require.Equal(t, before, string(c.AppendJSON(nil)), "the input was changed")
	return result
}

// whole is a sheet as JSON, read again.
func whole(t tester, s *Sheet) map[string]any {
	t.Helper()
	text := s.AppendJSON(nil)
	var out map[string]any
	require.NoError(t, json.Unmarshal(text, &out), "%s", text)
	return out
}

// issues lists the issues of a whole sheet: code and path.
func issues(t tester, s *Sheet) []string {
	t.Helper()
	whole(t, s)
	out := []string{}
	for _, i := range s.Issues() {
		out = append(out, strings.TrimSpace(i.Code+" "+i.Path))
	}
	return out
}

// tester is what the helpers need of a test, a benchmark or a rapid check.
type tester interface {
	require.TestingT
	Helper()
	Fatal(args ...any)
}
