package session

import (
	"sync/atomic"
	"unsafe"
)

// using counts the calls underway, in parts that lie on cache lines of their own: a call adds to the part
// that its address falls on, and calls that run at once mostly to different ones.
type using struct {
	closed atomic.Bool
	parts  [16]struct {
		n atomic.Int64
		_ [120]byte
	}
}

// part is where a call is counted.
func (u *using) part(c *Call) *atomic.Int64 {
	at := uintptr(unsafe.Pointer(c))
	return &u.parts[(at>>7^at>>11)%uintptr(len(u.parts))].n
}

// none reports whether no call is underway. Asked after closed is set it is the truth: a call that comes
// in while the parts are read sees closed, and does nothing.
func (u *using) none() bool {
	for i := range u.parts {
		if u.parts[i].n.Load() != 0 {
			return false
		}
	}
	return true
}

// enter counts a call; false once the runtime is closed.
func (r *Runtime) enter(c *Call) bool {
	c.part = r.using.part(c)
	c.part.Add(1)
	if !r.using.closed.Load() {
		return true
	}
	r.leave(c)
	return false
}

func (r *Runtime) leave(c *Call) {
	c.part.Add(-1)
	if r.using.closed.Load() && r.using.none() {
		r.drain()
	}
}
