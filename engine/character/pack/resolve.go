package pack

import (
	"maps"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

// refKind is what an id names.
type refKind uint8

const (
	refField   refKind = iota
	refInput           // an input field
	refChanged         // an input field that a change names
	refType
	refContent
	refTemplate // content of a type of kind template
	refAction
	refAnyAction // of some content, which is not known before the action runs
	refBands
	refTally
	refSituational
	refLink
	refFollowUp
	refStep
)

var refNames = [...]string{
	refField: "field", refInput: "field", refChanged: "field", refType: "contentType", refContent: "content", refTemplate: "template", refAction: "action",
	refAnyAction: "action", refBands: "bands", refTally: "tally", refSituational: "situational", refLink: "link", refFollowUp: "followUp", refStep: "step",
}

var refWords = map[string]string{"contentType": "content type", "bands": "band set", "situational": "situational choice", "followUp": "follow-up", "link": "link slot", "content": "content"}

// resolveAll resolves every reference, in the order in which they stand. Resolving may make more of them.
func (l *loader) resolveAll() {
	for i := 0; i < len(l.refs); i++ {
		j := l.refs[i]
		id, found := l.resolve(j)
		if found == nil {
			continue
		}
		j.ref.ID = id
		if j.done != nil && found != foreign {
			j.done(found)
		}
	}
	l.refs = l.refs[:0]
}

// foreign stands for what another character's packs know.
var foreign any = new(int)

// resolve finds what a reference names, and complains when there is no such thing.
func (l *loader) resolve(j refJob) (id string, found any) {
	w := j.ref.Written
	if j.env != nil && j.env.change != nil {
		switch l.judges(j, w) {
		case theirs:
			return w, foreign
		case unclear:
			l.faults.report(UnknownReference, j.ref.Pos, data{"kind": refNames[j.kind], "id": w}, "write it as <pack>:<id>", "'%s' is sent to a link: ids there are those of the linked character's packs, and qualified", clip(w))
			return "", nil
		}
	}
	switch x := &l.build.index; j.kind {
	case refField, refInput, refChanged:
		id, found = lookup(l, x.fields, w, j.env)
		if d, ok := found.(*Field); ok && j.kind != refField && !d.Input() {
			l.faults.report(TypeMismatch, j.ref.Pos, data{"expected": "an input field", "field": d.ID}, "name an input, or change what it is computed from", "the field '%s' is computed; this needs an input", d.Name)
			return "", nil
		}
	case refType:
		id, found = lookup(l, x.types, w, j.env)
	case refContent, refTemplate:
		id, found = lookup(l, x.items, w, j.env)
		if it, ok := found.(*Item); ok && it.Type != nil && it.Type.Template != (j.kind == refTemplate) {
			l.misused(j, it)
			return "", nil
		}
	case refAction, refAnyAction:
		id, found = l.resolveAction(w, j)
	case refBands:
		id, found = lookup(l, x.bands, w, j.env)
	case refTally:
		id, found = lookup(l, x.tallies, w, j.env)
	case refSituational:
		id, found = lookup(l, x.situational, w, j.env)
	case refLink:
		id, found = lookup(l, x.links, w, j.env)
	case refFollowUp:
		id, found = l.resolveFollowUp(w, j.env)
	case refStep:
		if s := j.env.action; s != nil {
			if s := s.StepsByID[w]; s != nil {
				id, found = w, s
			}
		} else {
			return "", nil // an effect's: which action's steps it sees is not known
		}
	}
	if found == nil {
		l.notFound(j)
	}
	return id, found
}

// lookup finds a qualified id, or a local one in the pack and those that it requires.
func lookup[T any](l *loader, in map[string]*T, w string, e *env) (string, any) {
	if strings.Contains(w, ":") {
		if x := in[w]; x != nil {
			return w, x
		}
		return "", nil
	}
	for _, p := range e.pack.Visible {
		if x := in[p.ID+":"+w]; x != nil {
			return p.ID + ":" + w, x
		}
	}
	return "", nil
}

// judgement says whose packs an id in a change is one of.
type judgement uint8

const (
	ours judgement = iota
	theirs
	unclear
)

// judges tells whether a reference in a change is judged here or by the character that the change reaches.
func (l *loader) judges(j refJob, w string) judgement {
	switch j.kind {
	case refChanged, refType, refContent, refTemplate:
	default:
		return ours
	}
	var to *To
	if j.env.dest != nil {
		to = j.env.dest()
	}
	pack, _, qualified := strings.Cut(w, ":")
	switch {
	case to == nil || to.Self:
		return ours
	case to.Link.Given() && !qualified:
		return unclear
	case to.Link.Given(), qualified && l.build.index.packs[pack] == nil:
		return theirs
	}
	return ours
}

func (l *loader) resolveAction(w string, j refJob) (string, any) {
	x := &l.build.index
	if owner, local, ok := strings.Cut(w, "#"); ok {
		id, found := lookup(l, x.items, owner, j.env)
		if it, ok := found.(*Item); ok {
			if a := l.ownAction(it, it.Type, local); a != nil {
				return id + "#" + local, a
			}
		}
		return "", nil
	}
	if id, a := lookup(l, x.actions, w, j.env); a != nil {
		return id, a
	}
	if a := l.ownAction(j.env.item, j.env.content(), w); a != nil {
		return a.ID, a
	}
	if j.kind == refAnyAction {
		for _, a := range l.build.all {
			if a.Local == w && (a.Item != nil || a.Type != nil) {
				return w, (*Action)(nil)
			}
		}
	}
	return "", nil
}

// ownAction finds an action that an item or its type defines.
func (l *loader) ownAction(it *Item, t *ContentType, local string) *Action {
	if it != nil {
		if a := l.build.index.actions[it.ID+"#"+local]; a != nil {
			return a
		}
	}
	if t != nil {
		return l.build.index.actions[t.ID+"#"+local]
	}
	return nil
}

func (l *loader) resolveFollowUp(w string, e *env) (string, any) {
	x := l.build.index.followUps
	try := []string{w}
	if e.item != nil {
		try = append(try, e.item.ID+"#"+w)
	}
	if t := e.content(); t != nil {
		try = append(try, t.ID+"#"+w)
	}
	for _, id := range try {
		if u := x[id]; u != nil && strings.ContainsAny(id, ":#") {
			return id, u
		}
	}
	id, found := lookup(l, x, w, e)
	return id, found
}

func (l *loader) misused(j refJob, it *Item) {
	if j.kind == refTemplate {
		l.faults.report(UnknownReference, j.ref.Pos, data{"kind": "template", "id": j.ref.Written}, "name content whose type says kind: template", "'%s' is no template", it.Local)
	} else {
		l.faults.report(UnknownReference, j.ref.Pos, data{"kind": "content", "id": j.ref.Written}, "name content of another type", "'%s' is a template, which cannot stand here", it.Local)
	}
}

func (l *loader) notFound(j refJob) {
	if l.lost.hides(j.env, j.ref.Written) {
		return
	}
	kind := refNames[j.kind]
	what := kind
	if w, ok := refWords[kind]; ok {
		what = w
	}
	fix := "write an id that there is, or add it"
	if pack, _, ok := strings.Cut(j.ref.Written, ":"); ok && l.build.index.packs[pack] == nil {
		fix = "the pack '" + pack + "' is not in the ruleset: load it before this one"
	} else if l.maySuggest(l.build.index.size(j)) {
		if near := diag.Nearest(j.ref.Written, l.knownIDs(j)); near != "" {
			fix = "write '" + near + "'"
		}
	}
	where := ""
	if j.kind == refStep {
		where = " in the action '" + j.env.action.Local + "'"
	}
	l.faults.report(UnknownReference, j.ref.Pos, data{"kind": kind, "id": j.ref.Written}, fix, "there is no %s '%s'%s", what, clip(j.ref.Written), where)
}

// mostCompared bounds the names that are compared to suggest near ones, all errors of a load together.
const mostCompared = 1_000_000

func (l *loader) maySuggest(names int) bool {
	l.suggested += 1 + names
	return l.suggested < mostCompared
}

// size is how many ids there are of the kind of a reference.
func (x *index) size(j refJob) int {
	switch j.kind {
	case refField, refInput, refChanged:
		return len(x.fields)
	case refContent, refTemplate:
		return len(x.items)
	case refAction, refAnyAction:
		return len(x.actions)
	case refStep:
		return len(j.env.action.StepsByID)
	}
	return len(x.types) + len(x.bands) + len(x.tallies) + len(x.situational) + len(x.links) + len(x.followUps)
}

// knownIDs are the local ids that a reference may name.
func (l *loader) knownIDs(j refJob) []string {
	x := &l.build.index
	switch j.kind {
	case refField, refInput, refChanged:
		return localIDs(l, x.fields, j.env)
	case refType:
		return localIDs(l, x.types, j.env)
	case refContent, refTemplate:
		fit := map[string]*Item{}
		for id, it := range x.items {
			if it.Type != nil && it.Type.Template == (j.kind == refTemplate) {
				fit[id] = it
			}
		}
		return localIDs(l, fit, j.env)
	case refAction, refAnyAction:
		return localIDs(l, x.actions, j.env)
	case refBands:
		return localIDs(l, x.bands, j.env)
	case refTally:
		return localIDs(l, x.tallies, j.env)
	case refSituational:
		return localIDs(l, x.situational, j.env)
	case refLink:
		return localIDs(l, x.links, j.env)
	case refFollowUp:
		return localIDs(l, x.followUps, j.env)
	case refStep:
		return slices.Sorted(maps.Keys(j.env.action.StepsByID))
	}
	return nil
}

func localIDs[T any](l *loader, in map[string]*T, e *env) []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(in)) {
		pack, local, _ := strings.Cut(id, ":")
		for _, p := range e.pack.Visible {
			if p.ID == pack {
				out = append(out, local)
			}
		}
	}
	return out
}

