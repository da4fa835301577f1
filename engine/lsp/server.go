// Package lsp is a language server for models: it speaks the language server protocol over a pair of streams, and
// knows of a model what the engine knows of it.
//
// One goroutine reads messages, one works on them in their order, and a third one reads models, one at a time, so
// that answers never wait for a model that is large. What a request needs to know of texts that have changed
// since is waited for, until it is cancelled.
package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"github.com/astragal-engine/astragal/engine/diag"
)

// Options of Serve.
type Options struct {
	Version string        // of the server, for the client's logs
	Delay   time.Duration // from an edit until models are read again; 0: 150 ms
}

// Serve answers one client until it says exit. The error says why it ended otherwise: the client has gone without
// a word, has sent what is no message, or cannot be written to.
func Serve(in io.Reader, out io.Writer, opts Options) error {
	if opts.Delay == 0 {
		opts.Delay = 150 * time.Millisecond
	}
	s := &server{
		out: out, opts: opts, enc: utf16Columns, open: map[string]*opened{}, shown: map[string]string{},
		good: map[string]*reading{}, drop: map[string]bool{}, results: make(chan result, 1),
	}
	s.timer = time.NewTimer(time.Hour)
	s.timer.Stop()
	messages := make(chan *message, 64)
	var ended error
	done := make(chan struct{})
	defer close(done)
	go func() {
		ended = s.receive(bufio.NewReaderSize(in, 1<<16), messages, done)
		close(messages)
	}()
	for {
		select {
		case m, ok := <-messages:
			if !ok {
				if ended == io.EOF {
					ended = errors.New("the client has gone without saying exit")
				}
				s.send(refusal{"2.0", nil, faultf(invalidRequest, "%v", ended)})
				return ended
			}
			if exit := s.handle(m); exit {
				if s.stage != stopped {
					return errors.New("the client has said exit without shutdown")
				}
				return s.failed
			}
		case <-s.timer.C:
			s.analyse()
		case r := <-s.results:
			s.analysed(r)
		}
		if s.failed != nil {
			return fmt.Errorf("the client cannot be written to: %w", s.failed)
		}
	}
}

type stage uint8

const (
	fresh stage = iota
	running
	stopped
)

type server struct {
	out    io.Writer
	opts   Options
	failed error
	stage  stage
	enc    encoding

	open    map[string]*opened // by path
	edits   int                // counts changes of texts
	timer   *time.Timer
	results chan result
	busy    bool // models are being read
	read    int  // the count of changes that has been read

	models  []*reading          // as they were read last
	good    map[string]*reading // by root: the last that has an index
	shown   map[string]string   // the diagnostics that a URI has, as sent
	waiting []waiter

	mu   sync.Mutex
	drop map[string]bool // requests that have been cancelled before they were worked on
}

// waiter is a request that needs to know of texts as they are now.
type waiter struct {
	m     *message
	edits int
	run   func() (any, *fault)
}

type result struct {
	edits  int
	models []*reading
}

// longestID bounds the ids of requests, as they are written.
const longestID = 1000

// receive reads messages. What is cancelled before its turn is noted here, ahead of the queue.
func (s *server) receive(in *bufio.Reader, to chan<- *message, done <-chan struct{}) error {
	for {
		data, err := readMessage(in)
		if err != nil {
			return err
		}
		m := parseMessage(data)
		if m.fault == nil && m.Method != nil && *m.Method == "$/cancelRequest" {
			var p struct {
				ID json.RawMessage `json:"id"`
			}
			if m.read(&p) == nil && len(p.ID) <= longestID {
				s.mu.Lock()
				s.drop[string(p.ID)] = true
				s.mu.Unlock()
			}
		}
		select {
		case to <- m:
		case <-done:
			return nil
		}
	}
}

// dropped reports whether a request has been cancelled, once.
func (s *server) dropped(id json.RawMessage) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.drop[string(id)]
	delete(s.drop, string(id))
	return was
}

