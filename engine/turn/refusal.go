package turn

// Refusal says which guard of which relation failed.
type Refusal struct {
	Relation string `json:"relation"`
	Guard    string `json:"guard"`
}

func (r *Refusal) Error() string {
	return r.Relation + ": " + Guards[r.Relation][r.Guard] + " [" + r.Guard + "]"
}

// Guards are those of each relation, with what they ask, in words that follow "<relation>:".
var Guards = map[string]map[string]string{
	"Open":        {"first": "a turn is open already", "seat": "the owner is no seat of the profile", "id": "a turn's id is 1 or more", "counts": "there is a count of turns for each seat, none below 0"},
	"FormalBegin": {"valid": "the record is no turn of the profile", "permitted": "it is not permitted now", "drained": "work from before is open", "once": "the turn has formally begun already"},
	"Advance": {"valid": "the record is no turn of the profile", "permitted": "it is not permitted now", "drained": "work of the phase is open", "complete": "the phase is not complete",
		"begun": "the turn has not formally begun", "next": "only the next phase of the owner may follow", "not-ended": "the turn has formally ended"},
	"FormalEnd": {"valid": "the record is no turn of the profile", "permitted": "it is not permitted now", "drained": "work of the phase is open", "begun": "the turn has not formally begun",
		"last": "it is not the last phase", "once": "the turn has formally ended already"},
	"EndReactionsDone": {"valid": "the record is no turn of the profile", "ended": "the turn has not formally ended", "drained": "reactions to the end are open", "once": "they were done already"},
	"Handoff": {"valid": "the record is no turn of the profile", "last": "it is not the last phase", "ended": "the turn has not formally ended", "reactions": "reactions to the end are not done",
		"complete": "the procedure of the old turn is not complete", "silent": "a handoff emits nothing",
		"next": "that is not whom the profile lets follow, or a seat that is out, or no seat"},
	"Eliminate": {"seat": "that is no seat of the profile", "once": "the seat is out already"},
	"Readmit":   {"out": "that seat is not out"},
	"Leave":     {"reactions": "the turn is not over, nor has what it was part of ended", "drained": "work is open", "checkpoint": "an ending has still to be looked for"},

	"Declare":           {"effects": "an action has no fewer than 0 effects", "nested": "the open action has not given control away"},
	"PayCosts":          {"stage": "the action is past its costs", "permitted": "it is not permitted now"},
	"CostCheckpoint":    {"stage": "the costs are not paid, or their checkpoint is over"},
	"CostReactionsDone": {"stage": "the checkpoint of the costs is not over", "terminal": "the game has ended at the costs", "drained": "reactions to the costs are open"},
	"Resolve":           {"stage": "the action may not have effects yet, or no more", "left": "no effect is left", "nested": "a nested structure is open"},
	"Nest":              {"stage": "the action may not have effects yet, or no more", "nested": "a nested structure is open already", "name": "a structure has a name"},
	"NestedReturn":      {"nested": "no nested structure is open", "structure": "another structure has returned than the one that is open", "receipt": "its work is not completed, nor is it given up with the action"},
	"Complete":          {"stage": "the action is not in its effects", "left": "effects are left", "nested": "a nested structure is open"},

	"Cancel": {"cause": "the owner is in the game, and neither was the action cancelled while it waited nor has what it was part of ended", "nested": "a nested structure is open"},

	"Due":      {"score": "nothing that scores was written"},
	"Ready":    {"due": "no checkpoint is due", "drained": "work is open"},
	"Evaluate": {"ready": "no checkpoint is ready", "seats": "a winner is no seat"},
	"EndBy":    {"guard": "the procedure's own guard does not hold", "seats": "a winner is no seat", "winners": "an ending names who has won, or says that nobody has"},

	"Kernel": {"opened": "no turn is open yet", "playing": "the game is over", "frames": "an action is open", "action": "no action is open", "checkpoint": "an ending has still to be looked for", "relation": "there is no relation of that name"},
}

// relations runs guards. Tests drop one to see that somebody notices.
type relations struct{ relation, dropped string }

func (r relations) check(guard string, holds bool) *Refusal {
	if holds || r.dropped == r.relation+"."+guard {
		return nil
	}
	return &Refusal{r.relation, guard}
}

// all gives the first refusal.
func all(list ...*Refusal) error {
	for _, r := range list {
		if r != nil {
			return r
		}
	}
	return nil
}
