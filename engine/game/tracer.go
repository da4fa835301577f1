package game

import (
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Verdict is what became of a trigger that could hear an event, or of a modifier of a stat.
type Verdict uint8

const (
	Fired    Verdict = iota // the trigger runs; the modifier applied
	Inactive                // its item's active_x is false
	Unmet                   // its if_x is false
	Asked                   // an optional trigger: somebody is asked
	Declined                // an optional trigger: the answer was to skip it
	Replaced                // no trigger's: an instead-trigger has replaced the impact
)

func verdict(applied bool) Verdict {
	if applied {
		return Fired
	}
	return Unmet
}

// Tracer is told, for explanations, what is decided between two requests, at the moment when it is. It
// may look at the game and clone it, and must not change it: while it is told of an Unmet, the names that
// the if_x saw are the current locals. A field that is nil is not told anything.
type Tracer struct {
	// Emit: an event is emitted. Depth tells it from those that are emitted meanwhile.
	Emit func(g *Game, event int32, depth int)
	// Trigger: what became of trigger (-1 with Replaced) in phase of an event.
	Trigger func(g *Game, event, trigger int32, depth int, v Verdict)
	// Modifying: modified() is called; nested calls are deeper. Modifier: what became of one modifier of it.
	Modifying func(g *Game, stat int32, base value.Value, depth int)
	Modifier  func(g *Game, m Modification)
	// Forced: the only legal action of a step is taken, or (with action -1) the only option x of a choice,
	// and nobody is asked.
	Forced func(g *Game, place, action int32, x value.Value)
}

// Modification is what became of one modifier in one call of modified().
type Modification struct {
	ID            string
	Item          int32 // -1: none
	Layer         float64
	Temporary     bool
	Until         int32 // of a temporary one: event, -1: the next reset
	If, Change    *expr.Code
	Verdict       Verdict
	Before, After value.Value // the value's; temporary
	Depth         int
}

// SetTracer has t told from now on; nil: nobody. Clones of the game tell nobody.
func (g *Game) SetTracer(t *Tracer) { g.tracer = t }

func (g *Game) traceForced(place, action int32, x value.Value) {
	if g.tracer != nil && g.tracer.Forced != nil {
		g.tracer.Forced(g, place, action, x)
	}
}

func (t *Tracer) emitted(g *Game, event int32) {
	if t.Emit != nil && int(event) < len(g.Program().Events) { // no trigger hears what only code outside emits
		t.Emit(g, event, len(g.frames))
	}
}

// traced tells of a trigger; f is the frame of the event, which is the top one.
func (g *Game) traced(f *frame, trigger int32, v Verdict) {
	if g.tracer != nil && g.tracer.Trigger != nil {
		g.tracer.Trigger(g, f.ref, trigger, len(g.frames)-1, v)
	}
}

func (t *Tracer) modifying(g *Game, stat int32, base value.Value) {
	if t.Modifying != nil && int(stat) < len(g.Program().Stats) {
		t.Modifying(g, stat, base, int(g.nested))
	}
}

func (g *Game) traceStatic(m *program.Modifier, v Verdict, before, after value.Value) {
	if g.tracer != nil && g.tracer.Modifier != nil {
		g.tracer.Modifier(g, Modification{ID: m.ID, Item: m.Item, Layer: m.Layer, Until: -1, If: m.If, Change: m.Change, Verdict: v, Before: before, After: after, Depth: int(g.nested)})
	}
}

func (g *Game) traceTemp(m *program.Modify, layer float64, v Verdict, before, after value.Value) {
	if g.tracer.Modifier != nil {
		until := m.Until
		if int(until) >= len(g.Program().Events) {
			until = -1
		}
		g.tracer.Modifier(g, Modification{Item: -1, Layer: layer, Temporary: true, Until: until, If: m.If, Change: m.Change, Verdict: v, Before: before, After: after, Depth: int(g.nested)})
	}
}
