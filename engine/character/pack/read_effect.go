package pack

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// opsOf says which ops each target takes.
var opsOf = map[Target][]Op{
	OnFields:   {Add, Set, Multiply, AtLeast, AtMost, AddTag},
	OnRolls:    {Add, Set, AtLeast, AtMost, RollModifier},
	OnSteps:    {AddOption, AddChanges},
	OnIncoming: {Cancel, Add, Multiply, Absorb, Overflow},
	OnActions:  {Available},
}

var targetKeys = map[Target]string{OnFields: "fields", OnRolls: "rolls", OnSteps: "steps", OnIncoming: "incoming adjustments", OnActions: "actions"}

func (l *loader) effect(n *model.Node, outer *env) *Effect {
	f, word, ok := l.kind(n, "effect")
	if !ok {
		return nil
	}
	x := &Effect{ID: f.text("id"), N: len(l.build.Effects), Pos: n.Pos, Pack: outer.pack, Op: Op(word), StackKey: f.text("stackKey"), Multiplied: f.flag("multiplied", true), Rounding: Rounding(f.text("rounding"))}
	l.build.Effects = append(l.build.Effects, x)
	inner := *outer
	inner.effect = x
	e := &inner
	l.target(f, x, e)
	when, of := effectWhen[x.On], effectValue[x.On]
	x.When = f.formula("when", when, e)
	switch x.Op {
	case AddTag:
		x.Tag = f.textual("value", effectTag, e)
		if x.Tag.Literal != "" {
			l.tagAt(x.Tag.Literal, x.Tag.Pos)
		}
	case RollModifier:
		x.Modifier = l.modifier(f.get("value"), e)
	case AddOption:
		if v, ok := f.sub("value", "addedOption"); ok {
			x.Option = l.addedOption(v, e)
			x.To = x.Option.To
		}
	case AddChanges:
		if v, ok := f.sub("value", "addedChanges"); ok {
			x.To = l.to(v, "to", e)
			inner := *e
			inner.dest = func() *To { return x.To }
			x.Changes = l.changes(v, &inner)
		}
	case Absorb:
		f.ref("value", &x.Field, refInput, e, nil)
	case Overflow:
		f.ref("overflow", &x.Field, refInput, e, nil)
		x.By = f.formula("by", incomingValue, e)
	default:
		if n := f.get("value"); n != nil {
			if job := l.newFormula(n, of, e); job != nil {
				job.want = func(c *compiler) wanted { return c.effectValue(x) }
				x.Value = job.f
			}
		}
	}
	x.AddedTags = f.tags("tags", rollTags, e)
	return x
}

func (l *loader) target(f form, x *Effect, e *env) {
	if e.situational != nil && !f.has("target") {
		x.On, x.Tags = OnRolls, e.situational.Rolls
		l.targetTakes(x, f.pos())
		return
	}
	if !f.has("target") {
		l.faults.report(Schema, f.pos(), data{"key": "target"}, "add target", "an effect needs target")
		return
	}
	t, ok := f.sub("target", "target")
	if !ok {
		return
	}
	x.Self = t.text("from") == "self"
	switch {
	case t.has("field"):
		x.Fields = make([]Ref, 1)
		t.ref("field", &x.Fields[0], refField, e, nil)
	case t.has("fields"):
		if by, ok := t.sub("fields", "fieldsBy"); ok {
			x.FieldsWhere = by.formula("where", effectFields, e)
		}
	case t.has("rolls"):
		x.On, x.Tags, x.Parts = OnRolls, t.plainTags("rolls"), t.plainTags("parts")
		x.Part, x.Tally = t.text("part"), t.text("tally")
		if x.Tally != "" {
			l.resolveLater(&Ref{Written: x.Tally, Pos: t.at("tally")}, refTally, e, nil)
		}
	case t.has("steps"):
		x.On, x.Tags = OnSteps, t.plainTags("steps")
	case t.has("incoming"):
		x.On = OnIncoming
		if in, ok := t.sub("incoming", "incoming"); ok {
			x.Fields = in.refs("fields", refInput, e, nil)
			x.Tags = in.plainTags("tags")
		}
	case t.has("actions"):
		x.On, x.Tags = OnActions, t.plainTags("actions")
	}
	if x.On != OnFields && len(x.Tags)+len(x.Fields) == 0 {
		l.faults.report(Schema, t.pos(), nil, "name at least one tag", "this target reaches nothing")
	}
	for _, key := range []string{"parts", "part", "tally"} {
		if t.has(key) && x.On != OnRolls {
			l.faults.report(Schema, t.at(key), nil, "drop it", "only a target of rolls has %s", key)
		}
	}
	if t.has("from") && x.On != OnRolls && x.On != OnSteps {
		l.faults.report(Schema, t.at("from"), nil, "drop it", "only a target of rolls or steps has from")
	}
	if x.On == OnSteps && (!e.carried() || e.situational != nil) {
		l.faults.warn(Schema, t.pos(), "move it to content", "only content adds options and changes to steps; this does nothing")
	}
	l.targetTakes(x, f.at("op"))
}

