package action

import (
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// Needs says what a paused action waits for (seed: Checkpoints and the policy).
type Needs struct {
	Kind        string         `json:"kind"`
	Step        string         `json:"step"`
	Action      string         `json:"action"`
	Dice        []NeededDice   `json:"dice,omitempty"`
	Items       []*Item        `json:"items,omitempty"`
	Summary     *Summary       `json:"summary,omitempty"`
	Draw        *Draw          `json:"draw,omitempty"`
	Options     []string       `json:"options,omitempty"`
	Recommended *string        `json:"recommended,omitempty"`
	Choice      *AskedChoice   `json:"choice,omitempty"`
	Allocate    *NeededAmounts `json:"allocate,omitempty"`
	Participant *Participant   `json:"participant,omitempty"`
	Run         *HandedOff     `json:"run,omitempty"`
}

// NeededDice are dice to be rolled: one face for each, in order.
type NeededDice struct {
	Count int      `json:"count"`
	Sides int      `json:"sides"`
	Zero  bool     `json:"zero,omitempty"`
	Tags  []string `json:"tags,omitempty"`
}

// Draw says what the faces of a random draw stand for: face n is Among[n-1].
type Draw struct {
	Among []string `json:"among"`
}

// AskedChoice is a choice of the sheet that a choice step asks.
type AskedChoice struct {
	Path   *sheet.Path `json:"path"`
	Owner  string      `json:"owner"`
	ID     string      `json:"id"`
	Slot   *Slot       `json:"slot,omitempty"`
	Min    int         `json:"min"`
	Max    *int        `json:"max,omitempty"`
	Picked int         `json:"picked"`
}

// Slot is the slot of a slotted choice.
type Slot struct {
	Choice string `json:"choice"`
	Number int    `json:"number"`
}

// NeededAmounts is what an allocate step hands out.
type NeededAmounts struct {
	Fields      []NeededAmount `json:"fields"`
	Budget      *number        `json:"budget,omitempty"`
	Spend       string         `json:"spend,omitempty"`
	Values      []int          `json:"values,omitzero"`
	Recommended Amounts        `json:"recommended,omitzero"`
}

// NeededAmount is a field that may be given an amount.
type NeededAmount struct {
	ID    string   `json:"id"`
	Value number   `json:"value"`
	Input number   `json:"input"`
	Limit *int     `json:"limit,omitempty"`
	Costs []number `json:"costs,omitempty"`
}

// Participant names the character that a handoff is for.
type Participant struct {
	Role string `json:"role"`
	ID   string `json:"id"`
}

// HandedOff is what a participant runs on its own character.
type HandedOff struct {
	Action       string `json:"action"`
	Params       Data   `json:"params"`
	Participants Roles  `json:"participants,omitempty"`
}
