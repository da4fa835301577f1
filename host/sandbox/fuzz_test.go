package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/astragal-engine/astragal/host/sandbox"
	. "github.com/astragal-engine/astragal/host/sandbox/wasmtest"
)

// same calls a module on both engines, twice each: everything must be the same, and nothing a fault of ours.
func same(t *testing.T, wasm, input []byte) {
	l := sandbox.Limits{ModuleBytes: 1 << 16, MemoryPages: 20, Instructions: 20_000, Nesting: 100, OutputBytes: 1 << 16, LogBytes: 1000, CompileTime: time.Minute, Fence: time.Minute}
	type outcome struct {
		output       []byte
		instructions int64
		err          string
	}
	var first *outcome
	for _, interpreted := range engines {
		m, err := sandbox.Compiler{Limits: l, Interpreted: interpreted}.Compile(context.Background(), "test", wasm)
		outcomes := []outcome{{err: failure(t, err)}}
		if err == nil {
			outcomes = nil
			for range 2 {
				out, n, err := m.Call(context.Background(), input)
				outcomes = append(outcomes, outcome{out, n, failure(t, err)})
			}
			m.Close()
		}
		for _, o := range outcomes {
			if first == nil {
				first = &o
			}
			if !bytes.Equal(o.output, first.output) || o.instructions != first.instructions || o.err != first.err {
				t.Fatalf("interpreted %v: %v, where first was %v", interpreted, o, *first)
			}
		}
	}
}

func failure(t *testing.T, err error) string {
	if err == nil {
		return ""
	}
	var e *sandbox.Error
	if !errors.As(err, &e) || e.HostFault() || strings.Contains(e.Message, "the engine failed") || strings.Contains(e.Message, "runtime error") {
		t.Fatalf("a fault of ours: %v", err)
	}
	return err.Error()
}

// FuzzModule takes any bytes for a module.
func FuzzModule(f *testing.F) {
	f.Add(echo(), []byte("x"))
	for _, name := range sortedNames(keepers) {
		f.Add(keepers[name](), []byte("x"))
	}
	for _, name := range sortedNames(bad) {
		f.Add(badModule(bad[name].wasm), []byte("b"))
	}
	for _, name := range sortedNames(refused) {
		if wasm := refused[name].wasm(); len(wasm) < 4000 {
			f.Add(wasm, []byte("x"))
		}
	}
	f.Fuzz(same)
}

// FuzzCode takes any bytes for the code of astragal_call, in a module that has something of everything.
func FuzzCode(f *testing.F) {
	add := func(parts ...Code) { f.Add([]byte(Join(parts...)), []byte("input of a call")) }
	add(Packed(Get(0), Get(1)))
	add(Loop(Br(0)), I64(0))
	add(Call(5), I64(0))
	add(Get(0), Get(1), Call(0), I64(0))
	add(result(Join(Float(2), Float(-1), Op(0x9f, 0xa3), Op(0xbd, 0xa7))))
	add(I32(1), U(0x40, 0), Op(0x1a), I32(70000), I32(5), Mem(0x36, 3), result(I32(1)))
	add(I32(5), I32(6), I32(70), U(0xfc, 10, 0, 0), I32(5), I32(6), I32(70), U(0xfc, 11, 0), I32(5), I32(0), I32(2), U(0xfc, 8, 0, 0), I64(1))
	add(I32(0), U(0xd2, 4), U(0x26, 0), Op(0xd0, 0x70), I32(1), U(0xfc, 15, 0), Op(0x1a), I32(0), U(0x11, 0, 0), I64(1))
	add(Block(Get(0), U(0x0e, 1, 0, 0)), Get(0), Op(0x04, 0x7e), I64(1), Op(0x05), I64(2), Op(0x0b))
	add(GlobalGet(0), I32(1), Op(0x6a), GlobalSet(0), GlobalGet(1), Float(1), Op(0xa0), GlobalSet(1), I64(4))
	add(I32(100), I32(8), Call(1), Op(0x1a), I64(100<<32|8))
	add(I32(2), Call(2), I64(0))
	for seed := range uint64(20) {
		wasm, _ := program(seed)
		f.Add(wasm[len(wasm)/2:], []byte("input of a call"))
	}
	f.Fuzz(func(t *testing.T, code, input []byte) {
		m := new(Module)
		m.Import("astragal", "log", "ii:")
		m.Import("wasi_snapshot_preview1", "random_get", "ii:i")
		m.Import("wasi_snapshot_preview1", "proc_exit", "i:")
		m.Import("wasi_snapshot_preview1", "fd_write", "iiii:i")
		m.Func("seven", ":i", "", I32(7))
		m.Func("down", ":", "", Call(5))
		m.Func("two", "iF:iF", "", Get(0), Get(1))
		m.Table(4, 8)
		m.Elem(0, 4, 5)
		m.Global("i", true, I32(3))
		m.Global("F", true, Float(0.5))
		m.Global("I", false, I64(-1))
		m.PassiveData([]byte{1, 2, 3})
		same(t, m.Evaluator(1, 3, "iIfFii", code), input)
	})
}
