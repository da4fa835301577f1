package diagram

// line is a line of text beside the track: a sign, then runs of text, each in its face.
type line struct {
	sign string
	runs []run
}

const lineHeight = 18.0

// line draws a line on the baseline y. A run leaves room for those behind it.
func (k *ink) line(l line, x, y, right float64) {
	if l.sign != "" {
		k.sign(signs[l.sign], x+6, y-4, "thin s-dim", "i-dim")
		x += 19
	}
	k.runs(l.runs, x, y, right-x)
}

func (k *ink) lines(list []line, x, y, right float64) {
	for i, l := range list {
		k.line(l, x, y+float64(i)*lineHeight, right)
	}
}

// phrases are the details of a part in words.
var phrases = map[string]line{
	"for":         {"", []run{{"nt", "for each"}}},
	"order":       {"", []run{{"nt", "order"}}},
	"until":       {"", []run{{"nt", "until"}}},
	"flow":        {"", []run{{"nt", "runs flow"}}},
	"actor":       {"who", nil},
	"all at once": {"who", []run{{"nt", "all at once"}}},
	"seen by":     {"hidden", []run{{"nt", "seen by"}}},
	"window":      {"window", []run{{"nt", "opens window"}}},
	"then emits":  {"trigger", []run{{"nt", "then emits"}}},
	"when":        {"", []run{{"nt", "case"}}},
	"of":          {"", []run{{"nt", "a phase of"}}},
	"first turn":  {"who", []run{{"nt", "first turn"}}},
	"next turn":   {"who", []run{{"nt", "next turn"}}},
	"begins with": {"trigger", []run{{"nt", "each turn begins with"}}},
	"ends with":   {"trigger", []run{{"nt", "each turn ends with"}}},
	"after costs": {"window", []run{{"nt", "costs open window"}}},
}

// told gives the details of a part, one a line, except those that are named.
func told(p *Part, except ...string) []line {
	var out []line
next:
	for _, d := range p.Detail {
		for _, name := range except {
			if d.Name == name {
				continue next
			}
		}
		if d.Name == "rounds" {
			out = append(out, line{"", []run{{"nt", "one round"}}})
			continue
		}
		l, ok := phrases[d.Name]
		if !ok {
			l = line{"", []run{{"nt", d.Name}}}
		}
		l.runs = append(l.runs[:len(l.runs):len(l.runs)], run{"ex", d.Text})
		out = append(out, l)
	}
	return out
}

func (p *Part) detail(name string) string {
	for _, d := range p.Detail {
		if d.Name == name {
			return d.Text
		}
	}
	return ""
}

// acts gives the actions of a step or a window, each with its condition.
func acts(p *Part) []line {
	var out []line
	for i, a := range p.Parts {
		if i == maxActions {
			return append(out, more(len(p.Parts)-i, "action"))
		}
		l := line{"dot", []run{{"ac", a.ID}}}
		if label := a.detail("label"); label != "" {
			l.runs = append(l.runs, run{"nt", "“" + label + "”"})
		}
		switch {
		case a.detail("missing") != "":
			l.runs = append(l.runs, run{"er", a.detail("missing")})
		case a.detail("pre") != "":
			l.runs = append(l.runs, run{"nt", "if"}, run{"ex", a.detail("pre")})
		}
		out = append(out, l)
	}
	return out
}
