package lsp

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// code is the error code of an answer.
func code(m map[string]any) any {
	e, _ := m["error"].(map[string]any)
	return e["code"]
}

func TestMessagesThatMakeNoSense(t *testing.T) {
	c := raw(t)
	for text, want := range map[string]float64{
		`{`:                         parseError,
		`[]`:                        invalidRequest,
		`5`:                         invalidRequest,
		`{"id": {}, "method": "x"}`: invalidRequest,
		`{"method": 5}`:             invalidRequest,
		`{}`:                        invalidRequest,
		`{"id": 1, "method": "textDocument/hover", "params": {}}`: notInitialized,
		`{"id": 1, "method": "shutdown"}`:                         notInitialized,
		`{"id": 1, "method": "initialize"}`:                       invalidParams,
		`{"id": 1, "method": "initialize", "params": []}`:         invalidParams,
		strings.Repeat("[", 100_000):                              parseError,
	} {
		c.write(text)
		m := c.next()
		require.Equal(t, want, code(m), "%.60s: %v", text, m)
	}
	c.notify("textDocument/didOpen", 5) // before initialize nothing is listened to
	c.request("initialize", map[string]any{})
	require.EqualValues(t, invalidRequest, code(c.ask("initialize", map[string]any{})))
	require.EqualValues(t, methodNotFound, code(c.ask("textDocument/formatting", map[string]any{})))
	for _, method := range []string{"hover", "definition", "references", "completion", "rename", "prepareRename", "documentSymbol", "codeAction"} {
		require.EqualValues(t, invalidParams, code(c.ask("textDocument/"+method, nil)), method)
		require.EqualValues(t, invalidParams, code(c.ask("textDocument/"+method, "x")), method)
		require.EqualValues(t, invalidParams, code(c.ask("textDocument/"+method, map[string]any{"textDocument": 5, "position": "x"})), method)
		m := c.ask("textDocument/"+method, map[string]any{"textDocument": c.doc("none.yaml"), "position": map[string]any{"line": -5, "character": 1 << 40}})
		require.NotEqualValues(t, internalError, code(m), "%s of what is not open", method)
	}
	c.notify("textDocument/didChange", map[string]any{"textDocument": c.doc("none.yaml"), "contentChanges": []any{}})
	c.notify("textDocument/didOpen", 5)
	c.notify("$/whatever", nil)
	c.send(map[string]any{"id": 77, "result": nil}) // an answer to nothing
	c.open("m.yaml", game)
	require.Empty(t, c.shown("m.yaml", 1))
	c.request("shutdown", nil)
	require.EqualValues(t, invalidRequest, code(c.ask("textDocument/hover", map[string]any{})))
	c.notify("exit", nil)
	require.NoError(t, <-c.ended)
}

func TestFramesThatMakeNoSense(t *testing.T) {
	for text, want := range map[string]string{
		"Content-Length: 99999999999999\r\n\r\n":          "a message of 99999999999999 bytes",
		"Content-Length: 99999999999999999999999\r\n\r\n": "no number",
		"Content-Length: -1\r\n\r\n":                      "no number",
		"Content-Length: x\r\n\r\n":                       "no number",
		"Content-Type: y\r\n\r\n{}":                       "without Content-Length",
		"hello\r\n\r\n":                                   "without a colon",
		strings.Repeat("x", 1<<20):                        "header of more than",
		strings.Repeat("a: b\r\n", 1<<16):                 "header of more than",
		"Content-Length: 50000000\r\n\r\n{":               "ends after 1 of 50000000",
		"":                                                "without saying exit",
		"Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}": "exit without shutdown",
	} {
		var out bytes.Buffer
		err := Serve(strings.NewReader(text), &out, Options{})
		require.ErrorContains(t, err, want)
	}
}

func TestCancelling(t *testing.T) {
	c := start(t)
	big := game + strings.Repeat("# "+strings.Repeat("x", 78)+"\n", 50_000)
	c.open("m.yaml", big)
	for i := range 20 {
		c.replace("m.yaml", i+2, big+fmt.Sprintf("# %d\n", i))
		c.send(map[string]any{"id": 100 + i, "method": "textDocument/hover", "params": map[string]any{
			"textDocument": c.doc("m.yaml"), "position": map[string]any{"line": 1, "character": 2},
		}})
		c.notify("$/cancelRequest", map[string]any{"id": 100 + i})
	}
	for i := range 20 { // each is answered once, whichever way
		m := c.answer(100 + i)
		if e := code(m); e != nil {
			require.EqualValues(t, cancelled, e)
		}
	}
	c.stop()
}

