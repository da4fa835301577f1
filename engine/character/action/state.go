package action

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"

	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/internal/jsontext"
)

// StateFormat is the number of the shape of states.
const StateFormat = 1

// State is a paused action: its inputs and its answers so far. It is plain JSON, and only its meaning is
// fixed.
type State struct {
	Format       int               `json:"format"`
	Ruleset      map[string]string `json:"ruleset"`
	Character    *sheet.Character  `json:"character"`
	Action       Ref               `json:"action"`
	Params       map[string]any    `json:"params,omitempty"`
	Situational  map[string]any    `json:"situational,omitempty"`
	Policy       Policy            `json:"policy"`
	Links        map[string]view   `json:"links,omitempty"`
	Participants map[string][]view `json:"participants,omitempty"`
	Answers      []Recorded        `json:"answers"`
	MAC          string            `json:"mac,omitempty"`
}

// state is that of the pause that the run has come to.
func (r *run) state() *State {
	s := &State{
		Format: StateFormat, Ruleset: versions(r.rules), Character: r.in.Character, Action: r.in.Action, Params: r.in.Params,
		Situational: r.in.Situational, Policy: r.in.Policy, Links: givenViews(r.in.Links), Participants: givenParticipants(r.in.Participants),
		Answers: nonNil(r.answers.recorded[:r.answers.next]),
	}
	if len(r.key) > 0 {
		s.MAC = s.sign(r.key)
	}
	return s
}

// sign gives the code that shows whether a state was altered.
func (s *State) sign(key []byte) string {
	plainState := *s
	plainState.MAC = ""
	text, err := jsontext.Marshal(&plainState)
	if err != nil {
		return ""
	}
	m := hmac.New(sha256.New, key)
	m.Write(text)
	return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// genuine reports whether a state carries the code that the key gives it.
func (s *State) genuine(key []byte) bool {
	return hmac.Equal([]byte(s.MAC), []byte(s.sign(key)))
}

// input is what the action was started with.
func (s *State) input() *Input {
	return &Input{
		Character: s.Character, Action: s.Action, Params: s.Params, Situational: s.Situational,
		Policy: s.Policy, Links: viewsOf(s.Links), Participants: participantsOf(s.Participants),
	}
}
