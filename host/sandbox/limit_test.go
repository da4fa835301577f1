package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/sandbox"
	. "github.com/astragal-engine/astragal/host/sandbox/wasmtest"
)

var forever = Loop(Br(0))

// bad are modules whose every call ends with an error, after an input of one byte other than 'g' (for good).
var bad = map[string]struct {
	kind    sandbox.Kind
	message string
	wasm    func(m *Module) (locals string, call Code)
}{
	"a loop": {sandbox.Instructions, "module test: it ran for more than 1000000 instructions (in function call)", func(m *Module) (string, Code) {
		return "", forever
	}},
	"a loop in a function": {sandbox.Instructions, "module test: it ran for more than 1000000 instructions (in function spin)", func(m *Module) (string, Code) {
		return "", Call(m.Func("spin", ":", "", forever))
	}},
	"recursion": {sandbox.Nesting, "module test: its functions call each other more than 1000 deep (in function down)", func(m *Module) (string, Code) {
		return "", Call(m.Func("down", ":", "", Call(0)))
	}},
	"recursion of two": {sandbox.Nesting, "module test: its functions call each other more than 1000 deep (in function here)", func(m *Module) (string, Code) {
		m.Func("here", ":", "", Call(1))
		return "", Call(m.Func("there", ":", "", Call(0)))
	}},
	"recursion through a table": {sandbox.Nesting, "module test: its functions call each other more than 1000 deep (in function again)", func(m *Module) (string, Code) {
		m.Table(1, 1)
		m.Elem(0, 0)
		return "", Call(m.Func("again", ":", "", I32(0), U(0x11, 0, 0)))
	}},
	"recursion with many results": {sandbox.Nesting, "module test: its functions call each other more than 1000 deep (in function wide)", func(m *Module) (string, Code) {
		return "", Join(Call(m.Func("wide", ":"+many, "", Call(0))), bytes.Repeat(Op(0x1a), 100))
	}},
	"recursion with many locals": {sandbox.Nesting, "module test: its functions call each other more than 1000 deep (in function wide)", func(m *Module) (string, Code) {
		return "", Call(m.Many("wide", ":", 2000, Call(0)))
	}},
	"unreachable": {sandbox.Trap, "module test: it failed: unreachable (in function call)", func(m *Module) (string, Code) {
		return "", Op(0x00)
	}},
	"division by zero": {sandbox.Trap, "module test: it failed: integer divide by zero (in function call)", func(m *Module) (string, Code) {
		return "", Join(I32(1), I32(0), Op(0x6d, 0x1a))
	}},
	"overflow": {sandbox.Trap, "module test: it failed: integer overflow (in function call)", func(m *Module) (string, Code) {
		return "", Join(I32(-1<<31), I32(-1), Op(0x6d, 0x1a))
	}},
	"a float that is no integer": {sandbox.Trap, "module test: it failed: invalid conversion to integer (in function call)", func(m *Module) (string, Code) {
		return "", Join(F64(0x7ff8000000000000), Op(0xaa, 0x1a))
	}},
	"memory that is not there": {sandbox.Trap, "module test: it failed: out of bounds memory access (in function call)", func(m *Module) (string, Code) {
		return "", Join(I32(-4), I32(1), Mem(0x36, 0))
	}},
	"a call of a wrong type": {sandbox.Trap, "module test: it failed: indirect call type mismatch (in function call)", func(m *Module) (string, Code) {
		m.Table(1, 1)
		m.Elem(0, m.Func("f", ":i", "", I32(0)))
		return "", Join(I32(0), U(0x11, m.Type(":"), 0))
	}},
	"a call of nothing": {sandbox.Trap, "module test: it failed: invalid table access (in function call)", func(m *Module) (string, Code) {
		m.Table(2, 2)
		return "", Join(I32(1), U(0x11, m.Type(":"), 0))
	}},
	"a call beyond the table": {sandbox.Trap, "module test: it failed: invalid table access (in function call)", func(m *Module) (string, Code) {
		m.Table(2, 2)
		return "", Join(I32(7), U(0x11, m.Type(":"), 0))
	}},
	"an output that is not in memory": {sandbox.Answer, "module test: astragal_call gave 4 bytes at address 65534, which are not in its memory of 65536 bytes", func(m *Module) (string, Code) {
		return "", Join(Packed(I32(65534), I32(4)), Op(0x0f))
	}},
	"an output that goes round": {sandbox.Answer, "module test: astragal_call gave 8 bytes at address 4294967292, which are not in its memory of 65536 bytes", func(m *Module) (string, Code) {
		return "", Join(Packed(I32(-4), I32(8)), Op(0x0f))
	}},
	"an output that is too long": {sandbox.Output, "module test: its output has 4294967295 bytes, more than the limit of 1000", func(m *Module) (string, Code) {
		return "", Join(I64(-1), Op(0x0f))
	}},
	"the log": {sandbox.Log, "module test: it writes more than 2000 bytes to the log (in function call)", func(m *Module) (string, Code) {
		log := m.Import("astragal", "log", "ii:")
		return "", Loop(I32(0), I32(0), Call(log), Br(0))
	}},
	"the log with much": {sandbox.Log, "module test: it writes more than 2000 bytes to the log (in function call)", func(m *Module) (string, Code) {
		log := m.Import("astragal", "log", "ii:")
		return "", Join(I32(0), I32(60000), Call(log))
	}},
	"a log that is not in memory": {sandbox.Answer, "module test: it logs 8 bytes at address 4294967292, which are not in its memory of 65536 bytes (in function call)", func(m *Module) (string, Code) {
		log := m.Import("astragal", "log", "ii:")
		return "", Join(I32(-4), I32(8), Call(log))
	}},
	"host calls": {sandbox.Instructions, "module test: it ran for more than 1000000 instructions (in function call)", func(m *Module) (string, Code) {
		yield := m.Import("wasi_snapshot_preview1", "sched_yield", ":i")
		return "", Loop(Call(yield), Op(0x1a), Br(0))
	}},
	"proc_exit": {sandbox.Trap, "module test: it ended itself with proc_exit, code 3 (in function call)", func(m *Module) (string, Code) {
		return "", Join(I32(3), Call(m.Import("wasi_snapshot_preview1", "proc_exit", "i:")))
	}},
	"last words": {sandbox.Trap, "module test: it failed: unreachable (in function call); it wrote: no such card", func(m *Module) (string, Code) {
		log := m.Import("astragal", "log", "ii:")
		m.Data(300, []byte("no such\n\tcard\n"))
		return "", Join(I32(300), I32(14), Call(log), Op(0))
	}},
	"more memory than there is": {sandbox.Memory, "module test: it wants more than the 20 pages of memory that it may have, and then failed: unreachable (in function call)", func(m *Module) (string, Code) {
		return "", Join(I32(20), U(0x40, 0), I32(-1), Op(0x46, 0x04, 0x40, 0x00, 0x0b))
	}},
	"memory.grow again and again": {sandbox.Instructions, "module test: it ran for more than 1000000 instructions (in function call)", func(m *Module) (string, Code) {
		return "", Loop(I32(1), U(0x40, 0), Op(0x1a), Br(0))
	}},
	"memory.fill again and again": {sandbox.Instructions, "module test: it ran for more than 1000000 instructions (in function call)", func(m *Module) (string, Code) {
		return "", Loop(I32(0), I32(1), I32(65536), U(0xfc, 11, 0), Br(0))
	}},
	"memory.copy of all there could be": {sandbox.Instructions, "module test: it ran for more than 1000000 instructions (in function call)", func(m *Module) (string, Code) {
		return "", Join(I32(0), I32(1), I32(-1), U(0xfc, 10, 0, 0))
	}},
	"a table that grows": {sandbox.Instructions, "module test: it ran for more than 1000000 instructions (in function call)", func(m *Module) (string, Code) {
		m.Table(1, -1)
		return "", Join(Loop(Op(0xd0, 0x70), I32(1), U(0xfc, 15, 0), Op(0x1a), Br(0)))
	}},
}

