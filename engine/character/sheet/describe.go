package sheet

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// What one description may ask for and give.
const (
	mostDescribed  = 10_000
	mostTexts      = 16 << 20 // bytes of all names and texts
	longestLang    = 100
	longestTextArg = 1000
)

// Described gives what things are called as JSON, {texts: [{id, name, text?}]}: in the language of the
// input or the nearest that the packs have, in the order of its ids.
func (r *Rules) Described(in *Input) ([]byte, *Error) {
	w := object(nil)
	w.key("texts")
	w.dst = append(w.dst, '[')
	size := 0
	for i, id := range in.IDs {
		d := r.Describe(in.Lang, []string{id}, in.Args)[0]
		if size += len(d.Name) + len(d.Text); size > mostTexts {
			return nil, &Error{Code: "safety-limit-exceeded", Path: fmt.Sprintf("ids[%d]", i), Message: "the texts are too long to be given at once: ask for fewer", Data: map[string]any{"limit": mostTexts}}
		}
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		one := object(w.dst)
		one.text("id", id)
		one.text("name", d.Name)
		one.textIf("text", d.Text)
		w.dst = one.close()
	}
	w.dst = append(w.dst, ']')
	return w.close(), nil
}

func readIDs(n node) []string {
	if list, ok := n.v.([]any); ok && len(list) > mostDescribed {
		n.report("safety-limit-exceeded", fmt.Sprintf("at most %d things are described at once: ask for fewer", mostDescribed), map[string]any{"limit": mostDescribed})
		return nil
	}
	return n.texts()
}

// short is a text of at most so many bytes.
func (n node) short(most int) string {
	s := n.text()
	if len(s) > most {
		n.report("schema", fmt.Sprintf("a text has at most %d bytes here", most), map[string]any{"limit": most})
		return ""
	}
	return s
}

func readArgs(n node) map[string]any {
	args := map[string]any{}
	eachMember(n, func(key string, n node) {
		switch v := n.v.(type) {
		case bool:
			args[key] = v
		case json.Number:
			if i, err := strconv.ParseInt(string(v), 10, 64); err == nil {
				args[key] = i
			} else if f, err := v.Float64(); err == nil {
				args[key] = f
			} else {
				n.expected("a number that is not so large")
			}
		case string:
			args[key] = n.short(longestTextArg)
		default:
			n.expected("a text, a number, true or false")
		}
	})
	return args
}
