package compile

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// foreign are what other languages write, with what expressions say instead.
var foreign = []struct{ text, instead string }{
	{"&&", "write `and`"}, {"||", "write `or`"}, {"===", "write `==`"}, {"!==", "write `!=`"}, {"++", "count by an op: add"},
	{"->", "write `lambda x: ...`"}, {"=>", "write `lambda x: ...`, or `>=` to compare"}, {"?", "write `a if condition else b`"},
	{":=", "bind the name by an op: let"}, {";", "an expression has a single part: use several ops"},
}

// mendSyntax says what may put an expression right that cannot be parsed; nothing where that is not plain.
func mendSyntax(x model.Expr, at diag.Pos) string {
	rest, before := "", x.Src
	for i := range x.Src {
		if x.At(i) == at {
			rest, before = x.Src[i:], x.Src[:i]
			break
		}
	}
	near := strings.TrimSpace(rest)
	for _, f := range foreign {
		if strings.HasPrefix(near, f.text) || len(f.text) > 1 && strings.HasSuffix(before, f.text[:1]) && strings.HasPrefix(rest, f.text[1:]) {
			return f.instead
		}
	}
	switch {
	case strings.HasPrefix(near, "="):
		return "write `==` to compare; a value is set by an op"
	case strings.HasPrefix(near, "!"):
		return "write `not`"
	}
	open, quote := brackets(x.Src)
	switch {
	case quote != 0:
		return fmt.Sprintf("close the text by %c", quote)
	case len(open) > 0 && near == "":
		return fmt.Sprintf("close the '%c' by '%c'", open[len(open)-1], closedBy[open[len(open)-1]])
	}
	return ""
}

var closedBy = map[byte]byte{'(': ')', '[': ']', '{': '}'}

// brackets gives the brackets of an expression that are not closed, and the quote of a text that is not.
func brackets(src string) (open []byte, quote byte) {
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'', c == '"':
			quote = c
		case closedBy[c] != 0:
			open = append(open, c)
		case len(open) > 0 && c == closedBy[open[len(open)-1]]:
			open = open[:len(open)-1]
		}
	}
	return open, quote
}
