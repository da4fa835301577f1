package pack

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// Rolls, choices and allocations are where a run may pause.

func (l *loader) roll(f form, e *env) *Roll {
	r := &Roll{Better: f.text("better"), Of: f.text("of"), OfPos: f.at("of")}
	if r.Better == "" {
		r.Better = "high"
	}
	seen := map[string]diag.Pos{}
	for _, n := range f.items("parts") {
		g, ok := l.form(n, "part")
		if !ok {
			continue
		}
		p := &Part{ID: g.text("id"), Pos: n.Pos, Multiplied: g.flag("multiplied", true)}
		l.once(seen, "part", p.ID, p.Pos)
		p.When = g.formula("when", stepWhen, e)
		p.Dice, p.Value = g.formula("dice", rollDice, e), g.formula("value", rollValue, e)
		g.ref("field", &p.Field, refField, e, func(x any) {
			p.FieldDef = x.(*Field)
			if p.FieldDef.Type != Integer && p.FieldDef.Type != Number {
				l.faults.report(TypeMismatch, p.Field.Pos, data{"expected": "number"}, "name a field that is integer or number", "the field '%s' is %s, and a roll adds numbers", p.FieldDef.Name, p.FieldDef.Type)
			}
		})
		p.IfEmpty = g.formula("ifEmpty", rollDice, e)
		if p.IfEmpty != nil && p.Dice == nil {
			l.faults.report(Schema, p.IfEmpty.Pos, nil, "drop it", "only a part with dice has ifEmpty")
		}
		p.Tags = g.tags("tags", stepTags, e)
		p.Source = g.formula("source", rollSource, e)
		r.Parts = append(r.Parts, p)
	}
	f.ref("bands", &r.BandsRef, refBands, e, func(x any) { r.Bands = x.(*BandSet) })
	if r.Of != "" {
		l.ofPath(r, e)
	}
	return r
}

func (l *loader) choiceStep(f form, e *env) *ChoiceDef {
	c := &ChoiceDef{}
	c.Options.Pos = f.at("options")
	inner := *e
	e = &inner
	n := f.get("options")
	seen := map[string]diag.Pos{}
	var options []form
	if n != nil && n.Kind == model.ListNode {
		c.Options.Written = []*Option{}
		for _, n := range n.Items {
			g, ok := l.form(n, "stepOption")
			if !ok {
				continue
			}
			o := &Option{ID: l.id(g, "id"), Pos: g.at("id"), When: g.formula("when", stepOptionWhen, e), To: l.to(g, "to", e)}
			l.once(seen, "option", o.ID, o.Pos)
			c.Options.Written = append(c.Options.Written, o)
			options = append(options, g)
		}
	} else if src, ok := f.sub("options", "stepSource"); ok {
		c.Options.Pos = src.pos()
		if q, ok := src.sub("content", "contentQuery"); ok {
			c.Options.Content = l.query(q, candidateWhere, false, e)
		}
		if q, ok := src.sub("copies", "copyQuery"); ok {
			c.Options.Copies = l.query(q, candidateWhere, true, e)
		}
		if p, ok := src.sub("pending", "pending"); ok {
			c.Options.Pending = &Pending{Pos: p.pos(), Entry: p.formula("entry", stepText, e)}
			for _, key := range []string{"repeat", "prefer"} {
				if f.has(key) {
					l.faults.report(Schema, f.at(key), data{"key": key}, "drop it", "a choice step over pending choices has no %s", key)
				}
			}
			if f.text("sheet") == "given" {
				l.faults.report(Schema, f.at("sheet"), data{"key": "sheet"}, "drop it", "a choice step over pending choices reads the proposed sheet")
			}
			e.step.Proposed = true
		}
	}
	e.source = c.Options
	if rep, ok := f.sub("repeat", "repeat"); ok {
		c.Repeat = true
		c.Max, c.Min = rep.formula("max", stepCount, e), rep.formula("min", stepCount, e)
	}
	if f.has("prefer") && c.Options.Written != nil {
		l.faults.report(Schema, f.at("prefer"), data{"key": "prefer"}, "use recommend", "prefer is for options that are content or copies")
	}
	c.Prefer = f.formula("prefer", candidatePrefer, e)
	c.Recommend, c.Random = f.formula("recommend", stepRecommend, e), f.formula("random", stepRandom, e)
	after := *e
	after.picked = true
	for i, g := range options {
		o := c.Options.Written[i]
		o.Flags = l.flags(g, &after)
		mine := after
		mine.dest = func() *To { return o.To }
		o.Changes = l.changes(g, &mine)
	}
	c.Changes = l.changes(f, &after)
	return c
}

func (l *loader) allocate(f form, e *env) *Allocate {
	a := &Allocate{UpTo: f.text("spend") == "upTo"}
	if by, ok := f.sub("fields", "fieldsBy"); ok {
		a.Where = by.formula("where", allocateFields, e)
	}
	a.Budget, a.Cost, a.Limit = f.formula("budget", stepCount, e), f.formula("cost", allocateCost, e), f.formula("limit", allocateLimit, e)
	for _, n := range f.items("values") {
		if x := l.formula(n, stepCount, e); x != nil {
			a.Values = append(a.Values, x)
		}
	}
	if f.has("values") {
		for _, key := range []string{"spend", "cost", "limit"} {
			if f.has(key) {
				l.faults.report(Schema, f.at(key), data{"key": key}, "drop it", "values are handed out whole: they have no %s", key)
			}
		}
	}
	n := f.get("recommend")
	if n != nil {
		a.Recommend = make([]FieldFormula, 0, len(n.Keys))
	}
	f.entries("recommend", func(name string, pos diag.Pos, n *model.Node) {
		a.Recommend = append(a.Recommend, FieldFormula{Field: Ref{Written: name, Pos: pos}, Formula: l.formula(n, stepCount, e)})
		to := &a.Recommend[len(a.Recommend)-1]
		l.resolveLater(&to.Field, refInput, e, func(x any) { to.Def = x.(*Field) })
	})
	a.Random = f.formula("random", stepWhen, e)
	return a
}
