package pack

import (
	"math"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// changes reads a list of changes under `changes`.
func (l *loader) changes(f form, e *env) []*Change {
	var out []*Change
	for _, n := range f.items("changes") {
		if c := l.change(n, e); c != nil {
			out = append(out, c)
		}
	}
	return out
}

func (l *loader) change(n *model.Node, outer *env) *Change {
	if at := n.Get("type"); at != nil && at.Raw() == string(SetExtension) {
		l.faults.report(Schema, at.Pos, nil, "leave it to the app", "an action cannot propose setExtension: the data of extensions is an app's")
		return nil
	}
	f, word, ok := l.kind(n, "change")
	if !ok {
		return nil
	}
	c := &Change{Type: ChangeType(word), Pos: n.Pos}
	inner := *outer
	inner.change = c
	e := &inner
	before := *e
	before.change = nil // forEach does not see its own x
	c.ForEach = f.formula("forEach", changeForEach, &before)
	c.When = f.formula("when", changeWhen, e)
	if _, aims := f.keys.keys["copies"]; aims || f.keys.keys["applied"].shape != "" {
		l.aim(f, c, e)
	} else if _, has := f.keys.keys["entry"]; has && c.Type != AddItem {
		c.Entry, c.Self, c.Picked = l.entry(f, e)
	}
	if _, has := f.keys.keys["field"]; has {
		l.changedField(f, c, e)
	}
	if sub, ok := f.sub("split", "split"); ok {
		l.split(sub, c, e)
	}
	c.Tags = f.tags("tags", changeTags, e)
	c.Key = f.text("key")
	c.Value = l.changeAmount(f, "value", c, e)
	c.By = l.changeAmount(f, "by", c, e)
	c.Equipped = f.formula("equipped", changeEquipped, e)
	c.Active = f.formula("active", changeActive, e)
	c.Option = f.formula("option", changeOption, e)
	c.Source = f.formula("source", changeContent, e)
	c.Template = f.formula("template", changeContent, e)
	c.State = f.formulas("state", changeState, e)
	switch c.Type {
	case AddItem:
		if sub, ok := f.sub("entry", "newCopy"); ok {
			c.Item = l.newCopy(sub, e)
		}
	case ApplyEffect:
		c.NewID = f.text("id")
	case ClearFollowUp:
		c.Clear = f.formula("id", changeContent, e)
	case OfferFollowUp:
		f.ref("followUp", &c.FollowUp, refFollowUp, e, func(x any) {
			u := x.(*FollowUp)
			inner.target = u.Target
			if u.Derived() {
				l.faults.report(UnknownReference, c.FollowUp.Pos, data{"kind": "followUp", "id": c.FollowUp.Written}, "drop its `when`, or drop this change",
					"the follow-up '%s' is derived: it is offered while its `when` holds, and not by a change", clip(c.FollowUp.Written))
			}
		})
		c.Params = l.params(f, changeParam, e)
	}
	if sub, ok := f.sub("path", "path"); ok {
		c.Path = l.path(sub, e)
	}
	return c
}

// changeAmount reads a value or an amount; over copies and applied entries it may be passed on.
func (l *loader) changeAmount(f form, key string, c *Change, e *env) *Formula {
	n := f.get(key)
	if n == nil {
		return nil
	}
	p := changeValue
	if c.Copies != nil || c.Applied != nil {
		p = aimedValue
	}
	job := l.newFormula(n, p, e)
	if job == nil {
		return nil
	}
	job.want = func(co *compiler) wanted { return co.changeAmount(c, key) }
	return job.f
}

func (l *loader) aim(f form, c *Change, e *env) {
	if sub, ok := f.sub("copies", "copyQuery"); ok {
		c.Copies = l.query(sub, aimedWhere, true, e)
	}
	if sub, ok := f.sub("applied", "applied"); ok {
		c.Applied = &Applied{Pos: sub.pos(), Where: sub.formula("where", aimedWhere, e), Limit: sub.count("limit", 0)}
	}
	c.Entry, c.Self, c.Picked = l.entry(f, e)
}

// entry reads an instance: an id, self or picked, or computed.
func (l *loader) entry(f form, e *env) (t Text, self, picked bool) {
	t = f.textual("entry", changeEntry, e)
	switch t.Literal {
	case "self":
		return Text{}, true, false
	case "picked":
		if !e.picked {
			l.faults.report(Schema, t.Pos, nil, "name the copy", "only the changes of a choice step know what was picked")
		}
		return Text{}, false, true
	}
	return t, false, false
}

func (l *loader) changedField(f form, c *Change, e *env) {
	t := f.textual("field", changeField, e)
	if t.Formula != nil {
		c.FieldX = t.Formula
		if f.has("split") {
			l.faults.report(FormulaError, t.Pos, data{"cause": TypeMismatch}, "write the field out", "a split adjust has a field that is written out, not computed")
		}
		return
	}
	if t.Literal == "" {
		return
	}
	c.Field = Ref{Written: t.Literal, Pos: t.Pos}
	l.resolveLater(&c.Field, refChanged, e, nil)
}

func (l *loader) split(f form, c *Change, e *env) {
	c.Split = &Split{Pos: f.pos(), By: f.text("by")}
	l.tagAt(c.Split.By, f.at("by"))
	f.ref("step", &c.Split.Step, refStep, e, func(x any) {
		if s := x.(*Step); s.Kind != RollStep {
			l.faults.report(UnknownReference, c.Split.Step.Pos, data{"kind": "step", "id": s.ID}, "name a roll step", "the step '%s' is no roll", s.ID)
		}
	})
}

func (l *loader) newCopy(f form, e *env) *NewCopy {
	c := &NewCopy{Pos: f.pos(), ID: f.text("id"), Item: f.formula("item", changeContent, e), Quantity: f.formula("quantity", changeQuantity, e), Equipped: f.formula("equipped", changeEquipped, e)}
	c.State = f.formulas("state", changeState, e)
	c.Templates = f.refs("templates", refTemplate, e, nil)
	c.Choices = l.picks(f, e)
	return c
}

func (l *loader) picks(f form, e *env) []ChoicePicks {
	var out []ChoicePicks
	f.entries("choices", func(key string, pos diag.Pos, n *model.Node) {
		one := ChoicePicks{Choice: key, Pos: pos}
		for _, n := range n.Items {
			g, ok := l.form(n, "pick")
			if !ok {
				continue
			}
			p := Pick{Pos: n.Pos}
			if o := g.get("option"); o != nil {
				if o.Kind == model.Int || o.Kind == model.Float {
					p.Number = numberOf(o)
				} else {
					p.Option = l.textual(o, pickOption, e)
				}
			}
			p.Nested = l.picks(g, e)
			one.Picks = append(one.Picks, p)
		}
		out = append(out, one)
	})
	return out
}

func numberOf(n *model.Node) any {
	if v, ok := plain(n).(float64); ok && (math.IsNaN(v) || math.IsInf(v, 0)) {
		return nil
	}
	return plain(n)
}

func (l *loader) path(f form, e *env) *Path {
	p := &Path{Pos: f.pos()}
	p.Entry, p.Self, p.Picked = l.entry(f, e)
	n := f.get("choice")
	if n == nil {
		return p
	}
	if n.Kind != model.ListNode {
		p.Formula = l.formula(n, changePath, e)
		return p
	}
	p.Choice = f.names("choice")
	if len(p.Choice)%2 == 0 {
		l.faults.report(Schema, n.Pos, nil, "end it with the choice, not with an option", "a path to a choice is choice, option, choice and so on: an odd number of words")
	}
	return p
}