// Editors cancel what has just been answered: that is forgotten at once, or after a day of work it would take
// room, and hit a request of the same id.
func TestLateCancels(t *testing.T) {
	c := start(t)
	for i := range 2000 {
		c.notify("$/cancelRequest", map[string]any{"id": 5000 + i})
	}
	for _, id := range []any{nil, "", []any{}, strings.Repeat("x", 1<<20)} {
		c.notify("$/cancelRequest", map[string]any{"id": id})
	}
	for i := range 2000 {
		c.send(map[string]any{"id": 5000 + i, "method": "none", "params": nil})
		require.EqualValues(t, methodNotFound, code(c.answer(5000+i)))
	}
	c.stop()
}

// A text at the limit of a model, and one beyond it, are answered within bounds.
func TestLargeTexts(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	c := start(t)
	var b strings.Builder
	b.WriteString(game + "functions:\n")
	for i := 0; b.Len() < 8<<20-100; i++ {
		fmt.Fprintf(&b, "  f%d: {params: [p], x: \"p + %d\"}\n", i, i)
	}
	began := time.Now()
	text := strings.Replace(b.String(), "functions:\n  owns", "x-functions:\n  owns", 1)
	c.open("m.yaml", text)
	c.shown("m.yaml", 1)
	c.request("textDocument/completion", map[string]any{"textDocument": c.doc("m.yaml"), "position": map[string]any{"line": 150_000, "character": 3}})
	c.request("textDocument/documentSymbol", map[string]any{"textDocument": c.doc("m.yaml")})
	c.open("n.yaml", strings.Repeat("x", 9<<20))
	require.Equal(t, []string{"0:0 limit"}, c.shown("n.yaml", 1))
	c.open("o.yaml", "flow: {}\na: "+strings.Repeat("[", 1<<20))
	require.Equal(t, []string{"1:503 limit"}, c.shown("o.yaml", 1))
	t.Logf("8 MiB and more in %v", time.Since(began))
	c.stop()
}

func TestEncodings(t *testing.T) {
	text := "name: 🐉\nnum_players: 2\nflow: {kind: step, id: s, note: \"🐉é\", do: [nothing]}\n"
	for enc, want := range map[string]string{"": "2:44", "utf-8": "2:47", "utf-32": "2:43"} {
		c := start(t, "klingon", enc)
		c.open("m.yaml", text)
		got := c.shown("m.yaml", 1)
		require.Len(t, got, 1)
		require.Equal(t, want, strings.Fields(got[0])[0], "%s", enc)
		c.stop()
	}
}

// whole reads messages until the end.
func whole(r io.Reader) (n int, err error) {
	in := bufio.NewReader(r)
	for {
		if _, err := readMessage(in); err != nil {
			return n, err
		}
		n++
	}
}

func FuzzFraming(f *testing.F) {
	f.Add([]byte("Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull"))
	f.Add([]byte("content-length : 2\nX: y\n\n{}"))
	f.Add([]byte("Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} "))
	f.Add([]byte("Content-Length: 18446744073709551615\r\n\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := whole(bytes.NewReader(data))
		require.Error(t, err) // at the least, the end
		// What is written is read as it was.
		var b bytes.Buffer
		require.NoError(t, writeMessage(&b, data))
		got, err := readMessage(bufio.NewReader(&b))
		require.NoError(t, err)
		require.Equal(t, len(data), len(got))
		require.True(t, bytes.Equal(data, got))
	})
}

// A server that is sent anything answers or ends, and never breaks.
func FuzzServer(f *testing.F) {
	hello := `{"id":1,"method":"initialize","params":{}}`
	open := `{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"x:m","version":1,"text":"flow: {kind: step, id: s, actor_x: a}\nconstants: {a: 1}\n"}}}`
	f.Add(hello + "\n" + open + "\n" + `{"id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"x:m"},"position":{"line":0,"character":38}}}`)
	f.Add(hello + "\n" + open + "\n" + `{"method":"textDocument/didChange","params":{"textDocument":{"uri":"x:m"},"contentChanges":[{"range":{"start":{"line":0,"character":7},"end":{"line":9,"character":0}},"text":"{k"}]}}` + "\n" + `{"id":2,"method":"textDocument/completion","params":{"textDocument":{"uri":"x:m"},"position":{"line":0,"character":9}}}`)
	f.Add(hello + "\n" + open + "\n" + `{"id":2,"method":"textDocument/rename","params":{"textDocument":{"uri":"x:m"},"position":{"line":1,"character":13},"newName":"b"}}`)
	f.Fuzz(func(t *testing.T, script string) {
		var in, out bytes.Buffer
		for _, line := range strings.Split(script, "\n") {
			if strings.Contains(line, "file:") {
				return // nothing outside is read
			}
			require.NoError(t, writeMessage(&in, []byte(line)))
		}
		_ = Serve(&in, &out, Options{Delay: time.Microsecond})
		require.NotContains(t, out.String(), "internal error")
		n, err := whole(&out)
		require.Equal(t, io.EOF, err)
		require.Positive(t, n)
	})
}
