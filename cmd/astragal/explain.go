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
	Turn     *explain.Turning   `json:"turn,omitempty"`
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
	if err == nil && s.Game().Program().Turns != nil {
		e.Turn, err = explain.Turn(s.Game(), o)
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
	if e.Turn != nil && e.Turn.Open {
		indented(w, e.Turn.Sentences)
	}
	if k := s.Game().Kind(); k == game.Decision || k == game.End {
		indented(w, nearestEnd(&e))
	}
}

// nearestEnd tells of what is nearest to ending the game, or has ended it: an end condition, or an objective of a checkpoint.
func nearestEnd(e *explanation) []string {
	var all []explain.End
	if e.Turn != nil {
		all = append(all, e.Turn.Objectives...)
	}
	all = append(all, e.Ends.Conditions...)
	at := -1
	for i := range all {
		if e.Ends.Over && all[i].ID == e.Ends.Reason || !e.Ends.Over && all[i].Tested && all[i].Near > 0 && (at < 0 || all[i].Near > all[at].Near) {
			at = i
		}
	}
	if at < 0 {
		return []string{"no end is in sight"}
	}
	return []string{fmt.Sprintf("nearest end (%.2f of 1): %s", all[at].Near, all[at].Sentence)}
}

func indented(w io.Writer, sentences []string) {
	for _, line := range sentences {
		fmt.Fprintf(w, "  ? %s\n", drive.OneLine(line))
	}
}
