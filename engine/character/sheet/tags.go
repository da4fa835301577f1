package sheet

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// Tags gives a field's tags on the sheet: those written, those computed, then those that effects add.
func (s *Sheet) Tags(n int) (formula.Value, *formula.Error) {
	if fixed := s.tags[n]; !fixed.IsAbsent() {
		return fixed, nil
	}
	c := s.cell(n)
	switch c.tagState {
	case running:
		return formula.Absent, s.ring(&c.tagErr)
	case unknown:
		s.workTags(n, c)
	}
	if c.tagErr != nil {
		s.failed = true
		s.rejoin(&c.tagErr)
		return formula.Absent, c.tagErr
	}
	return c.tags, nil
}

func (s *Sheet) workTags(n int, c *cell) {
	c.tagState = running
	s.enter(nodeOf{field: n, tags: true})
	tags, err := s.writtenTags(n)
	list := texts(tags)
	for _, at := range s.candidates(n) {
		i := &s.instances[at]
		if err != nil || i.Effect.Op != pack.AddTag || !i.Active() {
			continue
		}
		ok, fault, told := s.reaches(i, n, true)
		if ok && i.Effect.When != nil {
			var v formula.Value
			v, fault, told = s.try(i.Effect.When, i.Carrier)
			ok = v.Bool()
		}
		if ok && fault == nil {
			list, fault, told = s.addTags(list, i.Effect.Tag, i.Carrier)
		}
		if ok {
			s.parts++
		}
		if ok && s.parts > mostParts {
			err = tooManyParts()
			s.tagIssue(n, err, nil, Source{})
		}
		if fault != nil && !told {
			s.tagIssue(n, fault, i.Effect.When, i.Source)
		}
	}
	s.leave()
	c.tagState = done
	if c.tagErr == nil {
		c.tagErr = err
	}
	c.tags = formula.StringsValue(list)
}

// writtenTags are a field's tags before effects.
func (s *Sheet) writtenTags(n int) (formula.Value, *formula.Error) {
	var list []string
	for _, t := range s.Rules.Fields[n].Tags {
		var err *formula.Error
		var told bool
		if list, err, told = s.addTags(list, t, s); err != nil {
			if !told {
				s.tagIssue(n, err, t.Formula, Source{})
			}
			return formula.Absent, err
		}
	}
	return formula.StringsValue(list), nil
}

func (s *Sheet) tagIssue(n int, err *formula.Error, f *pack.Formula, source Source) {
	issue := s.formulaIssue(err, f, source, nil)
	issue.Path = "field:" + s.Rules.Fields[n].ID
	s.report(issueTags, n, issue)
}

// addTags adds a tag, or those that its formula gives, each once.
func (s *Sheet) addTags(list []string, t pack.Text, names formula.Names) ([]string, *formula.Error, bool) {
	if t.Formula == nil {
		return addTag(list, t.Literal), nil, false
	}
	v, err, told := s.try(t.Formula, names)
	if err != nil {
		return list, err, told
	}
	list, err = s.tagsOf(list, v)
	return list, err, false
}

// TagsOf evaluates a list of tags, written and computed, in order: each once. The seed's section on
// computed tags rules.
func (s *Sheet) TagsOf(tags []pack.Text, names formula.Names) (list []string, err *formula.Error) {
	for _, t := range tags {
		if list, err, _ = s.addTags(list, t, names); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (s *Sheet) tagsOf(list []string, v formula.Value) ([]string, *formula.Error) {
	several := []formula.Value{v}
	if v.Kind() == formula.ListKind {
		several = v.List()
	}
	for _, one := range several {
		if one.Kind() != formula.StringKind {
			return list, &formula.Error{Code: formula.TypeMismatch, Message: "a computed tag is a string or a list of strings, not " + one.Kind().String()}
		}
		if !s.Rules.Tags.Known(one.Text()) {
			return list, &formula.Error{Code: "unknown-tag", Message: "no pack declares the tag " + one.Text(), Data: map[string]any{"tag": one.Text()}}
		}
		list = addTag(list, one.Text())
	}
	return list, nil
}

func addTag(list []string, tag string) []string {
	if slices.Contains(list, tag) {
		return list
	}
	return append(list, tag)
}

func texts(v formula.Value) []string {
	list := v.List()
	out := make([]string, len(list))
	for i, one := range list {
		out[i] = one.Text()
	}
	return out
}