// handle works on a message; true says that it was the last.
func (s *server) handle(m *message) (exit bool) {
	if m.fault != nil {
		s.send(refusal{"2.0", m.ID, m.fault})
		return false
	}
	if m.Method == nil {
		if m.ID == nil {
			s.send(refusal{"2.0", nil, faultf(invalidRequest, "a message without a method")})
		}
		return false // an answer; nothing has been asked
	}
	if *m.Method == "exit" {
		return true
	}
	if m.ID == nil {
		if *m.Method == "$/cancelRequest" {
			s.cancel(m)
		} else if s.stage == running {
			s.guard(m, func() { s.notified(m) })
		}
		return false
	}
	switch {
	case s.dropped(m.ID):
		s.answer(m, nil, faultf(cancelled, "cancelled"))
	case s.stage == fresh && *m.Method != "initialize":
		s.answer(m, nil, faultf(notInitialized, "the first request is initialize"))
	case s.stage == stopped:
		s.answer(m, nil, faultf(invalidRequest, "the server has been shut down"))
	case s.stage == running && *m.Method == "initialize":
		s.answer(m, nil, faultf(invalidRequest, "the server has been initialized already"))
	default:
		s.guard(m, func() { s.requested(m) })
	}
	return false
}

// guard turns a mistake of the server's own into an error of the one message that met it.
func (s *server) guard(m *message, f func()) {
	defer func() {
		if p := recover(); p != nil {
			f := faultf(internalError, "internal error: %v", p)
			if m.ID != nil {
				s.answer(m, nil, f)
			}
			s.log(1, fmt.Sprintf("%s\n%s", f.Message, debug.Stack()))
		}
	}()
	f()
}

func (s *server) answer(m *message, result any, f *fault) {
	if f != nil {
		s.send(refusal{"2.0", m.ID, f})
		return
	}
	s.send(response{"2.0", m.ID, result})
}

func (s *server) notify(method string, params any) { s.send(notification{"2.0", method, params}) }

func (s *server) log(kind int, text string) {
	s.notify("window/logMessage", map[string]any{"type": kind, "message": text})
}

func (s *server) send(v any) {
	if s.failed != nil {
		return
	}
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	s.failed = writeMessage(s.out, data)
}

// requested works on a request of a client that has been greeted.
func (s *server) requested(m *message) {
	var p positionParams
	later := func(run func() (any, *fault)) {
		if f := m.read(&p); f != nil {
			s.answer(m, nil, f)
			return
		}
		s.await(m, run)
	}
	switch *m.Method {
	case "initialize":
		result, f := s.initialize(m)
		s.answer(m, result, f)
	case "shutdown":
		s.stage = stopped
		for _, w := range s.waiting {
			s.answer(w.m, nil, faultf(cancelled, "the server is shut down"))
		}
		s.waiting = nil
		s.answer(m, nil, nil)
	case "textDocument/completion":
		var result any
		f := m.read(&p)
		if f == nil {
			result = s.completion(p)
		}
		s.answer(m, result, f)
	case "textDocument/hover":
		later(func() (any, *fault) { return s.hover(p), nil })
	case "textDocument/definition":
		later(func() (any, *fault) { return s.definition(p), nil })
	case "textDocument/references":
		later(func() (any, *fault) { return s.references(p), nil })
	case "textDocument/documentSymbol":
		later(func() (any, *fault) { return s.symbols(p), nil })
	case "textDocument/prepareRename":
		later(func() (any, *fault) { return s.prepareRename(p) })
	case "textDocument/rename":
		later(func() (any, *fault) { return s.rename(p) })
	case "textDocument/codeAction":
		var p codeActionParams
		if f := m.read(&p); f != nil {
			s.answer(m, nil, f)
			return
		}
		s.await(m, func() (any, *fault) { return s.codeActions(p), nil })
	default:
		s.answer(m, nil, faultf(methodNotFound, "no method %s", *m.Method))
	}
}

// mostWaiting bounds the requests that wait for models to be read.
const mostWaiting = 1000

// await runs a request once the texts as they are now have been read.
func (s *server) await(m *message, run func() (any, *fault)) {
	w := waiter{m, s.edits, run}
	if s.read >= s.edits {
		s.settle(w)
		return
	}
	if len(s.waiting) >= mostWaiting {
		s.answer(m, nil, faultf(requestFailed, "too many requests are waiting"))
		return
	}
	s.waiting = append(s.waiting, w)
	s.analyse()
}

