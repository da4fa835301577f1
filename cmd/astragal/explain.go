package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/explain"
	"github.com/astragal-engine/astragal/engine/game"
)

// explanation is a line of the transcript with --explain, as JSON.
type explanation struct {
	Actions  *explain.Legality  `json:"actions,omitempty"`
	Triggers []*explain.Hearing `json:"triggers,omitempty"`
	Ends     *explain.Endings   `json:"ends"`
}

// explained tells what there is to explain of the question that a session stands at.
func explained(w io.Writer, s *drive.Session, asJSON bool) {
	o := explain.Options{Seat: explain.Asked}
	var e explanation
	var err error
	if s.Game().Kind() == game.Decision {
		if e.Actions, err = explain.Actions(s.Game(), "", o); err == nil && len(e.Actions.Actions) == 0 {
			e.Actions = nil // it asks for no action
		}
	}
	if err == nil {
		e.Triggers, err = explain.Lately(s, 1, o)
	}
	if err == nil {
		e.Ends, err = explain.Ends(s.Game(), o)
	}
	if err != nil {
		fmt.Fprintf(w, "  ? %v\n", err)
		return
	}
	if asJSON {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(map[string]any{"explain": e}) // w is a buffer that keeps its first error
		return
	}
	if e.Actions != nil {
		indented(w, e.Actions.Sentences)
	}
	for _, h := range e.Triggers {
		indented(w, h.Sentences)
	}
	if k := s.Game().Kind(); k == game.Decision || k == game.End {
		indented(w, nearestEnd(e.Ends))
	}
}

// nearestEnd tells of the end condition that is nearest, or that has ended the game.
func nearestEnd(e *explain.Endings) []string {
	id := e.Nearest
	if e.Over {
		id = e.Reason
	}
	for i := range e.Conditions {
		if c := &e.Conditions[i]; c.ID == id {
			return []string{fmt.Sprintf("nearest end (%.2f of 1): %s", c.Near, c.Sentence)}
		}
	}
	return []string{"no end is in sight"}
}

func indented(w io.Writer, sentences []string) {
	for _, line := range sentences {
		fmt.Fprintf(w, "  ? %s\n", drive.OneLine(line))
	}
}
