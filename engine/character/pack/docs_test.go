package pack

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal-engine/astragal/engine/internal/schemacheck"
	"github.com/stretchr/testify/require"
)

const docs, manifestDocs = "../../../docs/packs.md", "../../../docs/content-packs.md"

var fenced = regexp.MustCompile("(?s)```yaml (\\S+)\n(.*?)```")

func TestThePackOfTheDocumentationLoads(t *testing.T) {
	text, err := os.ReadFile(docs)
	require.NoError(t, err)
	files := fstest.MapFS{}
	for _, m := range fenced.FindAllStringSubmatch(string(text), -1) {
		files[m[1]] = &fstest.MapFile{Data: []byte(m[2])}
	}
	require.Len(t, files, 4)
	packs := []Source{{Name: "lantern", FS: files}}
	rs, list := Load(packs, Options{})
	require.Empty(t, list, shownErrors(list, packs))
	require.Equal(t, "Storm lamp", rs.Describe("en", []string{"lantern:storm-lamp"}, nil)[0].Name)
	require.Equal(t, "2 flasks of oil are left.", rs.Describe("en", []string{"lantern:storm-lamp"}, map[string]any{"oil": 2})[0].Text)
	for path, f := range files {
		require.NoError(t, schemacheck.Compile(t, JSONSchema(schemaOf(path))).Validate(schemacheck.YAML(t, f.Data)), path)
	}
}

// The manifest that docs/content-packs.md shows is one by the schema.
func TestTheManifestOfTheDocumentation(t *testing.T) {
	text, err := os.ReadFile(manifestDocs)
	require.NoError(t, err)
	shown := fenced.FindAllStringSubmatch(string(text), -1)
	require.Len(t, shown, 1)
	require.NoError(t, schemacheck.Compile(t, JSONSchema(schemaOf(shown[0][1]))).Validate(schemacheck.YAML(t, []byte(shown[0][2]))))
}

// The tables of places and keys in the documentation are those by which packs are read. With
// ASTRAGAL_UPDATE=1 they are written anew.
func TestTheTablesOfTheDocumentation(t *testing.T) {
	tables(t, docs, map[string]string{"places": placesTable(), "keys": keysTable("rules", "content")})
	var may strings.Builder
	may.WriteString("| Capability | The pack |\n|---|---|\n")
	for _, c := range Capabilities {
		fmt.Fprintf(&may, "| `%s` | %s |\n", c.Name, c.Does)
	}
	tables(t, manifestDocs, map[string]string{"manifest": keysTable("pack"), "capabilities": may.String()})
}

func tables(t *testing.T, docs string, tables map[string]string) {
	text, err := os.ReadFile(docs)
	require.NoError(t, err)
	want := string(text)
	for name, table := range tables {
		begin, end := "<!-- "+name+" -->\n", "<!-- end -->"
		i := strings.Index(want, begin)
		require.Positive(t, i)
		i += len(begin)
		want = want[:i] + table + want[i+strings.Index(want[i:], end):]
	}
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile(docs, []byte(want), 0o644))
		return
	}
	require.Equal(t, want, string(text), "ASTRAGAL_UPDATE=1 go test ./engine/character/pack -run Documentation")
}

func placesTable() string {
	var b strings.Builder
	b.WriteString("| Place | Gives | Sees |\n|---|---|---|\n")
	for _, p := range placeTable[1:] {
		gives := "what the place takes"
		if !p.Gives.t.Is(anything.t) {
			gives = p.Gives.t.String()
		}
		var names []string
		for _, s := range p.Sees {
			names = append(names, "`"+roots[s]+"`")
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", p.Name, gives, strings.Join(names, " "))
	}
	return b.String()
}

func keysTable(roots ...string) string {
	var b strings.Builder
	write := func(title, doc string, s shape) {
		fmt.Fprintf(&b, "\n### %s\n\n", title)
		if doc != "" {
			fmt.Fprintf(&b, "%s\n\n", doc)
		}
		for _, group := range s.one {
			fmt.Fprintf(&b, "Exactly one of `%s`.\n\n", strings.Join(group, "`, `"))
		}
		if len(s.keys) == 0 {
			return
		}
		b.WriteString("| Key | Holds | |\n|---|---|---|\n")
		for _, key := range s.known() {
			k := s.keys[key]
			name := "`" + key + "`"
			if k.must {
				name = "**" + name + "**"
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", name, heldIn(k), strings.ReplaceAll(k.doc, "|", `\|`))
		}
	}
	done := map[string]bool{}
	var visit func(name string)
	reach := func(s shape) {
		for _, key := range s.known() {
			k := s.keys[key]
			for _, one := range append([]slot{k}, k.alts...) {
				if one.shape != "" && !done[one.shape] {
					visit(one.shape)
				}
			}
		}
	}
	visit = func(name string) {
		done[name] = true
		if k, ok := kindedShapes[name]; ok {
			common := shape{keys: map[string]slot{}}
			for key, s := range k.common {
				common.keys[key] = s
			}
			common.keys[k.key] = slot{holds: oneOf, doc: "Which of those below it is.", words: slices.Sorted(maps.Keys(k.kinds)), must: k.otherwise == ""}
			write(name, "", common)
			for _, word := range slices.Sorted(maps.Keys(k.kinds)) {
				write(name+": "+word, k.kinds[word].doc, k.kinds[word])
			}
			for _, word := range slices.Sorted(maps.Keys(k.kinds)) {
				reach(k.kinds[word])
			}
			reach(common)
			return
		}
		write(name, shapes[name].doc, shapes[name])
		reach(shapes[name])
	}
	for _, name := range roots {
		visit(name)
	}
	return b.String() + "\n"
}

func heldIn(s slot) string {
	of := ""
	if s.shape != "" {
		of = " of [" + s.shape + "](#" + strings.ToLower(s.shape) + ")"
	}
	switch s.holds {
	case oneOf:
		return "`" + strings.Join(s.words, "` `") + "`"
	case listing:
		return "a list" + of
	case mapping:
		return strings.TrimPrefix(of, " of ")
	case named:
		return "a mapping from names to" + strings.TrimPrefix(of, " of")
	case namedLists:
		return "a mapping from names to lists" + of
	case namedWords:
		return "a mapping from names to `" + strings.Join(s.words, "` `") + "`"
	case namedAny:
		return "a mapping from names to data"
	case either:
		var alts []string
		for _, alt := range s.alts {
			alts = append(alts, heldIn(alt))
		}
		return strings.Join(alts, ", or ")
	case literal:
		return "data"
	}
	return holdsNames[s.holds]
}

// Every rule that the documentation's table names an archive for has one.
func TestTheArchivesThatTheDocumentationNames(t *testing.T) {
	text, err := os.ReadFile(docs)
	require.NoError(t, err)
	_, table, ok := strings.Cut(string(text), "| Rule | Code | Shown in |")
	require.True(t, ok)
	table, _, _ = strings.Cut(table, "\n\n")
	var codes []string
	for _, line := range strings.Split(table, "\n")[2:] {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		require.Len(t, cells, 3, line)
		shownIn := ""
		for _, name := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(cells[2], -1) {
			archive, err := os.ReadFile("testdata/load/" + name[1] + ".txtar")
			require.NoError(t, err)
			shownIn += string(archive)
		}
		for _, code := range regexp.MustCompile("`([a-z-]+)`").FindAllStringSubmatch(strings.Split(cells[1], "cause")[0], -1) {
			require.Contains(t, shownIn, "["+code[1]+"]", line)
			codes = append(codes, code[1])
		}
	}
	require.True(t, slices.Contains(codes, UnknownRole))
}
