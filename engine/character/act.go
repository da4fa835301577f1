package character

import (
	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// ActionOptions of [Ruleset.StartAction] and [Ruleset.ContinueAction].
type ActionOptions struct {
	Dice     action.Dice // rolls dice that do not pause, unless the call names a seed; nil: there are none
	StateKey []byte      // states carry a code made with it, and are refused without
}

// StartAction takes {character, action: {id, entry?, source?, followUp?}, params?, situational?, policy?,
// links?, participants?, answers?, dice?: {seed}} and gives what the action comes to: finished, paused or
// failed. docs/actions.md has the shapes.
func (r *Ruleset) StartAction(input []byte, o ActionOptions) []byte {
	in, dice, err := action.ReadStart(input, o.Dice)
	if err != nil {
		return refused(err)
	}
	return written(action.Start(r.rules, in, action.Options{Dice: dice, Key: o.StateKey}))
}

// ContinueAction takes {state, answer, policy?, dice?: {seed}} and gives what the action comes to.
func (r *Ruleset) ContinueAction(input []byte, o ActionOptions) []byte {
	in, err := action.ReadContinue(input, o.Dice)
	if err != nil {
		return refused(err)
	}
	return written(action.Continue(r.rules, in.State, in.Answer, in.Policy, action.Options{Dice: in.Dice, Key: o.StateKey}))
}

func written(result *action.Result) []byte {
	text, err := result.MarshalJSON()
	if err != nil {
		return refused(sheet.Errors{{Code: "internal", Message: "the result cannot be written: " + err.Error()}})
	}
	return text
}
