package model

import (
	"unicode/utf8"
)

// article names a kind of value in a sentence.
func (k NodeKind) article() string {
	return [...]string{"nothing", "a yes or no", "a whole number", "a number", "a text", "a list", "a mapping"}[k]
}

// Scalar reports whether n is a single value: no list, no mapping.
func (n *Node) Scalar() bool { return n != nil && n.Kind < ListNode }

// expr reads a scalar as an expression.
func (n *Node) expr() Expr {
	src := n.raw
	for len(src) > 0 && isBlank(src[0]) {
		src = src[1:]
	}
	for len(src) > 0 && isBlank(src[len(src)-1]) {
		src = src[:len(src)-1]
	}
	inset := n.raw != "" && (n.raw[0] == ' ' || n.raw[0] == '\t') // the first line stands further in than the rest
	return Expr{Src: src, Pos: n.start, Literal: n.literal && !inset}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// clip keeps a text of the model that is quoted in a message short.
func clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	n := most
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}
