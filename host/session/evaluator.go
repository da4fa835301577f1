package session

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/host/contentpack"
	"github.com/astragal-engine/astragal/host/evaluator"
	"github.com/astragal-engine/astragal/host/sandbox"
)

// Module is an evaluator with its WebAssembly module: what it answers for, and what it may see and do.
type Module struct {
	pack.Evaluator
	Wasm []byte
}

// bind compiles modules, so that a program can be bound to them. They are told by a *Error with the name of the
// evaluator as its place.
func (r *Runtime) bind(ctx context.Context, list []Module) ([]program.Evaluator, error) {
	out := make([]program.Evaluator, len(list))
	for i := range list {
		m := &list[i]
		limits := limitsOf(m.Limits)
		ready, err := r.modules.get(ctx, m, limits)
		if err != nil {
			return nil, unready(m, err)
		}
		out[i] = program.Evaluator{
			Name: m.Name, Kind: m.Kind, Hash: identity(ready.Hash(), limits), Zones: m.Zones, Vars: m.Vars,
			Decisions: m.Decisions, Pos: m.Pos, Answer: evaluator.Of(ready),
		}
		if out[i].Decisions == "seats" {
			out[i].Decisions = "all"
		}
		for _, x := range m.Reads {
			out[i].Reads = append(out[i].Reads, program.Read{Name: x.Name, X: x.X, Pos: x.Pos})
		}
	}
	return out, nil
}

// unready makes an error of why a module does not compile.
func unready(m *Module, err error) error {
	var bad *sandbox.Error
	if !errors.As(err, &bad) {
		return err
	}
	if bad.Kind == sandbox.Fence {
		return errorf(Cancelled, "the call was cancelled")
	}
	return &Error{Code: PackError, Message: fmt.Sprintf("evaluator '%s': %s", m.Name, bad), Place: m.Name, At: m.ModulePos}
}

// forModel are the evaluators of the runtime that a model has code for, and its policies.
func (r *Runtime) forModel(tree *model.Model) []Module {
	var out []Module
	for _, m := range r.conf.Evaluators {
		wanted := m.Kind == program.PolicyKind
		for i := range tree.Code {
			wanted = wanted || tree.Code[i].Name == m.Name
		}
		if wanted {
			out = append(out, m)
		}
	}
	return out
}

// forPacks are the evaluators of packs, and those of the runtime of other names.
func (r *Runtime) forPacks(loaded *contentpack.Loaded) []Module {
	var out []Module
	for _, b := range loaded.Evaluators {
		out = append(out, Module{b.Evaluator, b.Wasm})
	}
	for _, m := range r.forModel(loaded.Model) {
		if !slices.ContainsFunc(out, func(p Module) bool { return p.Name == m.Name }) {
			out = append(out, m)
		}
	}
	return out
}

// limitsOf gives the limits of an evaluator: those that it asks for itself may be lower than usual.
func limitsOf(given map[string]int) sandbox.Limits {
	l := sandbox.Default
	for name, at := range map[string]*int{"memory_pages": &l.MemoryPages, "instructions": &l.Instructions, "output_bytes": &l.OutputBytes} {
		if n := given[name]; n > 0 {
			*at = min(*at, n)
		}
	}
	return l
}

// identity is what an evaluator does: its module, and the limits within which it does it.
func identity(module [32]byte, l sandbox.Limits) [32]byte {
	b := append([]byte{}, module[:]...)
	for _, n := range []int{l.MemoryPages, l.Instructions, l.Nesting, l.InputBytes, l.OutputBytes, l.LogBytes} {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return sha256.Sum256(b)
}

// modules are those that are compiled. A model keeps its own; the last few are kept for the next model that has
// them, since compiling takes longer than all else of loading.
type modules struct {
	mu    sync.Mutex
	ready []kept
}

type kept struct {
	hash   [32]byte
	limits sandbox.Limits
	module *shared
}

const mostKept = 32

// shared is a module that is closed when nobody can call it any more.
type shared struct{ *sandbox.Module }

func (ms *modules) get(ctx context.Context, m *Module, l sandbox.Limits) (*shared, error) {
	hash := sha256.Sum256(m.Wasm)
	if s := ms.find(hash, l); s != nil {
		return s, nil
	}
	compiled, err := sandbox.Compile(ctx, m.Name, m.Wasm, l)
	if err != nil {
		return nil, err
	}
	s := &shared{compiled}
	runtime.SetFinalizer(s, func(s *shared) { s.Close() })
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if len(ms.ready) == mostKept {
		ms.ready = append(ms.ready[:0], ms.ready[1:]...)
	}
	ms.ready = append(ms.ready, kept{hash, l, s})
	return s, nil
}

func (ms *modules) find(hash [32]byte, l sandbox.Limits) *shared {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	for _, k := range ms.ready {
		if k.hash == hash && k.limits == l {
			return k.module
		}
	}
	return nil
}

// forget lets go of the modules that are kept for nobody.
func (ms *modules) forget() {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	ms.ready = nil
}
