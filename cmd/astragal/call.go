package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/astragal-engine/astragal/host/protocol"
	"github.com/astragal-engine/astragal/host/session"
)

func init() {
	register(&command{
		name: "call", args: "", summary: "answer protocol requests in JSON, one a line", run: runCall,
		help: `Reads requests of the embedding protocol from standard input, a JSON object a line, and writes an
answer a line: everything that a host program can do, from a shell. docs/protocol.md lists the
methods. Blank lines are passed over. An answer that says ok: false does not end it, and does not
change the exit status.

Options:
  --config TEXT   configuration of the runtime as JSON: limits, workers, paths

Examples:
  echo '{"v": 1, "id": 1, "method": "runtime.info"}' | astragal call
  astragal call --config '{"limits": {"games": 10}}' < requests.jsonl`,
	})
}

// newRuntime makes a runtime of a configuration in JSON.
func newRuntime(config string) (*session.Runtime, error) {
	conf, err := protocol.ParseConfig([]byte(config))
	if err != nil {
		return nil, usage("%v", err)
	}
	return session.New(conf), nil
}

func runCall(std stdio, args []string) error {
	f := newFlags("call")
	config := f.String("config", "", "")
	if _, err := f.parse(args, 0, 0); err != nil {
		return err
	}
	rt, err := newRuntime(*config)
	if err != nil {
		return err
	}
	defer rt.Close()
	in := bufio.NewReader(std.in)
	var out []byte
	for {
		line, err := readLine(in, int(rt.Limits().FrameBytes))
		if text := bytes.TrimSpace(line); len(text) > 0 {
			if text[0] != '{' {
				text = append([]byte("{"), text...) // no request either way, and answered in JSON
			}
			out = append(protocol.Handle(rt, text, out[:0]), '\n')
			if _, err := std.out.Write(out); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// readLine reads a line. Of one that is too long it gives the beginning, somewhat more than the limit, and
// passes over the rest.
func readLine(in *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line) <= most {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}
