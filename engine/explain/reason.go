package explain

import "strings"

// Reason is one of the smallest parts that make a condition what it is.
type Reason struct {
	Text     string   `json:"text"`
	At       *Place   `json:"at,omitempty"`
	True     bool     `json:"true"`             // what the part is
	Fails    string   `json:"fails,omitempty"`  // why it has no value
	Within   []string `json:"within,omitempty"` // the functions, derived values and loops around it, outermost first
	With     []Named  `json:"with,omitempty"`   // what the names that those bind are here
	Values   []Named  `json:"values,omitempty"`
	Missing  *float64 `json:"missing,omitempty"`
	Sentence string   `json:"sentence"`

	lacks string
}

const maxReasons = 12

// reasons lists the smallest parts that make p what it is.
func reasons(p *Part) []Reason {
	var r []Reason
	if blame(p, nil, nil, &r); len(r) == 0 { // the parts that matter have been left out
		r = []Reason{{Text: p.Text, At: p.At, True: p.True, Values: p.Values}}
	}
	if len(r) > maxReasons {
		r = r[:maxReasons]
	}
	for i := range r {
		r[i].Sentence = r[i].say()
	}
	return r
}

func blame(p *Part, within []string, with []Named, out *[]Reason) {
	if p.Fails != "" {
		blameFailed(p, within, with, out)
		return
	}
	switch p.Form {
	case "and", "or":
		// One part that is not as the chain needs it decides; else every part does.
		one := p.True == (p.Form == "or")
		for _, in := range p.Parts {
			if in.True == p.True && in.Fails == "" && !(one && in.Skipped && p.True) {
				blame(in, within, with, out)
			}
		}
		if len(p.Parts) > 0 {
			return
		}
	case "not":
		if len(p.Parts) > 0 {
			blame(p.Parts[0], within, with, out)
			return
		}
	case "conditional":
		if len(p.Parts) == 2 && p.Parts[1].Form != "value" {
			blame(p.Parts[1], within, with, out)
			return
		}
	case "function", "derived":
		if len(p.Parts) > 0 && p.Parts[0].Form != "value" {
			blame(p.Parts[0], add(within, p.Text), append(with[:len(with):len(with)], p.With...), out)
			return
		}
	case "all", "any":
		if (p.Form == "all") != p.True && len(p.Parts) > 0 {
			turn := p.Parts[0]
			blame(turn, add(within, p.turn()), append(with[:len(with):len(with)], turn.With...), out)
			return
		}
		if within = add(within, p.turn()); len(p.Parts) > 0 && !p.True {
			turn := p.Parts[0]
			blame(turn, add(within, "the nearest, "+names(turn.With)), append(with[:len(with):len(with)], turn.With...), out)
			return
		}
	}
	*out = append(*out, Reason{Text: p.Text, At: p.At, True: p.True, Within: within, With: with, Values: p.Values, Missing: p.Missing, lacks: p.lacks})
}

// blameFailed finds the smallest part that has no value.
func blameFailed(p *Part, within []string, with []Named, out *[]Reason) {
	for _, in := range p.Parts {
		if in.Fails == p.Fails && !in.Skipped {
			if p.Form == "function" || p.Form == "derived" {
				within, with = add(within, p.Text), append(with[:len(with):len(with)], p.With...)
			}
			blameFailed(in, within, append(with[:len(with):len(with)], in.With...), out)
			return
		}
	}
	*out = append(*out, Reason{Text: p.Text, At: p.At, Fails: p.Fails, Within: within, With: with, Values: p.Values})
}

func add(list []string, s string) []string { return append(list[:len(list):len(list)], s) }

// turn says how many elements of all() or any() make it what it is.
func (p *Part) turn() string {
	what := "true"
	if !p.True {
		what = "false"
	}
	if p.Turns == 0 {
		return p.Form + "(…) over nothing"
	}
	if p.Deciding == p.Turns {
		if p.Turns == 1 {
			return p.Form + "(…), " + what + " for the only element"
		}
		return p.Form + "(…), " + what + " for all " + count(p.Turns, "element")
	}
	return p.Form + "(…), " + what + " for " + count(p.Deciding, "element") + " of " + number(float64(p.Turns))
}

// say makes the sentence: what the part is, in what, and what it reads.
func (r *Reason) say() string {
	var b strings.Builder
	b.WriteString(r.Text)
	switch {
	case r.Fails != "":
		b.WriteString(" cannot be evaluated (" + r.Fails + ")")
	case r.True:
		b.WriteString(" is true")
	default:
		b.WriteString(" is false")
	}
	var facts []Named
	for _, v := range append(r.Values[:len(r.Values):len(r.Values)], r.With...) {
		known := v.Name == r.Text && (len(r.Values) > 1 || v.Value == "True" || v.Value == "False")
		for _, f := range facts {
			known = known || f.Name == v.Name
		}
		if !known {
			facts = append(facts, v)
		}
	}
	if len(facts) > 0 {
		b.WriteString(": " + names(facts))
	}
	if r.Missing != nil && !r.True && r.lacks != "" {
		if r.lacks == "off" {
			b.WriteString("; off by " + number(*r.Missing))
		} else {
			b.WriteString("; " + number(*r.Missing) + " " + r.lacks)
		}
	}
	if len(r.Within) > 0 {
		b.WriteString(" [in " + strings.Join(r.Within, " → ") + "]")
	}
	return b.String()
}

func names(list []Named) string {
	var parts []string
	for _, v := range list {
		parts = append(parts, v.Name+" is "+v.Value)
	}
	return strings.Join(parts, ", ")
}

// because joins the sentences of reasons.
func because(r []Reason) string {
	var parts []string
	for i := range r {
		parts = append(parts, r[i].Sentence)
	}
	return strings.Join(parts, "; and ")
}
