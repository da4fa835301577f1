package protocol

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/session"
)

const telling = `
name: Telling
num_players: 2
code: {tell: {kind: code, module: m, function: f}}
state: {vars: {got: {init: []}}}
actions:
  tell: {effect: [{op: call, code: tell, with_x: {n: 2 ** 64, list: "[1, 2.5, 'x', None, {'a': True}]"}, as: y}, {op: set, var: got, value_x: y}]}
flow: {kind: step, id: s, actor_x: "0", do: [tell]}
`

// functionGame loads the model above and gives what answers a request.
func functionGame(t *testing.T) (*session.Runtime, func(method string, params map[string]any) map[string]any) {
	rt := session.New(session.Config{})
	t.Cleanup(rt.Close)
	ask := func(method string, params map[string]any) map[string]any {
		frame, err := json.Marshal(map[string]any{"v": 1, "id": 1, "method": method, "params": params})
		require.NoError(t, err)
		var out map[string]any
		require.NoError(t, json.Unmarshal(Handle(rt, frame, nil), &out))
		require.Equal(t, true, out["ok"], "%v", out)
		return out["result"].(map[string]any)
	}
	return rt, ask
}

func TestFunctionSpeaksMsgpack(t *testing.T) {
	rt, ask := functionGame(t)
	var called []byte
	require.NoError(t, rt.SetFunction("tell", Function(func(b []byte) ([]byte, error) {
		called = append([]byte(nil), b...)
		return []byte("\x81\xa5value\x82\xa1a\x01\xa1b\x93\xc0\xc3\xcb\x3f\xf8\x00\x00\x00\x00\x00\x00"), nil
	})))
	g := ask("game.new", map[string]any{"model": ask("model.load", map[string]any{"text": telling})["model"]})
	require.NoError(t, scan(called))
	require.Equal(t, "\x86\xa4code\xa4tell\xa4args\x82\xa1n\xc7\x0a\x01\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00"+
		"\xa4list\x95\x01\xcb\x40\x04\x00\x00\x00\x00\x00\x00\xa1x\xc0\x81\xa1a\xc3\xa5place\xabaction tell\xa4kind\xa4code\xa4seat\x00\xa6chance\x90", string(called))
	vars := ask("game.state", map[string]any{"game": g["game"]})["variables"]
	require.Equal(t, map[string]any{"got": map[string]any{"a": 1.0, "b": []any{nil, true, 1.5}}}, vars)
}

func TestFunctionsThatAnswerWrongly(t *testing.T) {
	rt, ask := functionGame(t)
	model := ask("model.load", map[string]any{"text": telling})["model"]
	for answer, want := range map[string]string{
		"":                     "",
		"\x81\xa5value\xc0":    "",
		"\xc0":                 "one of the keys",
		"\x81\xa1x\xc0":        "one of the keys",
		"\x81\xa6chance\x90":   "a chance without outcomes",
		"\x81\xa3ops\x90":      "it answers ops, and must answer a value",
		"\x81\xa5error\xa2no":  "no",
		"\xc1":                 "cannot be read",
		"\x01\x02":             "cannot be read",
		"\xdd\xff\xff\xff\xff": "cannot be read",
		"\x81\x01\x01":         "cannot be read",
		"\xc4\x01x":            "cannot be read",
		"\x81\xa5value\xcb\x7f\xf0\x00\x00\x00\x00\x00\x00": "float that is no number",
	} {
		require.NoError(t, rt.SetFunction("tell", Function(func([]byte) ([]byte, error) { return []byte(answer), nil })))
		text, err := json.Marshal(ask("game.new", map[string]any{"model": model})["request"])
		require.NoError(t, err)
		if want == "" {
			require.NotContains(t, string(text), "code 'tell'", "%q", answer)
		} else {
			require.Contains(t, string(text), "\"action tell: code 'tell': ", "%q", answer)
			require.Contains(t, string(text), want, "%q", answer)
		}
	}
	require.NoError(t, rt.SetFunction("tell", Function(func([]byte) ([]byte, error) { return nil, errors.New("not today") })))
	text, err := json.Marshal(ask("game.new", map[string]any{"model": model})["request"])
	require.NoError(t, err)
	require.Contains(t, string(text), "code 'tell': not today")
}
