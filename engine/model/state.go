package model

// state reads the variables and zones.
func (f form) state(m *Model) {
	n := f.get("state")
	if n == nil || n.Kind != MapNode {
		return
	}
	s, _ := f.r.form(n, stateShape, f.at.key("state"))
	s.entries("vars", func(k, n *Node, at *spot) {
		f, _ := s.r.form(n, varShape, at)
		v := Var{Name: k.Text, Pos: k.Pos, Init: f.field("init"), Visibility: "public", Min: f.field("min"), Max: f.field("max")}
		v.PerPlayer = f.is("scope", "player")
		v.Persist = f.is("persist", "campaign")
		f.word("visibility", &v.Visibility)
		m.Vars = append(m.Vars, v)
	})
	s.entries("zones", func(k, n *Node, at *spot) {
		f, _ := s.r.form(n, zoneShape, at)
		z := Zone{Name: k.Text, Pos: k.Pos, Kind: "list", Visibility: "public", InitX: f.expr("init_x"), Capacity: f.field("capacity")}
		f.word("kind", &z.Kind)
		f.word("visibility", &z.Visibility)
		z.PerPlayer = f.is("owner", "player")
		z.Persist = f.is("persist", "campaign")
		z.Shuffled = f.flag("shuffled")
		z.DrawnFrom, z.DrawnPos = f.name("drawn_from")
		m.Zones = append(m.Zones, z)
	})
}

// word replaces a default by what is written.
func (f form) word(key string, to *string) {
	if w, _ := f.name(key); w != "" {
		*to = w
	}
}

func (f form) is(key, word string) bool {
	w, _ := f.name(key)
	return w == word
}
