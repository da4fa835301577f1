// Package sandbox runs WebAssembly modules of strangers: bytes in, bytes out. What a call gives depends on
// its input alone, on every machine: instructions are counted, memory is put back to what it was before
// every call, clock and random numbers stand still, every NaN is the same. A module that fails, runs for
// too long or asks for too much stops with an Error, and can be called again.
//
// docs/evaluators.md describes what a module must have.
package sandbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/astragal-engine/astragal/host/sandbox/meter"
)

// Compiler makes modules.
type Compiler struct {
	Limits      Limits
	Interpreted bool                      // rather than compiled to machine code
	Log         func(module, text string) // what modules write; nil: nobody reads it
}

// Module is a WebAssembly module that is ready to be called, from any goroutine.
type Module struct {
	name   string
	hash   [32]byte
	limits Limits
	log    func(module, text string)

	slice    int64 // of instructions
	metered  *meter.Module
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
	image    image

	mu     sync.Mutex
	free   []*instance
	inUse  int
	closed bool
}

// Compile makes a module with the given limits; see Compiler.Compile.
func Compile(ctx context.Context, name string, wasm []byte, l Limits) (*Module, error) {
	return Compiler{Limits: l}.Compile(ctx, name, wasm)
}

// Compile checks a module, compiles it and runs what it begins with. The name stands in errors. An error is
// an *Error, which says what is wrong with the module or which limit it passes.
func (c Compiler) Compile(ctx context.Context, name string, wasm []byte) (*Module, error) {
	m := &Module{name: name, hash: sha256.Sum256(wasm), limits: c.Limits.filled(), log: c.Log, slice: compiledSlice}
	if c.Interpreted {
		m.slice = interpretedSlice
	}
	metered, err := meter.Rewrite(wasm, m.limits.shape())
	if err != nil {
		kind := BadModule
		var much *meter.TooMuch
		limit := int64(0)
		if errors.As(err, &much) {
			kind, limit = ModuleSize, much.Limit
		}
		return nil, &Error{Kind: kind, Module: name, Message: clip(err.Error()), Limit: limit}
	}
	m.metered = metered
	if err := m.fits(); err != nil {
		return nil, err
	}
	if err := m.compile(ctx, c.Interpreted); err != nil {
		return nil, err
	}
	metered.Wasm = nil
	if err := m.prepare(ctx); err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// Name is the name that the module was compiled under.
func (m *Module) Name() string { return m.name }

// Hash is the SHA-256 of the module's file.
func (m *Module) Hash() [32]byte { return m.hash }

const features = api.CoreFeaturesV2 &^ api.CoreFeatureSIMD

// compiling has a place for each module that is being compiled.
var compiling = make(chan struct{}, max(2, runtime.GOMAXPROCS(0)))

// compile has the engine check and translate the module. That cannot be interrupted: a compilation that takes
// too long is left behind and ends by itself, since modules have limits; until then it keeps its place. It runs
// on one goroutine, where a fault of the engine can be caught.
func (m *Module) compile(ctx context.Context, interpreted bool) error {
	limited, cancel := context.WithTimeout(ctx, m.limits.CompileTime)
	defer cancel()
	type result struct {
		runtime  wazero.Runtime
		compiled wazero.CompiledModule
		err      error
	}
	done := make(chan result, 1)
	var r result
	select {
	case compiling <- struct{}{}:
		wasm := m.metered.Wasm
		go func() {
			defer func() { <-compiling }()
			var r result
			r.runtime, r.compiled, r.err = m.translate(wasm, interpreted)
			done <- r
		}()
		select {
		case r = <-done:
		case <-limited.Done():
			r.err = limited.Err()
			go func() {
				if late := <-done; late.err == nil {
					_ = late.runtime.Close(context.Background())
				}
			}()
		}
	case <-limited.Done():
		r.err = limited.Err()
	}
	switch {
	case r.err == nil:
		m.runtime, m.compiled = r.runtime, r.compiled
		return nil
	case ctx.Err() != nil:
		return &Error{Kind: Fence, Module: m.name, Message: "compiling it was cancelled", Cause: context.Cause(ctx)}
	case limited.Err() != nil:
		return &Error{Kind: CompileTime, Module: m.name, Message: fmt.Sprintf("compiling it took more than %v", m.limits.CompileTime), Limit: int64(m.limits.CompileTime)}
	}
	return &Error{Kind: BadModule, Module: m.name, Message: reason(r.err)}
}

// translate gives the module in a runtime of its own, with what it imports.
func (m *Module) translate(wasm []byte, interpreted bool) (rt wazero.Runtime, compiled wazero.CompiledModule, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the engine failed on it: %v", p)
		}
		if err != nil && rt != nil {
			_ = rt.Close(context.Background())
		}
	}()
	config := wazero.NewRuntimeConfig()
	if interpreted {
		config = wazero.NewRuntimeConfigInterpreter()
	}
	config = config.WithCoreFeatures(features).WithMemoryLimitPages(uint32(m.limits.MemoryPages) + 1).WithDebugInfoEnabled(false)
	rt = wazero.NewRuntimeWithConfig(context.Background(), config)
	if compiled, err = rt.CompileModule(context.Background(), wasm); err == nil {
		err = m.hostModules(rt)
	}
	return rt, compiled, err
}

// Close gives back what the module takes; calls that are under way end first.
func (m *Module) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	m.closed = true
	for _, i := range m.free {
		i.close()
	}
	m.free = nil
	if m.inUse == 0 {
		_ = m.runtime.Close(context.Background())
	}
}
