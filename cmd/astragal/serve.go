package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/astragal-engine/astragal/host/protocol"
	"github.com/astragal-engine/astragal/host/session"
)

func init() {
	register(&command{
		name: "serve", args: "--stdio", summary: "answer protocol frames, for a host with the engine in a child process", run: runServe,
		help: `Reads frames of the embedding protocol from standard input and writes the answers to standard
output. A frame is its length (4 bytes, little-endian, at most 16 MiB) and as many bytes of msgpack
or JSON. Requests are answered side by side, so that answers may come in another order: match them by
id, and wait for the answer before the next request to the same game. The end of the input ends it,
once all has been answered (what takes more than 10 s is cancelled); a frame that is too long is
answered with an error and ends it too.

Options:
  --stdio         over standard input and output (there is no other way yet)
  --config TEXT   configuration of the runtime as JSON: limits, workers, paths, packs (docs/protocol.md)

Example:
  astragal serve --stdio --config '{"paths": false}'`,
	})
}

// mostFrame is the longest frame that is sent either way.
const mostFrame = 16 << 20

func runServe(std stdio, args []string) error {
	f := newFlags("serve")
	stdio := f.Bool("stdio", false, "")
	config := f.String("config", "", "")
	if _, err := f.parse(args, 0, 0); err != nil {
		return err
	}
	if !*stdio {
		return usage("say --stdio")
	}
	conf, err := protocol.ParseConfig([]byte(*config))
	if err != nil {
		return usage("%v", err)
	}
	conf.Limits.FrameBytes = min(conf.Limits.FrameBytes, mostFrame)
	conf.Log = func(level, text string) {
		if level == "error" {
			fmt.Fprintf(std.err, "astragal serve: %s\n", text)
		}
	}
	rt := session.New(conf)
	defer rt.Close()
	s := &server{rt: rt, w: std.out}
	s.less.L = &s.mu
	return s.run(bufio.NewReaderSize(std.in, 1<<16))
}

// mostHeld bounds the memory of requests that are worked on: beyond it no more are read. grace is how long
// they may take once the input has ended; then they are cancelled.
const (
	mostHeld = 256 << 20
	perFrame = 8 << 10 // that a request takes beside its bytes
	grace    = 10 * time.Second
)

// server answers frames.
type server struct {
	rt   *session.Runtime
	wait sync.WaitGroup

	mu   sync.Mutex // of held
	held int
	less sync.Cond

	out     sync.Mutex // of what follows
	w       io.Writer
	message []byte
	failed  error // to write
}

// run serves until the input ends. What is underway then is answered still, unless nobody listens.
func (s *server) run(in io.Reader) error {
	err := s.read(in)
	late := time.AfterFunc(grace, s.rt.Close)
	s.wait.Wait()
	late.Stop()
	return errors.Join(err, s.broken())
}

func (s *server) read(in io.Reader) error {
	for {
		var head [4]byte
		if _, err := io.ReadFull(in, head[:]); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("the input ends within a frame: %w", err)
		}
		n := binary.LittleEndian.Uint32(head[:])
		if n > mostFrame {
			s.send(protocol.Refuse(session.Errorf(session.Limited, "a frame of %d bytes; the most is %d", n, mostFrame)))
			return fmt.Errorf("a frame of %d bytes; the most is %d", n, mostFrame)
		}
		frame, err := readFrame(in, int(n))
		if err != nil {
			return fmt.Errorf("the input ends within a frame: %w", err)
		}
		s.start(frame)
		if s.broken() != nil {
			return nil
		}
	}
}

// readFrame reads n bytes. It makes room as they come: a length alone costs nothing.
func readFrame(in io.Reader, n int) ([]byte, error) {
	const step = 1 << 16
	frame := make([]byte, 0, min(n, step))
	for len(frame) < n {
		at := len(frame)
		more := min(n-at, max(step, at))
		frame = append(frame, make([]byte, more)...)
		if _, err := io.ReadFull(in, frame[at:]); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
	}
	return frame, nil
}

// start answers a frame beside the others.
func (s *server) start(frame []byte) {
	size := len(frame) + perFrame
	s.mu.Lock()
	for s.held > 0 && s.held+size > mostHeld {
		s.less.Wait()
	}
	s.held += size
	s.mu.Unlock()
	s.wait.Go(func() {
		s.send(protocol.Handle(s.rt, frame, nil))
		s.mu.Lock()
		s.held -= size
		s.mu.Unlock()
		s.less.Signal()
	})
}

func (s *server) send(answer []byte) {
	s.out.Lock()
	defer s.out.Unlock()
	if s.failed != nil {
		return
	}
	s.message = binary.LittleEndian.AppendUint32(s.message[:0], uint32(len(answer)))
	s.message = append(s.message, answer...)
	_, s.failed = s.w.Write(s.message)
	if cap(s.message) > 1<<20 {
		s.message = nil
	}
}

// broken is why answers cannot be written any more.
func (s *server) broken() error {
	s.out.Lock()
	defer s.out.Unlock()
	return s.failed
}
