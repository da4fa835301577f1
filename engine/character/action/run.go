package action

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/dice"
)

// Dice gives the face of a die in an automatic run. index counts the faces of the run from 0, those that
// the app gave included, so that a seeded function gives the same faces whenever a run is replayed.
type Dice func(die dice.Die, index int) (int, error)

// run is one run of an action, from its beginning.
type run struct {
	rules   *sheet.Rules
	in      *Input
	roll    Dice
	key     []byte
	budget  *formula.Budget
	limits  pack.RunLimits
	sheet   *sheet.Sheet // of the character as given
	answers answers
	room    room
	own     own

	log       []*Entry
	proposed  []*Proposal
	rolled    map[string]*rolled // by full path
	ids       map[string]bool    // of copies that the run adds
	free      map[string]int     // by stem: the last number that was free
	steps     int
	faces     int // that have fallen
	proposals proposedSheet
	work      int // for proposed sheets
}

// abort ends a run before its outcome: paused, or failed. It travels as a panic to [run.start].
type abort struct {
	needs  *Needs
	errors sheet.Errors
}

// start runs the action to its end, its first open pause or its failure.
func (r *run) start() (out *Result) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case abort:
			if p.needs != nil {
				out = &Result{Needs: p.needs, State: r.state(), Log: nonNil(r.log)}
				r.release(out)
			} else {
				out = &Result{Errors: p.errors}
			}
		default:
			panic(p)
		}
	}()
	f := r.find()
	f.play()
	if n := r.answers.left(); n >= 0 {
		r.fail("answer-mismatch", "", map[string]any{"index": n}, "the action has ended, and answer %d is left over", n)
	}
	if a := &r.answers; a.next < len(a.recorded) {
		r.fail("answer-mismatch", "", map[string]any{"recorded": len(a.recorded), "used": a.next}, "the action has ended, and recorded answers are left over")
	}
	if id := r.in.Action.FollowUp; id != "" && storedOffer(r.in.Character, id) {
		r.proposed = append(r.proposed, &Proposal{To: To{Role: selfRole}, Change: &sheet.Change{Type: "clearFollowUp", ID: id}})
	}
	out = &Result{Outcome: f.outcome, Proposed: nonNil(r.proposed), Log: nonNil(r.log)}
	r.release(out)
	return out
}

func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// fail ends the run with an error. The path is that of the step, where there is one.
func (r *run) fail(code, path string, data map[string]any, format string, args ...any) {
	panic(abort{errors: sheet.Errors{{Code: code, Path: path, Message: fmt.Sprintf(format, args...), Data: data}}})
}

// count counts a step, each run of an each step, each pick, and each copy of a change.
func (r *run) count(path string) {
	if r.steps++; r.steps > r.limits.ActionSteps {
		r.fail("safety-limit-exceeded", path, map[string]any{"limit": "maxActionSteps", "value": r.limits.ActionSteps},
			"more than %d steps in one action", r.limits.ActionSteps)
	}
}

// mostProposed bounds the changes that one run proposes.
const mostProposed = 100_000

// propose adds to what the run proposes.
func (r *run) propose(path string, list ...*Proposal) {
	if r.proposed = append(r.proposed, list...); len(r.proposed) > mostProposed {
		r.fail("safety-limit-exceeded", path, map[string]any{"limit": "changes", "value": mostProposed}, "more than %d changes in one action", mostProposed)
	}
}

// eval evaluates a formula of the pack; a failure fails the run with the formula's place.
func (r *run) eval(f *pack.Formula, names formula.Names, path string) formula.Value {
	v, err := f.Code.Eval(names, r.budget)
	if err != nil {
		r.formulaFailed(f, err, path)
	}
	return v
}

