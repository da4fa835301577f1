package model

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/astragal-engine/astragal/engine/diag"
)

var (
	decimal = regexp.MustCompile(`^[-+]?[0-9][0-9_]*$`)
	radix   = regexp.MustCompile(`^[-+]?0(x[0-9a-fA-F_]+|o[0-7_]+|b[01_]+)$`)
	floats  = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9]+)?$`)
)

// scalar fills in a scalar: YAML's core schema, with underscores in numbers, binary numbers, and numbers of any size.
// Dates stay text.
func (c *converter) scalar(n *Node, y *yaml.Node) {
	n.raw = y.Value
	n.Kind, n.Text = Text, y.Value
	n.start, n.turns = c.src.content(y)
	quoted := y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0
	tagged := y.Style&yaml.TaggedStyle != 0
	if !tagged && (quoted || y.Tag == "!!merge") {
		return
	}
	kind, text := resolveScalar(y.Value)
	if !tagged {
		n.Kind, n.Text = kind, text
	} else {
		want, known := map[string]NodeKind{"!!str": Text, "!!timestamp": Text, "!!binary": Text, "!!null": Null, "!!bool": Bool, "!!int": Int, "!!float": Float}[y.Tag]
		switch {
		case !known:
			c.diags.Add(diag.Warning, "unknown-tag", n.Pos, "the tag %s means nothing here; the value is read as text", clip(y.Tag))
		case want == Text:
		case want == kind, want == Float && kind == Int:
			n.Kind, n.Text = want, text
		default:
			c.diags.Add(diag.Error, "bad-type", n.Pos, "'%s' is not %s", clip(y.Value), want.article())
		}
	}
	if n.Kind == Int && len(n.Text) > maxDigits+1 {
		c.diags.Add(diag.Error, "limit", n.Pos, "a whole number has at most %d digits", maxDigits)
		n.Kind, n.Text = Null, "null"
	}
}

// resolveScalar tells what a plain scalar is, and its normal form.
func resolveScalar(s string) (NodeKind, string) {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return Null, "null"
	case "true", "True", "TRUE":
		return Bool, "true"
	case "false", "False", "FALSE":
		return Bool, "false"
	case ".nan", ".NaN", ".NAN":
		return Float, "nan"
	case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF":
		return Float, "inf"
	case "-.inf", "-.Inf", "-.INF":
		return Float, "-inf"
	}
	if c := s[0]; c != '.' && c != '-' && c != '+' && (c < '0' || c > '9') {
		return Text, s
	}
	plain := strings.ReplaceAll(s, "_", "")
	switch {
	case decimal.MatchString(s):
		return Int, wholeNumber(plain)
	case radix.MatchString(s) && len(s) < 3*maxDigits:
		if v, ok := new(big.Int).SetString(plain, 0); ok {
			return Int, v.String()
		}
	case floats.MatchString(s):
		if _, err := strconv.ParseFloat(plain, 64); err == nil {
			return Float, plain
		}
	}
	return Text, s
}

// wholeNumber gives decimal digits their normal form: no plus, no leading zeros, no negative zero.
func wholeNumber(s string) string {
	digits := strings.TrimLeft(s, "+-")
	digits = strings.TrimLeft(digits, "0")
	switch {
	case digits == "":
		return "0"
	case s[0] == '-':
		return "-" + digits
	}
	return digits
}