// targetTakes checks that an op goes with its target.
func (l *loader) targetTakes(x *Effect, pos diag.Pos) {
	ops := opsOf[x.On]
	var known []string
	fits := false
	for _, op := range ops {
		known = append(known, string(op))
		fits = fits || op == x.Op
	}
	switch {
	case !fits:
		l.unknown(pos, string(x.Op), known, "the op '%s' does not work on %s", x.Op, targetKeys[x.On])
	case x.On == OnRolls && x.Op == Set && len(x.Parts) == 0:
		l.faults.report(Schema, pos, nil, "say target: {rolls: [...], parts: [...]}", "set on rolls replaces parts, so its target names them")
	case x.On == OnRolls && x.Tally != "" && (x.Op == Set || x.Op == RollModifier):
		l.faults.report(Schema, pos, nil, "use add, atLeast or atMost", "a tally is only added to and bounded")
	case x.On == OnRolls && x.Part != "" && x.Op != RollModifier:
		l.faults.report(Schema, pos, nil, "drop part", "part says where the dice of poolDice go")
	}
}

func (l *loader) modifier(n *model.Node, e *env) *Modifier {
	if n == nil {
		return nil
	}
	f, word, ok := l.kind(n, "modifier")
	if !ok {
		return nil
	}
	m := &Modifier{Type: ModifierType(word), Pos: n.Pos}
	for _, key := range []string{"steps", "count", "factor", "below", "face", "at", "faces"} {
		if n := f.get(key); n != nil {
			if job := l.newFormula(n, rollEffectValue, e); job != nil {
				job.want = func(*compiler) wanted { return modifierValue(m.Type) }
				m.Value = job.f
			}
		}
	}
	return m
}

func (l *loader) addedOption(f form, e *env) *Option {
	o := &Option{ID: l.id(f, "id"), Pos: f.at("id"), To: l.to(f, "to", e)}
	o.When = f.formula("when", addedOptionWhen, e)
	inner := *e
	inner.picked = true
	inner.dest = func() *To { return o.To }
	o.Flags = f.formulas("flags", addedFlag, &inner)
	o.Changes = l.changes(f, &inner)
	return o
}

// to reads where changes go.
func (l *loader) to(f form, key string, e *env) *To {
	n := f.get(key)
	if n == nil {
		return nil
	}
	t := &To{Pos: n.Pos}
	if n.Kind == model.MapNode {
		if g, ok := l.form(n, "toLink"); ok {
			g.ref("link", &t.Link, refLink, e, nil)
		}
		return t
	}
	switch n.Raw() {
	case "self":
		t.Self = true
	default:
		t.Role = n.Raw()
		t.Target = t.Role == "target"
		if e.action != nil {
			l.later = append(l.later, func() {
				if e.action.Role(t.Role) == nil && !t.Target {
					l.unknownRole(t.Role, t.Pos, e.action)
				}
			})
		}
	}
	return t
}

func (l *loader) unknownRole(role string, pos diag.Pos, a *Action) {
	var known []string
	for _, r := range a.Participants {
		known = append(known, r.Name)
	}
	fix := "add it under participants"
	if near := diag.Nearest(role, known); near != "" {
		fix = "write '" + near + "'"
	}
	l.faults.report(UnknownRole, pos, data{"role": role}, fix, "the action '%s' has no role '%s'", a.Local, clip(role))
}
