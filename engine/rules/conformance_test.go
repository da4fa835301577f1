package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const conformance = "../../docs/model-conformance.md"

var testName = regexp.MustCompile("`((?:[a-z]+\\.)?Test\\w+)`")

// tests lists the tests of a folder.
func tests(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Test") {
				out[fn.Name.Name] = true
			}
		}
	}
	return out
}

// Every rule names a test, every named test exists, and every test here is named.
func TestConformanceNamesTestsThatExist(t *testing.T) {
	text, err := os.ReadFile(conformance)
	if err != nil {
		t.Fatal(err)
	}
	folders := map[string]map[string]bool{"": tests(t, ".")}
	named := map[string]bool{"TestConformanceNamesTestsThatExist": true}
	rules := 0
	for i, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| Rule |") {
			continue
		}
		rules++
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != 3 {
			t.Errorf("line %d: a row has a rule, its tests and its state", i+1)
			continue
		}
		if state := cells[2]; state != "holds" && !strings.HasPrefix(state, "differs: ") {
			t.Errorf("line %d: the state is holds, or differs with the reason, not %q", i+1, state)
		}
		found := testName.FindAllStringSubmatch(cells[1], -1)
		if len(found) == 0 {
			t.Errorf("line %d: no test proves %q", i+1, cells[0])
		}
		for _, m := range found {
			folder, name := "", m[1]
			if dot := strings.IndexByte(name, '.'); dot >= 0 {
				folder, name = name[:dot], name[dot+1:]
			}
			if folders[folder] == nil {
				folders[folder] = tests(t, filepath.Join("..", folder))
			}
			if !folders[folder][name] {
				t.Errorf("line %d: there is no test %s", i+1, m[1])
			}
			if folder == "" {
				named[name] = true
			}
		}
	}
	if rules < 100 {
		t.Errorf("only %d rules were found", rules)
	}
	for name := range folders[""] {
		if !named[name] {
			t.Errorf("%s proves no rule of the table", name)
		}
	}
}
