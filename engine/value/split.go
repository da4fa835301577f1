package value

import "strings"

// splitArgs gives the separator (None: blanks) and how many splits at most, -1 for any number.
func splitArgs(c *Call, name string) (sep Value, most int) {
	most = -1
	if n := len(c.Args) + len(c.Kw); n > 2 {
		Throw("TypeError", "%s() takes at most 2 arguments (%d given)", name, n)
	}
	args := append(make([]Value, 0, 2), c.Args...)
	given := [2]bool{len(args) > 0, len(args) > 1}
	for len(args) < 2 {
		args = append(args, Value{})
	}
	for _, kw := range c.Kw {
		i := 0
		switch kw.Name {
		case "sep":
		case "maxsplit":
			i = 1
		default:
			Throw("TypeError", "'%s' is an invalid keyword argument for %s()", kw.Name, name)
		}
		if given[i] {
			Throw("TypeError", "argument for %s() given by name ('%s') and position (%d)", name, kw.Name, i+1)
		}
		given[i], args[i] = true, kw.Value
	}
	if given[1] {
		most = int(Index(args[1]))
	}
	if !args[0].IsNone() && textArg(args[0], "must be str or None, not %s") == "" {
		Throw("ValueError", "empty separator")
	}
	return args[0], most
}

func textSplit(c *Call) Value {
	sep, most := splitArgs(c, "split")
	s := c.text()
	c.Budget.Charge(len(s))
	var parts []Value
	if !sep.IsNone() {
		for most != 0 {
			i := strings.Index(s, sep.ref.text)
			if i < 0 {
				break
			}
			parts = append(parts, OfText(s[:i]))
			s = s[i+len(sep.ref.text):]
			most--
		}
		return OfList(append(parts, OfText(s)))
	}
	for s = strings.TrimLeftFunc(s, isSpace); s != ""; s = strings.TrimLeftFunc(s, isSpace) {
		i := strings.IndexFunc(s, isSpace)
		if i < 0 || most == 0 {
			parts = append(parts, OfText(s))
			break
		}
		parts = append(parts, OfText(s[:i]))
		s = s[i:]
		most--
	}
	return OfList(parts)
}

func textRsplit(c *Call) Value {
	sep, most := splitArgs(c, "rsplit")
	s := c.text()
	c.Budget.Charge(len(s))
	var parts []Value
	if !sep.IsNone() {
		for most != 0 {
			i := strings.LastIndex(s, sep.ref.text)
			if i < 0 {
				break
			}
			parts = append(parts, OfText(s[i+len(sep.ref.text):]))
			s = s[:i]
			most--
		}
		parts = append(parts, OfText(s))
	} else {
		for s = strings.TrimRightFunc(s, isSpace); s != ""; s = strings.TrimRightFunc(s, isSpace) {
			rest := strings.TrimRightFunc(s, func(r rune) bool { return !isSpace(r) })
			if rest == "" || most == 0 {
				parts = append(parts, OfText(s))
				break
			}
			parts = append(parts, OfText(s[len(rest):]))
			s = rest
			most--
		}
	}
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return OfList(parts)
}
