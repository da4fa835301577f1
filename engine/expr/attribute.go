package expr

import (
	"sync/atomic"

	"github.com/astragal-engine/astragal/engine/value"
)

// attribute is the reading of one constant key. place is where the key stood last time: items of one
// make, and most items of one model, have it in the same place. It is a hint only, for all threads.
type attribute struct {
	key   value.Value
	place atomic.Int32
	off   int
}

// of gives the attribute of v, whatever v is.
func (a *attribute) of(env *Env, v value.Value) value.Value {
	if v.IsInst() {
		if in := env.Store.Get(v.Inst()); in != nil {
			keys, i := in.Keys(), int(a.place.Load())
			if i < keys.Len() {
				if k := keys.At(i); k == a.key || k.Bits() == a.key.Bits() && k.Kind() == value.Text && k.Text() == a.key.Text() {
					return in.At(v.Inst(), i)
				}
			}
			if i = keys.Find(a.key); i >= 0 {
				a.place.Store(int32(i))
				return in.At(v.Inst(), i)
			}
		}
	} else if v.Kind() == value.Dict {
		if i := v.Keys().Find(a.key); i >= 0 {
			return v.Items()[i]
		}
	}
	return env.subscript(a.off, v, a.key)
}
