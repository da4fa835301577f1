package session

import (
	"context"
	"sync"
	"sync/atomic"
)

// Call is one use of a runtime, with the id by which it can be cancelled. It belongs to one goroutine;
// the zero Call is ready for Begin, and again after End.
type Call struct {
	rt     *Runtime
	part   *atomic.Int64 // where it is counted
	id     uint64
	ctx    context.Context
	cancel context.CancelFunc
	next   *Call // with the same id
}

// calls are those underway that can wait or be long. The others come to their end at once.
type calls struct {
	mu   sync.Mutex
	byID map[uint64]*Call
}

// Begin starts a call; End must follow. Once the runtime is closed it is an error.
func (c *Call) Begin(rt *Runtime, id uint64) error {
	if !rt.enter(c) {
		return errorf(NotFound, "the runtime is closed")
	}
	c.rt, c.id = rt, id
	return nil
}

// End ends the call.
func (c *Call) End() {
	if c.ctx != nil {
		c.rt.calls.remove(c)
		c.cancel()
	}
	c.rt.leave(c)
	*c = Call{}
}

// Runtime is what the call uses.
func (c *Call) Runtime() *Runtime { return c.rt }

// Context ends when the call is cancelled or the runtime closes. Whoever never asks for it pays nothing.
func (c *Call) Context() context.Context {
	if c.ctx == nil {
		c.ctx, c.cancel = context.WithCancel(c.rt.ctx)
		c.rt.calls.add(c)
	}
	return c.ctx
}

// Interrupted is an error once the call has been cancelled.
func (c *Call) Interrupted() error {
	if c.Context().Err() != nil {
		return errorf(Cancelled, "the call was cancelled")
	}
	return nil
}

// Cancel cancels every call underway with this id, and reports whether there was one.
func (r *Runtime) Cancel(id uint64) bool {
	r.calls.mu.Lock()
	defer r.calls.mu.Unlock()
	first := r.calls.byID[id]
	for c := first; c != nil; c = c.next {
		c.cancel()
	}
	return first != nil
}

func (k *calls) add(c *Call) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.byID == nil {
		k.byID = map[uint64]*Call{}
	}
	c.next = k.byID[c.id]
	k.byID[c.id] = c
}

func (k *calls) remove(c *Call) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.byID[c.id] == c {
		if c.next == nil {
			delete(k.byID, c.id)
		} else {
			k.byID[c.id] = c.next
		}
		return
	}
	for p := k.byID[c.id]; p != nil; p = p.next {
		if p.next == c {
			p.next = c.next
			return
		}
	}
}
