package lsp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// client speaks to a server over pipes.
type client struct {
	t       *testing.T
	to      *io.PipeWriter
	answers chan map[string]any
	ended   chan error
	n       int
	held    []map[string]any // notifications that came before an answer
	dir     string
}

func raw(t *testing.T) *client {
	in, to := io.Pipe()
	from, out := io.Pipe()
	c := &client{t: t, to: to, answers: make(chan map[string]any, 10_000), ended: make(chan error, 1), dir: t.TempDir()}
	go func() {
		c.ended <- Serve(in, out, Options{Delay: 5 * time.Millisecond})
		out.Close()
	}()
	go func() {
		r := bufio.NewReader(from)
		for {
			data, err := readMessage(r)
			if err != nil {
				close(c.answers)
				return
			}
			m := map[string]any{}
			if json.Unmarshal(data, &m) != nil {
				m["broken"] = string(data)
			}
			c.answers <- m
		}
	}()
	t.Cleanup(func() { to.Close() })
	return c
}

func start(t *testing.T, encodings ...string) *client {
	c := raw(t)
	c.request("initialize", map[string]any{"capabilities": map[string]any{"general": map[string]any{"positionEncodings": encodings}}})
	c.notify("initialized", map[string]any{})
	return c
}

func (c *client) write(text string) {
	require.NoError(c.t, writeMessage(c.to, []byte(text)))
}

func (c *client) send(m map[string]any) {
	m["jsonrpc"] = "2.0"
	data, err := json.Marshal(m)
	require.NoError(c.t, err)
	c.write(string(data))
}

func (c *client) notify(method string, params any) {
	c.send(map[string]any{"method": method, "params": params})
}

func (c *client) next() map[string]any {
	select {
	case m, ok := <-c.answers:
		if !ok {
			return nil
		}
		require.NotContains(c.t, m, "broken")
		return m
	case <-time.After(2 * time.Minute):
		c.t.Fatal("no answer")
		return nil
	}
}

// ask sends a request and gives its answer, result or error.
func (c *client) ask(method string, params any) map[string]any {
	c.n++
	c.send(map[string]any{"id": c.n, "method": method, "params": params})
	return c.answer(c.n)
}

func (c *client) answer(id any) map[string]any {
	for {
		m := c.next()
		require.NotNil(c.t, m, "the server has gone")
		if v, ok := m["id"]; ok && fmt.Sprint(v) == fmt.Sprint(id) {
			return m
		}
		c.held = append(c.held, m)
	}
}

func (c *client) request(method string, params any) any {
	m := c.ask(method, params)
	require.NotContains(c.t, m, "error", "%s", method)
	return m["result"]
}

func (c *client) uri(name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(c.dir, name))
}

func (c *client) doc(name string) map[string]any { return map[string]any{"uri": c.uri(name)} }

func (c *client) open(name, text string) {
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": c.uri(name), "languageId": "yaml", "version": 1, "text": text,
	}})
}

func (c *client) replace(name string, version int, text string) {
	c.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": c.uri(name), "version": version},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// counts reports whether a diagnostic is one that the tests are about: which warnings a model gets besides is for the
// tests of the checks.
func counts(d map[string]any) bool {
	return d["severity"] == 1.0 || d["code"] == "unknown-key" || d["code"] == "unknown-var"
}

// shown waits for the diagnostics of a version of a file, as `line:col code`.
func (c *client) shown(name string, version int) []string {
	for {
		var m map[string]any
		if len(c.held) > 0 {
			m, c.held = c.held[0], c.held[1:]
		} else {
			m = c.next()
			require.NotNil(c.t, m, "the server has gone")
		}
		p, _ := m["params"].(map[string]any)
		if m["method"] != "textDocument/publishDiagnostics" || p["uri"] != c.uri(name) {
			continue
		}
		if v, ok := p["version"].(float64); version > 0 && (!ok || int(v) != version) {
			continue
		}
		out := []string{}
		for _, d := range p["diagnostics"].([]any) {
			d := d.(map[string]any)
			if !counts(d) {
				continue
			}
			at := d["range"].(map[string]any)["start"].(map[string]any)
			out = append(out, fmt.Sprintf("%v:%v %v", at["line"], at["character"], d["code"]))
		}
		return out
	}
}

// mark is where the cursor is in a text of a test.
const mark = "‸"

// cursorIn takes the mark out of a text and gives its position.
func cursorIn(t *testing.T, text string) (string, map[string]any) {
	before, after, ok := strings.Cut(text, mark)
	require.True(t, ok, "no %s in %s", mark, text)
	d := newDocument(before)
	p := d.position(len(before), utf16Columns)
	return before + after, map[string]any{"line": p.Line, "character": p.Character}
}

// at opens a text and asks about the place of its mark.
func (c *client) at(method, text string, more ...any) any {
	m := c.askAt(method, text, more...)
	require.NotContains(c.t, m, "error", "%s", method)
	return m["result"]
}

func (c *client) askAt(method, text string, more ...any) map[string]any {
	text, pos := cursorIn(c.t, text)
	c.open("m.yaml", text)
	params := map[string]any{"textDocument": c.doc("m.yaml"), "position": pos}
	for i := 0; i+1 < len(more); i += 2 {
		params[more[i].(string)] = more[i+1]
	}
	return c.ask("textDocument/"+method, params)
}

func (c *client) stop() {
	c.request("shutdown", nil)
	c.notify("exit", nil)
	require.NoError(c.t, <-c.ended)
}
