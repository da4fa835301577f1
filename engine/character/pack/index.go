package pack

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

var packID = regexp.MustCompile(`^[a-z0-9][a-z0-9.\-]*$`)

// put enters something under its id; one that is there already stays.
func put[T any](l *loader, in map[string]*T, kind, id string, x *T, pos func(*T) diag.Pos) {
	if first := in[id]; first != nil {
		l.duplicate(kind, id, pos(x), pos(first))
		return
	}
	in[id] = x
}

// index finds everything by its id.
func (l *loader) index() {
	b := &l.build
	x := &b.index
	*x = index{
		fields: map[string]*Field{}, types: map[string]*ContentType{}, items: map[string]*Item{}, actions: map[string]*Action{}, bands: map[string]*BandSet{}, tallies: map[string]*Tally{},
		situational: map[string]*Situational{}, links: map[string]*Link{}, followUps: map[string]*FollowUp{}, packs: map[string]*Pack{}, choices: map[string]*Choice{},
	}
	for _, p := range b.Packs {
		x.packs[p.ID] = p
	}
	for _, f := range b.Fields {
		put(l, x.fields, "field", f.ID, f, func(f *Field) diag.Pos { return f.Pos })
	}
	for _, t := range b.Types {
		put(l, x.types, "content type", t.ID, t, func(t *ContentType) diag.Pos { return t.Pos })
	}
	for _, it := range b.Items {
		put(l, x.items, "item", it.ID, it, func(it *Item) diag.Pos { return it.Pos })
	}
	for _, a := range b.all {
		put(l, x.actions, "action", a.ID, a, func(a *Action) diag.Pos { return a.Pos })
	}
	for _, s := range b.Bands {
		put(l, x.bands, "band set", s.ID, s, func(s *BandSet) diag.Pos { return s.Pos })
	}
	for _, t := range b.Tallies {
		put(l, x.tallies, "tally", t.Pack.ID+":"+t.Name, t, func(t *Tally) diag.Pos { return t.Pos })
	}
	for _, s := range b.Situational {
		put(l, x.situational, "situational choice", s.ID, s, func(s *Situational) diag.Pos { return s.Pos })
	}
	for _, k := range b.Links {
		put(l, x.links, "link", k.ID, k, func(k *Link) diag.Pos { return k.Pos })
	}
	for _, u := range b.followUps {
		put(l, x.followUps, "follow-up", u.ID, u, func(u *FollowUp) diag.Pos { return u.Pos })
	}
	for _, c := range b.Rules.Choices {
		put(l, x.choices, "choice", c.Pack.ID+":"+c.ID, c, func(c *Choice) diag.Pos { return c.Pos })
	}
	for _, t := range b.Types {
		l.ownChoices(&t.Carried, nil)
	}
	for _, it := range b.Items {
		var types *Carried
		if t := x.types[l.typeID(it)]; t != nil {
			types = &t.Carried
			for _, a := range it.Actions {
				if twin := x.actions[t.ID+"#"+a.Local]; twin != nil {
					l.duplicate("action", a.Local, a.Pos, twin.Pos)
				}
			}
		}
		l.ownChoices(&it.Carried, types)
	}
	slices.SortStableFunc(b.Items, func(a, c *Item) int { return cmp.Compare(a.ID, c.ID) })
	for i, it := range b.Items {
		it.N = i
	}
}

// typeID is the qualified id of an item's type, before references are resolved.
func (l *loader) typeID(it *Item) string {
	if strings.Contains(it.TypeRef.Written, ":") {
		return it.TypeRef.Written
	}
	for _, p := range it.Pack.Visible {
		if id := p.ID + ":" + it.TypeRef.Written; l.build.index.types[id] != nil {
			return id
		}
	}
	return ""
}

// ownChoices reports choices of one owner with the same id; an item has its type's too.
func (l *loader) ownChoices(c, more *Carried) {
	seen := map[string]diag.Pos{}
	if more != nil {
		for _, one := range more.Choices {
			seen[one.ID] = one.Pos
		}
	}
	for _, one := range c.Choices {
		l.once(seen, "choice", one.ID, one.Pos)
		for _, o := range one.Options.Written {
			l.ownChoices(&o.Carried, nil)
		}
	}
}

// numberFields numbers the fields and reports those of which one is the beginning of another's path.
func (l *loader) numberFields() {
	for i, f := range l.build.Fields {
		f.N = i
		l.fieldsOf[f.Pack] = append(l.fieldsOf[f.Pack], f)
	}
	for _, p := range l.build.Packs {
		names := map[string]*Field{}
		var seen []*Field
		for _, q := range p.Visible {
			for _, f := range l.fieldsOf[q] {
				if names[f.Name] == nil {
					names[f.Name] = f
					seen = append(seen, f)
				}
			}
		}
		for _, f := range seen {
			for i := range f.Name {
				if f.Name[i] != '.' {
					continue
				}
				if short := names[f.Name[:i]]; short != nil && (f.Pack == p || short.Pack == p) {
					at := f
					if f.Pack != p {
						at = short
					}
					l.prefix(f.Name, short.Name, at.Pos)
				}
			}
		}
	}
}

// declareTag declares a tag and those above it.
func (l *loader) declareTag(t Ref) {
	if !anyWord.MatchString(t.Written) || len(t.Written) > longestName || strings.Contains(t.Written, "..") || strings.HasSuffix(t.Written, ".") {
		l.faults.report(Schema, t.Pos, data{"tag": t.Written}, "use letters, digits and hyphens, with dots between levels", "'%s' cannot be a tag", clip(t.Written))
		return
	}
	l.build.Tags.declare(t.Written)
}

// checkTags reports written tags that no pack declares.
func (l *loader) checkTags() {
	l.build.Tags.sort()
	some := l.lost.all || len(l.lost.files) > 0 // tags are the same in all packs
	for _, t := range l.tags {
		if some || t.Written == "" || l.build.Tags.Known(t.Written) {
			continue
		}
		fix := "declare it under tags"
		if l.maySuggest(len(l.build.Tags.names)) {
			if near := diag.Nearest(t.Written, l.build.Tags.names); near != "" {
				fix = "write '" + near + "', or declare it under tags"
			}
		}
		l.faults.report(UnknownTag, t.Pos, data{"tag": t.Written}, fix, "the tag '%s' is not declared", clip(t.Written))
	}
}

// checkUses reports uses that fix params of an action that is no rules action.
func (l *loader) checkUses() {
	for _, u := range l.uses {
		if u.Target != nil && (u.Target.Item != nil || u.Target.Type != nil) {
			l.faults.report(UnknownReference, u.Action.Pos, data{"kind": "action", "id": u.Action.Written}, "name an action of the rules; an item's own action is listed without a use", "a use lists an action of the rules, and '%s' is one of content", u.Target.Local)
		}
	}
}

// settle fills in what a whole ruleset has.
func (l *loader) settle() {
	b := &l.build
	for _, it := range b.Items {
		it.Type.Items = append(it.Type.Items, it)
	}
	s := &b.Settings.Limits
	for _, one := range []struct{ to, most *int }{
		{&s.ActionSteps, &l.caps.ActionSteps}, {&s.ActionDepth, &l.caps.ActionDepth}, {&s.Dice, &l.caps.Dice},
		{&s.Faces, &l.caps.Faces}, {&s.Explosions, &l.caps.Explosions}, {&s.FormulaSteps, &l.caps.FormulaSteps},
	} {
		*one.to = min(*one.to, *one.most)
	}
	for i, s := range b.Situational {
		s.N = i
	}
	b.FollowUps, b.AllActions = b.followUps, b.all
}
