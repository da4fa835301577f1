package sandbox

import (
	"context"
	"fmt"
	"time"
)

// How many instructions a module gets at a time, compiled and interpreted: a millisecond of work, about. In
// between the host looks whether the call should go on, and other goroutines of the host can run: machine
// code of a module cannot be interrupted.
const (
	compiledSlice    = 1 << 20
	interpretedSlice = 1 << 16
)

// budget is what a call under way may still take, beside what the module has been given already.
type budget struct {
	ctx       context.Context
	remaining int64
	begun     time.Time // when the first slice was used up
}

// begin gives the first slice.
func (i *instance) begin(ctx context.Context) {
	l := &i.module.limits
	first := min(i.module.slice, int64(l.Instructions))
	i.budget = budget{ctx: ctx, remaining: int64(l.Instructions) - first}
	i.left.Set(uint64(first))
	i.room.Set(uint64(uint32(l.Nesting)))
	i.host.reset()
}

// used is how many instructions the call took; one that passed the limit took all.
func (i *instance) used() int64 {
	all := int64(i.module.limits.Instructions)
	return min(all-i.budget.remaining-int64(i.left.Get()), all)
}

// enough reports whether what the module owes can still be paid, and gives it another slice.
func (i *instance) enough() bool {
	left := int64(i.left.Get())
	if left >= 0 {
		return true
	}
	more := min(max(i.module.slice, -left), i.budget.remaining)
	if left+more < 0 {
		return false
	}
	i.budget.remaining -= more
	i.left.Set(uint64(left + more))
	return true
}

// more is called when a slice is used up. It ends the call if it should not go on.
func (i *instance) more() {
	b, fence := &i.budget, i.module.limits.Fence
	if err := b.ctx.Err(); err != nil {
		panic(&stop{kind: Fence, message: "it was cancelled", cause: context.Cause(b.ctx)})
	}
	if now := time.Now(); b.begun.IsZero() {
		b.begun = now
	} else if now.Sub(b.begun) > fence {
		panic(&stop{kind: Fence, message: fmt.Sprintf("it took more than %v on this machine", fence), limit: int64(fence)})
	}
	if !i.enough() {
		panic(i.tooMany())
	}
}

func (i *instance) tooMany() *stop {
	limit := i.module.limits.Instructions
	return &stop{kind: Instructions, message: fmt.Sprintf("it ran for more than %d instructions", limit), limit: int64(limit)}
}

// pay charges instructions for what the host does.
func (i *instance) pay(n int64) {
	left := int64(i.left.Get()) - n
	i.left.Set(uint64(left))
	if left < 0 {
		i.more()
	}
}
