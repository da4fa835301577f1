package expr

import "github.com/astragal-engine/astragal/engine/value"

// attribute is the reading of one constant key. hint is where the key stood last time: items of one
// make, and most items of one model, have it in the same place.
type attribute struct {
	key value.Value
	hint
	off int
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
				a.moved(i)
				return in.At(v.Inst(), i), true
			}
		}
	} else if v.Kind() == value.Dict {
		keys := v.Keys()
		if i := int(a.place.Load()); i < keys.Len() && value.Same(keys.At(i), a.key) {
			return v.Items()[i], true
		}
		if i := keys.Find(a.key); i >= 0 {
			a.moved(i)
			return v.Items()[i], true
		}
	}
	return x, false
}
