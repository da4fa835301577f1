package expr

import (
	"sync/atomic"

	"github.com/astragal-engine/astragal/engine/value"
)

// attribute is the reading of one constant key. places are up to four places, from 1, a byte each, where the key stood in
// items of different makes: a hint only, for all threads. It is written four times at most, so that threads whose items
// differ do not wait for each other's memory.
type attribute struct {
	key    value.Value
	places atomic.Uint32
	off    int
}

// of gives the attribute of v, whatever v is.
func (a *attribute) of(env *Env, v value.Value) value.Value {
	if x, ok := a.glance(env, v); ok {
		return x
	}
	return env.subscript(a.off, v, a.key)
}

// glance gives the attribute of an instance that has it where the first one had it.
func (a *attribute) glance(env *Env, v value.Value) (value.Value, bool) {
	if in := env.Store.Find(v); in != nil {
		if x := in.Held(a.places.Load()&0xff-1, a.key); x != nil {
			return *x, true
		}
	}
	return a.find(env, v)
}

// held reports whether an instance has the attribute where another had it. The hint is read once: between two readings
// another thread may change it.
func (a *attribute) held(in *value.Instance) bool {
	for places := a.places.Load(); places != 0; places >>= 8 {
		if in.Held(places&0xff-1, a.key) != nil {
			return true
		}
	}
	return false
}

// find gives the attribute of whatever has it.
func (a *attribute) find(env *Env, v value.Value) (x value.Value, ok bool) {
	places := a.places.Load()
	if v.IsInst() {
		if in := env.Store.Get(v.Inst()); in != nil {
			for more := places >> 8; more != 0; more >>= 8 {
				if x := in.Held(more&0xff-1, a.key); x != nil {
					return *x, true
				}
			}
			if i := in.Keys().Find(a.key); i >= 0 {
				if in.Held(uint32(i), a.key) != nil {
					a.remember(places, i)
				}
				return in.At(v.Inst(), i), true
			}
		}
	} else if v.Kind() == value.Dict {
		keys := v.Keys()
		for ; places != 0; places >>= 8 {
			if i := int(places&0xff) - 1; i < keys.Len() && value.Same(keys.At(i), a.key) {
				return v.Items()[i], true
			}
		}
		if i := keys.Find(a.key); i >= 0 {
			if value.Same(keys.At(i), a.key) {
				a.remember(a.places.Load(), i)
			}
			return v.Items()[i], true
		}
	}
	return x, false
}

// remember adds a place to those that are known, if there is room.
func (a *attribute) remember(places uint32, i int) {
	for shift := 0; shift < 32 && i < 0xff; shift += 8 {
		if places>>shift == 0 {
			a.places.CompareAndSwap(places, places|uint32(i+1)<<shift)
			return
		}
	}
}
