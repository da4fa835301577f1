package action_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// paused is a pause of a data case with the answer that comes next.
type paused struct {
	rules         *sheet.Rules
	state, answer []byte
	dice          action.Dice
}

// pauses are those of all data cases that have an answer.
func pauses(t testing.TB, opts action.Options) []paused {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(casesAt, "*.yaml"))
	require.NoError(t, err)
	var out []paused
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		var f caseFile
		require.NoError(t, yaml.Unmarshal(text, &f))
		rules := f.load(t)
		for _, c := range f.Cases {
			for i := range c.Answers {
				call := map[string]any{"character": f.Character, "answers": c.Answers[:i]}
				for k, v := range c.Start.(map[string]any) {
					call[k] = v
				}
				in, err := action.ReadInput(toJSON(t, call))
				require.NoError(t, err)
				o := opts
				if c.Dice != nil {
					o.Dice = action.Seeded(uint64(*c.Dice))
				}
				if r := action.Start(rules, in, o); r.State != nil {
					out = append(out, paused{rules, toJSON(t, r.State), toJSON(t, c.Answers[i]), o.Dice})
				}
			}
		}
	}
	require.NotEmpty(t, out)
	return out
}

// altered changes one place of a JSON value.
func altered(t *rapid.T, v any) any {
	leaf := rapid.SampledFrom([]any{nil, true, 0, 1, -1, 6, 1e30, 1.5, "", "t:hp", "pause", "engine", "app", "hero", "roll", "#done", []any{}, []any{1}, map[string]any{}, map[string]any{"id": "orc"}})
	if rapid.IntRange(0, 4).Draw(t, "here") == 0 {
		return leaf.Draw(t, "value")
	}
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 {
			break
		}
		key := rapid.SampledFrom(sorted(v)).Draw(t, "key")
		if rapid.IntRange(0, 5).Draw(t, "drop") == 0 {
			delete(v, key)
		} else {
			v[key] = altered(t, v[key])
		}
		return v
	case []any:
		if len(v) == 0 {
			break
		}
		i := rapid.IntRange(0, len(v)-1).Draw(t, "index")
		switch rapid.IntRange(0, 5).Draw(t, "what") {
		case 0:
			return append(v[:i:i], v[i+1:]...)
		case 1:
			return append(v, v[i])
		case 2:
			v[0], v[i] = v[i], v[0]
		default:
			v[i] = altered(t, v[i])
		}
		return v
	}
	return leaf.Draw(t, "value")
}

func sorted(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	for i := range keys {
		for k := i; k > 0 && keys[k] < keys[k-1]; k-- {
			keys[k], keys[k-1] = keys[k-1], keys[k]
		}
	}
	return keys
}

// A state that somebody altered gives an error, or what a run from the altered inputs gives when each of its
// pauses is answered with what the state has recorded.
func TestAlteredStatesAreHonest(t *testing.T) {
	all := pauses(t, action.Options{})
	went, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(all).Draw(t, "pause")
		var v any
		require.NoError(t, json.Unmarshal(p.state, &v))
		for range rapid.IntRange(1, 3).Draw(t, "places") {
			v = altered(t, v)
		}
		text, err := json.Marshal(v)
		require.NoError(t, err)
		state, err := action.ReadState(text)
		if err != nil {
			refused++
			return
		}
		answer, err := action.ReadAnswer(p.answer)
		require.NoError(t, err)
		o := action.Options{Dice: p.dice}
		got := action.Continue(p.rules, state, answer, nil, o)
		if len(got.Errors) > 0 {
			refused++
			return
		}
		went++
		honest := honestly(t, p.rules, state, answer, o)
		require.Empty(t, honest.Errors, "%s", text)
		require.Equal(t, unsigned(t, honest), unsigned(t, got), "%s", text)
	})
	require.NotZero(t, went)
	require.NotZero(t, refused)
}