// tight are limits that make stops quick.
var tight = sandbox.Limits{Fence: time.Hour, CompileTime: time.Minute, Instructions: 1_000_000, OutputBytes: 1000, LogBytes: 2000, MemoryPages: 20}

// badModule is bad unless the input is "g", which it gives back.
func badModule(f func(m *Module) (string, Code)) []byte {
	m := new(Module)
	locals, call := f(m)
	good := Join(I32(1024), Mem(0x2d, 0), I32('g'), Op(0x46, 0x04, 0x40), Packed(Get(0), Get(1)), Op(0x0f, 0x0b))
	return m.Evaluator(1, -1, locals, good, call, I64(0))
}

func TestStops(t *testing.T) {
	messages := map[string]string{}
	counts := map[string]int64{}
	both(t, func(t *testing.T, c sandbox.Compiler) {
		c.Limits = tight
		for name, b := range bad {
			t.Run(name, func(t *testing.T) {
				m := compile(t, c, badModule(b.wasm))
				for range 3 {
					_, n, err := m.Call(context.Background(), []byte("b"))
					var e *sandbox.Error
					require.ErrorAs(t, err, &e)
					require.Equal(t, b.kind, e.Kind, err.Error())
					require.False(t, e.HostFault())
					require.Contains(t, err.Error(), b.message)
					if messages[name] == "" {
						messages[name], counts[name] = err.Error(), n
					}
					require.Equal(t, messages[name], err.Error())
					require.Equal(t, counts[name], n)

					out, _, err := m.Call(context.Background(), []byte("g"))
					require.NoError(t, err)
					require.Equal(t, "g", string(out))
				}
			})
		}
	})
}

