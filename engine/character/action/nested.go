package action

import (
	"slices"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/internal/jsontext"
)

// actionStep runs another action within this one, or hands it to a participant (seed: Other steps, action).
func (f *frame) actionStep(s *pack.Step, path string, c *context) {
	if s.Run.Handoff {
		f.handoff(s, path, c)
		return
	}
	if f.depth+1 > f.limits.ActionDepth {
		f.fail("safety-limit-exceeded", path, map[string]any{"limit": "maxActionDepth", "value": f.limits.ActionDepth}, "actions are nested more than %d deep", f.limits.ActionDepth)
	}
	n, listing := f.nested(s, path, c)
	n.prefix = path + "/"
	n.takeNested(s.Run.Params, listing, c, path, f)
	n.roles = f.nestedRoles(n.roles, n.def, s.Run.Participants, c, path)
	n.situational = f.nestedSituational(s.Run.Situational, c, path)
	n.extra = union(f.extra, f.run.tags(nil, s.Tags, c, path))
	before := len(f.run.proposed)
	n.play()
	if s.Run.Hold {
		r := f.result(s)
		r.held = append(r.held, slices.Clone(f.run.proposed[before:])...)
		f.run.proposed = f.run.proposed[:before]
	}
	f.set(s, outcomeView(n.outcome))
}

func outcomeView(o *Outcome) formula.Value {
	rec := formula.Record{}
	if o.Result != nil {
		rec = append(rec, formula.Entry{Name: "result", Value: formula.StringValue(*o.Result)})
	}
	if o.Data != nil {
		rec = append(rec, formula.Entry{Name: "data", Value: o.Data.Value})
	}
	return formula.ObjectValue(rec)
}

// nested makes the frame of the used action: with the entry and source of this one, or, where the step
// names either, of the listing that it means.
func (f *frame) nested(s *pack.Step, path string, c *context) (*frame, *sheet.Listing) {
	use := s.Run
	if use.Source == nil && use.Entry == nil {
		return f.run.frame(&sheet.Listing{Action: use.Target, Carrier: f.carrier, Entry: f.entry}, f.depth+1), nil
	}
	id, source, entry := use.Use.ID, "", ""
	data := map[string]any{}
	if use.Source != nil {
		source = f.text(use.Source, c, path)
		if item := itemIn(f.rules, source, f.def.Pack); item != nil {
			source = item.ID
		}
		data["source"] = source
	}
	if use.Target == nil || use.Target.Item != nil || use.Target.Type != nil {
		_, local, found := strings.Cut(use.Use.Written, "#")
		if !found {
			local = use.Use.Written
		}
		if source != "" {
			id = source + "#" + local
		}
	}
	data["action"] = id
	if use.Entry != nil {
		entry = f.text(use.Entry, c, path)
		data["entry"] = entry
	}
	l := f.listing(c.Sheet, id, source, entry, use)
	if l == nil {
		f.fail("unknown-action", path, data, "the sheet lists no action %s there", strconv.Quote(id))
	}
	return f.run.frame(l, f.depth+1), l
}

// listing finds the listing that an action step means, that with the running action's entry first.
func (f *frame) listing(sh *sheet.Sheet, id, source, entry string, use *pack.Run) *sheet.Listing {
	if use.Entry != nil {
		return sh.Listing(id, entry, source)
	}
	if l := sh.Listing(id, f.entry, source); l != nil {
		return l
	}
	for _, l := range sh.Listings() {
		if l.ID == id && l.Source == source {
			if l := sh.Listing(id, l.Entry, source); l != nil {
				return l
			}
		}
	}
	return nil
}

// takeNested evaluates the params that an action step passes; one that is null is left out.
func (n *frame) takeNested(params []pack.Named, l *sheet.Listing, c *context, path string, from *frame) {
	given := make([]formula.Value, len(n.def.Params))
	for _, p := range params {
		v := from.eval(p.Formula, c, path)
		for i, declared := range n.def.Params {
			if declared.Name == p.Name && v.Kind() != formula.NullKind {
				given[i] = v
			}
		}
	}
	n.situational = from.situational
	if l != nil {
		n.fix(l, given)
	}
	n.takeValues(given, path)
}

// nestedRoles makes the roles of a nested action from the participants of this one.
func (f *frame) nestedRoles(out []role, a *pack.Action, list []pack.Named, c *context, path string) []role {
	given := map[string][]sheet.View{}
	for _, p := range list {
		if a.Role(p.Name) == nil {
			f.fail("invalid-participants", path, map[string]any{"role": p.Name}, "the action %s has no role %s", a.ID, p.Name)
		}
		given[p.Name] = []sheet.View{}
		for _, id := range f.strings(p.Formula, c, path) {
			v := f.participant(id)
			if v == nil {
				f.fail("invalid-participants", path, map[string]any{"role": p.Name}, "%s does not take part in this action", id)
			}
			given[p.Name] = append(given[p.Name], v.given)
		}
	}
	return f.run.roles(out, a, given, path)
}