func (s *server) settle(w waiter) {
	s.guard(w.m, func() {
		result, f := w.run()
		s.answer(w.m, result, f)
	})
}

// cancel answers a request that waits. What came before it in the queue has been worked on by now, so it
// need not be remembered any more.
func (s *server) cancel(m *message) {
	var p struct {
		ID json.RawMessage `json:"id"`
	}
	if f := m.read(&p); f != nil {
		s.log(2, f.Message)
		return
	}
	s.dropped(p.ID)
	for i, w := range s.waiting {
		if string(w.m.ID) == string(p.ID) {
			s.waiting = append(s.waiting[:i], s.waiting[i+1:]...)
			s.answer(w.m, nil, faultf(cancelled, "cancelled"))
			return
		}
	}
}

func (s *server) initialize(m *message) (any, *fault) {
	var p initializeParams
	if f := m.read(&p); f != nil {
		return nil, f
	}
	for _, e := range p.Capabilities.General.PositionEncodings {
		if e := encoding(e); e == utf8Columns || e == utf16Columns || e == utf32Columns {
			s.enc = e
			break
		}
	}
	s.stage = running
	return map[string]any{
		"capabilities": map[string]any{
			"positionEncoding":       s.enc,
			"textDocumentSync":       map[string]any{"openClose": true, "change": 2, "save": map[string]any{}},
			"hoverProvider":          true,
			"definitionProvider":     true,
			"referencesProvider":     true,
			"documentSymbolProvider": true,
			"completionProvider":     map[string]any{"triggerCharacters": []string{":", " ", "{", ",", "[", "'"}},
			"codeActionProvider":     map[string]any{"codeActionKinds": []string{"quickfix"}},
			"renameProvider":         map[string]any{"prepareProvider": true},
		},
		"serverInfo": map[string]any{"name": "astragal", "version": s.opts.Version},
	}, nil
}

// analyse has the models read, after the reading that goes on.
func (s *server) analyse() {
	if s.busy || s.read >= s.edits {
		return
	}
	s.busy = true
	open := make(map[string]*opened, len(s.open))
	for path, o := range s.open {
		copied := *o
		open[path] = &copied
	}
	go func(edits int, before []*reading) {
		r := result{edits: edits}
		defer func() {
			if p := recover(); p != nil {
				r.models = nil
				for path := range open {
					r.models = append(r.models, &reading{root: path, files: map[string]*document{path: open[path].doc}, list: diag.List{{
						Code: "internal", Pos: diag.Pos{File: path, Line: 1, Col: 1}, Text: fmt.Sprintf("internal error: %v", p),
					}}})
				}
			}
			s.results <- r
		}()
		r.models = analyse(open, before)
	}(s.edits, s.models)
}

// analysed takes in what has been read. If the texts have changed meanwhile it is still what is known best, but
// is not shown.
func (s *server) analysed(r result) {
	s.busy = false
	s.read = r.edits
	s.models = r.models
	for _, m := range r.models {
		if m.index != nil {
			if last := s.good[m.root]; !m.whole && last != nil && last != m {
				if m.before = last; !last.whole {
					m.before = last.before
				}
			}
			s.good[m.root] = m
		}
	}
	for root := range s.good {
		if !s.concerns(root) {
			delete(s.good, root)
		}
	}
	if r.edits < s.edits {
		s.timer.Reset(s.opts.Delay)
	} else {
		s.publish()
	}
	waiting := s.waiting
	s.waiting = nil
	for _, w := range waiting {
		if w.edits <= s.read {
			s.settle(w)
		} else {
			s.waiting = append(s.waiting, w)
		}
	}
	if len(s.waiting) > 0 {
		s.analyse()
	}
}

// concerns reports whether a model has an open file.
func (s *server) concerns(root string) bool {
	for path := range s.good[root].files {
		if s.open[path] != nil {
			return true
		}
	}
	return false
}
