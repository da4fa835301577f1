package action

import (
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// Recorded is what a checkpoint came to, as a state keeps it.
type Recorded struct {
	Kind    string         `json:"kind"`
	Step    string         `json:"step"`
	By      string         `json:"by"`
	Faces   []int          `json:"faces,omitempty"`
	Option  *string        `json:"option,omitempty"`
	Choice  *sheet.Path    `json:"choice,omitempty"` // over pending choices: the one that was asked
	Amounts map[string]int `json:"amounts,omitzero"`
	Outcome *Outcome       `json:"outcome,omitempty"`
}

// fault says what no checkpoint records; empty when there is nothing of the kind.
func (rec *Recorded) fault() string {
	a := Answer{Faces: rec.Faces, Option: rec.Option, Amounts: rec.Amounts, Outcome: rec.Outcome}
	switch {
	case rec.By != byEngine && rec.By != byApp || rec.Kind == needHandoff && rec.By != byApp:
		return "an answer is by the engine or by the app, a handoff's by the app"
	case rec.Kind == "" || a.kind() != rec.Kind:
		return "an answer has the one of faces, option, amounts and outcome that its kind says"
	case rec.Choice != nil && rec.Kind != needChoice:
		return "only a pick has the choice that was asked"
	}
	return ""
}

// answers are what is replayed: first what a state has recorded, then what the caller answers, pause by
// pause.
type answers struct {
	recorded []Recorded
	next     int
	given    []Answer
	used     int
	indexed  bool // the caller's answers are a list: a mismatch names its index
}

// replay gives the recorded answer for a checkpoint, nil when it has none yet. One that is of another
// kind or step does not fit.
func (r *run) replay(kind, path string) *Recorded {
	a := &r.answers
	if a.next == len(a.recorded) {
		return nil
	}
	rec := &a.recorded[a.next]
	if rec.Kind != kind || rec.Step != path {
		r.fail("answer-mismatch", path, map[string]any{"recorded": map[string]any{"kind": rec.Kind, "step": rec.Step}},
			"a %s at %s was recorded, and the action is at a %s at %s", rec.Kind, rec.Step, kind, path)
	}
	a.next++
	return rec
}

// record keeps what a checkpoint came to, for the state of a later pause.
func (r *run) record(rec Recorded) {
	a := &r.answers
	a.recorded = append(a.recorded, rec)
	a.next++
}

// ask takes the caller's answer to a pause, or pauses.
func (r *run) ask(needs *Needs) *Answer {
	a := &r.answers
	if a.used == len(a.given) {
		panic(abort{needs: needs})
	}
	given := &a.given[a.used]
	a.used++
	if kind := given.kind(); kind != needs.Kind {
		r.refuse(needs, "the pause is for a "+needs.Kind+", and the answer is not")
	}
	return given
}

// refuse ends the run because the answer to a pause does not fit.
func (r *run) refuse(needs *Needs, reason string) {
	data := map[string]any{"needs": needs, "reason": reason}
	if r.answers.indexed {
		data["index"] = r.answers.used - 1
	}
	panic(abort{errors: sheet.Errors{{Code: "answer-mismatch", Path: needs.Step, Message: "the answer does not fit: " + reason, Data: data}}})
}

// refuseRecorded ends the run because a recorded answer no longer fits.
func (r *run) refuseRecorded(needs *Needs, reason string) {
	panic(abort{errors: sheet.Errors{{Code: "answer-mismatch", Path: needs.Step, Message: "a recorded answer does not fit: " + reason, Data: map[string]any{"needs": needs, "reason": reason}}}})
}

// left is the index of the first answer that nothing asked for; negative when all were used.
func (a *answers) left() int {
	if a.used == len(a.given) {
		return -1
	}
	return a.used
}