func (f *frame) participant(id string) *participant {
	for i := range f.roles {
		for k := range f.roles[i].views {
			if f.roles[i].views[k].id == id {
				return &f.roles[i].views[k]
			}
		}
	}
	return nil
}

// nestedSituational are the situational choices of this action, with those that the step sets.
func (f *frame) nestedSituational(list []pack.SituationalValue, c *context, path string) []formula.Value {
	out := slices.Clone(f.situational)
	for _, sv := range list {
		v, ok := fitSituational(sv.Def, f.eval(sv.Formula, c, path))
		if !ok {
			f.fail("wrong-type", path, map[string]any{"target": sv.Def.ID, "expected": string(sv.Def.Type)}, "the situational choice %s takes %s %s", sv.Def.ID, article(string(sv.Def.Type)), sv.Def.Type)
		}
		out[sv.Def.N] = v
	}
	return out
}

// Roles are participants by role, in the order in which the action gives them.
type Roles []RoleIDs

// RoleIDs are the participants of one role.
type RoleIDs struct {
	Role string
	IDs  []string
}

func (r Roles) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, one := range r {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := jsontext.Marshal(one.Role)
		if err != nil {
			return nil, err
		}
		ids, err := jsontext.Marshal(nonNil(one.IDs))
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), ids...)
	}
	return append(b, '}'), nil
}

// handoff has the current participant run an action on its own character (seed: Handoffs).
func (f *frame) handoff(s *pack.Step, path string, c *context) {
	a := s.Run.Target
	n := &frame{run: f.run, def: a, id: a.ID}
	n.takeNested(s.Run.Params, nil, c, path, f)
	run := &HandedOff{Action: a.ID, Params: Data{}}
	for _, p := range n.params {
		run.Params = append(run.Params, formula.Entry{Name: p.Name, Value: handedOn(a.Param(p.Name), p.Value)})
	}
	run.Participants = f.handedRoles(a, s.Run.Participants, c, path)
	needs := &Needs{Kind: needHandoff, Step: path, Action: f.id, Participant: &Participant{f.each.role, f.each.view.id}, Run: run}
	outcome := (*Outcome)(nil)
	if rec := f.replay(needHandoff, path); rec != nil {
		outcome = rec.Outcome
		if why := undeclared(a, outcome); why != "" {
			f.refuseRecorded(needs, why)
		}
	} else {
		outcome = f.ask(needs).Outcome
		if why := undeclared(a, outcome); why != "" {
			f.refuse(needs, why)
		}
		f.record(Recorded{Kind: needHandoff, Step: path, By: byApp, Outcome: outcome})
	}
	f.log = append(f.log, &Entry{Step: path, Action: f.id, Kind: needHandoff, By: byApp, Participant: needs.Participant, Outcome: outcome})
	f.set(s, outcomeView(outcome))
}

// handedOn is a param as the participant's run takes it: a field's view by its id.
func handedOn(p *pack.Param, v formula.Value) formula.Value {
	if p != nil && ofField(p) {
		if o := v.Object(); o != nil {
			v, _ = o.Member("id")
		}
	}
	return v
}

func undeclared(a *pack.Action, o *Outcome) string {
	if o == nil {
		return "an outcome is asked for"
	}
	if o.Result != nil && !declares(a, *o.Result) {
		return "the action " + a.ID + " declares no result " + strconv.Quote(*o.Result)
	}
	return ""
}

// handedRoles checks the participants that a handoff names, the running character among them.
func (f *frame) handedRoles(a *pack.Action, list []pack.Named, c *context, path string) Roles {
	var out Roles
	seen := map[string]bool{}
	for _, p := range list {
		role := a.Role(p.Name)
		bad := func(why string) {
			f.fail("invalid-participants", path, map[string]any{"role": p.Name}, "%s", why)
		}
		if role == nil {
			bad("the action " + a.ID + " has no role " + p.Name)
		}
		ids := f.strings(p.Formula, c, path)
		for _, id := range ids {
			if (id == "" || id != f.in.Character.ID) && f.participant(id) == nil {
				bad(id + " does not take part in this action")
			}
			if seen[id] {
				f.fail("duplicate-id", path, map[string]any{"id": id}, "the participant %s takes part twice", id)
			}
			seen[id] = true
		}
		if len(ids) < role.Min || role.Max >= 0 && len(ids) > role.Max {
			bad("the role " + p.Name + " has " + strconv.Itoa(len(ids)) + " participants; it takes " + span(role.Min, role.Max))
		}
		out = append(out, RoleIDs{p.Name, ids})
	}
	for _, role := range a.Participants {
		if given := slices.ContainsFunc(list, func(p pack.Named) bool { return p.Name == role.Name }); list != nil && !given && role.Min > 0 {
			f.fail("invalid-participants", path, map[string]any{"role": role.Name}, "the role %s has 0 participants; it takes %s", role.Name, span(role.Min, role.Max))
		}
	}
	return out
}
