package explain

import (
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/value"
)

const (
	maxText  = 200 // bytes of a part's source
	maxValue = 80  // of a value
	maxItems = 8   // of a list
)

// show writes a value as Python does, cut off where it is long; an instance by its label and number.
func (x *explainer) show(v value.Value) string { return x.shown(v, 0) }

func (x *explainer) shown(v value.Value, deep int) string {
	switch v.Kind() {
	case value.Text:
		return value.Repr(nil, value.OfText(clip(v.Text(), maxValue)))
	case value.Inst:
		return clip(x.g.Label(v), maxValue) + " #" + strconv.FormatInt(v.Inst(), 10)
	case value.List, value.Tuple:
		open, end := "[", "]"
		if v.Kind() == value.Tuple {
			open, end = "(", ")"
		}
		if deep > 2 {
			return open + "…" + end
		}
		items := v.Items()
		var parts []string
		for i, e := range items {
			if i == maxItems {
				parts = append(parts, "… "+strconv.Itoa(len(items))+" in all")
				break
			}
			parts = append(parts, x.shown(e, deep+1))
		}
		return open + strings.Join(parts, ", ") + end
	}
	return value.Brief(x.g.Env().Store, v, maxValue)
}

// clip cuts a text off and keeps it on one line.
func clip(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// joined joins texts as English does.
func joined(words []string, last string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
	}
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', 6, 64) }

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
