package sandbox

import (
	"math/bits"

	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/astragal-engine/astragal/host/sandbox/meter"
)

const page = 64 << 10

// linear is the memory of an instance. It can be made smaller again, which the engine knows nothing of:
// asked to grow while back is set, it gives what there was.
type linear struct {
	bytes []byte
	max   int
	back  int // pages that it is to have; 0: it grows
}

var _ experimental.LinearMemory = (*linear)(nil)

// Allocate makes the memory of an instance: there is only one.
func (l *linear) Allocate(_, _ uint64) experimental.LinearMemory { return l }

// Reallocate gives the memory more bytes, which are zero, or nil beyond its limit.
func (l *linear) Reallocate(size uint64) []byte {
	if l.back > 0 {
		size = uint64(l.back) * page
	}
	switch {
	case size > uint64(l.max)*page:
		return nil
	case size <= uint64(cap(l.bytes)):
		l.bytes = l.bytes[:size]
	default:
		grown := make([]byte, size, max(size, min(2*uint64(cap(l.bytes)), uint64(l.max)*page)))
		copy(grown, l.bytes)
		l.bytes = grown
	}
	return l.bytes
}

// Free lets the memory go.
func (l *linear) Free() { l.bytes = nil }

// shrink gives a memory back the pages that it had.
func (l *linear) shrink(m api.Memory, pages int) {
	l.back = pages
	m.Grow(1)
	l.back = 0
}

// touched is the places of a memory that were written: those where the bits of both say so.
type touched struct{ coarse, fine uint64 }

// rangeBits is the bits of n bytes from an address on, n > 0.
func rangeBits(address, n uint64, shift uint) uint64 {
	first := address >> shift
	k := (address+n-1)>>shift - first + 1
	if k >= 64 {
		return ^uint64(0)
	}
	return bits.RotateLeft64(1<<k-1, int(first&63))
}

// restore puts a memory back to its image, where it was written; behind the image there were zeros.
func (t touched) restore(memory, image []byte, m *meter.Module) {
	// A fine bit has a place in every 64 fine ones, a coarse one in every 64 coarse ones.
	places := uint64(1) << m.FineShift
	for c := t.coarse; c != 0; c &= c - 1 {
		part := uint64(bits.TrailingZeros64(c)) << m.CoarseShift
		for ; part < uint64(len(memory)); part += 64 << m.CoarseShift {
			end := part + 1<<m.CoarseShift
			for window := part &^ (64<<m.FineShift - 1); window < end; window += 64 << m.FineShift {
				for f := t.fine; f != 0; f &= f - 1 {
					if at := window + uint64(bits.TrailingZeros64(f))<<m.FineShift; at >= part && at < end {
						put(memory, image, at, at+places+meter.Beyond)
					}
				}
			}
		}
	}
}

func put(memory, image []byte, from, to uint64) {
	to = min(to, uint64(len(memory)))
	if from >= to {
		return
	}
	if from < uint64(len(image)) {
		from += uint64(copy(memory[from:to], image[from:]))
	}
	clear(memory[from:to])
}
