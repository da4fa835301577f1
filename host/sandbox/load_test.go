package sandbox_test

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/sandbox"
	. "github.com/astragal-engine/astragal/host/sandbox/wasmtest"
)

// plain makes a module that would be good, but for what f does to it first.
func plain(f func(m *Module)) func() []byte {
	return func() []byte {
		m := new(Module)
		f(m)
		return m.Evaluator(1, -1, "", Packed(Get(0), Get(1)))
	}
}

// using makes one whose call begins with some code.
func using(code ...Code) func() []byte {
	return func() []byte {
		m := new(Module)
		m.Table(1, -1)
		return m.Evaluator(1, -1, "iIfF", Join(code...), I64(0))
	}
}

// many is the types of a hundred values, ones are such values.
var (
	many = strings.Repeat("i", 100)
	ones = Code(bytes.Repeat(I32(1), 100))
)

var refused = map[string]struct {
	kind    sandbox.Kind
	message string
	wasm    func() []byte
}{
	"nothing":                    {sandbox.BadModule, `it is no WebAssembly module: it does not begin with \0asm`, func() []byte { return nil }},
	"text":                       {sandbox.BadModule, `it is no WebAssembly module: it does not begin with \0asm`, func() []byte { return []byte("(module)") }},
	"a component":                {sandbox.BadModule, "it is no core module of version 1 (a component is none)", func() []byte { return []byte("\x00asm\x0d\x00\x01\x00") }},
	"an import with a long name": {sandbox.BadModule, "xxx…", plain(func(m *Module) { m.Import("env", strings.Repeat("x", 70_000), ":") })},
	"an export with a long name": {sandbox.BadModule, "xxx…", plain(func(m *Module) {
		for range 2 {
			m.Export(strings.Repeat("x", 2000), 2, 0)
		}
	})},
	"an import with a strange name": {sandbox.BadModule, `it imports "\x1b[31m\xff" of "env"`, plain(func(m *Module) { m.Import("env", "\x1b[31m\xff", ":") })},
	"cut off":                       {sandbox.BadModule, "it ends too early", func() []byte { return echo()[:60] }},
	"one more section":              {sandbox.BadModule, "section 1 stands twice or in a wrong order", plain(func(m *Module) { m.Extra = []byte{1, 1, 0} })},
	"an unknown section":            {sandbox.BadModule, "a section has the unknown number 77", plain(func(m *Module) { m.Extra = []byte{77, 1, 0} })},

	"an unknown import":           {sandbox.BadModule, `it imports "open" of "env": an evaluator may import from "astragal" and "wasi_snapshot_preview1" only`, plain(func(m *Module) { m.Import("env", "open", ":") })},
	"an unknown host function":    {sandbox.BadModule, `it imports "exec" of "astragal", which has no such function`, plain(func(m *Module) { m.Import("astragal", "exec", ":") })},
	"an unknown function of WASI": {sandbox.BadModule, `it imports "thread_spawn" of "wasi_snapshot_preview1", which has no such function`, plain(func(m *Module) { m.Import("wasi_snapshot_preview1", "thread_spawn", "i:i") })},
	"the counter's function":      {sandbox.BadModule, `it imports "more" of "astragal:": an evaluator may import from`, plain(func(m *Module) { m.Import("astragal:", "more", ":") })},
	"an import of a wrong type":   {sandbox.BadModule, `it imports "log" of "astragal" as (i32, i32, i32) -> (), which is (i32, i32) -> ()`, plain(func(m *Module) { m.Import("astragal", "log", "iii:") })},
	"an export of our own":        {sandbox.BadModule, `it exports "astragal:left": names that begin with astragal: are not for modules`, plain(func(m *Module) { m.Export("astragal:left", 3, m.Global("I", true, I64(0))) })},
	"two exports of one name":     {sandbox.BadModule, "", plain(func(m *Module) { m.Export("memory", 2, 0) })},
	"a global that is not there":  {sandbox.BadModule, "there is no global 0", using(GlobalGet(0), Op(0x1a))},
	"the counter": {sandbox.BadModule, "there is no global 1", func() []byte {
		m := new(Module)
		m.Global("i", true, I32(0))
		return m.Evaluator(1, -1, "", I64(1<<40), GlobalSet(1), I64(0))
	}},
	"a function of ours":            {sandbox.BadModule, "there is no function 3", using(Call(3))},
	"a function of ours in a table": {sandbox.BadModule, "there is no function 3", plain(func(m *Module) { m.Table(1, 1); m.Elem(0, 3) })},
	"a local of ours":               {sandbox.BadModule, "function call has no local 6", using(I64(0), Set(6))},
	"a jump too far":                {sandbox.BadModule, "function call jumps out of itself", using(Block(Br(3)))},
	"values of a wrong type":        {sandbox.BadModule, "", using(I64(1), I32(2), Op(0x6a, 0x1a))},
	"a store of a wrong type":       {sandbox.BadModule, "", using(I32(1), I64(2), Mem(0x36, 0))},
	"too little on the stack":       {sandbox.BadModule, "", using(Op(0x1a))},
	"too much on the stack":         {sandbox.BadModule, "", using(I32(1))},
	"a wrong alignment":             {sandbox.BadModule, "", using(I32(0), U(0x28, 7, 0), Op(0x1a))},

	"vectors":                         {sandbox.BadModule, "it uses vectors (SIMD), which evaluators may not: build it without them (function call)", using(Op(0xfd, 0x0c), make(Code, 16), Op(0x1a))},
	"vectors as results":              {sandbox.BadModule, "it uses vectors (SIMD), which evaluators may not: build it without them", plain(func(m *Module) { m.Func("v", ":v", "") })},
	"atomics":                         {sandbox.BadModule, "it uses atomics (threads), which evaluators may not (function call)", using(Op(0xfe, 0x03, 0x00))},
	"tail calls":                      {sandbox.BadModule, "it uses tail calls, which evaluators may not (function call)", using(U(0x12, 0))},
	"exceptions":                      {sandbox.BadModule, "it uses exceptions, which evaluators may not (function call)", using(Op(0x06, 0x40, 0x0b))},
	"a global that holds a reference": {sandbox.BadModule, "global 0 is mutable and holds a reference (funcref), which evaluators may not have", plain(func(m *Module) { m.Global("r", true, Op(0xd0, 0x70)) })},

	"no memory": {sandbox.BadModule, `it exports no memory with the name "memory"`, func() []byte { m := new(Module); m.Export("astragal_call", 0, m.Func("", ":", "")); return m.Bytes() }},
	"no alloc":  {sandbox.BadModule, "it exports no function astragal_alloc, (i32) -> (i32)", func() []byte { m := new(Module); m.Memory(1, -1); m.Export("memory", 2, 0); return m.Bytes() }},
	"a call of a wrong type": {sandbox.BadModule, "its function astragal_call is (i32) -> (i32), which should be (i32, i32) -> (i64)", func() []byte {
		m := new(Module)
		m.Memory(1, -1)
		m.Export("memory", 2, 0)
		m.Export("astragal_alloc", 0, m.Func("", "i:i", "", I32(0)))
		m.Export("astragal_free", 0, m.Func("", "ii:", ""))
		m.Export("astragal_call", 0, m.Func("", "i:i", "", I32(0)))
		return m.Bytes()
	}},
	"an _initialize of a wrong type": {sandbox.BadModule, "its function _initialize is () -> (i32), which should be () -> ()", plain(func(m *Module) { m.Export("_initialize", 0, m.Func("", ":i", "", I32(0))) })},

	"a start that loops":        {sandbox.Instructions, "when it began: it ran for more than 1000000 instructions (in function s)", plain(func(m *Module) { m.Start(m.Func("s", ":", "", forever)) })},
	"a start that fails":        {sandbox.Trap, "when it began: it failed: unreachable (in function s)", plain(func(m *Module) { m.Start(m.Func("s", ":", "", Op(0))) })},
	"an _initialize that loops": {sandbox.Instructions, "when it began: it ran for more than 1000000 instructions (in function s)", plain(func(m *Module) { m.Export("_initialize", 0, m.Func("s", ":", "", forever)) })},
	"data that does not fit":    {sandbox.BadModule, "", plain(func(m *Module) { m.Data(65535, []byte{1, 2}) })},

	"memory beyond the limit": {sandbox.ModuleSize, "it has 21 pages of memory, more than the limit of 20", func() []byte { return new(Module).Evaluator(21, -1, "", I64(0)) }},
	"a giant module":          {sandbox.ModuleSize, "bytes, more than the limit of 1000000", plain(func(m *Module) { m.Data(0, make([]byte, 1_000_001)) })},
	"a giant function":        {sandbox.ModuleSize, "bytes of the body of function wide, more than the limit of 131072", plain(func(m *Module) { m.Func("wide", ":", "", bytes.Repeat(Op(1), 140_000)) })},
	"50,000 locals":           {sandbox.ModuleSize, "it has 50000 locals in function many, more than the limit of 2000", plain(func(m *Module) { m.Many("many", ":", 50_000) })},
	"four billion locals":     {sandbox.ModuleSize, "it has 4294967295 locals in function many, more than the limit of 2000", plain(func(m *Module) { m.Many("many", ":", 1<<32-1) })},
	"a giant table":           {sandbox.ModuleSize, "it has 4294967295 elements in table 0, more than the limit of 100000", plain(func(m *Module) { m.Table(1<<32-1, -1) })},
	"many tables": {sandbox.ModuleSize, "it has 11 tables, more than the limit of 10", plain(func(m *Module) {
		for range 11 {
			m.Table(1, 1)
		}
	})},
	"a br_table without end": {sandbox.BadModule, "it ends before the last of 100000 ways of a br_table", using(Block(I32(0), U(0x0e, 100_000)))},
	"many params":            {sandbox.ModuleSize, "it has 101 params, more than the limit of 100", plain(func(m *Module) { m.Type(strings.Repeat("i", 101) + ":") })},
	"many results":           {sandbox.ModuleSize, "it has 101 results, more than the limit of 100", plain(func(m *Module) { m.Type(":" + strings.Repeat("i", 101)) })},
	"a giant br_table":       {sandbox.ModuleSize, "units of work to compile in function call, more than the limit of 1000000", using(Block(I32(0), U(0x0e, 50_000), make(Code, 50_001)))},
	"branches of many locals": {sandbox.ModuleSize, "units of work to compile in function wide, more than the limit of 1000000", plain(func(m *Module) {
		m.Many("wide", ":", 1900, bytes.Repeat(Join(I32(1), If(Op(1))), 1000))
	})},
	"calls that hand on much": {sandbox.ModuleSize, "units of work to compile in function wide, more than the limit of 1000000", plain(func(m *Module) {
		m.Func("wide", many+":"+many, "", ones, bytes.Repeat(Call(0), 2000))
	})},
	"calls through a table that hand on much": {sandbox.ModuleSize, "units of work to compile in function wide, more than the limit of 1000000", plain(func(m *Module) {
		m.Table(1, 1)
		m.Func("wide", many+":"+many, "", ones, bytes.Repeat(Join(I32(0), U(0x11, 0, 0)), 2000))
	})},
	"branches that hand on much": {sandbox.ModuleSize, "units of work to compile in function wide, more than the limit of 1000000", plain(func(m *Module) {
		m.Func("wide", ":"+many, "", U(0x02, 0), ones, bytes.Repeat(Join(I32(1), BrIf(0)), 3000), Op(0x0b))
	})},
	"rounds that hand on much": {sandbox.ModuleSize, "units of work to compile in function wide, more than the limit of 1000000", plain(func(m *Module) {
		m.Func("wide", many+":", "", ones, U(0x03, 0), bytes.Repeat(Join(I32(1), BrIf(0)), 2500), Op(0), Op(0x0b))
	})},
	"blocks in blocks": {sandbox.ModuleSize, "units of work to compile in function deep, more than the limit of 1000000", plain(func(m *Module) {
		m.Func("deep", ":", "", bytes.Repeat(Op(2, 0x40), 40_000), bytes.Repeat(Op(0x0b), 40_000))
	})},
	"memory at ever new addresses": {sandbox.ModuleSize, "units of work to compile in function chain, more than the limit of 1000000", plain(func(m *Module) {
		m.Func("chain", "i:i", "", Get(0), bytes.Repeat(Mem(0x28, 0), 43_000))
	})},
	"divisions": {sandbox.ModuleSize, "units of work to compile in function chain, more than the limit of 1000000", plain(func(m *Module) {
		m.Func("chain", "i:i", "", Get(0), bytes.Repeat(Join(Get(0), Op(0x6d)), 43_000))
	})},
	"many functions of much work": {sandbox.ModuleSize, "units of work to compile in all its functions, more than the limit of 24000000", plain(func(m *Module) {
		for range 40 {
			m.Func("", ":", "", bytes.Repeat(Join(I32(1), BrIf(0)), 3600))
		}
	})},
	"elements in many segments": {sandbox.ModuleSize, "it has 100001 elements in all segments, more than the limit of 100000", plain(func(m *Module) {
		m.Table(50_000, 50_000)
		m.Elem(0, make([]uint64, 50_000)...)
		m.PassiveElem(make([]uint64, 50_001)...)
	})},
	// Such types are made when functions with several results are written anew; they are none of the module's.
	"a type of ours": {sandbox.BadModule, "there is no type 1", func() []byte {
		m := new(Module)
		m.Table(1, 1)
		two := m.Type("i:ii")
		m.Typed(two, I32(1), I32(2))
		m.Typed(two, I32(0), U(0x11, 1, 0))
		return m.Bytes()
	}},
	"loops in loops": {sandbox.ModuleSize, "it has 101 loops in one another in function deep, more than the limit of 100", plain(func(m *Module) {
		m.Func("deep", ":", "", bytes.Repeat(Op(3, 0x40), 101), bytes.Repeat(Op(0x0b), 101))
	})},
}

