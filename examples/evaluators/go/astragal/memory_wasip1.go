package astragal

import "unsafe"

// What the host knows the place of is kept from the collector.
var (
	blocks = map[uint32][]byte{}
	last   []byte
)

// Placed tells where bytes are, which stay there until the next call.
func Placed(b []byte) (at, n uint32) {
	last = b
	return place(b), uint32(len(b))
}

func place(b []byte) uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

//go:wasmexport astragal_alloc
func alloc(n uint32) uint32 {
	b := make([]byte, max(n, 1))
	blocks[place(b)] = b
	return place(b)
}

//go:wasmexport astragal_free
func free(at, n uint32) { delete(blocks, at) }

//go:wasmexport astragal_call
func call(at, n uint32) uint64 {
	at, n = serve(blocks[at][:n])
	return uint64(at)<<32 | uint64(n)
}

//go:wasmimport astragal log
func log(at unsafe.Pointer, n uint32)

// Log sends a line to the host's log; it can tell the game nothing.
func Log(s string) { log(unsafe.Pointer(unsafe.StringData(s)), uint32(len(s))) }
