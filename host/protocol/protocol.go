// Package protocol is how hosts in any language speak with a runtime: a request in bytes, an answer in
// bytes, in msgpack or in JSON.
//
// Handle takes a frame, scans it (scan.go) before anything believes a length in it, reads the envelope,
// holds the params against the table of methods (table.go), runs the method and appends its answer. A
// frame in JSON is turned into msgpack first (json.go), so that there is one way through. The table
// also makes docs/protocol.md and docs/protocol.schema.json (docs.go): what is documented is what runs.
// Answers are appended with keys that stand ready (write.go), straight from the game.
package protocol

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/host/session"
)

// Version of the envelope and the methods.
const Version = 1

// Handle answers one request: it appends the answer to dst and gives it back. It never panics, and
// there always is an answer. Any number of goroutines may call it at once.
func Handle(rt *session.Runtime, frame []byte, dst []byte) []byte {
	dst, _ = Answer(rt, frame, dst)
	return dst
}

// Answer is Handle for those who must know how it went: it gives the code of the error that the answer
// begins with, or nothing where the answer is ok.
func Answer(rt *session.Runtime, frame []byte, dst []byte) ([]byte, session.Code) {
	c := pool.Get().(*call)
	dst = c.handle(rt, frame, dst)
	code := c.code
	*c = call{}
	pool.Put(c)
	return dst, code
}

// Refuse makes the answer, in msgpack and with id 0, to a frame that cannot even be read.
func Refuse(err error) []byte {
	c := call{}
	c.refuse(err)
	return c.w.b
}

var pool = sync.Pool{New: func() any { return new(call) }}

// call is one request on its way to an answer.
type call struct {
	session.Call
	rt     *session.Runtime
	id     uint64
	method *Method
	json   bool
	code   session.Code     // of the error that was answered; empty: none
	values [maxParams]param // in the order of the method's params
	w      writer
}

func (c *call) handle(rt *session.Runtime, frame, dst []byte) []byte {
	start := len(dst)
	c.rt = rt
	c.w.b, c.w.from = dst, start
	c.json = isJSON(frame)
	c.w.json = c.json
	err := c.answer(frame)
	if size := int64(len(c.w.b) - start); err == nil && size > rt.FrameBytes() {
		err = session.Errorf(session.Limited, "the answer has %d bytes, more than %d", size, rt.FrameBytes())
	}
	if err != nil {
		c.w = writer{b: c.w.b[:start], from: start, json: c.json}
		c.refuse(err)
	}
	return c.w.b
}

// isJSON reports whether a frame is meant as JSON.
func isJSON(frame []byte) bool {
	for _, b := range frame {
		switch b {
		case ' ', '\t', '\r', '\n':
		default:
			return b == '{'
		}
	}
	return false
}

// answer runs the request. What it wrote where it gives an error counts for nothing.
func (c *call) answer(frame []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = c.rt.Fault(p)
		}
	}()
	if n := int64(len(frame)); n > c.rt.FrameBytes() {
		return session.Errorf(session.Limited, "the request has %d bytes, more than %d", n, c.rt.FrameBytes())
	}
	if c.json {
		if frame, err = packJSON(frame); err != nil {
			return session.Errorf(session.BadRequest, "%v", err)
		}
	}
	if !c.often(frame) {
		if err := scan(frame); err != nil {
			c.id = idOf(frame)
			return session.Errorf(session.BadRequest, "%v", err)
		}
		if err := c.envelope(frame); err != nil {
			return err
		}
	}
	if err := c.Begin(c.rt, c.id); err != nil {
		return err
	}
	defer c.End()
	c.w.Map()
	c.w.Key(keyV)
	c.w.Uint(Version)
	c.w.Key(keyID)
	c.w.Uint(c.id)
	c.w.Key(keyOK)
	c.w.Bool(true)
	c.w.Key(keyResult)
	c.w.Map()
	if err := c.method.run(c); err != nil {
		return err
	}
	c.w.EndMap()
	c.w.EndMap()
	return nil
}

var (
	keyV      = newKey("v")
	keyID     = newKey("id")
	keyOK     = newKey("ok")
	keyResult = newKey("result")
	keyErrors = newKey("errors")
)

