package action

import (
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// Input is what an action starts from.
type Input struct {
	Character    *sheet.Character
	Action       Ref
	Params       map[string]any // plain data by name
	Situational  map[string]any // by qualified id
	Policy       Policy
	Links        map[string]sheet.View
	Participants map[string][]sheet.View // by role
	Answers      []Answer                // one per pause, in order
}

// Ref names a listed action (seed: Starting an action, 1), and the offer that the run takes up.
type Ref struct {
	ID       string `json:"id"`
	Entry    string `json:"entry,omitempty"`
	Source   string `json:"source,omitempty"`
	FollowUp string `json:"followUp,omitempty"`
}

// Policy says which checkpoints go on by themselves.
type Policy struct {
	Dice        string `json:"dice,omitempty"` // auto (default) or pause
	Choices     string `json:"choices,omitempty"`
	Allocations string `json:"allocations,omitempty"`
	Rules       []Rule `json:"rules,omitempty"`
}

// Rule decides for the checkpoints that it matches. What it does not name matches all.
type Rule struct {
	Kind string   `json:"kind,omitempty"` // roll, choice or allocate
	Tags []string `json:"tags,omitempty"` // any of them
	Step string   `json:"step,omitempty"` // the step's path
	Do   string   `json:"do"`             // auto or pause
}

// checkpoint kinds, as rules name them.
const (
	rolls       = "roll"
	choices     = "choice"
	allocations = "allocate"
)

// pauses decides a checkpoint (seed: Checkpoints and the policy).
func (p *Policy) pauses(kind string, tags []string, path string) bool {
	for i := range p.Rules {
		if r := &p.Rules[i]; r.matches(kind, tags, path) {
			return r.Do == "pause"
		}
	}
	switch kind {
	case rolls:
		return p.Dice == "pause"
	case choices:
		return p.Choices == "pause"
	}
	return p.Allocations == "pause"
}

func (r *Rule) matches(kind string, tags []string, path string) bool {
	if r.Kind != "" && r.Kind != kind || r.Step != "" && r.Step != path {
		return false
	}
	return len(r.Tags) == 0 || tagged(tags, r.Tags)
}

// Answer answers one pause: exactly one member is there.
type Answer struct {
	Faces   []int          `json:"faces,omitempty"`
	Option  *string        `json:"option,omitempty"`
	Amounts map[string]int `json:"amounts,omitempty"`
	Outcome *Outcome       `json:"outcome,omitempty"`
}

// kind tells which kind of pause an answer is for; empty when it is for none or several.
func (a *Answer) kind() string {
	switch [4]bool{a.Faces != nil, a.Option != nil, a.Amounts != nil, a.Outcome != nil} {
	case [4]bool{0: true}:
		return needDice
	case [4]bool{1: true}:
		return needChoice
	case [4]bool{2: true}:
		return needAllocate
	case [4]bool{3: true}:
		return needHandoff
	}
	return ""
}

// The kinds of pauses, answers and log entries.
const (
	needDice     = "dice"
	needChoice   = "choice"
	needAllocate = "allocate"
	needHandoff  = "handoff"
)
