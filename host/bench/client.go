package main

import (
	"fmt"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/host/protocol"
	"github.com/astragal-engine/astragal/host/session"
)

type params map[string]any

// frame is a request in msgpack.
func frame(method string, p params) []byte {
	b, err := msgpack.Marshal(params{"v": 1, "id": 1, "method": method, "params": p})
	if err != nil {
		panic(err) // of maps and numbers there is none
	}
	return b
}

// ask sends a request and gives what the result has under a key, a handle as uint64.
func ask(rt *session.Runtime, method string, p params, key string) (uint64, error) {
	var answer struct {
		OK     bool             `msgpack:"ok"`
		Result map[string]any   `msgpack:"result"`
		Errors []map[string]any `msgpack:"errors"`
	}
	if err := msgpack.Unmarshal(protocol.Handle(rt, frame(method, p), nil), &answer); err != nil {
		return 0, err
	}
	if !answer.OK {
		return 0, fmt.Errorf("%s: %v", method, answer.Errors)
	}
	var n uint64
	if key != "" {
		if _, err := fmt.Sscan(fmt.Sprint(answer.Result[key]), &n); err != nil {
			return 0, fmt.Errorf("%s: %s: %w", method, key, err)
		}
	}
	return n, nil
}

// refused reports an answer that is an error, looking at the envelope {v, id, ok, ...} only.
func refused(answer []byte) error {
	const ok = "\xa2ok\xc3"
	if len(answer) < 20 || string(answer[:1]) != "\x84" {
		return fmt.Errorf("no answer: %q", answer)
	}
	for i := 1; i < 20; i++ {
		if string(answer[i:i+len(ok)]) == ok {
			return nil
		}
	}
	return fmt.Errorf("%q", answer)
}
