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
	uid := s.next
	s.next++
	for int(uid>>4) >= len(s.pages) {
		s.pages = append(s.pages, nil)
	}
}
