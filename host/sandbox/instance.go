package sandbox

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/astragal-engine/astragal/host/sandbox/meter"
)

// image is what an instance is before every call: what it was after the module began.
type image struct {
	memory  []byte
	globals []uint64
	fresh   bool // it cannot be given to a new instance, which has to begin by itself
}

// instance is a running module. It is used by one call at a time.
type instance struct {
	module *Module
	mod    api.Module
	memory api.Memory
	linear *linear
	budget budget
	broken bool // not to be used again

	left, room, flags, coarse, fine api.MutableGlobal
	mutables                        []api.MutableGlobal
	alloc, call                     api.Function
	stack                           [2]uint64

	host hostState
}

// idle is how many instances of a module wait for calls.
func idle() int { return max(2, runtime.GOMAXPROCS(0)) }

// start makes an instance in which nothing of the module has run.
func (m *Module) start() (*instance, error) {
	i := &instance{module: m, linear: &linear{max: m.metered.MaxPages}}
	i.host.instance = i
	ctx := experimental.WithMemoryAllocator(context.Background(), i.linear)
	mod, err := m.runtime.InstantiateModule(ctx, m.compiled, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return nil, &Error{Kind: BadModule, Module: m.name, Message: reason(err)}
	}
	i.mod, i.memory = mod, mod.ExportedMemory(exportMemory)
	global := func(name string) api.MutableGlobal { return mod.ExportedGlobal(name).(api.MutableGlobal) }
	i.left, i.room, i.flags = global(meter.Left), global(meter.Room), global(meter.Flags)
	i.coarse, i.fine = global(meter.Coarse), global(meter.Fine)
	for _, g := range m.metered.Mutables {
		i.mutables = append(i.mutables, global(g.Name))
	}
	i.alloc, i.call = mod.ExportedFunction(exportAlloc), mod.ExportedFunction(exportCall)
	return i, nil
}

// warm is how many bytes are taken and given back before the image: an allocator that has to ask for its
// first memory has it then.
const warm = 1024

// initialize runs what a module begins with.
func (i *instance) initialize(ctx context.Context) error {
	_, err := i.run(ctx, func() error {
		if i.module.metered.HasStart {
			if err := i.invoke(i.mod.ExportedFunction(meter.Start)); err != nil {
				return err
			}
		}
		if f := i.mod.ExportedFunction(exportInitialize); f != nil {
			if err := i.invoke(f); err != nil {
				return err
			}
		}
		i.stack[0] = warm
		if err := i.invoke(i.alloc); err != nil {
			return err
		}
		i.stack[1] = warm
		return i.invoke(i.mod.ExportedFunction(exportFree))
	})
	return err
}

// prepare makes the first instance and takes the image.
func (m *Module) prepare(ctx context.Context) error {
	i, err := m.start()
	if err != nil {
		return err
	}
	if err := i.initialize(ctx); err != nil {
		i.close()
		if e, ok := err.(*Error); ok {
			e.Message = "when it began: " + e.Message
		}
		return err
	}
	m.image.memory = append([]byte(nil), i.linear.bytes...)
	for _, g := range i.mutables {
		m.image.globals = append(m.image.globals, g.Get())
	}
	m.image.fresh = i.flags.Get()&meter.Spoiled != 0
	i.clean()
	m.free = append(m.free, i)
	return nil
}

// get takes an instance that is as the image says.
func (m *Module) get(ctx context.Context) (*instance, error) {
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return nil, &Error{Kind: Host, Module: m.name, Message: "it is closed"}
	}
	m.inUse++
	if n := len(m.free); n > 0 {
		i := m.free[n-1]
		m.free = m.free[:n-1]
		m.mu.Unlock()
		return i, nil
	}
	m.mu.Unlock()
	i, err := m.another(ctx)
	if err != nil {
		m.put(nil)
	}
	return i, err
}

// another makes one more instance.
func (m *Module) another(ctx context.Context) (*instance, error) {
	i, err := m.start()
	if err != nil {
		return nil, err
	}
	if m.image.fresh {
		if err := i.initialize(ctx); err != nil {
			i.close()
			return nil, err
		}
		i.clean()
		return i, nil
	}
	if more := len(m.image.memory)/page - len(i.linear.bytes)/page; more > 0 {
		i.memory.Grow(uint32(more))
	}
	copy(i.linear.bytes, m.image.memory)
	i.clean()
	return i, nil
}

