package pack

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/internal/schemacheck"
	"github.com/astragal-engine/astragal/engine/packfile"
)

// shipped are the packs that come with the project, each with those that it requires before it.
func shipped(t testing.TB) map[string][]Source {
	t.Helper()
	names, err := filepath.Glob("../../../examples/packs/*/pack.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	out := map[string][]Source{}
	for _, name := range names {
		src, err := Open(filepath.Dir(name))
		require.NoError(t, err)

		out[filepath.Base(filepath.Dir(name))] = []Source{src}
	}
	return out
}

func TestShippedPacksLoadWithoutAWord(t *testing.T) {
	for name, packs := range shipped(t) {
		rs, list := Load(packs, Options{})
		require.Empty(t, list, "%s:\n%s", name, shownErrors(list, packs))
		for _, f := range rs.Fields {
			require.Same(t, f, rs.Field(f.ID))
		}
	}
}

func schemaOf(path string) string {
	top, _, deep := strings.Cut(path, "/")
	if !deep {
		return "pack"
	}
	return top
}

func TestSchemasTakeWhatLoads(t *testing.T) {
	schemas := map[string]*jsonschema.Schema{}
	for _, file := range SchemaFiles {
		schemas[file] = schemacheck.Compile(t, JSONSchema(file))
	}
	files := 0
	for name, packs := range shipped(t) {
		l := newLoader(Options{})
		read, _, err := l.paths(packs[0], nil)
		require.NoError(t, err)
		for _, path := range append(read, "pack.yaml") {
			text, err := l.text(packs[0], path)
			require.NoError(t, err)
			require.NoError(t, schemas[schemaOf(path)].Validate(schemacheck.YAML(t, []byte(text))), "%s/%s", name, path)
			files++
		}
	}
	require.Greater(t, files, 10)
}

func TestSchemasRefuseWhatDoesNotLoad(t *testing.T) {
	for file, texts := range map[string][]string{
		"pack": {"id: a", "{id: a, version: 1.0.0, titel: x}"},
		"rules": {"fields: [{id: a}]", "stuff: 1", "effects: [{op: add, target: {field: a}}]", "effects: [{op: ad, target: {field: a}, value: 1}]",
			"actions: [{id: a, steps: [{id: b, kind: roll}]}]", "actions: [{id: a, steps: [{id: b, kind: outcome, each: c}]}]",
			"actions: [{id: a, steps: [{id: b, kind: changes, changes: [{type: setExtension, key: a, value: 1}]}]}]",
			"effects: [{op: rollModifier, target: {rolls: [a]}, value: {type: reroll}}]", "settings: {rounding: up}"},
		"content": {"- {id: a}", "items: [{type: a}]", "- {id: a, type: b, effects: 1}"},
		"i18n":    {"a: [1]"},
	} {
		s := schemacheck.Compile(t, JSONSchema(file))
		for _, text := range texts {
			require.Error(t, s.Validate(schemacheck.YAML(t, []byte(text))), "%s: %s", file, text)
		}
	}
}

func TestZip(t *testing.T) {
	const rules, sum = "fields: [{id: a, type: integer}]", "8d1ba1b7ef3ab2bcd6a6e3c4b2f7bea1cfb6e1bd2f96c4e1a3aaf4d6f9f1a5c7"
	zipped := func(names ...string) []Source {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := 0; i+1 < len(names); i += 2 {
			w, err := z.Create(names[i])
			require.NoError(t, err)
			_, err = w.Write([]byte(names[i+1]))
			require.NoError(t, err)
		}
		require.NoError(t, z.Close())
		file := filepath.Join(t.TempDir(), "p.zip")
		require.NoError(t, os.WriteFile(file, b.Bytes(), 0o600))
		src, err := Open(file)
		require.NoError(t, err)
		return []Source{src}
	}
	listed := fmt.Sprintf("{id: p, version: 1.0.0, files: {rules/a.yaml: %x}}", sha256.Sum256([]byte(rules)))
	require.NotNil(t, loaded(t, zipped("p/pack.yaml", listed, "p/rules/a.yaml", rules)).Field("p:a"))
	for want, packs := range map[string][]Source{
		Unlisted + " p.zip/pack.yaml":              zipped("pack.yaml", "{id: p, version: 1.0.0}", "rules/a.yaml", rules),
		Unlisted + " p.zip/rules/b.yaml":           zipped("pack.yaml", listed, "rules/a.yaml", rules, "rules/b.yaml", ""),
		Hash + " p.zip/pack.yaml:1:33":             zipped("pack.yaml", listed, "rules/a.yaml", rules+" "),
		Missing + " p.zip/pack.yaml:1:33":          zipped("pack.yaml", listed),
		Schema + " p.zip/pack.yaml:1:47":           zipped("pack.yaml", "{id: p, version: 1.0.0, files: {rules/a.yaml: "+sum[:10]+"}}"),
		packfile.BadPath + " p.zip/pack.yaml:1:33": zipped("pack.yaml", "{id: p, version: 1.0.0, files: {../a: "+sum+"}}"),
	} {
		rs, list := Load(packs, Options{})
		require.Nil(t, rs, want)
		got := list[0].Code + " " + list[0].Pos.String()
		require.Equal(t, want[strings.LastIndex(want, "/p.zip")+1:], strings.Replace(got, filepath.Dir(packs[0].Name)+"/", "", 1), "%v", list)
	}
}

func TestNothingOutsideOfThePackIsRead(t *testing.T) {
	dir := t.TempDir()
	pack := filepath.Join(dir, "pack")
	require.NoError(t, os.MkdirAll(filepath.Join(pack, "rules"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "secret.yaml"), []byte("fields: [{id: secret, type: integer}]"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(pack, "pack.yaml"), []byte("{id: p, version: 1.0.0}"), 0o600))
	if err := os.Symlink(filepath.Join(dir, "secret.yaml"), filepath.Join(pack, "rules", "a.yaml")); err != nil {
		require.Equal(t, "windows", runtime.GOOS, "%v", err)
		t.Skip("links need a right here that nobody gave")
	}
	_, err := Open(pack)
	require.ErrorContains(t, err, "is a link")
}

func TestLimitsOfReading(t *testing.T) {
	long := "fields:\n" + strings.Repeat("  - {id: a, type: integer, note: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}\n", 100)
	deep := strings.Repeat("{a: ", 100) + "1" + strings.Repeat("}", 100)
	for name, c := range map[string]struct {
		limits Limits
		rules  string
		want   string
	}{
		"file":     {Limits{File: 100}, long, "more than 100 bytes"},
		"bytes":    {Limits{Bytes: 1000}, long, "all files together more than 1000"},
		"depth":    {Limits{}, deep, "nested more than 64 deep"},
		"nodes":    {Limits{Nodes: 50}, long, "more than 50 values"},
		"files":    {Limits{Files: 1}, "", "more than 1 files"},
		"formula":  {Limits{Formula: 20}, "fields: [{id: a, type: integer, formula: 1 + 1 + 1 + 1 + 1 + 1 + 1}]", "longer than 20 bytes"},
		"formulas": {Limits{Formulas: 1}, "fields: [{id: a, type: integer, formula: 1}, {id: b, type: integer, formula: 1}]", "more than 1 formulas"},
		"errors":   {Limits{Errors: 2}, "a: 1\nb: 1\nc: 1", "only 2 are shown"},
		"aliases":  {Limits{Nodes: 1000}, "note: &a [1,1,1,1,1,1,1,1,1,1]\neffects: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nfields: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]", "more than 1000 values"},
	} {
		rs, list := Load(one(c.rules, "rules/z.yaml", "tags: [a]"), Options{Limits: c.limits})
		require.Nil(t, rs, name)
		require.Contains(t, shownErrors(list, nil)+list.List().Error()+fmt.Sprint(list), c.want, name)
	}
}

func TestSettingsOfTheLastPackWinUpToTheCaps(t *testing.T) {
	packs := append(one("settings: {rounding: ceil, limits: {maxDice: 50, maxFaces: 1000000}, stacking: {a: highest, b: lowest, source: all}}"),
		Source{Name: "u", FS: fstest.MapFS{"pack.yaml": {Data: []byte("{id: u, version: 1.0.0}")}, "rules/a.yaml": {Data: []byte("settings: {limits: {maxDice: 70}, stacking: {b: first}, rollModifiers: {advantage: net}}")}}})
	rs, list := Load(packs, Options{Run: RunLimits{Faces: 500, ActionSteps: 10}})
	require.Empty(t, list)
	s := rs.Settings
	require.Equal(t, Ceil, s.Rounding)
	require.Equal(t, "net", s.Advantage)
	require.Equal(t, map[string]Stacking{"a": StackHighest, "b": StackFirst}, s.Stacking)
	require.Equal(t, StackAll, s.SourceStacking)
	require.Equal(t, RunLimits{ActionSteps: 10, ActionDepth: 20, Dice: 70, Faces: 500, Explosions: 100, FormulaSteps: 1_000_000}, s.Limits)
}

func TestFieldsStandBehindThoseThatTheyRead(t *testing.T) {
	rs := loaded(t, one("fields: [{id: c, type: integer, formula: b + a}, {id: b, type: integer, formula: a}, {id: a, type: integer}, {id: d, type: integer, default: {formula: c}}]"))
	var order []string
	for i, f := range rs.Order {
		require.Equal(t, i, f.Rank)
		order = append(order, f.Name)
	}
	require.Equal(t, []string{"b", "c", "d"}, order)
	require.Equal(t, -1, rs.Field("t:a").Rank)
}

func TestIdsAreQualifiedAndFoundInRequiredPacks(t *testing.T) {
	base := Source{Name: "base", FS: fstest.MapFS{"pack.yaml": {Data: []byte("{id: base, version: 1.2.0}")}, "rules/a.yaml": {Data: []byte(
		"fields: [{id: might, type: integer, default: 2}]\ncontentTypes: [{id: weapon, fields: {hands: {type: integer, default: 1}}, state: {worn: {type: integer, default: 3}}, actions: [{id: cut, steps: []}]}]\nactions: [{id: strike, params: {n: integer}, steps: []}]")}}}
	top := Source{Name: "top", FS: fstest.MapFS{"pack.yaml": {Data: []byte("{id: top, version: 1.0.0, requires: [{id: base, version: 1.0.0}]}")}, "rules/a.yaml": {Data: []byte(
		"fields: [{id: force, type: integer, formula: might + field('base:might')}, {id: arm, type: id, of: weapon, default: axe}]")},
		"content/a.yaml": {Data: []byte("- {id: axe, type: weapon, uses: [{action: strike, params: {n: might}}]}\n- {id: adze, type: base:weapon, hands: 2, state: {worn: 0}}")}}}
	rs := loaded(t, []Source{base, top})
	axe, adze := rs.Item("top:axe"), rs.Item("top:adze")
	require.Equal(t, []*Item{adze, axe}, rs.Type("base:weapon").Items)
	require.Equal(t, []*Item{adze, axe}, rs.Items)
	require.Equal(t, map[string]any{"hands": int64(1)}, axe.Values)
	require.Equal(t, map[string]any{"hands": int64(2)}, adze.Values)
	require.Equal(t, map[string]any{"worn": int64(0)}, adze.State)
	require.Same(t, rs.Action("base:strike"), axe.Uses[0].Target)
	require.Equal(t, "base:cut", strings.Replace(rs.Action("top:axe#cut").ID, "weapon#", "", 1))
	require.Equal(t, "top:axe", rs.Field("top:arm").Default)
	reads := rs.Field("top:force").Formula.Code.Reads()
	require.Len(t, reads, 2) // by its name and by its id
	for _, r := range reads {
		require.Equal(t, rs.Field("base:might").N, FieldOfSlot(r.Slot))
	}
}

// The same packs give the same errors and numbers, whatever order maps and disks have.
func TestLoadingIsAFunctionOfTheFiles(t *testing.T) {
	for name, packs := range shipped(t) {
		first := report(packs)
		for range 3 {
			require.Equal(t, first, report([]Source{{Name: packs[0].Name, FS: backwards{packs[0].FS}}}), name)
		}
	}
}

func report(packs []Source) string {
	r, _, _ := Check(packs, Options{})
	b, _ := json.Marshal(r)
	return string(b)
}