// ofPath resolves the path of an earlier roll.
func (l *loader) ofPath(r *Roll, e *env) {
	first, rest, nested := strings.Cut(r.Of, "/")
	ref := &Ref{Written: first, Pos: r.OfPos}
	l.resolveLater(ref, refStep, e, func(x any) {
		s := x.(*Step)
		switch {
		case s.Parent != nil:
			l.faults.report(UnknownReference, r.OfPos, data{"kind": "step", "id": r.Of}, "write '"+s.Path+strings.TrimPrefix(r.Of, first)+"'", "the step '%s' stands in a branch; its path begins with the branch", first)
		case !nested && s.Kind != RollStep, nested && s.Kind != BranchStep && s.Kind != ActionStep:
			l.faults.report(UnknownReference, r.OfPos, data{"kind": "step", "id": r.Of}, "name a roll step", "'%s' is no roll", r.Of)
		case nested && s.Kind == BranchStep:
			last, _, _ := strings.Cut(rest, "/")
			if in := e.action.StepsByID[last]; in == nil || in.Parent != s {
				l.faults.report(UnknownReference, r.OfPos, data{"kind": "step", "id": r.Of}, "name a step of the branch", "the branch '%s' has no step '%s'", first, clip(last))
			}
		}
		r.OfStep = s
	})
}

// resultIsDeclared checks a result that is written out against those that the action declares.
func (l *loader) resultIsDeclared(s *Step) {
	f := s.Outcome.Result
	if f == nil {
		return
	}
	word, ok := quoted(f.Src)
	if !ok {
		return
	}
	l.later = append(l.later, func() {
		known := s.Action.Results
		if b := s.Action.ResultBands; b != nil {
			for _, band := range b.Bands {
				known = append(known, band.ID)
			}
		}
		if known != nil && !slices.Contains(known, word) {
			fix := "known: " + strings.Join(known, ", ")
			if near := diag.Nearest(word, known); near != "" {
				fix = "write '" + near + "'"
			}
			l.faults.report(UnknownReference, f.Pos, data{"kind": "result", "id": word}, fix, "the action '%s' declares no result '%s'", s.Action.Local, clip(word))
		}
	})
}

// quoted gives the text of a formula that is one string and nothing else.
func quoted(src string) (string, bool) {
	if len(src) < 2 || src[0] != '\'' && src[0] != '"' || src[len(src)-1] != src[0] {
		return "", false
	}
	word := src[1 : len(src)-1]
	return word, !strings.ContainsAny(word, "'\"\\")
}
