package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/action"
)

// log shows what has happened since it was last shown.
func (a *actor) log(entries []*action.Entry) {
	for ; a.shown < len(entries); a.shown++ {
		e := entries[a.shown]
		fmt.Fprintf(a.std.out, "%s: %s\n", printable(e.Step), printable(logLine(e)))
	}
}

func logLine(e *action.Entry) string {
	switch {
	case e.Draw != nil && len(e.Faces) == 1:
		return "drawn: " + e.Draw.Among[e.Faces[0]-1]
	case e.Option != nil:
		return *e.Option
	case e.Participant != nil:
		return e.Participant.ID + " " + asText(e.Outcome)
	case e.Total == nil:
		return asText(e.Amounts)
	}
	var parts []string
	for _, it := range e.Items {
		one := asText(it.Value)
		if it.Dice != "" {
			var faces []string
			for _, f := range it.Faces {
				face := strconv.Itoa(f.Face)
				if !f.Kept {
					face = "(" + face + ")"
				}
				faces = append(faces, face)
			}
			one = it.Dice + " [" + strings.Join(faces, " ") + "]"
		}
		if it.Source != nil && it.Source.ID != "" && it.Dice == "" {
			one += " " + it.Source.ID
		}
		parts = append(parts, one)
	}
	text := strings.ReplaceAll(strings.Join(parts, " + "), " + -", " - ") + " = " + asText(e.Total)
	if e.Band != "" {
		text += ", " + e.Band
	}
	return text
}

func asText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	return string(b)
}

func (a *actor) outcome(r *action.Result) {
	fmt.Fprintf(a.std.out, "outcome: %s\n", printable(asText(r.Outcome)))
	for _, p := range r.Proposed {
		to := p.To.Role
		if p.To.Link != "" {
			to = p.To.Link
		}
		if p.Character != "" {
			to += " " + p.Character
		}
		fmt.Fprintf(a.std.out, "  %s: %s\n", printable(to), printable(string(p.Change.AppendJSON(nil))))
	}
}
