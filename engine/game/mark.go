package game

import "github.com/astragal-engine/astragal/engine/value"

// How a save writes what is known of an instance, where the program has anything hidden: who knows it,
// what has been written since it was made, and then the face that it was made with, unless that is what
// it still is.

const (
	faceData byte = iota // a piece of model data
	faceOwn
)

func (w *writer) mark(s *section, m value.Mark) {
	s.uint(m.Known)
	s.uint(m.Written)
	if m.Written == 0 {
		return
	}
	if i, ok := w.faceNo(m.Face); ok {
		s.byte(faceData)
		s.uint(uint64(i))
		return
	}
	s.byte(faceOwn)
	w.face(s, m.Face)
}

// faceNo is the number of the model data that a face comes from.
func (w *writer) faceNo(t *value.Template) (int32, bool) {
	i := t.Keys.Find(originKey)
	if i < 0 || t.Vals[i].Template() != t {
		return 0, false
	}
	n, ok := w.prog.DataIndex[t.Vals[i].Object()]
	return n, ok
}

func (w *writer) face(s *section, t *value.Template) {
	if _, ok := w.keysAt[t.Keys]; !ok {
		w.reach(visit{keys: t.Keys})
	}
	s.uint(w.keysAt[t.Keys])
	for i := 1; i < t.Keys.Len(); i++ {
		w.value(s, t.Vals[i])
	}
}

func (r *reader) mark() value.Mark {
	m := value.Mark{Known: r.uint(), Written: r.uint()}
	if m.Written == 0 {
		return m
	}
	switch r.byte() {
	case faceData:
		m.Face = r.prog.Data[r.index(len(r.prog.Data), "a piece of model data")].Template()
		r.need(m.Face != nil, "face of an instance")
	case faceOwn:
		m.Face = r.face()
	default:
		r.need(false, "face of an instance")
	}
	return m
}

func (r *reader) face() *value.Template {
	k := r.someKeys()
	r.need(k.Len() > 0 && k.Find(value.UIDKey) == 0, "keys of an instance")
	return &value.Template{Keys: k, Vals: append([]value.Value{{}}, r.values(k.Len()-1)...)}
}

// add makes the next instance, which looks as t says and is marked with m.
func (r *reader) add(st *value.Store, t *value.Template, m value.Mark) {
	uid := st.Make(t)
	if !st.Tracks() {
		return
	}
	if m.Written == 0 {
		m.Face = t
	}
	st.SetMark(uid, m)
}