// envelope reads id, method and params. The id is known as early as can be, so that errors have it.
func (c *call) envelope(b []byte) error {
	top, _ := readHead(b, 0)
	if top.kind != kindMap {
		return session.Errorf(session.BadRequest, "a request is a map, not %s", top.kind)
	}
	var version, method, params = -1, -1, -1
	var wrong error
	seen := 0
	for i, at := 0, top.body; i < top.n; i++ {
		k, _ := readHead(b, at)
		name := b[k.body:k.end()]
		at = k.end()
		v, _ := readHead(b, at)
		bit := 0
		switch string(name) {
		case "v":
			bit, version = 1, at
		case "id":
			bit = 2
			if v.kind != kindInt || v.neg {
				wrong = session.Errorf(session.BadRequest, "id is %s, not an int from 0", v.kind)
			} else {
				c.id = v.u
			}
		case "method":
			bit, method = 4, at
		case "params":
			bit, params = 8, at
		default:
			wrong = session.Errorf(session.BadRequest, "a request has no '%s'", clip(name))
		}
		if seen&bit != 0 {
			wrong = session.Errorf(session.BadRequest, "a request has '%s' twice", name)
		}
		seen |= bit
		at = skip(b, at)
	}
	switch {
	case version < 0:
		return session.Errorf(session.BadVersion, "a request has v: %d", Version)
	case wrong != nil && seen&1 == 0:
		return wrong
	}
	if v, _ := readHead(b, version); v.kind != kindInt || v.u != Version {
		return session.Errorf(session.BadVersion, "the request is of another version of the protocol; this runtime speaks version %d", Version)
	}
	if wrong != nil {
		return wrong
	}
	if method < 0 {
		return session.Errorf(session.BadRequest, "the request has no method")
	}
	h, _ := readHead(b, method)
	if h.kind != kindText {
		return session.Errorf(session.BadRequest, "method is %s, not a text", h.kind)
	}
	if c.method = methods[string(b[h.body:h.end()])]; c.method == nil {
		return session.Errorf(session.UnknownMethod, "no method '%s'; runtime.methods lists them", clip(b[h.body:h.end()]))
	}
	return c.params(b, params)
}

// clip shortens what a host has sent for a message.
func clip(b []byte) string {
	const most = 60
	if len(b) <= most {
		return string(b)
	}
	return string(bytes.ToValidUTF8(b[:most], nil)) + "…"
}

// refuse writes the answer of an error.
func (c *call) refuse(err error) {
	var e *session.Error
	if !errors.As(err, &e) {
		e = session.Errorf(session.Internal, "%v", err)
	}
	c.code = e.Code
	w := &c.w
	w.Map()
	w.Key(keyV)
	w.Uint(Version)
	w.Key(keyID)
	w.Uint(c.id)
	w.Key(keyOK)
	w.Bool(false)
	w.Key(keyErrors)
	more := e.More[:min(len(e.More), maxDiagnostics)]
	w.List(1 + len(more))
	w.problem(e)
	for _, x := range more {
		w.problem(x)
	}
	w.EndList()
	w.EndMap()
}

// maxDiagnostics bounds how many errors an answer lists.
const maxDiagnostics = 1000

var (
	keyCode    = newKey("code")
	keyMessage = newKey("message")
	keyPlace   = newKey("place")
	keyAt      = newKey("at")
	keyFile    = newKey("file")
	keyLine    = newKey("line")
	keyColumn  = newKey("column")
)

func (w *writer) problem(e *session.Error) {
	w.Map()
	w.Key(keyCode)
	w.Text(string(e.Code))
	w.Key(keyMessage)
	w.Text(e.Message)
	if e.Place != "" {
		w.Key(keyPlace)
		w.Text(e.Place)
	}
	w.at(e.At)
	if e.Data != nil {
		w.Key(keyData)
		w.JSON(e.Data)
	}
	w.EndMap()
}

// at writes a place in a file, where it is known.
func (w *writer) at(p diag.Pos) {
	if p.File == "" && p.Line == 0 {
		return
	}
	w.Key(keyAt)
	w.Map()
	w.Key(keyFile)
	w.Text(p.File)
	w.Key(keyLine)
	w.Int(int64(p.Line))
	w.Key(keyColumn)
	w.Int(int64(p.Col))
	w.EndMap()
}

func badParam(name, format string, args ...any) error {
	return session.Errorf(session.BadParams, "%s %s", name, fmt.Sprintf(format, args...))
}
