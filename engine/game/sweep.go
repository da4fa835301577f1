package game

import "github.com/astragal-engine/astragal/engine/value"

// sweepEvery is how many instances are made before those that nothing refers to are looked for.
const sweepEvery = 4096

// sweep forgets the instances that nothing in the game refers to any more, so that a long game that
// makes and destroys tokens stays small. Numbers are not given again.
func (g *Game) sweep() {
	g.swept = g.store.Next()
	m := marker{store: &g.store, seen: make([]bool, g.store.Next())}
	m.all(g.env.State)
	for i := range g.env.Locals.Binds {
		m.value(g.env.Locals.Binds[i].Value)
	}
	for i := range g.frames {
		m.value(g.frames[i].v)
		m.value(g.frames[i].w)
	}
	for i := range g.windows {
		for _, it := range g.windows[i].stack {
			for _, b := range it.binds {
				m.value(b.Value)
			}
		}
	}
	for i := range g.mods {
		for _, b := range g.mods[i].binds {
			m.value(b.Value)
		}
	}
	for i := range g.pend.asks {
		m.all(g.pend.asks[i].options)
	}
	m.value(g.pend.pool)
	for uid := int64(1); uid < g.store.Next(); uid++ {
		if !m.seen[uid] {
			g.store.Drop(uid)
		}
	}
}

// marker walks values and the attributes of the instances it meets.
type marker struct {
	store *value.Store
	seen  []bool
}

func (m *marker) all(list []value.Value) {
	for _, v := range list {
		m.value(v)
	}
}

func (m *marker) value(v value.Value) {
	switch v.Kind() {
	case value.Inst:
		uid := v.Inst()
		if uid <= 0 || uid >= int64(len(m.seen)) || m.seen[uid] {
			return
		}
		m.seen[uid] = true
		if in := m.store.Get(uid); in != nil {
			for i := 1; i < in.Keys().Len(); i++ {
				m.value(in.At(uid, i))
			}
		}
	case value.List, value.Tuple:
		m.all(v.Items())
	case value.Dict:
		if !v.IsData() {
			m.all(v.Items())
			m.all(v.Keys().List())
		}
	case value.Set, value.Frozen:
		m.all(v.Keys().List())
	}
}
