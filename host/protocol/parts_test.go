package protocol

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/session"
)

// Parts that were played in two runtimes come to the result of one simulation, to the byte.
func TestPartsComeToTheWhole(t *testing.T) {
	type runtime struct {
		rt    *session.Runtime
		model int
	}
	speak := func(rt *session.Runtime, method, params string) map[string]json.RawMessage {
		answer := struct {
			OK     bool
			Result map[string]json.RawMessage
			Errors []struct{ Code, Message string }
		}{}
		text := Handle(rt, fmt.Appendf(nil, `{"v":1,"id":1,"method":"%s","params":{%s}}`, method, params), nil)
		require.NoError(t, json.Unmarshal(text, &answer))
		if !answer.OK {
			return map[string]json.RawMessage{"error": []byte(answer.Errors[0].Code + ": " + answer.Errors[0].Message)}
		}
		return answer.Result
	}
	var two []runtime
	for range 2 {
		r := runtime{rt: session.New(session.Config{})}
		t.Cleanup(r.rt.Close)
		require.NoError(t, json.Unmarshal(speak(r.rt, "model.load", `"path":"../../examples/kuhn-poker/model.yaml"`)["model"], &r.model))
		two = append(two, r)
	}
	var row []byte
	for i := range 3 {
		r := two[i%2]
		games := min(400, 1000-400*i)
		var part []byte
		require.NoError(t, json.Unmarshal(speak(r.rt, "simulate.part", fmt.Sprintf(`"model":%d,"seed":4,"first":%d,"games":%d`, r.model, 400*i, games))["part"], &part))
		row = append(row, part...)
	}
	joined := speak(two[0].rt, "simulate.join", fmt.Sprintf(`"parts":"%s"`, base64.StdEncoding.EncodeToString(row)))
	whole := speak(two[1].rt, "simulate.run", fmt.Sprintf(`"model":%d,"seed":4,"games":1000`, two[1].model))
	require.NotEmpty(t, whole["result"])
	require.Equal(t, string(whole["result"]), string(joined["result"]))

	wrong := speak(two[0].rt, "simulate.part", fmt.Sprintf(`"model":%d,"first":100,"games":1`, two[0].model))
	require.Contains(t, string(wrong["error"]), "bad_params: a part begins at a multiple of 200")
	require.Contains(t, string(speak(two[0].rt, "simulate.join", `"parts":"AAAA"`)["error"]), "bad_params: parts:")
}
