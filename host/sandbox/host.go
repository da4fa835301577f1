package sandbox

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/astragal-engine/astragal/host/sandbox/meter"
)

// hostFunction is a function that modules may import.
type hostFunction struct {
	signature string
	run       func(i *instance, args []uint64)
}

// hostState is what host functions know of the call under way. It is the context that the engine hands them.
type hostState struct {
	instance *instance
	random   uint64
	written  int
	last     []byte
}

// It never ends and carries nothing else.
func (h *hostState) Deadline() (time.Time, bool) { return time.Time{}, false }
func (h *hostState) Done() <-chan struct{}       { return nil }
func (h *hostState) Err() error                  { return nil }
func (h *hostState) Value(any) any               { return nil }

var _ context.Context = (*hostState)(nil)

func (h *hostState) reset() { h.random, h.written, h.last = 0, 0, h.last[:0] }

const (
	hostCosts = 100 // instructions, of every call of the host
	lineCosts = 16  // bytes of the log, of every line beside its own
	tailBytes = 200 // of what was written are kept for an error
)

// hostModules gives the functions that the module imports to a runtime.
func (m *Module) hostModules(rt wazero.Runtime) error {
	for name, functions := range hostFunctions {
		builder, used := rt.NewHostModuleBuilder(name), map[string]bool{}
		for _, im := range m.metered.Imports {
			if im.Module != name || used[im.Name] {
				continue
			}
			used[im.Name] = true
			f, s := functions[im.Name], im.Signature
			types := func(list []meter.Type) (out []api.ValueType) {
				for _, t := range list {
					out = append(out, api.ValueType(t))
				}
				return out
			}
			builder.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(func(ctx context.Context, _ api.Module, stack []uint64) {
				i := ctx.(*hostState).instance
				i.pay(hostCosts)
				f.run(i, stack)
			}), types(s.Params), types(s.Results)).Export(im.Name)
		}
		if len(used) == 0 {
			continue
		}
		if _, err := builder.Instantiate(context.Background()); err != nil {
			return err
		}
	}
	more := api.GoModuleFunc(func(ctx context.Context, _ api.Module, _ []uint64) { ctx.(*hostState).instance.more() })
	_, err := rt.NewHostModuleBuilder(meter.ImportModule).NewFunctionBuilder().WithGoModuleFunction(more, nil, nil).Export(meter.ImportMore).Instantiate(context.Background())
	return err
}

// log writes a line of the module to the log.
func (i *instance) log(b []byte) {
	i.pay(int64(len(b)) / 8)
	h, limit := &i.host, i.module.limits.LogBytes
	if h.written += len(b) + lineCosts; h.written > limit {
		panic(&stop{kind: Log, limit: int64(limit), message: fmt.Sprintf("it writes more than %d bytes to the log", limit)})
	}
	h.last = append(h.last, b...)
	if n := len(h.last); n > 2*tailBytes {
		h.last = append(h.last[:0], h.last[n-tailBytes:]...)
	}
	if f := i.module.log; f != nil {
		f(i.module.name, strings.ToValidUTF8(string(b), "\uFFFD"))
	}
}

// tail is the end of what was written, as one line.
func (h *hostState) tail() string {
	b := h.last
	if n := len(b); n > tailBytes {
		b = b[n-tailBytes:]
		for len(b) > 0 && !utf8.RuneStart(b[0]) {
			b = b[1:]
		}
	}
	return clip(strings.Join(strings.Fields(string(b)), " "))
}

var hostFunctions = map[string]map[string]hostFunction{
	moduleAstragal: {
		"log": {"ii:", func(i *instance, a []uint64) {
			address, n := uint32(a[0]), uint32(a[1])
			if !i.within(address, n) {
				panic(&stop{kind: Answer, message: fmt.Sprintf("it logs %d bytes at address %d, which are not in its memory of %d bytes", n, address, len(i.linear.bytes))})
			}
			i.log(i.linear.bytes[address : address+n])
			i.host.last = append(i.host.last, '\n')
		}},
	},
	moduleWASI: wasi,
}

func (i *instance) u32(address uint32) (uint32, bool) {
	if !i.within(address, 4) {
		return 0, false
	}
	return binary.LittleEndian.Uint32(i.linear.bytes[address:]), true
}

func (i *instance) putU32(address, x uint32) bool {
	return i.write(address, binary.LittleEndian.AppendUint32(nil, x))
}

func (i *instance) putU64(address uint32, x uint64) bool {
	return i.write(address, binary.LittleEndian.AppendUint64(nil, x))
}