// settled is eval for what outlasts the step: its objects are read now, to their ends. So flags and results
// never hold themselves, and are no larger than the budget allows.
func (r *run) settled(f *pack.Formula, names formula.Names, path string) formula.Value {
	v, err := r.eval(f, names, path).Settled(r.budget)
	if err != nil {
		r.formulaFailed(f, &formula.Error{Code: err.Code, Offset: -1, Message: err.Message, Data: err.Data}, path)
	}
	return v
}

func (r *run) formulaFailed(f *pack.Formula, err *formula.Error, path string) {
	data := map[string]any{"formula": f.Src}
	for k, v := range err.Data {
		data[k] = v
	}
	place := f.At(err.Offset)
	data["file"], data["line"], data["column"] = place.File, place.Line, place.Col
	r.fail(string(err.Code), path, data, "%s, in the formula %s (%s)", err.Message, f.Src, place)
}

// holds evaluates a condition; one that was not written holds.
func (r *run) holds(f *pack.Formula, names formula.Names, path string) bool {
	return f == nil || r.eval(f, names, path).Bool()
}

// text evaluates a formula that gives a string.
func (r *run) text(f *pack.Formula, names formula.Names, path string) string {
	v := r.eval(f, names, path)
	if v.Kind() != formula.StringKind {
		r.mismatch(path, "a string", v)
	}
	return v.Text()
}

func (r *run) bool(f *pack.Formula, names formula.Names, path string) bool {
	v := r.eval(f, names, path)
	if v.Kind() != formula.BoolKind {
		r.mismatch(path, "a boolean", v)
	}
	return v.Bool()
}

func (r *run) int(f *pack.Formula, names formula.Names, path string) int {
	v := r.eval(f, names, path)
	if v.Kind() != formula.IntKind {
		r.mismatch(path, "an integer", v)
	}
	return v.Int()
}

// strings evaluates a formula that gives a list of strings.
func (r *run) strings(f *pack.Formula, names formula.Names, path string) []string {
	v := r.eval(f, names, path)
	if v.Kind() != formula.ListKind {
		r.mismatch(path, "a list of strings", v)
	}
	out := make([]string, len(v.List()))
	for i, e := range v.List() {
		if e.Kind() != formula.StringKind {
			r.mismatch(path, "a list of strings", e)
		}
		out[i] = e.Text()
	}
	return out
}

func (r *run) mismatch(path, want string, got formula.Value) {
	r.fail("type-mismatch", path, map[string]any{"expected": want}, "expected %s, found %s", want, got.Kind())
}

// tags evaluates a list of tags, written and computed, each once (seed: Computed tags), and appends it.
func (r *run) tags(out []string, list []pack.Text, names formula.Names, path string) []string {
	for _, t := range list {
		if t.Formula == nil {
			out = addTag(out, t.Literal)
			continue
		}
		if v := r.eval(t.Formula, names, path); v.Kind() == formula.ListKind {
			for _, e := range v.List() {
				out = addTag(out, r.computedTag(e, path))
			}
		} else {
			out = addTag(out, r.computedTag(v, path))
		}
	}
	return out
}

func (r *run) computedTag(v formula.Value, path string) string {
	if v.Kind() != formula.StringKind {
		r.mismatch(path, "a tag or a list of tags", v)
	}
	if !r.rules.Tags.Known(v.Text()) {
		r.fail("unknown-tag", path, map[string]any{"tag": v.Text()}, "no tag %s is declared", strconv.Quote(v.Text()))
	}
	return v.Text()
}

func addTag(list []string, tag string) []string {
	if slices.Contains(list, tag) {
		return list
	}
	return append(list, tag)
}

// tagged reports whether one of tags is one of wanted or below it.
func tagged(tags, wanted []string) bool {
	for _, t := range tags {
		for _, w := range wanted {
			if pack.Under(t, w) {
				return true
			}
		}
	}
	return false
}

// union adds tags that are not there yet.
func union(tags, more []string) []string {
	out := tags[:len(tags):len(tags)]
	for _, m := range more {
		out = addTag(out, m)
	}
	return out
}
