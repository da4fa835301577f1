package page

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// fields are grouped by the first part of their ids, in the order in which the groups begin.
func (m *maker) fields() []Section {
	var out []Section
	place := map[string]int{}
	for _, f := range m.Order {
		_, _ = m.Value(f.N) // behind those that it reads
	}
	for _, f := range m.Rules.Fields {
		group, _, nested := strings.Cut(f.Name, ".")
		if !nested {
			group = ""
		}
		if !m.all && m.idle(f) {
			continue
		}
		at, ok := place[group]
		if !ok {
			at = len(out)
			place[group] = at
			out = append(out, Section{Title: title(group)})
		}
		out[at].Lines = append(out[at].Lines, m.field(f))
	}
	return out
}

// idle reports whether a field says nothing: it has the least of values, and nothing acts on it.
func (m *maker) idle(f *pack.Field) bool {
	v, err := m.Value(f.N)
	_, parts, _ := m.Parts(f.N)
	if err != nil || len(parts) > 0 {
		return false
	}
	switch v.Kind() {
	case formula.IntKind, formula.NumberKind:
		return v.Number() == 0
	case formula.BoolKind:
		return !v.Bool()
	case formula.StringKind:
		return v.Text() == ""
	}
	return v.IsAbsent()
}

func title(group string) string {
	if group == "" {
		return "Values"
	}
	group = strings.ReplaceAll(group, "_", " ")
	return strings.ToUpper(group[:1]) + group[1:]
}

func (m *maker) field(f *pack.Field) Line {
	v, err := m.Value(f.N)
	l := Line{Name: m.called(f.ID), Value: show(v)}
	if err != nil {
		l.Value, l.How = "?", err.Message
		return l
	}
	base, parts, _ := m.Parts(f.N)
	if len(parts) == 0 {
		return l
	}
	how := []string{show(base)}
	for _, p := range parts {
		one := effect(p.Effect.Op, p.Value) + " " + m.source(&p.Source)
		if p.By != sheet.Counts {
			one = "(" + one + ")"
		}
		how = append(how, one)
	}
	l.How = strings.Join(how, ", ")
	return l
}

func effect(op pack.Op, v formula.Value) string {
	text := show(v)
	switch op {
	case pack.Add:
		if strings.HasPrefix(text, "-") {
			return "−" + text[1:]
		}
		return "+" + text
	case pack.Multiply:
		return "×" + text
	case pack.AtLeast:
		return "at least " + text
	case pack.AtMost:
		return "at most " + text
	case pack.AddTag:
		return "is " + text
	}
	return "= " + text
}

func (m *maker) source(s *sheet.Source) string {
	if s.Type == "rules" {
		return "the rules"
	}
	return m.called(s.ID)
}

func show(v formula.Value) string {
	switch v.Kind() {
	case formula.AbsentKind:
		return "–"
	case formula.StringKind:
		return v.Text()
	case formula.BoolKind:
		if v.Bool() {
			return "yes"
		}
		return "no"
	case formula.ListKind:
		list := make([]string, len(v.List()))
		for i, e := range v.List() {
			list[i] = show(e)
		}
		return strings.Join(list, ", ")
	}
	text, err := v.AppendJSON(nil)
	if err != nil {
		return "?"
	}
	return strings.Trim(string(text), `"`)
}
