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
	if x, ok := a.glance(env, v); ok {
		return x
	}
	return env.subscript(a.off, v, a.key)
}

// glance gives the attribute of an instance that has it where the last one had it.
func (a *attribute) glance(env *Env, v value.Value) (value.Value, bool) {
	if in := env.Store.Find(v); in != nil {
		if x := a.held(in); x != nil {
			return *x, true
		}
	}
	return a.find(env, v)
}

// held gives the place of the attribute in an instance that has it where the last one had it; else nil. The hint is read
// once: between two readings another thread may change it.
func (a *attribute) held(in *value.Instance) *value.Value { return in.Held(a.place.Load(), a.key) }

// find gives the attribute of whatever has it.
func (a *attribute) find(env *Env, v value.Value) (x value.Value, ok bool) {
	if v.IsInst() {
		if in := env.Store.Get(v.Inst()); in != nil {
			if i := in.Keys().Find(a.key); i >= 0 {
				if int(a.place.Load()) != i {
					a.place.Store(int32(i))
				}
				return in.At(v.Inst(), i), true
			}
		}
	} else if v.Kind() == value.Dict {
		if i := v.Keys().Find(a.key); i >= 0 {
			return v.Items()[i], true
		}
	}
	return x, false
}
