package action

import (
	"maps"

	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// Options of a start or a continuation.
type Options struct {
	Dice Dice   // faces of dice that do not pause; nil: there are none
	Key  []byte // states carry a code made with it, and are refused without
}

// Start runs an action to its end, its first pause without an answer, or its failure. Its input is not
// changed. The rules: the seed's sections on actions at run time.
func Start(rules *sheet.Rules, in *Input, o Options) *Result {
	r := newRun(rules, in, o)
	r.answers.given, r.answers.indexed = in.Answers, true
	return r.start()
}

// Continue gives a paused action one more answer. A policy that is not nil takes the place of the one
// that the action was started with, from now on.
func Continue(rules *sheet.Rules, s *State, a Answer, policy *Policy, o Options) *Result {
	if errs := s.check(rules, o.Key); errs != nil {
		return &Result{Errors: errs}
	}
	in := s.input()
	if policy != nil {
		in.Policy = *policy
	}
	r := newRun(rules, in, o)
	r.answers.recorded, r.answers.given = append(r.answers.recorded, s.Answers...), []Answer{a}
	return r.start()
}

func newRun(rules *sheet.Rules, in *Input, o Options) *run {
	limits := rules.Settings.Limits
	r := runs.Get().(*run)
	r.rules, r.in, r.roll, r.key, r.limits = rules, in, o.Dice, o.Key, limits
	r.budget.Reset(limits.FormulaSteps, diceLimits(limits))
	r.sheet = rules.Compute(in.Character, in.Links)
	return r
}

// check refuses a state of another shape or ruleset, and one that was altered where a key tells.
func (s *State) check(rules *sheet.Rules, key []byte) sheet.Errors {
	fault := func(code, path, message string, data map[string]any) sheet.Errors {
		return sheet.Errors{{Code: code, Path: path, Message: message, Data: data}}
	}
	switch {
	case s.Format != StateFormat:
		return fault("state-format", "state.format", "the state is of a format that this version does not read", map[string]any{"expected": StateFormat})
	case len(key) > 0 && !s.genuine(key):
		return fault("state-altered", "state", "the state is not as it was given out: start the action again", nil)
	case !maps.Equal(s.Ruleset, versions(rules)):
		return fault("ruleset-mismatch", "state.ruleset", "the state was made under other packs or versions: load those, or start the action again", map[string]any{"expected": versions(rules)})
	case s.Character == nil:
		return fault("schema", "state.character", "the state has no character", nil)
	}
	return nil
}
