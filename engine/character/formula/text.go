package formula

import (
	"strings"
	"unicode/utf8"
)

// texts takes the strings off a call's arguments, and pays for looking at them.
func (b *Budget) texts(n *node, args []Value) (out [4]string, ok bool) {
	cost := 0
	for i, v := range args {
		if v.kind != StringKind {
			b.mismatch(n, n.name+"()", "strings", v)
			return out, false
		}
		out[i] = v.Text()
		cost += len(out[i])
	}
	return out, b.spend(n, cost/8)
}

func textTest(f func(s, t string) bool) function {
	return func(b *Budget, n *node, args []Value) Value {
		s, ok := b.texts(n, args)
		if !ok {
			return failure
		}
		return BoolValue(f(s[0], s[1]))
	}
}

func textMap(f func(string) string) function {
	return func(b *Budget, n *node, args []Value) Value {
		s, ok := b.texts(n, args)
		if !ok {
			return failure
		}
		return StringValue(f(s[0]))
	}
}

func lowerASCII(s string) string {
	return mapASCII(s, func(c byte) bool { return c >= 'A' && c <= 'Z' }, 'a'-'A')
}

func upperASCII(s string) string {
	return mapASCII(s, func(c byte) bool { return c >= 'a' && c <= 'z' }, -('a' - 'A'))
}

func mapASCII(s string, which func(byte) bool, by int) string {
	out := []byte(s)
	for i, c := range out {
		if which(c) {
			out[i] = byte(int(c) + by)
		}
	}
	return string(out)
}

func size(b *Budget, n *node, args []Value) Value {
	switch v := args[0]; v.kind {
	case StringKind:
		if !b.spend(n, len(v.Text())/8) {
			return failure
		}
		return IntValue(utf8.RuneCountInString(v.Text()))
	case ListKind:
		return IntValue(len(v.List()))
	case ObjectKind:
		return IntValue(len(v.Object().Members()))
	default:
		return b.mismatch(n, "size()", "a string, a list or an object", v)
	}
}

// Places in strings count characters.

// cut gives a string from one place to another; ok is false when they are not in it.
func cut(s string, from, to int) (string, bool) {
	if from < 0 || to < from {
		return "", false
	}
	start, ok := byteAt(s, from)
	if !ok {
		return "", false
	}
	end, ok := byteAt(s[start:], to-from)
	return s[start : start+end], ok
}

// byteAt gives where a character of a string, or its end, is.
func byteAt(s string, character int) (int, bool) {
	at := 0
	for range character {
		if at >= len(s) {
			return at, false
		}
		_, n := utf8.DecodeRuneInString(s[at:])
		at += n
	}
	return at, true
}

func (b *Budget) integerArg(n *node, v Value) (int, bool) {
	if v.kind != IntKind {
		b.mismatch(n, n.name+"()", "an integer", v)
		return 0, false
	}
	return v.Int(), true
}

// placed takes a string and a place in it off a call's arguments.
func (b *Budget) placed(n *node, args []Value) (s string, at int, ok bool) {
	texts, ok := b.texts(n, args[:1])
	if ok {
		at, ok = b.integerArg(n, args[1])
	}
	return texts[0], at, ok
}

func (b *Budget) beyond(n *node) Value {
	return b.fail(n, NoSuchKey, n.name+"(): the place lies outside of the string", nil)
}

func charAt(b *Budget, n *node, args []Value) Value {
	s, at, ok := b.placed(n, args)
	if !ok {
		return failure
	}
	if at == utf8.RuneCountInString(s) {
		return StringValue("")
	}
	c, ok := cut(s, at, at+1)
	if !ok {
		return b.beyond(n)
	}
	return StringValue(c)
}

func substring(b *Budget, n *node, args []Value) Value {
	s, from, ok := b.placed(n, args)
	if !ok {
		return failure
	}
	to := utf8.RuneCountInString(s)
	if len(args) == 3 {
		if to, ok = b.integerArg(n, args[2]); !ok {
			return failure
		}
	}
	out, ok := cut(s, from, to)
	if !ok {
		return b.beyond(n)
	}
	return StringValue(out)
}

func indexOf(b *Budget, n *node, args []Value) Value {
	s, ok := b.texts(n, args[:2])
	if !ok {
		return failure
	}
	from := 0
	if len(args) == 3 {
		if from, ok = b.integerArg(n, args[2]); !ok {
			return failure
		}
	}
	start, ok := byteAt(s[0], from)
	if !ok || from < 0 {
		return b.beyond(n)
	}
	return foundAt(s[0], strings.Index(s[0][start:], s[1]), start)
}

func lastIndexOf(b *Budget, n *node, args []Value) Value {
	s, ok := b.texts(n, args)
	if !ok {
		return failure
	}
	return foundAt(s[0], strings.LastIndex(s[0], s[1]), 0)
}

func foundAt(s string, at, start int) Value {
	if at < 0 {
		return IntValue(-1)
	}
	return IntValue(utf8.RuneCountInString(s[:start+at]))
}

func replace(b *Budget, n *node, args []Value) Value {
	s, ok := b.texts(n, args[:3])
	if !ok {
		return failure
	}
	most := -1
	if len(args) == 4 {
		if most, ok = b.integerArg(n, args[3]); !ok {
			return failure
		}
	}
	if !b.spend(n, strings.Count(s[0], s[1])*len(s[2])/8) {
		return failure
	}
	return StringValue(strings.Replace(s[0], s[1], s[2], most))
}

func split(b *Budget, n *node, args []Value) Value {
	s, ok := b.texts(n, args[:2])
	if !ok {
		return failure
	}
	most := -1
	if len(args) == 3 {
		if most, ok = b.integerArg(n, args[2]); !ok {
			return failure
		}
	}
	if !b.spend(n, strings.Count(s[0], s[1])+1) {
		return failure
	}
	return StringsValue(strings.SplitN(s[0], s[1], most))
}

func join(b *Budget, n *node, args []Value) Value {
	if args[0].kind != ListKind {
		return b.mismatch(n, "join()", "a list of strings", args[0])
	}
	between := ""
	if len(args) == 2 {
		s, ok := b.texts(n, args[1:])
		if !ok {
			return failure
		}
		between = s[0]
	}
	items, cost := args[0].List(), 0
	parts := make([]string, len(items))
	if !b.spend(n, len(items)) {
		return failure
	}
	for i, v := range items {
		if v.kind != StringKind {
			return b.mismatch(n, "join()", "a list of strings", v)
		}
		parts[i] = v.Text()
		cost += len(parts[i]) + len(between)
	}
	if !b.spend(n, cost/8) {
		return failure
	}
	return StringValue(strings.Join(parts, between))
}
