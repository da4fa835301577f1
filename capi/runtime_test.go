package main

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/host/session"
)

func TestTableForgetsAndNeverGivesAHandleTwice(t *testing.T) {
	var tab table
	require.Nil(t, tab.find(1))
	require.Nil(t, tab.remove(1))
	seen := map[uint64]bool{}
	for range 5 {
		var handles []uint64
		for range maxRuntimes {
			h := tab.add(&runtime{})
			require.NotZero(t, h)
			require.False(t, seen[h])
			seen[h] = true
			handles = append(handles, h)
		}
		require.Zero(t, tab.add(&runtime{}))
		for _, h := range handles {
			require.NotNil(t, tab.find(h))
			require.NotNil(t, tab.remove(h))
			require.Nil(t, tab.find(h))
			require.Nil(t, tab.remove(h))
		}
	}
}

func TestTableForManyThreads(t *testing.T) {
	var tab table
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				rt := &runtime{}
				h := tab.add(rt)
				require.Same(t, rt, tab.find(h))
				require.Same(t, rt, tab.remove(h))
			}
		})
	}
	all.Wait()
	require.Empty(t, *tab.open.Load())
}

func TestOutcomes(t *testing.T) {
	rt, err := newRuntime(nil)
	require.NoError(t, err)
	ask := func(frame string) outcome {
		answer, o := rt.call([]byte(frame), nil)
		require.NotEmpty(t, answer)
		return o
	}
	require.Equal(t, answered, ask(`{"v":1,"id":1,"method":"runtime.info","params":{}}`))
	require.Equal(t, answered, ask(`{"v":1,"id":1,"method":"no.such","params":{}}`))
	require.Equal(t, answered, ask(`{"v":1,"id":1,"method":"game.request","params":{"game":5}}`))
	require.Equal(t, unreadable, ask(`{`))
	require.Equal(t, unreadable, ask("\xc1"))
	rt.session.Close()
	require.Equal(t, closed, ask(`{"v":1,"id":1,"method":"runtime.info","params":{}}`))
}

func TestFaultsReachTheLog(t *testing.T) {
	rt, err := newRuntime([]byte(`{}`))
	require.NoError(t, err)
	defer rt.session.Close()
	_ = rt.session.Fault("a test")
	said := string(rt.poll())
	require.Contains(t, said, `{"kind":"log","level":3,"text":"a fault of the engine: a test\n`)
	require.Contains(t, said, "TestFaultsReachTheLog", "the stack")
}

// A host without callbacks hears in a poll what a model calls, and answers by a call of its own.
func TestAPollBringsCallsOfFunctions(t *testing.T) {
	rt, err := newRuntime([]byte(`{}`))
	require.NoError(t, err)
	defer rt.session.Close()
	ask := func(request string) string {
		answer, o := rt.call([]byte(`{"v":1,"id":1,`+request+`}`), nil)
		require.Equal(t, answered, o, string(answer))
		return string(answer)
	}
	ask(`"method":"function.offer","params":{"code":"luck"}`)
	ask(`"method":"model.load","params":{"text":"num_players: 1\ncode: {luck: {kind: code, module: m, function: f}}\nstate: {vars: {x: {init: 0}}}\nactions: {a: {effect: [{op: call, code: luck, as: y}, {op: set, var: x, value_x: y}]}}\nflow: {kind: step, id: s, do: [a]}\n"}`)
	made := make(chan string)
	go func() { made <- ask(`"method":"game.new","params":{"model":` + strconv.Itoa(firstHandle) + `}`) }()
	var said []byte
	for !bytes.Contains(said, []byte(`"function"`)) { // lines of the log come too
		said = rt.poll()
	}
	require.Equal(t, `{"kind":"function","call":1,"asked":{"code":"luck","args":{},"place":"action a","kind":"code","chance":[]}}`, string(said))
	ask(`"method":"function.answer","params":{"call":1,"value":7}`)
	require.Contains(t, <-made, `"end"`)
}

// firstHandle is that of the first model of a runtime.
const firstHandle = 1 << 30

func TestConfigurations(t *testing.T) {
	for _, c := range []struct {
		config string
		json   bool
	}{{"", false}, {"{}", true}, {" \n{}", true}, {"\x80", false}} {
		rt, err := newRuntime([]byte(c.config))
		require.NoError(t, err, "%q", c.config)
		require.Equal(t, c.json, rt.json, "%q", c.config)
		rt.session.Close()
	}
	_, err := newRuntime([]byte(`{"nothing":1}`))
	require.ErrorContains(t, err, "nothing")
}

// What a poll says is the same in both languages, whatever the lengths and sizes.
func TestSay(t *testing.T) {
	for _, n := range []int{0, 31, 32, 127, 128, 255, 256, 65535, 65536, 1 << 33} {
		text := strings.Repeat("é", n%70000)
		fields := []field{{"kind", "log"}, {"text", text}, {"n", n}, {"yes", true}, {"no", false}}
		var binary, plain map[string]any
		require.NoError(t, msgpack.Unmarshal(say(false, fields...), &binary))
		require.NoError(t, json.Unmarshal(say(true, fields...), &plain))
		for _, m := range []map[string]any{binary, plain} {
			require.Len(t, m, 5)
			require.Equal(t, "log", m["kind"])
			require.Equal(t, text, m["text"])
			require.EqualValues(t, n, m["n"])
			require.Equal(t, true, m["yes"])
			require.Equal(t, false, m["no"])
		}
	}
}

func TestProgressIsSaidOnceForEachStep(t *testing.T) {
	rt, err := newRuntime([]byte(`{}`))
	require.NoError(t, err)
	defer rt.session.Close()
	rt.told = map[session.Handle]progress{99: {1, true}}
	require.Nil(t, rt.poll())
	require.Empty(t, rt.told, "a simulation that is gone is forgotten")
}
