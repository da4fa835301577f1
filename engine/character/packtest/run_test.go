package packtest

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// ran is a finished action.
type ran struct {
	OK              bool
	Status          string
	Errors          any
	Needs           any
	Outcome         map[string]any
	ProposedChanges []map[string]any
}

// runs plays the play: with the answers at once, and answer by answer through the state of each pause.
// Both must come to what was worked out.
func (p *play) runs(t *testing.T, b *book) {
	rules := b.rules
	start := p.input(t, b)
	stepwise := p.start(t, rules, start)
	for i, answer := range p.Answers {
		require.NotNil(t, stepwise.Needs, "answer %d is not asked for: %s", i, written(t, stepwise))
		state, err := json.Marshal(stepwise.State)
		require.NoError(t, err)
		s, err := action.ReadState(state)
		require.NoError(t, err)
		a, err := action.ReadAnswer(asJSON(t, answer))
		require.NoError(t, err)
		stepwise = action.Continue(rules, s, a, nil, action.Options{})
	}
	start["answers"] = append([]any{}, p.Answers...)
	whole := p.start(t, rules, start)
	require.Equal(t, string(written(t, whole)), string(written(t, stepwise)), "at once and answer by answer")

	var got ran
	require.NoError(t, json.Unmarshal(written(t, whole), &got))
	require.Equal(t, "finished", got.Status, "%s", written(t, whole))
	outcome := map[string]any{}
	if p.Outcome.Result != "" {
		outcome["result"] = p.Outcome.Result
	}
	if p.Outcome.Data != nil {
		outcome["data"] = plain(t, p.Outcome.Data)
	}
	assert.Equal(t, outcome, got.Outcome)
	want := []map[string]any{}
	for _, c := range p.Changes {
		record := map[string]any{"to": plain(t, c.To), "step": c.Step, "change": plain(t, c.Change)}
		if c.Character != "" {
			record["character"] = c.Character
		}
		want = append(want, record)
	}
	assert.Equal(t, want, append([]map[string]any{}, got.ProposedChanges...))
}

// refused plays the play to the error that it must end in.
func (p *play) refused(t *testing.T, b *book) {
	start := p.input(t, b)
	start["answers"] = append([]any{}, p.Answers...)
	text := written(t, p.start(t, b.rules, start))
	var got struct {
		OK     bool
		Errors []struct {
			Code, Message string
			Data          map[string]any
		}
	}
	require.NoError(t, json.Unmarshal(text, &got))
	require.False(t, got.OK, "it was not refused: %s", text)
	require.Equal(t, p.Fails.Code, got.Errors[0].Code, "%s", text)
	for key, v := range p.Fails.Data {
		assert.Equal(t, plain(t, v), got.Errors[0].Data[key], "%s: %s", key, text)
	}
	assert.NotEmpty(t, got.Errors[0].Message)
}

func (p *play) input(t *testing.T, b *book) map[string]any {
	start := map[string]any{"action": p.action(), "params": p.Start.Params, "situational": p.Start.Situational,
		"participants": p.Start.Participants, "links": p.Start.Links}
	for key, v := range start {
		if m, ok := v.(map[string]any); ok && m == nil {
			delete(start, key)
		}
	}
	policy := map[string]any{"dice": "pause"}
	for key, v := range p.Start.Policy {
		policy[key] = v
	}
	start["policy"] = policy
	start["character"] = json.RawMessage(b.character(t, p.Character))
	return start
}

func (p *play) action() map[string]any {
	a := p.Start.Action
	out := map[string]any{"id": a.ID}
	for key, v := range map[string]string{"entry": a.Entry, "source": a.Source, "followUp": a.FollowUp} {
		if v != "" {
			out[key] = v
		}
	}
	return out
}

func (p *play) start(t *testing.T, rules *sheet.Rules, start map[string]any) *action.Result {
	in, err := action.ReadInput(asJSON(t, start))
	require.NoError(t, err)
	return action.Start(rules, in, action.Options{})
}

func written(t *testing.T, r *action.Result) []byte {
	text, err := r.MarshalJSON()
	require.NoError(t, err)
	return text
}

func asJSON(t *testing.T, v any) []byte {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return text
}
