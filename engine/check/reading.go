package check

import (
	"regexp"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// reading is what the expressions of a model name, write in quotes and call.
type reading struct {
	phrases []*phrase
	at      map[where]*phrase
	names   map[string]bool // from outside the expression
	texts   map[string]bool // in quotes
	rules   map[string]bool // in quotes, in rules
	stats   map[string]bool // asked of modified()
	anyStat bool            // modified() is asked for a stat that is worked out

	in   string // while they are being found: the function or derived value around
	rule bool   // and whether it is a rule
}

// where tells one expression from another.
type where struct {
	pos diag.Pos
	src string
}

func read(m *model.Model) *reading {
	r := &reading{at: map[where]*phrase{}, names: map[string]bool{}, texts: map[string]bool{}, rules: map[string]bool{}, stats: map[string]bool{}}
	r.phrasesOf(m)
	for _, p := range r.phrases {
		if p.syn == nil {
			r.guess(p.x.Src)
			continue
		}
		for _, n := range p.syn.Names() {
			if n != p.in {
				r.names[n] = true
			}
		}
		for _, t := range p.texts() {
			r.texts[t] = true
			r.rules[t] = r.rules[t] || p.rule
		}
		r.modified(p)
	}
	return r
}

var (
	words  = regexp.MustCompile(`[\pL_][\pL\pN_]*`)
	quoted = regexp.MustCompile(`'([^']*)'|"([^"]*)"`)
)

// guess takes what may be names and texts from an expression that cannot be parsed, so that one mistake is not the
// cause of others.
func (r *reading) guess(src string) {
	for _, w := range words.FindAllString(src, -1) {
		r.names[w] = true
	}
	for _, q := range quoted.FindAllStringSubmatch(src, -1) {
		r.texts[q[1]+q[2]], r.rules[q[1]+q[2]] = true, true
	}
	r.anyStat = r.anyStat || strings.Contains(src, "modified")
}

// modified finds the stats that an expression asks for.
func (r *reading) modified(p *phrase) {
	asked := false
	p.each(func(t *expr.Tree) {
		if t.Kind != expr.CallTree || t.Kids[0].Kind != expr.NameTree || t.Kids[0].Name != "modified" {
			return
		}
		asked = true
		if len(t.Kids) > 1 && t.Kids[1].Kind == expr.ConstTree && t.Kids[1].Value.Kind() == value.Text {
			r.stats[t.Kids[1].Value.Text()] = true
		} else {
			r.anyStat = true
		}
	})
	if !asked && slices.Contains(p.syn.Names(), "modified") {
		r.anyStat = true // handed on as a value
	}
}
