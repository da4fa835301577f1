package expr

import (
	"unsafe"

	"github.com/astragal-engine/astragal/engine/value"
)

// Trim frees the memory that evaluations use again and again, if it is more than so many bytes. Call
// it where no evaluation is running; what was made and not kept must not be used after.
func (e *Env) Trim(bytes int) {
	if held := e.arena.Size() + (cap(e.slots)+cap(e.stack))*int(unsafe.Sizeof(value.Value{})) +
		cap(e.pairs)*int(unsafe.Sizeof(pair{})); held <= bytes {
		return
	}
	e.arena.Release()
	e.frame, e.slots, e.stack, e.kws, e.pairs = nil, nil, nil, nil, nil
}
