package action

import (
	"encoding/json"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/internal/jsontext"
)

// Result is what a start or a continuation comes to: finished, paused or failed.
type Result struct {
	Outcome  *Outcome    // finished
	Proposed []*Proposal // finished
	Needs    *Needs      // paused
	State    *State      // paused
	Log      []*Entry    // finished and paused
	Errors   sheet.Errors
}

// MarshalJSON writes the shape of docs/actions.md, members in one order.
func (r *Result) MarshalJSON() ([]byte, error) {
	switch {
	case len(r.Errors) > 0:
		return jsontext.Marshal(struct {
			OK     bool         `json:"ok"`
			Errors sheet.Errors `json:"errors"`
		}{false, r.Errors})
	case r.Needs != nil:
		return jsontext.Marshal(struct {
			OK     bool     `json:"ok"`
			Status string   `json:"status"`
			Needs  *Needs   `json:"needs"`
			State  *State   `json:"state"`
			Log    []*Entry `json:"log"`
		}{true, "paused", r.Needs, r.State, filled(r.Log)})
	}
	return jsontext.Marshal(struct {
		OK       bool        `json:"ok"`
		Status   string      `json:"status"`
		Outcome  *Outcome    `json:"outcome"`
		Proposed []*Proposal `json:"proposedChanges"`
		Log      []*Entry    `json:"log"`
	}{true, "finished", r.Outcome, filled(r.Proposed), filled(r.Log)})
}

// filled makes the list that JSON has of one without elements.
func filled[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Outcome is what an action ended in. An action that ends without an outcome step has an empty one.
type Outcome struct {
	Result *string `json:"result,omitempty"`
	Data   *Datum  `json:"data,omitempty"`
}

// Proposal is a change that an action proposes, and for whom.
type Proposal struct {
	To        To
	Character string // the participant's or linked character's id, when it is known
	Step      string
	Change    *sheet.Change
}

// To is self, target, a role, or a link slot.
type To struct {
	Role string
	Link string // qualified
}

func (t To) MarshalJSON() ([]byte, error) {
	if t.Link != "" {
		return jsontext.Marshal(struct {
			Link string `json:"link"`
		}{t.Link})
	}
	return jsontext.Marshal(t.Role)
}

const selfRole = "self"

func (p *Proposal) own() bool { return p.To.Role == selfRole && p.Character == "" }

// MarshalJSON writes a change record: {to, character?, step, change}.
func (p *Proposal) MarshalJSON() ([]byte, error) {
	return jsontext.Marshal(struct {
		To        To              `json:"to"`
		Character string          `json:"character,omitempty"`
		Step      string          `json:"step"`
		Change    json.RawMessage `json:"change"`
	}{p.To, p.Character, p.Step, p.Change.AppendJSON(nil)})
}

// Datum is a value of a formula as data.
type Datum struct{ formula.Value }

func (d Datum) MarshalJSON() ([]byte, error) {
	b, err := d.AppendJSON(nil)
	if err != nil {
		return nil, err
	}
	return b, nil
}

func (d *Datum) UnmarshalJSON(text []byte) error {
	var x any
	if err := jsontext.UnmarshalStrict(text, &x); err != nil {
		return err
	}
	v, err := formula.FromJSON(x)
	if err != nil {
		return err
	}
	d.Value = v
	return nil
}

// Data are named values in order.
type Data []formula.Entry

func (d Data) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, e := range d {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := jsontext.Marshal(e.Name)
		if err != nil {
			return nil, err
		}
		b = append(append(b, name...), ':')
		v, fault := e.Value.AppendJSON(b)
		if fault != nil {
			return nil, fault
		}
		b = v
	}
	return append(b, '}'), nil
}
