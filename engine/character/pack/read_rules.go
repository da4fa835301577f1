package pack

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// rules reads a file of rules.
func (l *loader) rules(n *model.Node, p *Pack) {
	f, ok := l.form(n, "rules")
	if !ok {
		return
	}
	e := &env{pack: p}
	for _, t := range f.namesAt("tags") {
		l.declareTag(t)
	}
	for _, n := range f.items("fields") {
		l.field(n, e)
	}
	for _, n := range f.items("contentTypes") {
		l.contentType(n, p)
	}
	f.entries("bands", func(id string, pos diag.Pos, n *model.Node) { l.bandSet(id, pos, n, e) })
	for _, n := range f.items("tallies") {
		if f, ok := l.form(n, "tally"); ok {
			l.build.Tallies = append(l.build.Tallies, &Tally{Name: l.plainName(f, "id"), Pos: f.at("id"), Pack: p})
		}
	}
	for _, n := range f.items("situational") {
		l.situational(n, e)
	}
	for _, n := range f.items("links") {
		if f, ok := l.form(n, "link"); ok {
			id := l.plainName(f, "id")
			l.build.Links = append(l.build.Links, &Link{ID: p.ID + ":" + id, Local: id, Pos: f.at("id"), Pack: p, Fields: l.props(f, "fields", e, viewNames)})
		}
	}
	own := &l.build.Rules
	l.carried(f, own, e)
	l.build.Actions = append(l.build.Actions, own.Actions...)
	own.Actions = nil
	if f.has("settings") {
		if s, ok := f.sub("settings", "settings"); ok {
			l.settings(s, e)
		}
	}
}

// each reads the elements of a list; those that cannot be read are left out.
func each[T any](f form, key string, to *[]*T, e *env, read func(*model.Node, *env) *T) {
	for _, n := range f.items(key) {
		if one := read(n, e); one != nil {
			*to = append(*to, one)
		}
	}
}

// carried reads what rules, types, items and options have alike.
func (l *loader) carried(f form, to *Carried, e *env) {
	each(f, "effects", &to.Effects, e, l.effect)
	each(f, "choices", &to.Choices, e, l.choice)
	each(f, "followUps", &to.FollowUps, e, l.followUp)
	each(f, "actions", &to.Actions, e, l.action)
	each(f, "uses", &to.Uses, e, l.use)
	for _, n := range f.items("grants") {
		if f, ok := l.form(n, "grant"); ok {
			g := &Grant{Pos: n.Pos, When: f.formula("when", whenCarried, e)}
			f.ref("content", &g.Content, refContent, e, func(x any) { g.Item = x.(*Item) })
			to.Grants = append(to.Grants, g)
		}
	}
}

func (l *loader) field(n *model.Node, e *env) {
	f, ok := l.form(n, "field")
	if !ok {
		return
	}
	id := f.text("id")
	if id == "" {
		return
	}
	l.pathName(id, f.at("id"), fieldNames)
	d := &Field{ID: e.pack.ID + ":" + id, Pack: e.pack, Label: f.text("label")}
	l.prop(f, &d.Prop, id, f.at("id"), e)
	d.Tags = f.tags("tags", fieldTags, e)
	wanted := func(*compiler) wanted { return fieldType(d.Type) }
	with := func(key string) *Formula {
		n := f.get(key)
		if n == nil {
			return nil
		}
		job := l.newFormula(n, fieldFormula, e)
		if job == nil {
			return nil
		}
		job.want = wanted
		return job.f
	}
	d.Formula = with("formula")
	d.Min, d.Max = with("min"), with("max")
	if n := f.get("default"); n != nil && isFormulaOnly(n) {
		d.Default = nil
		if job := l.newFormula(n.Items[0], fieldFormula, e); job != nil {
			job.want = wanted
			d.DefaultFormula = job.f
		}
	}
	if f.has("formula") {
		for _, key := range []string{"default", "min", "max"} {
			if f.has(key) {
				l.faults.report(Schema, f.at(key), data{"key": key}, "drop it; clamp(x, low, high) bounds a formula", "a computed field has no %s", key)
			}
		}
	}
	for _, key := range []string{"min", "max"} {
		if f.has(key) && d.Type != "" && d.Type != Integer && d.Type != Number {
			l.faults.report(Schema, f.at(key), data{"key": key}, "drop it", "a field of type %s has no %s", d.Type, key)
		}
	}
	l.build.Fields = append(l.build.Fields, d)
}

