package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/engine"
	"github.com/astragal-engine/astragal/host/protocol"
	"github.com/astragal-engine/astragal/host/session"
)

// speaker sends a request and gives the result; errors fail the test.
type speaker func(t *testing.T, method string, params map[string]any) map[string]any

func envelope(method string, params map[string]any) map[string]any {
	return map[string]any{"v": 1, "id": 9, "method": method, "params": params}
}

func packed(t *testing.T, x any) []byte {
	t.Helper()
	b, err := msgpack.Marshal(x)
	require.NoError(t, err)
	return b
}

func result(t *testing.T, answer map[string]any) map[string]any {
	t.Helper()
	require.Equal(t, true, answer["ok"], "%v", answer["errors"])
	return answer["result"].(map[string]any)
}

func unpacked(t *testing.T, b []byte) map[string]any {
	t.Helper()
	answer := map[string]any{}
	require.NoError(t, msgpack.Unmarshal(b, &answer))
	return answer
}

func overPack(t *testing.T) speaker {
	rt := session.New(session.Config{})
	t.Cleanup(rt.Close)
	return func(t *testing.T, method string, params map[string]any) map[string]any {
		return result(t, unpacked(t, protocol.Handle(rt, packed(t, envelope(method, params)), nil)))
	}
}

func overJSON(t *testing.T) speaker {
	rt := session.New(session.Config{})
	t.Cleanup(rt.Close)
	return func(t *testing.T, method string, params map[string]any) map[string]any {
		text, err := json.Marshal(envelope(method, params))
		require.NoError(t, err)
		answer := map[string]any{}
		require.NoError(t, json.Unmarshal(protocol.Handle(rt, text, nil), &answer))
		return result(t, answer)
	}
}

// overChild speaks with a process of astragal serve.
func overChild(t *testing.T) speaker {
	cmd := exec.Command("astragal", "serve", "--stdio")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		require.NoError(t, in.Close())
		require.NoError(t, cmd.Wait())
	})
	return func(t *testing.T, method string, params map[string]any) map[string]any {
		require.NoError(t, sendFrame(in, packed(t, envelope(method, params))))
		answer, err := receiveFrame(out)
		require.NoError(t, err)
		return result(t, unpacked(t, answer))
	}
}

func sendFrame(w io.Writer, frame []byte) error {
	_, err := w.Write(append(binary.LittleEndian.AppendUint32(nil, uint32(len(frame))), frame...))
	return err
}

func receiveFrame(r io.Reader) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	frame := make([]byte, binary.LittleEndian.Uint32(head[:]))
	_, err := io.ReadFull(r, frame)
	return frame, err
}

// told is a line of a transcript.
type told struct {
	Ask *struct {
		Kind, Place string
		Player      int
		Options     []any
		Outcomes    [][2]any
		VisibleTo   any `json:"visible_to"`
	}
	Answer *int
	End    *struct {
		Payoffs []float64
		Reason  string
	}
}

func transcript(t *testing.T, path string) []told {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var lines []told
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var l told
		require.NoError(t, d.Decode(&l))
		lines = append(lines, l)
	}
	return lines
}

// Every transcript is the same game through the Go session, the protocol in msgpack and in JSON, and a
// child process, and gives the same record to the byte.
func TestTranscriptsOverEveryTransport(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/transcripts/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	ways := map[string]speaker{"msgpack": overPack(t), "json": overJSON(t), "child": overChild(t)}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
		t.Run(name, func(t *testing.T) {
			lines := transcript(t, path)
			file, err := filepath.Abs("../../examples/" + name + "/model.yaml")
			require.NoError(t, err)
			players := playersOf(t, file)
			want := recordInGo(t, file, players, lines)
			for way, speak := range ways {
				require.Equal(t, want, recordOver(t, speak, file, players, lines), way)
			}
		})
	}
}

// playersOf reads how many play from the command that made an example's transcript; 0: the default.
func playersOf(t *testing.T, model string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(filepath.Dir(model), "transcript.txt"))
	require.NoError(t, err)
	first, _, _ := strings.Cut(string(text), "\n")
	_, after, found := strings.Cut(first, "--players ")
	n := 0
	if found {
		_, err := fmt.Sscan(after, &n)
		require.NoError(t, err)
	}
	return n
}

func recordInGo(t *testing.T, file string, players int, lines []told) string {
	m, err := engine.Load(file)
	require.NoError(t, err)
	p, _ := m.Compile(engine.Settings{})
	s, err := p.NewGame(engine.Options{Players: players})
	require.NoError(t, err)
	for _, l := range lines {
		if l.Answer != nil {
			require.NoError(t, s.Answer(*l.Answer))
		}
	}
	text, err := json.Marshal(s.Record())
	require.NoError(t, err)
	return string(text)
}