func TestRefused(t *testing.T) {
	for name, r := range refused {
		t.Run(name, func(t *testing.T) {
			l := tight
			l.ModuleBytes = 1_000_000
			_, err := sandbox.Compile(context.Background(), "test", r.wasm(), l)
			var e *sandbox.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, r.kind, e.Kind, err.Error())
			require.Contains(t, err.Error(), r.message)
			require.True(t, strings.HasPrefix(err.Error(), "module test: "))
			require.Less(t, len(err.Error()), 1000)
		})
	}
}

// What may stop a module is not in its way while it is good.
func TestAllowed(t *testing.T) {
	both(t, func(t *testing.T, c sandbox.Compiler) {
		for name, f := range map[string]func(m *Module){
			"a start function and _initialize": func(m *Module) {
				m.Start(m.Func("", ":", "", I32(4000), I32(1), Mem(0x36, 0)))
				m.Export("_initialize", 0, m.Func("", ":", "", I32(4004), I32(4000), Mem(0x28, 0), Mem(0x36, 0)))
			},
			"a start function that changes a table": func(m *Module) {
				m.Table(2, 4)
				m.Start(m.Func("s", ":", "", I32(1), U(0xd2, 0), U(0x26, 0), Op(0xd0, 0x70), I32(1), U(0xfc, 15, 0), Op(0x1a)))
				m.Export("s", 0, 0)
			},
			"several results": func(m *Module) {
				two := m.Func("two", "i:iI", "", I32(1), Get(0), If(I32(7), I64(8), Op(0x0f)), I64(2))
				m.Func("", ":", "", I32(5), Call(two), Op(0x1a, 0x1a))
			},
			"a block with params": func(m *Module) {
				t := m.Type("ii:i")
				m.Func("", ":i", "", I32(1), I32(2), U(0x02, t), Op(0x6a, 0x0b))
			},
			"a giant br_table": func(m *Module) {
				m.Func("", "i:", "", Block(Get(0), U(0x0e, 4000), make(Code, 4001)))
			},
			"code that is never reached": func(m *Module) {
				m.Func("", ":", "", Op(0x00, 0x6a, 0x1a), Block(Br(0), Op(0x6a), Mem(0x36, 0)), Op(0x0f, 0xa0, 0x1a), U(0xfc, 11, 0))
			},
			"all memory that there may be": func(m *Module) {},
		} {
			t.Run(name, func(t *testing.T) {
				m := new(Module)
				f(m)
				c.Limits = tight
				mod := compile(t, c, m.Evaluator(20, -1, "", Packed(Get(0), Get(1))))
				for range 3 {
					out, _, err := mod.Call(context.Background(), []byte("fine"))
					require.NoError(t, err)
					require.Equal(t, "fine", string(out))
				}
			})
		}
	})
}

func TestCompileTime(t *testing.T) {
	m := new(Module)
	for range 100 {
		m.Func("", ":", "", bytes.Repeat(Join(I32(1), If(Op(1))), 200))
	}
	wasm := m.Evaluator(1, -1, "", I64(0))
	before := runtime.NumGoroutine()
	_, err := sandbox.Compile(context.Background(), "test", wasm, sandbox.Limits{CompileTime: time.Millisecond})
	var e *sandbox.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, sandbox.CompileTime, e.Kind)
	require.True(t, e.HostFault())
	require.EqualError(t, err, "module test: compiling it took more than 1ms")
	calm(t, before)

	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(fmt.Errorf("no longer needed"))
	_, err = sandbox.Compile(ctx, "test", wasm, sandbox.Limits{})
	require.ErrorContains(t, err, "compiling it was cancelled")
}

// calm waits until there are no more goroutines than there were.
func calm(t *testing.T, before int) {
	t.Helper()
	for begun := time.Now(); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		require.Less(t, time.Since(begun), 3*time.Minute, "%d goroutines, where %d were before", runtime.NumGoroutine(), before)
	}
}