func (l *loader) bandSet(id string, pos diag.Pos, n *model.Node, e *env) {
	f, ok := l.form(n, "bandSet")
	if !ok {
		l.lost.names[id] = true
		return
	}
	l.wordAt(id, pos)
	b := &BandSet{ID: e.pack.ID + ":" + id, Local: id, Pos: pos, Pack: e.pack}
	b.Value = f.formula("value", bandValue, e)
	seen := map[string]diag.Pos{}
	for _, n := range f.items("bands") {
		if f, ok := l.form(n, "band"); ok {
			one := &Band{ID: f.text("id"), Pos: f.at("id"), When: f.formula("when", bandWhen, e)}
			l.once(seen, "band", one.ID, one.Pos)
			b.Bands = append(b.Bands, one)
		}
	}
	if len(b.Bands) == 0 && f.get("bands") != nil {
		l.faults.report(Schema, pos, nil, "add a band", "a band set has at least one band")
	}
	l.build.Bands = append(l.build.Bands, b)
}

func (l *loader) situational(n *model.Node, e *env) {
	f, ok := l.form(n, "situational")
	if !ok {
		return
	}
	id := l.plainName(f, "id")
	s := &Situational{ID: e.pack.ID + ":" + id, Local: id, Pos: f.at("id"), Pack: e.pack, Type: Type(f.text("type")), Options: f.names("options")}
	s.Rolls = f.plainTags("rolls")
	s.Available = f.formula("available", situationalAvailable, e)
	p := Prop{Type: s.Type, Options: s.Options, Pos: s.Pos}
	l.optionsOf(f, &p)
	if n := f.get("default"); n != nil {
		l.datum(n, &p, e, func(v any) { s.Default = v })
	} else {
		switch s.Type {
		case Boolean:
			s.Default = false
		case Integer:
			s.Default = int64(0)
		case Enum:
			if len(s.Options) > 0 {
				s.Default = s.Options[0]
			}
		}
	}
	inner := *e
	inner.situational = s
	each(f, "effects", &s.Effects, &inner, l.effect)
	l.build.Situational = append(l.build.Situational, s)
}

func (l *loader) settings(f form, e *env) {
	s := &l.build.Settings
	set := func(f form, key string, to *string) {
		if v := f.text(key); v != "" {
			*to = v
		}
	}
	if v := f.text("rounding"); v != "" {
		s.Rounding = Rounding(v)
	}
	if sub, ok := f.sub("competing", "competing"); ok {
		set(sub, "recommend", &s.Competing)
	}
	if sub, ok := f.sub("rollModifiers", "rollModifiers"); ok {
		set(sub, "advantage", &s.Advantage)
	}
	if sub, ok := f.sub("limits", "limits"); ok {
		for key, to := range map[string]*int{
			"maxActionSteps": &s.Limits.ActionSteps, "maxActionDepth": &s.Limits.ActionDepth, "maxDice": &s.Limits.Dice,
			"maxFaces": &s.Limits.Faces, "maxExplosions": &s.Limits.Explosions, "maxFormulaSteps": &s.Limits.FormulaSteps,
		} {
			*to = sub.count(key, *to)
		}
	}
	f.entries("stacking", func(key string, _ diag.Pos, n *model.Node) {
		if key == "source" {
			s.SourceStacking = Stacking(n.Raw())
		} else {
			s.Stacking[key] = Stacking(n.Raw())
		}
	})
	if sub, ok := f.sub("creation", "creation"); ok {
		if sub.has("complete") {
			s.CreationDone = sub.formula("complete", creationDone, e)
		}
		if sub.has("action") {
			sub.ref("action", &s.CreationAction, refAction, e, nil)
		}
	}
}
