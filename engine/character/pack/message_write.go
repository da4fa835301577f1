package pack

import (
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// writer writes a message with its arguments.
type writer struct {
	lang language.Tag
	args map[string]any
	b    strings.Builder
}

func (w *writer) message(m *message, count string) {
	for i := range m.parts {
		if w.b.Len() > mostWritten {
			return
		}
		switch p := &m.parts[i]; {
		case p.kind == "#":
			w.b.WriteString(count)
		case p.arg == "":
			w.b.WriteString(p.text)
		case p.kind == "select":
			c := p.find(shown(w.args[p.arg]))
			if c == nil {
				c = p.find("other")
			}
			w.message(&c.message, count)
		case p.kind == "plural" || p.kind == "selectordinal":
			w.plural(p)
		default:
			if v, ok := w.args[p.arg]; ok {
				w.b.WriteString(shown(v))
			} else {
				w.b.WriteString("{" + p.arg + "}")
			}
		}
	}
}

func (w *writer) plural(p *part) {
	v := shown(w.args[p.arg])
	x, err := strconv.ParseFloat(v, 64)
	if err != nil {
		w.message(&p.find("other").message, v)
		return
	}
	for i := range p.cases {
		if number, ok := strings.CutPrefix(p.cases[i].key, "="); ok {
			if n, _ := strconv.ParseFloat(number, 64); n == x {
				w.message(&p.cases[i].message, v)
				return
			}
		}
	}
	count := shown(x - float64(p.offset))
	rules := plural.Cardinal
	if p.kind == "selectordinal" {
		rules = plural.Ordinal
	}
	c := p.find(formNames[pluralForm(rules, w.lang, count)])
	if c == nil {
		c = p.find("other")
	}
	w.message(&c.message, count)
}

var formNames = map[plural.Form]string{plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many"}

// pluralForm gives the plural form of a number as it is written.
func pluralForm(rules *plural.Rules, lang language.Tag, count string) plural.Form {
	count = strings.TrimPrefix(count, "-")
	whole, frac, _ := strings.Cut(count, ".")
	n, _ := strconv.Atoi(whole)
	if len(whole) > 9 { // the rules look at the last digits
		n, _ = strconv.Atoi(whole[len(whole)-9:])
		n += 1_000_000_000
	}
	f, _ := strconv.Atoi(frac)
	return rules.MatchPlural(lang, n, len(frac), len(strings.TrimRight(frac, "0")), f, f)
}

// shown writes an argument.
func shown(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}
