package sandbox

import (
	"context"
	"fmt"
)

// Call gives the module an input and takes its output. It also gives how many instructions that took, also
// if it fails: with an *Error. Calls know nothing of one another, and give the same on every machine unless
// the error is a HostFault.
func (m *Module) Call(ctx context.Context, input []byte) (output []byte, instructions int64, err error) {
	if len(input) > m.limits.InputBytes {
		return nil, 0, &Error{Kind: Input, Module: m.name, Limit: int64(m.limits.InputBytes),
			Message: fmt.Sprintf("its input has %d bytes, more than the limit of %d", len(input), m.limits.InputBytes)}
	}
	if ctx.Err() != nil {
		return nil, 0, &Error{Kind: Fence, Module: m.name, Message: "it was cancelled", Cause: context.Cause(ctx)}
	}
	i, err := m.get(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer m.put(i)
	instructions, err = i.run(ctx, func() error {
		output, err = i.exchange(input)
		return err
	})
	if err != nil {
		return nil, instructions, err
	}
	return output, instructions, nil
}

// exchange is one call within its limits.
func (i *instance) exchange(input []byte) ([]byte, error) {
	n := uint32(len(input))
	i.stack[0] = uint64(n)
	if err := i.invoke(i.alloc); err != nil {
		return nil, err
	}
	address := uint32(i.stack[0])
	if !i.write(address, input) {
		return nil, &stop{kind: Answer, message: fmt.Sprintf("%s gave address %d for %d bytes, which are not in its memory of %d bytes", exportAlloc, address, n, len(i.linear.bytes))}
	}
	i.stack = [2]uint64{uint64(address), uint64(n)}
	if err := i.invoke(i.call); err != nil {
		return nil, err
	}
	address, n = uint32(i.stack[0]>>32), uint32(i.stack[0])
	if limit := i.module.limits.OutputBytes; int64(n) > int64(limit) {
		return nil, &stop{kind: Output, limit: int64(limit), message: fmt.Sprintf("its output has %d bytes, more than the limit of %d", n, limit)}
	}
	if !i.within(address, n) {
		return nil, &stop{kind: Answer, message: fmt.Sprintf("%s gave %d bytes at address %d, which are not in its memory of %d bytes", exportCall, n, address, len(i.linear.bytes))}
	}
	return append([]byte{}, i.linear.bytes[address:address+n]...), nil
}
