package pack

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

func (l *loader) action(n *model.Node, outer *env) *Action {
	f, ok := l.form(n, "action")
	if !ok {
		return nil
	}
	if l.build.full = l.build.full || !l.within(n.Pos, len(l.build.all)+1, mostOwn, "actions"); l.build.full {
		return nil
	}
	id := l.id(f, "id")
	a := &Action{Local: id, N: len(l.build.all), Pos: f.at("id"), Pack: outer.pack, Item: outer.item, Type: outer.typ, StepsByID: map[string]*Step{}}
	l.build.all = append(l.build.all, a)
	switch {
	case outer.item != nil:
		a.ID = outer.item.ID + "#" + id
	case outer.typ != nil:
		a.ID = outer.typ.ID + "#" + id
	default:
		a.ID = outer.pack.ID + ":" + id
	}
	e := &env{pack: outer.pack, item: outer.item, typ: outer.typ, action: a}
	a.Tags = f.plainTags("tags")
	a.Available = f.formula("available", actionAvailable, e)
	f.entries("params", func(name string, pos diag.Pos, n *model.Node) {
		if len(a.Params) == mostNames {
			l.within(pos, mostNames+1, mostNames, "params")
			return
		}
		l.pathName(name, pos, partNames)
		p := &Param{}
		inner := *e
		inner.param = p
		g := l.shortProp(n, "param", &p.Prop, name, pos, e)
		p.Required = g.flag("required", p.Default == nil)
		p.Where = g.formula("where", paramWhere, &inner)
		if p.Where != nil && p.Type != ID {
			l.faults.report(Schema, p.Where.Pos, nil, "drop it", "only a param of type id has where")
		}
		a.Params = append(a.Params, p)
	})
	f.entries("participants", func(name string, pos diag.Pos, n *model.Node) {
		if len(a.Participants) == mostNames {
			l.within(pos, mostNames+1, mostNames, "roles")
			return
		}
		l.pathName(name, pos, partNames)
		if name == "self" {
			l.faults.report(Schema, pos, data{"name": name}, "choose another name", "a role cannot be called self, which is the acting character")
		}
		r := &Role{Name: name, Pos: pos, Max: -1}
		if n.Kind != model.Null {
			if g, ok := l.form(n, "role"); ok {
				r.Min, r.Max = g.count("min", 0), g.count("max", -1)
				if r.Max >= 0 && r.Min > r.Max {
					l.faults.report(Schema, g.at("min"), nil, "make min the smaller", "min is above max")
				}
				r.Fields = l.props(g, "fields", e, viewNames)
				for _, p := range r.Fields {
					if p.Name == "id" || len(p.Name) > 3 && p.Name[:3] == "id." {
						l.faults.report(Schema, p.Pos, data{"name": p.Name}, "choose another name", "every participant has an id already")
					}
				}
			}
		}
		a.Participants = append(a.Participants, r)
	})
	if n := f.get("results"); n != nil && n.Kind == model.ListNode {
		a.Results = append([]string{}, f.names("results")...)
	} else if sub, ok := f.sub("results", "resultBands"); ok {
		sub.ref("bands", &a.ResultsRef, refBands, e, func(x any) { a.ResultBands = x.(*BandSet) })
	}
	a.Steps = l.steps(f, e, nil)
	return a
}
