package main

import (
	"bytes"
	"maps"
	"sync"
	"sync/atomic"

	"github.com/astragal-engine/astragal/host/protocol"
	"github.com/astragal-engine/astragal/host/session"
)

const (
	maxRuntimes = 1024
	maxConfig   = 1 << 16
	maxName     = 256
)

// A runtime is what a handle of C stands for.
type runtime struct {
	session *session.Runtime
	log     journal
	json    bool   // the host reads JSON: its configuration was
	maxLen  uint64 // of a request

	mu   sync.Mutex
	told map[session.Handle]progress // what polls have said of simulations
}

// progress is how far a simulation has got.
type progress struct {
	done int
	over bool
}

// newRuntime makes a runtime from the bytes of a configuration, none of which is every default.
func newRuntime(config []byte) (*runtime, error) {
	var conf session.Config
	if len(config) > 0 {
		var err error
		if conf, err = protocol.ParseConfig(config); err != nil {
			return nil, err
		}
	}
	rt := &runtime{json: bytes.HasPrefix(bytes.TrimLeft(config, " \t\r\n"), []byte{'{'})}
	rt.log.level = levelInfo
	conf.Log = rt.log.hears
	rt.session = session.New(conf)
	rt.maxLen = uint64(rt.session.Limits().FrameBytes)
	return rt, nil
}

// poll brings a call of a function that waits, the next line of the log, or the progress of a simulation,
// or nothing.
func (rt *runtime) poll() []byte {
	if said := protocol.Poll(rt.session, rt.json); said != nil {
		return said
	}
	if said := rt.log.poll(rt.json); said != nil {
		return said
	}
	rt.mu.Lock()
	defer rt.mu.Unlock()
	var said []byte
	told := map[session.Handle]progress{}
	rt.session.Simulations(func(h session.Handle, s *session.Simulation) {
		now, before := progress{}, rt.told[h]
		p := s.Progress()
		now.done, now.over = p.Games, p.Over
		if said == nil && now != before {
			said = say(rt.json, field{"kind", "progress"}, field{"simulation", int(h)},
				field{"done", now.done}, field{"games", s.Ask.Games}, field{"finished", now.over})
			before = now
		}
		told[h] = before
	})
	rt.told = told
	return said
}

// A table finds runtimes by handle. Every call looks one up and few make one, so a change copies the
// map and looking up takes no lock. Handles count up and never come twice: that is their generation.
// They are spread so that a small number somebody made up is none.
type table struct {
	open atomic.Pointer[map[uint64]*runtime]
	mu   sync.Mutex // for changes
	made uint64
}

// find answers nil for a handle that is not open.
func (t *table) find(handle uint64) *runtime {
	if open := t.open.Load(); open != nil {
		return (*open)[handle]
	}
	return nil
}

// add gives a runtime its handle; 0 when the table is full.
func (t *table) add(rt *runtime) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	next := map[uint64]*runtime{}
	if open := t.open.Load(); open != nil {
		next = maps.Clone(*open)
	}
	if len(next) == maxRuntimes {
		return 0
	}
	t.made++
	handle := t.made<<16 | 0xa57a
	next[handle] = rt
	t.open.Store(&next)
	return handle
}

// remove takes a runtime out and answers it, or nil when it is not there.
func (t *table) remove(handle uint64) *runtime {
	t.mu.Lock()
	defer t.mu.Unlock()
	rt := t.find(handle)
	if rt != nil {
		next := maps.Clone(*t.open.Load())
		delete(next, handle)
		t.open.Store(&next)
	}
	return rt
}

// The outcomes of a call that are more than an answer; in C they are statuses of the same meaning.
type outcome int

const (
	answered outcome = iota
	unreadable
	cancelled
	closed
)

// call answers a request, appending the answer to dst.
func (rt *runtime) call(frame, dst []byte) ([]byte, outcome) {
	answer, code := protocol.Answer(rt.session, frame, dst)
	switch {
	case code == "":
		return answer, answered
	case code == session.BadRequest:
		return answer, unreadable
	case rt.session.Closed() && (code == session.Cancelled || code == session.NotFound):
		return answer, closed
	case code == session.Cancelled:
		return answer, cancelled
	}
	return answer, answered
}
