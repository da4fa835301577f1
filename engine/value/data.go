package value

// Template is what an instance made from a piece of model data starts with: uid, the atomic fields,
// and the source itself under "origin". All instances of one source share it until they are written.
type Template struct {
	Keys *Keys
	Vals []Value
	Face uint8 // its number, if it has one: 1 to Faces
}

// NumberFaces gives the templates of the first items of a model's content their numbers. None of them may be in use
// yet.
func NumberFaces(items []Value) {
	n := uint8(0)
	for _, x := range items {
		if t := x.Template(); t != nil && t.Face == 0 && n < Faces {
			n++
			t.Face = n
		}
	}
}

// MarkData marks v and all lists, tuples and dicts in it as model data, which instances are made
// from and nothing may write. Call it while the model compiles, on values nobody else has seen. It
// appends every marked container to into, parents first, and returns it.
func MarkData(v Value, into []Value) []Value {
	if !v.IsHeap() || v.ref.data || (v.ref.kind != List && v.ref.kind != Tuple && v.ref.kind != Dict) {
		return into
	}
	v.ref.data = true
	into = append(into, v)
	for _, x := range v.ref.items {
		into = MarkData(x, into)
	}
	if v.ref.kind == Dict {
		v.ref.ext = templateOf(v)
	}
	return into
}

// IsData reports whether v is model data.
func (v Value) IsData() bool { return v.IsHeap() && v.ref.data }

// Object is the identity of a boxed value, for use as a map key.
func (v Value) Object() *Object { return v.ref }

func templateOf(v Value) *Template {
	keys, vals := []Value{UIDKey}, []Value{{}}
	for i, k := range v.ref.keys.List() {
		x := v.ref.items[i]
		switch x.Kind() {
		case List, Tuple, Dict, Set, Frozen:
			continue
		}
		if k.Kind() == Text && (k.Text() == "uid" || k.Text() == "origin") {
			continue
		}
		keys, vals = append(keys, k), append(vals, x)
	}
	return &Template{Keys: NewKeys(append(keys, OfText("origin"))...), Vals: append(vals, v)}
}

// Template gives the template of a dict of model data, or one made on the spot for any other
// dict: a copy of all its fields.
func (o *Owner) Template(v Value) *Template {
	if t, ok := v.ref.ext.(*Template); ok {
		return t
	}
	keys, vals := []Value{UIDKey}, []Value{{}}
	for i, k := range v.ref.keys.List() {
		if k.Kind() == Text && k.Text() == "uid" {
			continue
		}
		keys, vals = append(keys, o.Keep(k)), append(vals, o.Keep(v.ref.items[i]))
	}
	return &Template{Keys: NewKeys(keys...), Vals: vals}
}
