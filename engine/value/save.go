package value

// What a save needs to look into a store and to build it again.

// Is reports whether the instance is still as t made it, and shares its memory.
func (in *Instance) Is(t *Template) bool {
	return in.keys == t.Keys && len(in.vals) == len(t.Vals) && &in.vals[0] == &t.Vals[0]
}

// Template gives the template of a dict of model data, without making one: nil for anything else.
func (v Value) Template() *Template {
	if v.Kind() != Dict {
		return nil
	}
	t, _ := v.ref.ext.(*Template)
	return t
}

// Skip uses up a uid without an instance, as if one had been added and dropped.
func (s *Store) Skip() {
	s.reach(s.next)
	s.next++
}

// RestoreKeys makes a key set of list, which it keeps. It gives nil where two keys are equal, one
// cannot be hashed, or more than most comparisons are needed; else also how many were.
func RestoreKeys(list []Value, most int) (k *Keys, probes int) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(*Error); !ok {
				panic(e)
			}
			k, probes = nil, 0
		}
	}()
	k = &Keys{list: list}
	if len(list) < indexFrom {
		for i, x := range list {
			Hash(x)
			for _, y := range list[:i] {
				if keyEqual(x, y) {
					return nil, 0
				}
			}
		}
		return k, len(list)
	}
	k.index = make([]int32, indexSize(len(list)))
	mask := uint64(len(k.index) - 1)
	for i, x := range list {
		s := spread(Hash(x)) & mask
		for ; k.index[s] != 0; s = (s + 1) & mask {
			if probes++; probes > most || keyEqual(list[k.index[s]-1], x) {
				return nil, 0
			}
		}
		k.index[s] = int32(i + 1)
	}
	return k, probes
}
