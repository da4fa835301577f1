package session

import (
	"context"
	"sync"

	"github.com/astragal-engine/astragal/engine/program"
)

// Asked is a call of a model that waits for an answer of the host.
type Asked struct {
	ID     uint64
	What   any // what whoever offered the function made of it
	answer chan reply
}

type reply struct {
	answer program.Answer
	err    error
}

// waiting are the calls of functions that a host answers without a callback: it fetches them, and answers
// them in its own time, from any thread.
type waiting struct {
	mu   sync.Mutex
	last uint64
	new  []*Asked // that nobody has fetched
	open map[uint64]*Asked
	more chan struct{} // closed when a new one comes
}

// Offer gives the runtime a function under a name that has no code of its own: what it is asked waits in
// the runtime (Fetch) until the host answers (Reply), or the call that plays the game is cancelled. say
// makes of what is called what Fetch gives; it must not keep it.
func (r *Runtime) Offer(name string, say func(*Called) any) error {
	return r.SetFunction(name, func(c *Called) (program.Answer, error) {
		a := &Asked{What: say(c), answer: make(chan reply, 1)}
		r.waiting.add(a)
		select {
		case got := <-a.answer:
			return got.answer, got.err
		case <-c.ctx.Done():
			r.waiting.drop(a.ID)
			return program.Answer{}, errorf(Cancelled, "the call was cancelled")
		}
	})
}

// Fetch gives a call that waits and that nobody has fetched yet. Where there is none it waits until ctx
// ends, and then gives nil.
func (r *Runtime) Fetch(ctx context.Context) *Asked {
	for {
		a, more := r.waiting.take()
		if a != nil {
			return a
		}
		select {
		case <-more:
		case <-ctx.Done():
			return nil
		}
	}
}

// FetchNow is Fetch that does not wait.
func (r *Runtime) FetchNow() *Asked {
	a, _ := r.waiting.take()
	return a
}

// Reply answers a call (see Function), or gives an error, which stops the game.
func (r *Runtime) Reply(id uint64, answer program.Answer, err error) error {
	a := r.waiting.drop(id)
	if a == nil {
		return errorf(NotFound, "there is no call %d that waits for an answer", id)
	}
	a.answer <- reply{answer, err}
	return nil
}

func (w *waiting) add(a *Asked) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open == nil {
		w.open = map[uint64]*Asked{}
	}
	w.last++
	a.ID = w.last
	w.open[a.ID] = a
	w.new = append(w.new, a)
	if w.more != nil {
		close(w.more)
		w.more = nil
	}
}

// take gives the first that is new, or what is closed when one comes.
func (w *waiting) take() (*Asked, <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.new) > 0 {
		a := w.new[0]
		w.new = w.new[1:]
		if w.open[a.ID] != nil {
			return a, nil
		}
	}
	if w.more == nil {
		w.more = make(chan struct{})
	}
	return nil, w.more
}

// drop takes one out, answered or given up.
func (w *waiting) drop(id uint64) *Asked {
	w.mu.Lock()
	defer w.mu.Unlock()
	a := w.open[id]
	delete(w.open, id)
	return a
}