func TestFence(t *testing.T) {
	both(t, func(t *testing.T, c sandbox.Compiler) {
		c.Limits = sandbox.Limits{Fence: 20 * time.Millisecond, Instructions: sandbox.Most.Instructions}
		m := compile(t, c, badModule(bad["a loop"].wasm))
		for range 3 {
			begun := time.Now()
			_, _, err := m.Call(context.Background(), []byte("b"))
			var e *sandbox.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, sandbox.Fence, e.Kind)
			require.True(t, e.HostFault())
			require.Equal(t, "module test: it took more than 20ms on this machine", e.Error())
			require.Less(t, time.Since(begun), time.Minute)
			out, _, err := m.Call(context.Background(), []byte("g"))
			require.NoError(t, err)
			require.Equal(t, "g", string(out))
		}
	})
}

func TestCancelled(t *testing.T) {
	both(t, func(t *testing.T, c sandbox.Compiler) {
		c.Limits.Instructions = sandbox.Most.Instructions
		m := compile(t, c, badModule(bad["a loop"].wasm))
		why := errors.New("the game was closed")
		ctx, cancel := context.WithCancelCause(context.Background())
		time.AfterFunc(5*time.Millisecond, func() { cancel(why) })
		_, _, err := m.Call(ctx, []byte("b"))
		require.ErrorIs(t, err, why)
		var e *sandbox.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, sandbox.Fence, e.Kind)
	})
}

func TestInputTooLong(t *testing.T) {
	m := compile(t, sandbox.Compiler{Limits: sandbox.Limits{InputBytes: 10}}, echo())
	_, _, err := m.Call(context.Background(), make([]byte, 11))
	require.EqualError(t, err, "module test: its input has 11 bytes, more than the limit of 10")
}

func TestLog(t *testing.T) {
	both(t, func(t *testing.T, c sandbox.Compiler) {
		var lines bytes.Buffer
		c.Log = func(module, text string) {
			lines.WriteString(module + ": " + text + "\n")
		}
		mod := new(Module)
		log := mod.Import("astragal", "log", "ii:")
		write := mod.Import("wasi_snapshot_preview1", "fd_write", "iiii:i")
		mod.Data(300, []byte("one\xfftwo"))
		mod.Data(400, []byte{44, 1, 0, 0, 3, 0, 0, 0, 48, 1, 0, 0, 3, 0, 0, 0})
		m := compile(t, c, mod.Evaluator(1, -1, "", I32(300), I32(7), Call(log),
			result(Join(I32(2), I32(400), I32(2), I32(0), Call(write), I32(0), Mem(0x28, 0), Op(0x6a)))))
		out, _, err := m.Call(context.Background(), nil)
		require.NoError(t, err)
		require.Equal(t, []byte{6, 0, 0, 0}, out)
		require.Equal(t, "test: one\uFFFDtwo\ntest: one\ntest: two\n", lines.String())
	})
}
