package action

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// find makes the frame of the action that was asked for (seed: Starting an action, 1 to 4).
func (r *run) find() *frame {
	ref := &r.in.Action
	listing := r.sheet.Listing(ref.ID, ref.Entry, ref.Source)
	if listing == nil {
		r.fail("unknown-action", "action", map[string]any{"action": ref.ID, "entry": ref.Entry, "source": ref.Source},
			"the character's sheet lists no action %s%s%s", ref.ID, named(ref.Entry), r.listedOtherwise(ref))
	}
	if ref.FollowUp != "" && !r.offered(ref) {
		r.fail("unknown-follow-up", "action.followUp", map[string]any{"followUp": ref.FollowUp}, "the character's sheet has no offer %s of this action", ref.FollowUp)
	}
	f := r.frame(listing, 0)
	f.takeParams(r.in.Params, listing)
	f.situational = r.situational(f)
	if fault := r.rules.UnknownLink(r.in.Links); fault != nil {
		panic(abort{errors: sheet.Errors{fault}})
	}
	f.roles = r.roles(f.roles, listing.Action, r.in.Participants, "participants")
	return f
}

// actionID is the id of the action that defines the steps; of a type's, <item>#<action>.
func actionID(a *pack.Action, c *sheet.Carrier) string {
	if a.Type != nil && a.Item == nil && c != nil && c.Content != nil {
		return c.Content.ID + "#" + a.Local
	}
	return a.ID
}

// listedOtherwise says how else the action is listed, or that it is not available; it is empty where the sheet knows none of this id.
func (r *run) listedOtherwise(ref *Ref) string {
	var ways []string
	later := false
	all := r.sheet.Listings()
	for i := range all {
		l := &all[i]
		if l.ID != ref.ID {
			continue
		}
		if bar, never := r.sheet.Barred(l); bar != nil {
			later = later || !never && l.Entry == ref.Entry && l.Source == ref.Source
			continue
		}
		if len(ways) == 5 {
			ways = append(ways, "others")
			break
		}
		ways = append(ways, listedAs(l.Entry, l.Source))
	}
	switch {
	case len(ways) == 0 && later:
		return ": it is not available now"
	case len(ways) == 0:
		return ""
	}
	return "; it is listed " + strings.Join(ways, ", or ")
}

func listedAs(entry, source string) string {
	switch {
	case source == "" && entry == "":
		return "without an entry and a source"
	case source == "":
		return "with the entry " + entry
	case entry == "":
		return "with the source " + source
	}
	return "with the entry " + entry + " and the source " + source
}

func named(entry string) string {
	if entry == "" {
		return ""
	}
	return " with the entry " + entry
}

// frame makes the frame of a listed action; params, situational choices and roles are still to come.
func (r *run) frame(l *sheet.Listing, depth int) *frame {
	f := r.room.frame(depth)
	f.run, f.def, f.id, f.carrier, f.entry, f.depth = r, l.Action, actionID(l.Action, l.Carrier), l.Carrier, l.Entry, depth
	return f
}

func (r *run) offered(ref *Ref) bool {
	for _, o := range r.sheet.Offers() {
		if o.ID == ref.FollowUp && o.Action == ref.ID && o.Entry == ref.Entry && o.Content == ref.Source {
			return true
		}
	}
	return false
}

// takeParams takes the app's values for the declared params; those that a use fixes win.
func (f *frame) takeParams(given map[string]any, l *sheet.Listing) {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if f.def.Param(name) == nil {
			f.fail("invalid-option", "params."+name, map[string]any{"param": name}, "the action %s declares no param %s", f.id, name)
		}
	}
	values := make([]formula.Value, len(f.def.Params))
	for i, p := range f.def.Params {
		if raw := given[p.Name]; raw != nil {
			v, err := formula.FromJSON(raw)
			if err != nil {
				f.wrongType(p, "params."+p.Name)
			}
			if v.Kind() == formula.ObjectKind { // a view that an action passes on, never an app
				f.wrongType(p, "params."+p.Name)
			}
			values[i] = v
		}
	}
	f.fix(l, values)
	f.takeValues(values, "params")
}

// fix puts in what the use of a listing fixes, by the place of the param.
func (f *frame) fix(l *sheet.Listing, values []formula.Value) {
	fixed, err := l.Carrier.Sheet.Fixed(l)
	if err != nil {
		f.fail(string(err.Code), "action", err.Data, "a param that the use of %s fixes fails: %s", l.ID, err.Message)
	}
	for _, p := range fixed {
		v, err := formula.FromJSON(p.Value)
		if err != nil {
			f.fail(string(err.Code), "action", err.Data, "%s", err.Message)
		}
		for i, declared := range f.def.Params {
			if declared.Name == p.Name {
				values[i] = v
			}
		}
	}
}

// takeValues holds values against the declared params, by their places, and puts defaults in.
func (f *frame) takeValues(values []formula.Value, place string) {
	for i, p := range f.def.Params {
		v := values[i]
		if v.IsAbsent() {
			if p.Required {
				f.fail("missing-param", place+"."+p.Name, map[string]any{"param": p.Name}, "the param %s is required", p.Name)
			}
			if p.Default == nil {
				continue
			}
			v, _ = formula.FromJSON(p.Default)
		}
		f.params = append(f.params, formula.Entry{Name: p.Name, Value: f.param(p, v, place)})
	}
	f.given = formula.ObjectValue(f.params)
}

func (f *frame) wrongType(p *pack.Param, path string) {
	f.fail("wrong-type", path, map[string]any{"param": p.Name, "expected": string(p.Type)}, "the param %s takes %s %s", p.Name, article(string(p.Type)), p.Type)
}

