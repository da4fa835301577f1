package game

import "github.com/astragal-engine/astragal/engine/value"

// sweepEvery is how many instances are made before those that nothing refers to are looked for.
const sweepEvery = 4096

// sweep forgets the instances that nothing in the game refers to any more, so that a long game that
// makes and destroys tokens stays small. Numbers are not given again.
func (g *Game) sweep() {
	g.swept, g.sweepDue = g.store.Next(), false
	m := g.marker()
	m.walk()
	for uid := int64(1); uid < g.store.Next(); uid++ {
		if !m.seen[uid] {
			g.store.Drop(uid)
		}
	}
}

// marker is about to walk everything that the game holds.
func (g *Game) marker() *marker {
	m := &marker{store: &g.store, seen: make([]bool, g.store.Next()), met: map[*value.Object]bool{}}
	m.all(g.env.State)
	for i := range g.env.Locals.Binds {
		m.add(g.env.Locals.Binds[i].Value)
	}
	for i := range g.frames {
		m.add(g.frames[i].v)
		m.add(g.frames[i].w)
	}
	for i := range g.windows {
		for _, it := range g.windows[i].stack {
			for _, b := range it.binds {
				m.add(b.Value)
			}
		}
	}
	for i := range g.mods {
		for _, b := range g.mods[i].binds {
			m.add(b.Value)
		}
	}
	g.pend.list()
	for i := range g.pend.asks {
		m.all(g.pend.asks[i].options)
	}
	m.add(g.pend.pool)
	return m
}

// marker walks values and the attributes of the instances it meets, each once and however deep.
type marker struct {
	store *value.Store
	seen  []bool
	met   map[*value.Object]bool
	todo  []value.Value
}

// add takes v down for the walk, unless it holds nothing or has been met.
func (m *marker) add(v value.Value) {
	switch v.Kind() {
	case value.Inst:
		uid := v.Inst()
		if uid <= 0 || uid >= int64(len(m.seen)) || m.seen[uid] {
			return
		}
		m.seen[uid] = true
	case value.List, value.Tuple, value.Dict, value.Set, value.Frozen:
		if v.IsData() || m.met[v.Object()] {
			return
		}
		m.met[v.Object()] = true
	default:
		return
	}
	m.todo = append(m.todo, v)
}

func (m *marker) all(list []value.Value) {
	for _, v := range list {
		m.add(v)
	}
}

func (m *marker) walk() {
	for len(m.todo) > 0 {
		v := m.todo[len(m.todo)-1]
		m.todo = m.todo[:len(m.todo)-1]
		switch v.Kind() {
		case value.Inst:
			if in := m.store.Get(v.Inst()); in != nil {
				for i := 1; i < in.Keys().Len(); i++ {
					m.add(in.At(v.Inst(), i))
				}
			}
		case value.List, value.Tuple:
			m.all(v.Items())
		case value.Dict:
			m.all(v.Items())
			m.all(v.Keys().List())
		default:
			m.all(v.Keys().List())
		}
	}
}
