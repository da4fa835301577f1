package action

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// detach copies what a result holds of the run's sheet, whose memory then serves other sheets.
func (r *Result) detach() (whole bool) {
	d := detacher{whole: true}
	for _, e := range r.Log {
		d.entry(e)
	}
	for _, p := range r.Proposed {
		p.Change.Path = d.path(p.Change.Path)
		p.Change.From = d.source(p.Change.From)
	}
	if r.Outcome != nil {
		d.datum(r.Outcome.Data)
	}
	if n := r.Needs; n != nil {
		d.items(n.Items)
		d.summary(n.Summary)
		if n.Choice != nil {
			n.Choice.Path = d.path(n.Choice.Path)
		}
		if n.Run != nil {
			d.data(n.Run.Params)
		}
	}
	if r.State != nil {
		r.State.Answers = slices.Clone(r.State.Answers) // the first of them may be the caller's
		for i := range r.State.Answers {
			a := &r.State.Answers[i]
			a.Choice = d.path(a.Choice)
		}
	}
	return d.whole
}

// detacher copies; whole turns false where something could not be read.
type detacher struct{ whole bool }

func (d *detacher) entry(e *Entry) {
	e.Choice = d.path(e.Choice)
	d.items(e.Items)
	d.datum(e.BandValue)
	d.summary(e.Summary)
	for i := range e.Tallies {
		for k := range e.Tallies[i].Sources {
			s := &e.Tallies[i].Sources[k]
			s.Source = d.source(s.Source)
		}
	}
	for i := range e.Bounds {
		e.Bounds[i].Source = d.source(e.Bounds[i].Source)
	}
}

func (d *detacher) items(list []*Item) {
	for _, it := range list {
		it.Source, it.carried = d.source(it.Source), nil
		for i := range it.Faces {
			it.Faces[i].Source = d.source(it.Faces[i].Source)
		}
		for i := range it.Dropped {
			it.Dropped[i].Source = d.source(it.Dropped[i].Source)
		}
		it.joined = nil
		d.items(it.Replaces)
	}
}

func (d *detacher) summary(s *Summary) {
	if s != nil {
		d.data(s.Flags)
	}
}

func (d *detacher) data(list Data) {
	for i := range list {
		list[i].Value = d.value(list[i].Value)
	}
}

func (d *detacher) datum(x *Datum) {
	if x != nil {
		x.Value = d.value(x.Value)
	}
}

func (d *detacher) source(s *sheet.Source) *sheet.Source {
	if s == nil {
		return nil
	}
	c := *s
	return &c
}

func (d *detacher) path(p *sheet.Path) *sheet.Path {
	if p == nil {
		return nil
	}
	return &sheet.Path{Entry: p.Entry, Choice: slices.Clone(p.Choice)}
}

// value reads objects and lists to their ends.
func (d *detacher) value(v formula.Value) formula.Value {
	switch v.Kind() {
	case formula.ListKind:
		list := make([]formula.Value, len(v.List()))
		for i, e := range v.List() {
			list[i] = d.value(e)
		}
		return formula.ListValue(list)
	case formula.ObjectKind:
		o := v.Object()
		names := o.Members()
		rec := make(formula.Record, len(names))
		for i, name := range names {
			m, err := o.Member(name)
			if err != nil {
				d.whole = false
				return v
			}
			rec[i] = formula.Entry{Name: name, Value: d.value(m)}
		}
		return formula.ObjectValue(rec)
	}
	return v
}
