package action

import (
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// changesStep proposes what it holds back, then its own changes, then what content adds (seed: Changes).
func (f *frame) changesStep(s *pack.Step, path string, c *context) {
	def := s.Changes
	at := resolving{frame: f, path: path, names: c, c: c}
	if def.Release != nil {
		f.release(def.Release, path, c)
	}
	at.propose(def.To, def.Changes)
	f.contentChanges(def.To, path, c)
}

// contentChanges proposes what content adds to a step (seed: Changes content adds).
func (f *frame) contentChanges(to *pack.To, path string, c *context) {
	if len(c.stepTags()) == 0 {
		return
	}
	for _, in := range c.Steps(c.stepTags(), f.entry) {
		if in.Effect.Op != pack.AddChanges || !ofContent(in) {
			continue
		}
		names := f.effectNames(c, in)
		if !f.holds(in.Effect.When, names, path) {
			continue
		}
		at := resolving{frame: f, path: path, names: names, c: c, carrier: in}
		where := to
		if in.Effect.To != nil {
			where = in.Effect.To
		}
		at.propose(where, in.Effect.Changes)
	}
}

// release proposes held changes (seed: Releasing held changes).
func (f *frame) release(r *pack.Release, path string, c *context) {
	var out []*Proposal
	for _, ref := range r.Steps {
		res := f.resultOf(ref.ID)
		if res == nil {
			continue
		}
		var rest []*Proposal
		for _, p := range res.held {
			if f.holds(r.Where, bind(c, pack.SlotChange, changeView(p)), path) {
				out = append(out, p)
			} else {
				rest = append(rest, p)
			}
		}
		res.held = rest
	}
	if r.Combine {
		out = combine(out)
	}
	f.run.propose(path, out...)
}

// changeView is a change record as where sees it, tags [] when it has none.
func changeView(p *Proposal) formula.Value {
	v, err := fromData(p)
	if err != nil {
		return formula.Absent
	}
	rec := formula.Record{}
	for _, name := range v.Object().Members() {
		m, _ := v.Object().Member(name)
		if name == "change" {
			m = withTags(m)
		}
		rec = append(rec, formula.Entry{Name: name, Value: m})
	}
	return formula.ObjectValue(rec)
}

func withTags(change formula.Value) formula.Value {
	rec := formula.Record{}
	for _, name := range change.Object().Members() {
		m, _ := change.Object().Member(name)
		rec = append(rec, formula.Entry{Name: name, Value: m})
	}
	if tags, _ := change.Object().Member("tags"); tags.IsAbsent() {
		rec = append(rec, formula.Entry{Name: "tags", Value: formula.ListValue(nil)})
	}
	return formula.ObjectValue(rec)
}

// combine merges adjusts that are equal but for a number in by.
func combine(list []*Proposal) []*Proposal {
	type alike struct {
		to                     To
		character, field, tags string
	}
	type sum struct {
		of *Proposal
		by number
	}
	var out []*Proposal
	sums := map[alike]*sum{}
	for _, p := range list {
		by, ok := numberOf(p.Change.By)
		if p.Change.Type != string(pack.Adjust) || !ok {
			out = append(out, p)
			continue
		}
		key := alike{p.To, p.Character, p.Change.Field, strings.Join(p.Change.Tags, " ")}
		if s := sums[key]; s != nil {
			s.by = number(formula.SixPlaces(float64(s.by + by)))
			s.of.Change.By = toNumber(s.by)
			continue
		}
		first, change := *p, *p.Change
		first.Change = &change
		out = append(out, &first)
		sums[key] = &sum{&first, by}
	}
	return out
}

// resolving is a list of changes that is being resolved at a step.
type resolving struct {
	*frame
	path    string
	names   formula.Names
	c       *context
	picked  string          // the copy that a choice step's pick is, if it is one
	carrier *sheet.Instance // that adds the changes; nil: the action's own
	to      *pack.To
}

// propose resolves changes and proposes them to where they go (seed: Routing).
func (at resolving) propose(to *pack.To, changes []*pack.Change) {
	if len(changes) == 0 {
		return
	}
	at.to = to
	switch {
	case to == nil || to.Self:
		at.send(To{Role: selfRole}, "", changes, at.names)
	case to.Link.Given():
		id := ""
		if v, ok := at.in.Links[to.Link.ID]; ok {
			id = v.ID
		}
		at.send(To{Link: to.Link.ID}, id, changes, at.names)
	default:
		at.sendRole(to.Role, changes)
	}
}

// sendRole proposes to the participants of a role: to the current one of an each step, else to all in turn.
func (at resolving) sendRole(name string, changes []*pack.Change) {
	r := at.role(name)
	if at.each != nil && at.each.role == name {
		at.send(To{Role: name}, at.each.view.id, changes, at.names)
		return
	}
	resolved := at.resolve(To{Role: name}, changes, at.names)
	if r == nil || len(r.views) == 0 {
		at.append(To{Role: name}, "", resolved)
		return
	}
	for i, p := range r.views {
		if i == 1 { // what goes to self goes there once
			resolved = slices.DeleteFunc(resolved, func(ch *sheet.Change) bool { return ch.Type == string(pack.OfferFollowUp) })
		}
		at.append(To{Role: name}, p.id, resolved)
	}
}

func (at resolving) send(to To, character string, changes []*pack.Change, names formula.Names) {
	at.append(to, character, at.resolve(to, changes, names))
}

// append adds resolved changes; those of offerFollowUp go to self whatever the step says.
func (at resolving) append(to To, character string, list []*sheet.Change) {
	for _, ch := range list {
		p := &Proposal{To: to, Character: character, Step: at.path, Change: ch}
		if ch.Type == string(pack.OfferFollowUp) {
			p.To, p.Character = To{Role: selfRole}, ""
		}
		at.run.propose(at.path, p)
	}
}

// resolve resolves changes one by one, those with forEach once per element.
func (at resolving) resolve(to To, changes []*pack.Change, names formula.Names) []*sheet.Change {
	var out []*sheet.Change
	for _, ch := range changes {
		if ch.ForEach == nil {
			if at.holds(ch.When, names, at.path) {
				out = append(out, at.change(to, ch, names)...)
			}
			continue
		}
		list := at.eval(ch.ForEach, names, at.path)
		if list.Kind() != formula.ListKind {
			at.mismatch(at.path, "a list", list)
		}
		for _, x := range list.List() {
			at.count(at.path)
			with := bind(names, pack.SlotX, x)
			if at.holds(ch.When, with, at.path) {
				out = append(out, at.change(to, ch, with)...)
			}
		}
	}
	return out
}