// honestly starts the action of a state with everything paused, answers as recorded, and gives the last
// answer under the state's own policy.
func honestly(t *rapid.T, rules *sheet.Rules, s *action.State, last action.Answer, o action.Options) *action.Result {
	call := map[string]any{"character": s.Character, "action": s.Action, "policy": map[string]any{"dice": "pause", "choices": "pause", "allocations": "pause"}}
	for name, part := range map[string]any{"params": s.Params, "situational": s.Situational, "links": s.Links, "participants": s.Participants} {
		if text, _ := json.Marshal(part); !bytes.Equal(text, []byte("null")) {
			call[name] = part
		}
	}
	text, err := json.Marshal(call)
	require.NoError(t, err)
	in, err := action.ReadInput(text)
	require.NoError(t, err)
	r := action.Start(rules, in, o)
	for _, rec := range s.Answers {
		a := action.Answer{Faces: rec.Faces, Option: rec.Option, Amounts: rec.Amounts, Outcome: rec.Outcome}
		for faces := rec.Faces; ; {
			require.NotNil(t, r.Needs, "%v", r.Errors)
			if rec.Kind == "dice" {
				n := 0
				for _, d := range r.Needs.Dice {
					n += d.Count
				}
				require.LessOrEqual(t, n, len(faces), "the record has fewer faces than the run asks for")
				a.Faces, faces = faces[:n], faces[n:]
			}
			r = action.Continue(rules, r.State, a, nil, o)
			if len(faces) == 0 {
				break
			}
		}
	}
	require.NotNil(t, r.Needs, "%v", r.Errors)
	return action.Continue(rules, r.State, last, &s.Policy, o)
}

// unsigned is a result without who answered, which a state may say as it likes.
func unsigned(t *rapid.T, r *action.Result) any {
	text, err := r.MarshalJSON()
	require.NoError(t, err)
	var v map[string]any
	require.NoError(t, json.Unmarshal(text, &v))
	for _, e := range v["log"].([]any) {
		delete(e.(map[string]any), "by")
	}
	if s, ok := v["state"].(map[string]any); ok {
		for _, e := range s["answers"].([]any) {
			delete(e.(map[string]any), "by")
		}
	}
	return v
}

// With a key an altered state is refused outright.
func TestAlteredStatesAreRefusedUnderAKey(t *testing.T) {
	o := action.Options{Key: []byte("secret")}
	all := pauses(t, o)
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(all).Draw(t, "pause")
		var v any
		require.NoError(t, json.Unmarshal(p.state, &v))
		v = altered(t, v)
		text, err := json.Marshal(v)
		require.NoError(t, err)
		state, err := action.ReadState(text)
		if err != nil {
			return
		}
		if same, err := json.Marshal(state); err == nil && bytes.Equal(same, p.state) {
			return // it was altered into itself
		}
		answer, err := action.ReadAnswer(p.answer)
		require.NoError(t, err)
		got := action.Continue(p.rules, state, answer, nil, o)
		require.Len(t, got.Errors, 1, "%s", text)
		require.Contains(t, []string{"state-altered", "state-format"}, got.Errors[0].Code)
	})
}

// Whatever comes as a state and an answer: an error or a result of the schema, and the state is not changed.
func FuzzContinue(f *testing.F) {
	all := pauses(f, action.Options{})
	for i, p := range all {
		f.Add(uint16(i), p.state, p.answer)
	}
	f.Fuzz(func(t *testing.T, n uint16, state, answer []byte) {
		p := all[int(n)%len(all)]
		s, err := action.ReadState(state)
		if err != nil {
			return
		}
		a, err := action.ReadAnswer(answer)
		if err != nil {
			return
		}
		before := toJSON(t, s)
		out := action.Continue(p.rules, s, a, nil, action.Options{Dice: action.Seeded(1)})
		text := written(t, out)
		require.True(t, json.Valid(text))
		require.Equal(t, string(before), string(toJSON(t, s)), "the state was changed")
		require.Equal(t, string(text), string(written(t, action.Continue(p.rules, s, a, nil, action.Options{Dice: action.Seeded(1)}))))
	})
}
