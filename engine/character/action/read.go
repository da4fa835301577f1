package action

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/internal/jsontext"
)

// started is the JSON shape of a start's input.
type started struct {
	Character    json.RawMessage   `json:"character"`
	Action       Ref               `json:"action"`
	Params       map[string]any    `json:"params"`
	Situational  map[string]any    `json:"situational"`
	Policy       Policy            `json:"policy"`
	Links        map[string]view   `json:"links"`
	Participants map[string][]view `json:"participants"`
	Answers      []Answer          `json:"answers"`
}

// view is a view as calls have it.
type view struct {
	ID     string         `json:"id"`
	Values map[string]any `json:"values"`
}

// Seed is how a call asks for seeded dice.
type Seed struct {
	Seed *uint64 `json:"seed"`
}

// dice are those that a call asks for, else the host's.
func (s *Seed) dice(otherwise Dice) Dice {
	if s == nil || s.Seed == nil {
		return otherwise
	}
	return Seeded(*s.Seed)
}

// ReadInput reads the input of a start. The error is [sheet.Errors].
func ReadInput(text []byte) (*Input, error) {
	in, _, err := ReadStart(text, nil)
	return in, err
}

// ReadStart is ReadInput for a call that may name a seed of dice: it gives those, else the host's.
func ReadStart(text []byte, host Dice) (*Input, Dice, error) {
	var in struct {
		started
		Dice *Seed `json:"dice"`
	}
	if err := jsontext.UnmarshalStrict(text, &in); err != nil {
		return nil, nil, unreadable(err, "")
	}
	out, err := in.input()
	return out, in.Dice.dice(host), err
}

// Continuation is what a continuation takes.
type Continuation struct {
	State  *State
	Answer Answer
	Policy *Policy
	Dice   Dice
}

// ReadContinue reads {state, answer, policy?, dice?}; host are the dice where it names no seed.
func ReadContinue(text []byte, host Dice) (*Continuation, error) {
	var in struct {
		State  json.RawMessage `json:"state"`
		Answer json.RawMessage `json:"answer"`
		Policy *Policy         `json:"policy"`
		Dice   *Seed           `json:"dice"`
	}
	if err := jsontext.UnmarshalStrict(text, &in); err != nil {
		return nil, unreadable(err, "")
	}
	switch {
	case in.State == nil:
		return nil, missing("state", "there is no state of a pause")
	case in.Answer == nil:
		return nil, missing("answer", "there is no answer")
	}
	out := &Continuation{Policy: in.Policy, Dice: in.Dice.dice(host)}
	var err error
	if out.State, err = ReadState(in.State); err != nil {
		return nil, err
	}
	if out.Answer, err = ReadAnswer(in.Answer); err != nil {
		return nil, err
	}
	if in.Policy != nil {
		err = in.Policy.check()
	}
	return out, err
}

func (in *started) input() (*Input, error) {
	if in.Action.ID == "" {
		return nil, missing("action.id", "the action to start has no id")
	}
	if in.Character == nil {
		return nil, missing("character", "there is no character")
	}
	ch, err := sheet.Read(in.Character)
	if err != nil {
		return nil, err
	}
	if errs := in.Policy.check(); errs != nil {
		return nil, errs
	}
	for i := range in.Answers {
		if in.Answers[i].kind() == "" {
			return nil, missing("answers["+strconv.Itoa(i)+"]", "an answer has exactly one of faces, option, amounts and outcome")
		}
	}
	return &Input{
		Character: ch, Action: in.Action, Params: in.Params, Situational: in.Situational, Policy: in.Policy,
		Links: viewsOf(in.Links), Participants: participantsOf(in.Participants), Answers: in.Answers,
	}, nil
}

func viewsOf(m map[string]view) map[string]sheet.View {
	if m == nil {
		return nil
	}
	out := make(map[string]sheet.View, len(m))
	for k, v := range m {
		out[k] = sheet.View(v)
	}
	return out
}