func article(word string) string {
	if strings.ContainsRune("aeiou", rune(word[0])) {
		return "an"
	}
	return "a"
}

// param holds a value against the declaration and gives it as formulas see it.
func (f *frame) param(p *pack.Param, v formula.Value, place string) formula.Value {
	if p.Type == pack.ID {
		return f.idParam(p, v, place+"."+p.Name)
	}
	v, ok := v.Convert(sheet.TypeOf(&p.Prop))
	if !ok {
		f.wrongType(p, place+"."+p.Name)
	}
	if p.Type == pack.Enum && !slices.Contains(p.Options, v.Text()) {
		f.fail("invalid-option", place+"."+p.Name, map[string]any{"param": p.Name, "option": v.Text()}, "%s is none of the options of %s: %s", v.Text(), p.Name, strings.Join(p.Options, ", "))
	}
	return v
}

func (f *frame) idParam(p *pack.Param, v formula.Value, path string) formula.Value {
	if o := v.Object(); o != nil && ofField(p) { // a field param's view is passed on
		v, _ = o.Member("id")
	}
	if v.Kind() != formula.StringKind {
		f.wrongType(p, path)
	}
	refuse := func() {
		f.fail("invalid-option", path, map[string]any{"param": p.Name, "option": v.Text()}, "%s is no option of the param %s", v.Text(), p.Name)
	}
	if ofField(p) {
		field := fieldIn(f.rules, v.Text(), f.def.Pack)
		if field == nil {
			refuse()
		}
		view := f.run.sheet.FieldView(field.N)
		if p.Where != nil && !f.run.bool(p.Where, bind(f.plainContext(), pack.SlotItem, view), path) {
			refuse()
		}
		return view
	}
	item := itemIn(f.rules, v.Text(), f.def.Pack)
	if item == nil || item.Type == nil || item.Type.ID != p.Of.ID {
		refuse()
	}
	if p.Where != nil && !f.run.bool(p.Where, bind(f.plainContext(), pack.SlotItem, f.rules.ItemView(item)), path) {
		refuse()
	}
	return formula.StringValue(item.ID)
}

// plainContext is the context of the action outside its steps, on the character as given.
func (f *frame) plainContext() *context { return &context{Sheet: f.run.sheet, f: f} }

// situational takes the selected situational choices (seed: Starting an action, 3).
func (r *run) situational(f *frame) []formula.Value {
	values := make([]formula.Value, len(r.rules.Situational))
	for i, s := range r.rules.Situational {
		values[i] = defaultOf(s)
		raw := r.in.Situational[s.ID]
		if raw == nil {
			continue
		}
		path := "situational." + s.ID
		x, err := formula.FromJSON(raw)
		v, ok := fitSituational(s, x)
		if err != nil || !ok {
			r.fail("wrong-type", path, map[string]any{"target": s.ID, "expected": string(s.Type)}, "the situational choice %s takes %s %s", s.ID, article(string(s.Type)), s.Type)
		}
		if s.Available != nil && r.selects(s, v) && !r.bool(s.Available, f.plainContext(), path) {
			r.fail("situational-unavailable", path, map[string]any{"situational": s.ID}, "the situational choice %s is not available now", s.ID)
		}
		values[i] = v
	}
	for _, id := range slices.Sorted(maps.Keys(r.in.Situational)) {
		if r.rules.SituationalChoice(id) == nil {
			r.fail("invalid-option", "situational."+id, map[string]any{"situational": id}, "there is no situational choice %s", id)
		}
	}
	return values
}

func (r *run) selects(s *pack.Situational, v formula.Value) bool {
	return !equal(v, defaultOf(s))
}

// roles takes the participants (seed: Starting an action, 4), and appends them.
func (r *run) roles(out []role, a *pack.Action, given map[string][]sheet.View, place string) []role {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if a.Role(name) == nil {
			r.fail("invalid-participants", place+"."+name, map[string]any{"role": name}, "the action has no role %s", name)
		}
	}
	seen := map[string]bool{}
	for _, def := range a.Participants {
		views := given[def.Name]
		if len(views) < def.Min || def.Max >= 0 && len(views) > def.Max {
			r.fail("invalid-participants", place+"."+def.Name, map[string]any{"role": def.Name}, "the role %s has %d participants; it takes %s", def.Name, len(views), span(def.Min, def.Max))
		}
		one := role{def: def, views: make([]participant, 0, len(views))}
		list := make([]formula.Value, 0, len(views))
		for _, v := range views {
			if seen[v.ID] {
				r.fail("duplicate-id", place+"."+def.Name, map[string]any{"id": v.ID}, "the participant %s takes part twice", v.ID)
			}
			seen[v.ID] = true
			value, faults := v.Value(def.Fields)
			if len(faults) > 0 {
				r.fail("invalid-link-value", place+"."+def.Name, map[string]any{"role": def.Name, "id": v.ID, "field": faults[0].Field, "expected": faults[0].Expected},
					"the view of %s has no good value for %s: expected %s %s", v.ID, faults[0].Field, article(faults[0].Expected), faults[0].Expected)
			}
			one.views = append(one.views, participant{id: v.ID, given: v, view: value})
			list = append(list, value)
		}
		one.list = formula.ListValue(list)
		out = append(out, one)
	}
	return out
}

func span(min, max int) string {
	switch {
	case max < 0:
		return "at least " + strconv.Itoa(min)
	case min == max:
		return strconv.Itoa(min)
	}
	return strconv.Itoa(min) + " to " + strconv.Itoa(max)
}
