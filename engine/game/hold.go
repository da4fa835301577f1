package game

import "github.com/astragal-engine/astragal/engine/value"

// A game that collects without end is stopped before it fills the memory. The ops between two requests
// bound what it can take up at once; what it holds is weighed when it has worked long enough to have
// grown by much. The unit is a value in a list; texts weigh by their length.
const (
	maxHeld    = 10_000_000
	weighEvery = 2_000_000 // ops
	maxLog     = 2_000_000
	perObject  = 4
	perAttr    = 2
	textUnit   = 16 // bytes
)

// grow takes note of the work since the last request, now that the game waits.
func (g *Game) grow() {
	if g.pend.kind == End || g.pend.kind == Stopped {
		return
	}
	if g.log.n > maxLog {
		g.failHere("more than %d entries are recorded", maxLog)
	}
	if g.grown += g.ops; g.grown <= weighEvery || g.grown <= g.held/4 {
		return
	}
	g.grown, g.held = 0, g.weigh()
	if g.held > maxHeld {
		g.held = 0
		g.failHere("the game holds more than %d values", maxHeld)
	}
}

// weigh walks all that the game holds, until it is too much.
func (g *Game) weigh() int64 {
	m := g.marker()
	texts := map[*value.Object]bool{}
	held := int64(0)
	parts := func(list []value.Value) {
		held += int64(len(list))
		for _, v := range list {
			if k := v.Kind(); (k == value.Text || k == value.BigInt) && !texts[v.Object()] {
				texts[v.Object()] = true
				held += perObject
				if k == value.Text {
					held += int64(len(v.Text())) / textUnit
				}
			}
		}
		m.all(list)
	}
	parts(g.env.State)
	for len(m.todo) > 0 && held <= maxHeld {
		v := m.todo[len(m.todo)-1]
		m.todo = m.todo[:len(m.todo)-1]
		held += perObject
		switch v.Kind() {
		case value.Inst:
			if in := m.store.Get(v.Inst()); in != nil {
				for i := 1; i < in.Keys().Len(); i++ {
					held += perAttr
					parts([]value.Value{in.At(v.Inst(), i)})
				}
			}
		case value.List, value.Tuple:
			parts(v.Items())
		case value.Dict:
			parts(v.Items())
			parts(v.Keys().List())
		default:
			parts(v.Keys().List())
		}
	}
	return held
}