func participantsOf(m map[string][]view) map[string][]sheet.View {
	if m == nil {
		return nil
	}
	out := make(map[string][]sheet.View, len(m))
	for role, list := range m {
		views := make([]sheet.View, len(list))
		for i, v := range list {
			views[i] = sheet.View(v)
		}
		out[role] = views
	}
	return out
}

// givenViews and givenParticipants go the other way.
func givenViews(m map[string]sheet.View) map[string]view {
	out := make(map[string]view, len(m))
	for k, v := range m {
		out[k] = view(v)
	}
	return out
}

func givenParticipants(m map[string][]sheet.View) map[string][]view {
	out := make(map[string][]view, len(m))
	for role, list := range m {
		views := make([]view, len(list))
		for i, v := range list {
			views[i] = view(v)
		}
		out[role] = views
	}
	return out
}

func missing(path, message string) error {
	return sheet.Errors{{Code: "schema", Path: path, Message: message}}
}

// unreadable says what JSON does not fit.
func unreadable(err error, path string) error {
	data := map[string]any{}
	var at *json.SyntaxError
	if errors.As(err, &at) {
		data["offset"] = at.Offset
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		path, data["offset"] = strings.TrimPrefix(wrong.Field, "started."), wrong.Offset // it names the embedded struct too
		err = fmt.Errorf("a JSON %s does not fit here", wrong.Value)
	}
	return sheet.Errors{{Code: "schema", Path: path, Message: err.Error(), Data: data}}
}

// check refuses words that a policy does not know.
func (p *Policy) check() error {
	word := func(path, v string) error {
		if v != "" && v != "auto" && v != "pause" {
			return missing(path, "a policy says auto or pause, not "+strconv.Quote(v))
		}
		return nil
	}
	for _, one := range [][2]string{{"policy.dice", p.Dice}, {"policy.choices", p.Choices}, {"policy.allocations", p.Allocations}} {
		if err := word(one[0], one[1]); err != nil {
			return err
		}
	}
	for i, r := range p.Rules {
		path := "policy.rules[" + strconv.Itoa(i) + "]"
		if err := word(path+".do", r.Do); err != nil || r.Do == "" {
			return missing(path+".do", "a rule says do: auto or do: pause")
		}
		if r.Kind != "" && r.Kind != rolls && r.Kind != choices && r.Kind != allocations {
			return missing(path+".kind", "a rule's kind is roll, choice or allocate, not "+strconv.Quote(r.Kind))
		}
	}
	return nil
}

// ReadState reads the state of a pause. The error is [sheet.Errors].
func ReadState(text []byte) (*State, error) {
	var s struct {
		Format  int               `json:"format"`
		Ruleset map[string]string `json:"ruleset"`
		started
		Answers []Recorded `json:"answers"`
		MAC     string     `json:"mac"`
	}
	if err := jsontext.UnmarshalStrict(text, &s); err != nil {
		return nil, unreadable(err, "state")
	}
	in, err := s.started.input()
	if err != nil {
		var errs sheet.Errors
		if errors.As(err, &errs) {
			for _, e := range errs {
				e.Path = strings.TrimSuffix("state."+e.Path, ".")
			}
		}
		return nil, err
	}
	for i := range s.Answers {
		if why := s.Answers[i].fault(); why != "" {
			return nil, missing("state.answers["+strconv.Itoa(i)+"]", why)
		}
	}
	return &State{
		Format: s.Format, Ruleset: s.Ruleset, Character: in.Character, Action: in.Action, Params: in.Params, Situational: in.Situational,
		Policy: in.Policy, Links: s.Links, Participants: s.Participants, Answers: s.Answers, MAC: s.MAC,
	}, nil
}

// ReadAnswer reads the answer to a pause. The error is [sheet.Errors].
func ReadAnswer(text []byte) (Answer, error) {
	var a Answer
	if err := jsontext.UnmarshalStrict(text, &a); err != nil {
		return a, unreadable(err, "answer")
	}
	if a.kind() == "" {
		return a, missing("answer", "an answer has exactly one of faces, option, amounts and outcome")
	}
	return a, nil
}
