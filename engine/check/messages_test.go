package check

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

func TestMessagesPage(t *testing.T) {
	const file = "../../docs/messages.md"
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile(file, []byte(MessagesPage()), 0o644))
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, MessagesPage(), string(text), "set ASTRAGAL_UPDATE=1 to write it anew")
}

func TestMessagesAreInOrder(t *testing.T) {
	for i, m := range Messages {
		require.NotEmpty(t, m.Cause, m.Code)
		require.NotEmpty(t, m.Mend, m.Code)
		if i > 0 {
			require.Less(t, Messages[i-1].Code, m.Code)
		}
	}
}

// codeAt says, for what takes the code of a diagnostic as an argument, which one it is.
var codeAt = map[string]int{
	"fault": 0, "faultFix": 0, "warn": 0, "undeclared": 0, "failure": 0, "oneOf": 1, "Add": 1, "say": 0, "complain": 0,
}

// written finds the codes that the source of a package writes out, and those calls whose code is not written out.
func written(t *testing.T, pkg string) (codes, computed []string) {
	files, err := filepath.Glob("../" + pkg + "/*.go")
	require.NoError(t, err)
	take := func(fset *token.FileSet, x ast.Expr) {
		if lit, ok := x.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			code, err := strconv.Unquote(lit.Value)
			require.NoError(t, err)
			codes = append(codes, code)
		} else {
			computed = append(computed, fset.Position(x.Pos()).String())
		}
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, file, nil, 0)
		require.NoError(t, err)
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				_, helper := codeAt[n.Name.Name]
				return !helper
			case *ast.CallExpr:
				name := ""
				switch f := n.Fun.(type) {
				case *ast.Ident:
					name = f.Name
				case *ast.SelectorExpr:
					name = f.Sel.Name
				}
				if i, ok := codeAt[name]; ok && len(n.Args) > i && !(name == "Add" && !severity(n.Args[0])) {
					take(fset, n.Args[i])
				}
			case *ast.CompositeLit:
				if sel, ok := n.Type.(*ast.SelectorExpr); ok && sel.Sel.Name == "Diagnostic" {
					for _, e := range n.Elts {
						if kv, ok := e.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "Code" {
							take(fset, kv.Value)
						}
					}
				}
			}
			return true
		})
	}
	return codes, computed
}

// severity reports whether an argument is one, so that it is a list of diagnostics to which something is added.
func severity(x ast.Expr) bool {
	sel, ok := x.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := sel.X.(*ast.Ident)
	return ok && from.Name == "diag"
}

// Every code that the source gives is explained, and every explanation belongs to one.
func TestMessagesAreThoseOfTheSource(t *testing.T) {
	used := map[string]bool{}
	for _, pkg := range []string{"model", "compile", "board", "expr", "check"} {
		codes, computed := written(t, pkg)
		for _, code := range codes {
			used[code] = true
		}
		require.Empty(t, computed, "write the code out, or enter the helper in codeAt")
	}
	var known []string
	for _, m := range Messages {
		known = append(known, m.Code)
	}
	require.Equal(t, sorted(used), known)
}

// given collects the codes, with their severity, that models give.
func given(t *testing.T) map[string]diag.Severity {
	out := map[string]diag.Severity{}
	add := func(list diag.List, fatal error) {
		var d diag.Diagnostic
		if errors.As(fatal, &d) {
			list = append(list, d)
		}
		for _, d := range list {
			if before, seen := out[d.Code]; seen {
				require.Equal(t, before, d.Severity, "%s is an error here and a warning there", d.Code)
			}
			out[d.Code] = d.Severity
		}
		Advise(list)
		for _, d := range list {
			require.NotEmpty(t, d.Fix, "%s says nothing of what to do", d.Code)
			require.NotContains(t, d.Fix, "](", "%s: a page's link is no text", d.Code)
		}
	}
	const sound = "num_players: 2\nflow: {kind: sequence, children: []}\n"
	_, list, fatal := model.Load("no/such/file.yaml", model.Options{})
	add(list, fatal)
	_, list, fatal = model.Parse("m.yaml", sound, model.Options{Limits: model.Limits{Bytes: 10}})
	add(list, fatal)
	_, list, fatal = model.Parse("m.yaml", sound+"include: [x.yaml]\n", model.Options{})
	add(list, fatal)
	_, list, fatal = model.Parse("m.yaml", sound+"---\n", model.Options{})
	add(list, fatal)
	m, list, fatal := model.Parse("m.yaml", sound, model.Options{})
	require.NoError(t, fatal)
	add(With(m, list, compile.Options{Set: map[string]value.Value{"size": value.OfInt(1)}}).Diagnostics, nil)
	coded := "num_players: 2\ncode: {c: {kind: code}}\nflow: {kind: sequence, children: []}\n"
	m, list, fatal = model.Parse("m.yaml", coded, model.Options{})
	require.NoError(t, fatal)
	add(With(m, list, compile.Options{Evaluators: []program.Evaluator{
		{Name: "c", Kind: program.ContentKind, Zones: []string{"z"}, Vars: []string{"v"}, Reads: []program.Read{{Name: "r", X: "nothing"}}},
		{Name: "c", Kind: program.CodeKind}, {Name: "d", Kind: program.CodeKind},
	}}).Diagnostics, nil)
	entangled := "num_players: 2\nactions: {a: {effect: [{op: exec, of: c0}]}}\nflow: {kind: step, id: s, do: [a]}\ncontent:\n  c:\n"
	for i := range 2500 {
		entangled += fmt.Sprintf("    - {id: c%d, effect: [{op: let, name: x%d, value: 1}, {op: exec, of: c0}]}\n", i, i)
	}
	m, list, fatal = model.Parse("m.yaml", entangled, model.Options{})
	require.NoError(t, fatal)
	add(Model(m, list).Diagnostics, nil)
	for _, pattern := range []string{"errors/*.yaml", "warnings/*.yaml"} {
		files, err := filepath.Glob("../../testdata/" + pattern)
		require.NoError(t, err)
		for _, file := range files {
			m, list, fatal := model.Load(file, model.Options{})
			add(list, fatal)
			if fatal == nil {
				add(Model(m, list).Diagnostics, nil)
			}
		}
	}
	return out
}

// Every message is given by a model of testdata or by one that is written here.
func TestEveryMessageHasAModel(t *testing.T) {
	got := given(t)
	for _, m := range Messages {
		sev, ok := got[m.Code]
		require.True(t, ok, "no model gives %s", m.Code)
		require.Equal(t, m.Severity, sev, m.Code)
	}
	for code := range got {
		require.True(t, slices.ContainsFunc(Messages, func(m Message) bool { return m.Code == code }), code)
	}
}