// clean sets the counters and globals to what they are before a call.
func (i *instance) clean() {
	i.flags.Set(0)
	i.coarse.Set(0)
	i.fine.Set(0)
	for n, g := range i.mutables {
		g.Set(i.module.image.globals[n])
	}
}

// put gives an instance back. One that cannot be put back to the image is closed, as is nil: none.
func (m *Module) put(i *instance) {
	if i != nil && !i.restore() {
		i.close()
		i = nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.inUse--
	switch {
	case m.closed:
		if i != nil {
			i.close()
		}
		if m.inUse == 0 {
			_ = m.runtime.Close(context.Background())
		}
	case i == nil:
	case len(m.free) >= idle():
		i.close()
	default:
		m.free = append(m.free, i)
	}
}

// keeps is how many bytes more than its image the memory of an instance that waits may take.
const keeps = 1 << 20

// restore puts the instance back to the image; it reports false if it cannot be.
func (i *instance) restore() bool {
	if i.flags.Get()&meter.Spoiled != 0 || i.broken || int32(i.room.Get()) < 0 {
		return false // an instance that nested deep keeps a large stack
	}
	image := i.module.image.memory
	if cap(i.linear.bytes) > 2*len(image)+keeps {
		return false
	}
	touched{i.coarse.Get(), i.fine.Get()}.restore(i.linear.bytes, image, i.module.metered)
	if len(i.linear.bytes) > len(image) {
		i.linear.shrink(i.memory, len(image)/page)
	}
	i.clean()
	return true
}

func (i *instance) close() { _ = i.mod.Close(context.Background()) }

// run calls into the module under its limits, and reports how many instructions that took.
func (i *instance) run(ctx context.Context, f func() error) (int64, error) {
	i.begin(ctx)
	err := f()
	if err == nil && !i.enough() { // the last straight piece of code owes more than there is
		err = i.tooMany()
	}
	used := i.used()
	if err != nil {
		err = i.failed(err)
	}
	return used, err
}

// invoke calls a function with what is in the stack.
func (i *instance) invoke(f api.Function) error { return f.CallWithStack(&i.host, i.stack[:]) }

// failed says what ended a call.
func (i *instance) failed(err error) error {
	e := &Error{Kind: Trap, Module: i.module.name, Function: lastFrame(err), Written: i.host.tail()}
	var s *stop
	switch why := reason(err); {
	case errors.As(err, &s):
		e.Kind, e.Message, e.Limit, e.Cause = s.kind, s.message, s.limit, s.cause
	case int32(i.room.Get()) < 0:
		e.Kind, e.Limit = Nesting, int64(i.module.limits.Nesting)
		e.Message = fmt.Sprintf("its functions call each other more than %d deep", e.Limit)
	case why == "stack overflow":
		e.Kind, e.Message = Host, "the stack of the host is too small for it"
		i.broken = true
	case i.flags.Get()&meter.Refused != 0:
		e.Kind, e.Limit = Memory, int64(i.module.metered.MaxPages)
		e.Message = fmt.Sprintf("it wants more than the %d pages of memory that it may have, and then failed: %s", e.Limit, why)
	default:
		e.Message = "it failed: " + why
	}
	if e.HostFault() {
		e.Function, e.Written = "", ""
	}
	return e
}

// within reports whether a range is in the memory.
func (i *instance) within(address, n uint32) bool {
	return uint64(address)+uint64(n) <= uint64(len(i.linear.bytes))
}

// write puts bytes into the memory, which remembers where; false: they would not be in it.
func (i *instance) write(address uint32, b []byte) bool {
	if !i.within(address, uint32(len(b))) {
		return false
	}
	if len(b) > 0 {
		m := i.module.metered
		i.coarse.Set(i.coarse.Get() | rangeBits(uint64(address), uint64(len(b)), m.CoarseShift))
		i.fine.Set(i.fine.Get() | rangeBits(uint64(address), uint64(len(b)), m.FineShift))
		copy(i.linear.bytes[address:], b)
	}
	return true
}