func recordOver(t *testing.T, speak speaker, file string, players int, lines []told) string {
	model := speak(t, "model.load", map[string]any{"path": file})["model"]
	params := map[string]any{"model": model, "chance": "ask"}
	if players > 0 {
		params["players"] = players
	}
	begun := speak(t, "game.new", params)
	game, request := begun["game"], begun["request"].(map[string]any)
	for _, l := range lines {
		switch {
		case l.Answer != nil:
			request = speak(t, "game.answer", map[string]any{"game": game, "option": *l.Answer})["request"].(map[string]any)
		case l.Ask != nil:
			require.Equal(t, l.Ask.Kind, request["kind"])
			require.Equal(t, l.Ask.Place, request["place"])
			require.Len(t, request["options"], len(l.Ask.Options)+len(l.Ask.Outcomes))
			require.Equal(t, l.Ask.VisibleTo == "all", request["all"])
			if l.Ask.Kind == "decision" {
				require.EqualValues(t, l.Ask.Player, request["player"])
			}
			for i, o := range l.Ask.Options {
				if m, ok := o.(map[string]any); ok {
					o = m["label"]
				}
				require.Equal(t, o, request["options"].([]any)[i])
			}
			for i, o := range l.Ask.Outcomes {
				require.InDelta(t, o[1], request["p"].([]any)[i], 1e-15)
			}
		case l.End != nil:
			require.Equal(t, "end", request["kind"])
			require.Equal(t, l.End.Reason, request["reason"])
			for p, x := range l.End.Payoffs {
				require.Equal(t, x, request["payoffs"].([]any)[p])
			}
		}
	}
	record := speak(t, "game.record", map[string]any{"game": game})["record"].(string)
	again := speak(t, "game.replay", map[string]any{"model": model, "record": record, "chance": "ask"})
	require.Equal(t, request, again["request"])
	require.Equal(t, record, speak(t, "game.record", map[string]any{"game": again["game"]})["record"])
	speak(t, "game.close", map[string]any{"game": game})
	speak(t, "model.close", map[string]any{"model": model})
	return record
}

// A server answers what it can, whatever it is sent, and comes to an end.
func TestServe(t *testing.T) {
	serve := func(in []byte) ([]map[string]any, int, string) {
		var out, errs bytes.Buffer
		status := run(stdio{bytes.NewReader(in), &out, &errs}, []string{"serve", "--stdio"})
		var answers []map[string]any
		for out.Len() > 0 {
			frame, err := receiveFrame(&out)
			require.NoError(t, err)
			answers = append(answers, unpacked(t, frame))
		}
		return answers, status, errs.String()
	}
	code := func(answer map[string]any) any {
		return answer["errors"].([]any)[0].(map[string]any)["code"]
	}
	var in bytes.Buffer
	for i := range 200 {
		require.NoError(t, sendFrame(&in, packed(t, map[string]any{"v": 1, "id": i, "method": "runtime.info"})))
	}
	answers, status, errs := serve(in.Bytes())
	require.Zero(t, status, errs)
	ids := map[string]bool{}
	for _, a := range answers {
		ids[fmt.Sprint(a["id"])] = a["ok"].(bool)
	}
	require.Len(t, ids, 200)

	answers, status, errs = serve(binary.LittleEndian.AppendUint32(nil, math.MaxUint32))
	require.Equal(t, 1, status)
	require.Contains(t, errs, "a frame of 4294967295 bytes")
	require.Len(t, answers, 1)
	require.Equal(t, "limit", code(answers[0]))

	answers, status, errs = serve([]byte{100, 0, 0, 0, 1, 2, 3})
	require.Equal(t, 1, status)
	require.Contains(t, errs, "within a frame")
	require.Empty(t, answers)

	answers, status, _ = serve([]byte{0, 0, 0, 0, 1, 0, 0, 0, 0xc1})
	require.Zero(t, status)
	require.Len(t, answers, 2)
	require.Equal(t, "bad_request", code(answers[0]))
}

// A child process answers other requests while a long one runs, and cancels that.
func TestServeCancels(t *testing.T) {
	cmd := exec.Command("astragal", "serve", "--stdio")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	send := func(id int, method string, params map[string]any) {
		require.NoError(t, sendFrame(in, packed(t, map[string]any{"v": 1, "id": id, "method": method, "params": params})))
	}
	receive := func() map[string]any {
		frame, err := receiveFrame(out)
		require.NoError(t, err)
		return unpacked(t, frame)
	}
	send(1, "model.load", map[string]any{"path": "../../examples/duel/model.yaml"})
	model := result(t, receive())["model"]
	send(2, "simulate.run", map[string]any{"model": model, "games": 100_000_000})
	for cancelled := false; !cancelled; {
		send(3, "runtime.cancel", map[string]any{"id": 2})
		a := receive()
		if fmt.Sprint(a["id"]) == "2" {
			require.Fail(t, "the simulation ended", "%v", a)
		}
		cancelled = result(t, a)["cancelled"].(bool)
	}
	a := receive()
	require.EqualValues(t, 2, a["id"])
	require.Contains(t, fmt.Sprint(a["errors"]), "cancelled")
	require.NoError(t, in.Close())
	require.NoError(t, cmd.Wait())
}
