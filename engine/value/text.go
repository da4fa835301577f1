package value

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isSpace is Python's str.isspace of one code point.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

func containsText(s, part string) bool { return strings.Contains(s, part) }

// textArg gives an argument that must be a text.
func textArg(v Value, format string) string {
	if v.Kind() != Text {
		Throw("TypeError", format, v.Kind())
	}
	return v.ref.text
}

// window gives the part of s between two optional arguments that count code points, where it
// begins in code points, and whether the begin lies within the text and before the end.
func window(s string, bounds []Value) (part string, first int, ok bool) {
	if len(bounds) == 0 {
		return s, 0, true
	}
	n := utf8.RuneCountInString(s)
	from, to := 0, n
	clip := func(v Value, left int) int {
		if v.IsNone() {
			return left
		}
		i := clippedIndex(v)
		if i < 0 {
			return int(max(i+int64(n), 0))
		}
		return int(min(i, int64(n)+1))
	}
	from = clip(bounds[0], 0)
	if len(bounds) > 1 {
		to = min(clip(bounds[1], n), n)
	}
	if from > to {
		return "", 0, false
	}
	a := byteOffset(s, from)
	return s[a : a+byteOffset(s[a:], to-from)], from, true
}

func textLower(c *Call) Value { return c.made(lower(c.text())) }
func textUpper(c *Call) Value { return c.made(upper(c.text())) }
func textTitle(c *Call) Value { return c.made(title(c.text())) }

func strips(left, right bool, name string) func(c *Call) Value {
	return func(c *Call) Value {
		s, in := c.text(), isSpace
		if len(c.Args) > 0 && !c.Args[0].IsNone() {
			if c.Args[0].Kind() != Text {
				Throw("TypeError", "%s arg must be None or str", name)
			}
			chars := c.Args[0].ref.text
			in = func(r rune) bool { return strings.ContainsRune(chars, r) }
		}
		if left {
			s = strings.TrimLeftFunc(s, in)
		}
		if right {
			s = strings.TrimRightFunc(s, in)
		}
		return c.same(s)
	}
}

func textReplace(c *Call) Value {
	for i, a := range c.Args[:2] {
		if a.Kind() != Text {
			Throw("TypeError", "replace() argument %d must be str, not %s", i+1, a.Kind())
		}
	}
	s, from, to, n := c.text(), c.Args[0].ref.text, c.Args[1].ref.text, -1
	if len(c.Args) > 2 {
		n = int(Index(c.Args[2]))
	}
	found := strings.Count(s, from)
	if n >= 0 {
		found = min(found, n)
	}
	if found == 0 {
		return c.Self
	}
	c.chargeProduct(found, len(to))
	return c.made(strings.Replace(s, from, to, n))
}

func affix(name string, has func(s, part string) bool) func(c *Call) Value {
	return func(c *Call) Value {
		s, _, ok := window(c.text(), c.Args[1:])
		arg := c.Args[0]
		if arg.Kind() == Tuple {
			for _, x := range arg.ref.items {
				part := textArg(x, "tuple for "+name+" must only contain str, not %s")
				if ok && has(s, part) {
					return OfBool(true)
				}
			}
			return OfBool(false)
		}
		part := textArg(arg, name+" first arg must be str or a tuple of str, not %s")
		return OfBool(ok && has(s, part))
	}
}

// find gives the position of the first argument in code points, or -1.
func find(c *Call) int {
	part := textArg(c.Args[0], "must be str, not %s")
	s, first, ok := window(c.text(), c.Args[1:])
	if !ok {
		return -1
	}
	i := strings.Index(s, part)
	if i < 0 {
		return -1
	}
	return first + utf8.RuneCountInString(s[:i])
}

func textFind(c *Call) Value { return OfInt(int64(find(c))) }

func textIndex(c *Call) Value {
	i := find(c)
	if i < 0 {
		Throw("ValueError", "substring not found")
	}
	return OfInt(int64(i))
}

func textCount(c *Call) Value {
	part := textArg(c.Args[0], "must be str, not %s")
	s, _, ok := window(c.text(), c.Args[1:])
	if !ok {
		return OfInt(0)
	}
	return OfInt(int64(strings.Count(s, part)))
}

func textIsDigit(c *Call) Value { return all(c.text(), digitLike) }
func textIsAlpha(c *Call) Value { return all(c.text(), unicode.IsLetter) }

func all(s string, is func(rune) bool) Value {
	for _, r := range s {
		if !is(r) {
			return OfBool(false)
		}
	}
	return OfBool(s != "")
}

func textRemovePrefix(c *Call) Value {
	return c.same(strings.TrimPrefix(c.text(), textArg(c.Args[0], "removeprefix() argument must be str, not %s")))
}

func textRemoveSuffix(c *Call) Value {
	return c.same(strings.TrimSuffix(c.text(), textArg(c.Args[0], "removesuffix() argument must be str, not %s")))
}

func textZfill(c *Call) Value {
	width, s := Index(c.Args[0]), c.text()
	missing := width - int64(utf8.RuneCountInString(s))
	if missing <= 0 {
		return c.Self
	}
	c.chargeProduct(1, int(min(missing, 1<<40)))
	sign := ""
	if s != "" && (s[0] == '+' || s[0] == '-') {
		sign, s = s[:1], s[1:]
	}
	return c.made(sign + strings.Repeat("0", int(missing)) + s)
}

func textJoin(c *Call) Value {
	arg := c.Args[0]
	if !iterable(arg.Kind()) {
		Throw("TypeError", "can only join an iterable")
	}
	parts, sep := c.elems(arg), c.text()
	size := 0
	for i, p := range parts {
		if p.Kind() != Text {
			Throw("TypeError", "sequence item %d: expected str instance, %s found", i, p.Kind())
		}
		size += len(p.ref.text)
	}
	switch len(parts) {
	case 0:
		return emptyText
	case 1:
		return parts[0]
	}
	c.chargeProduct(len(parts)-1, len(sep))
	c.Budget.Charge(size)
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(p.ref.text)
	}
	return OfText(b.String())
}
