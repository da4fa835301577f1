package compile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
)

func TestMendsOfSyntax(t *testing.T) {
	for src, want := range map[string]string{
		"a && b": "write `and`", "a || b": "write `or`", "!a": "write `not`", "a = 1": "write `==` to compare; a value is set by an op",
		"a ? 1 : 2": "write `a if condition else b`", "a; b": "an expression has a single part: use several ops",
		"len((a)": "close the '(' by ')'", "[1, {2": "close the '{' by '}'", "'abc": "close the text by '", "a b": "", "* 2": "",
	} {
		x := model.Expr{Src: src, Pos: diag.Pos{File: "m.yaml", Line: 3, Col: 7}}
		_, err := expr.Parse(x.Src, x.Pos)
		require.Error(t, err, src)
		require.Equal(t, want, SyntaxError(x, err).Fix, "%s: %v", src, err)
	}
}
