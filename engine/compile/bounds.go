package compile

import (
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

// bounds are what ops from outside the model may do. Those of a function of the host may do what the model may.
type bounds struct {
	host      bool
	code      string
	zones     []bool // by zone, which ops may write; vars by variable
	vars      []bool
	all       bool         // all of both
	reads     map[int]bool // state slots that expressions may read
	decisions string
	seat      int
}

func (c *compiler) boundsOf(f program.Foreign) *bounds {
	i := c.p.EvaluatorOf(f.Code)
	if i < 0 {
		return &bounds{host: true}
	}
	e := &c.p.Evaluators[i]
	b := &bounds{code: f.Code, decisions: e.Decisions, seat: f.Seat, reads: map[int]bool{},
		zones: make([]bool, len(c.p.Zones)), vars: make([]bool, len(c.p.Vars))}
	allZones, allVars := slices.Contains(e.Zones, program.Everything), slices.Contains(e.Vars, program.Everything)
	b.all = allZones && allVars
	for i := range c.p.Zones {
		b.zones[i] = allZones || slices.Contains(e.Zones, c.p.Zones[i].Name)
		b.reads[c.p.Zones[i].Slot] = b.zones[i]
	}
	for i := range c.p.Vars {
		b.vars[i] = allVars || slices.Contains(e.Vars, c.p.Vars[i].Name)
		b.reads[c.p.Vars[i].Slot] = b.vars[i]
	}
	for i := range e.Reads {
		if code := e.Reads[i].Code; code != nil {
			for _, slot := range code.Reads().State {
				b.reads[slot] = true
			}
		}
	}
	return b
}

// within holds an op, its instructions and the blocks inside it against the bounds; and against what a model
// would be told of them when it is checked, or else when it comes to them.
func (c *compiler) within(op *model.Op, code []program.Instr, blocks []program.Block) error {
	w := &inside{c: c, b: c.bounds}
	if w.b.decisions != "all" && !w.b.host {
		walkOps([]*model.Op{op}, w.names)
	}
	for i := range code {
		w.instr(code[i].Arg)
	}
	for i := range blocks {
		for k := range blocks[i].Code {
			w.instr(blocks[i].Code[k].Arg)
		}
	}
	return w.err
}

// inside looks at ops from outside; err is the first that does not fit.
type inside struct {
	c   *compiler
	b   *bounds
	err error
}

func (w *inside) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

// names holds that nobody else comes to be called actor: that is who may be asked.
func (w *inside) names(op *model.Op) {
	for _, key := range []string{"as", "name"} {
		if s, ok := op.Str(key); ok && s == "actor" {
			w.fail("it gives the name 'actor' to something")
		}
	}
	for _, x := range op.With {
		if x.Name == "actor" {
			w.fail("it gives the name 'actor' to something")
		}
	}
}

func (w *inside) instr(arg any) {
	switch a := arg.(type) {
	case nil:
	case *program.Stop:
		w.stop(a)
	case *program.If:
		w.code(a.Cond)
	case *program.SetVar:
		w.variable(&a.Var)
		w.values(&a.V)
	case *program.SetAttr:
		w.values(&a.Of, &a.V)
	case *program.Let:
		w.values(&a.V)
	case *program.Choose:
		w.choose(a)
	case *program.Roll:
		w.values(&a.Die, &a.N)
		w.code(a.Visible.X)
	case *program.Sample:
		for _, o := range w.c.p.Outcomes[a.Model].Outcomes {
			if o.Effect >= 0 {
				w.whole("runs the effects of outcome model '%s'", w.c.p.Outcomes[a.Model].Name)
			}
		}
	case *program.Draw:
		w.zone(&a.From)
		w.zone(&a.To)
		w.values(&a.N, &a.Position.Index)
		w.code(a.Visible.X)
	case *program.Look:
		w.zone(&a.Zone)
		w.values(&a.N)
		w.seat(a.Actor, "shows cards to")
		w.code(a.Visible.X)
	case *program.Reveal:
		w.values(&a.What)
		w.code(a.Visible.X)
	case *program.Move:
		w.zone(&a.From)
		w.zone(&a.To)
		w.values(&a.What, &a.Position.Index)
	case *program.Place:
		w.values(&a.What, &a.At)
		w.zone(&a.Zone)
	case *program.Create:
		w.zone(&a.To)
		w.values(&a.What, &a.N, &a.Position.Index)
	case *program.Destroy:
		w.zone(&a.From)
		w.values(&a.What)
	case *program.Shuffle:
		w.zone(&a.Zone)
	case *program.Emit:
		for i := range a.With {
			w.code(a.With[i].X)
		}
	case *program.OpenWindow:
		if !w.b.host && w.b.decisions != "all" {
			w.fail("it opens a window, in which everybody may act: its manifest does not say decisions: all")
		}
	case *program.Cancel:
		w.values(&a.Target)
	case *program.Modify:
		w.stop(a.Stop)
		w.code(a.Change)
		w.code(a.If)
		w.values(&a.Layer)
	case *program.Exec:
		w.whole("runs content")
		w.values(&a.Of)
	case *program.Run:
		w.whole("runs a flow")
	case *program.Say:
		w.values(&a.Text)
	case *program.ForEach:
		w.values(&a.Items)
	case *program.Repeat:
		w.values(&a.N, &a.Until)
	case *program.Reset:
		w.whole("resets the game")
	case *program.Call:
		w.whole("calls code '%s'", a.Code)
		for i := range a.Args {
			w.values(&a.Args[i])
		}
	case *program.Touch:
		w.values(&a.What)
	default:
		w.fail("it has an op that code outside may not answer")
	}
}

func (w *inside) stop(s *program.Stop) {
	if s != nil {
		w.fail("%s", s.Message)
	}
}

func (w *inside) values(list ...*program.Value) {
	for _, v := range list {
		w.stop(v.Stop)
		w.code(v.X)
	}
}

// code: an expression reads what its code may write, what it is told, and nothing else of the state but what the
// engine keeps for all to see.
func (w *inside) code(x *expr.Code) {
	if x == nil || w.b.host || w.b.all {
		return
	}
	r := x.Reads()
	if r.All || slices.Contains(r.Calls, "items_of") {
		w.fail("'%s' may read any zone", clip(x.Src()))
	}
	for _, slot := range r.State {
		if slot >= program.FirstSlot && slot < program.FirstSlot+len(w.c.p.Vars)+len(w.c.p.Zones) && !w.b.reads[slot] {
			w.fail("'%s' reads '%s', which its manifest does not list", clip(x.Src()), w.c.slotName(slot))
		}
	}
}

func (w *inside) zone(z *program.ZoneRef) {
	w.stop(z.Stop)
	if !z.Has || z.Stop != nil {
		return
	}
	w.code(z.X)
	w.code(z.Index)
	switch {
	case w.b.host || w.b.all:
	case z.X != nil:
		w.fail("'%s' may name any zone: write its name", clip(z.X.Src()))
	case !w.b.zones[z.Zone]:
		w.fail("it is about zone '%s', which its manifest does not list", w.c.p.Zones[z.Zone].Name)
	}
}

func (w *inside) variable(v *program.VarRef) {
	w.stop(v.Stop)
	if v.Stop != nil {
		return
	}
	for _, x := range v.Path {
		w.code(x)
	}
	if !w.b.host && !w.b.vars[v.Var] {
		w.fail("it writes variable '%s', which its manifest does not list", w.c.p.Vars[v.Var].Name)
	}
}

func (w *inside) choose(a *program.Choose) {
	w.values(&a.Options, &a.Min, &a.Max)
	w.zone(&a.Zone)
	w.code(a.Filter)
	w.code(a.Visible.X)
	w.code(a.Actors)
	if a.Actors == nil {
		w.seat(a.Actor, "asks")
	} else if !w.b.host && w.b.decisions != "all" {
		w.fail("it asks several players: its manifest does not say decisions: all")
	}
}

// seat holds whom an op asks, by default the actor, against whose decisions the code may ask.
func (w *inside) seat(actor *expr.Code, what string) {
	w.code(actor)
	if w.b.host || w.b.decisions == "all" {
		return
	}
	if w.b.decisions != "self" {
		w.fail("it %s a player: its manifest does not list decisions", what)
		return
	}
	if actor == nil || actor.Src() == "actor" {
		return
	}
	if v, ok := actor.Const(); ok && v.IsInt() && v.Int() == int64(w.b.seat) {
		return
	}
	w.fail("it %s '%s': its manifest says decisions: self", what, clip(actor.Src()))
}

// whole is about what others have written, which may do anything.
func (w *inside) whole(format string, args ...any) {
	if !w.b.host && !(w.b.all && w.b.decisions == "all") {
		w.fail("it "+format+": that takes a manifest with zones: ['*'], vars: ['*'] and decisions: all", args...)
	}
}

// touch adds, before an op that writes to items or shows them without naming their zone, what holds them
// against the zones of the code.
func (b *builder) touch(op *model.Op) {
	what := ""
	switch op.Name {
	case "set", "add":
		if _, ok := op.Str("attr"); ok {
			what = "of"
		}
	case "place", "reveal":
		what = "what"
	}
	if limits := b.c.bounds; what != "" && !limits.host && !limits.all {
		b.add(program.OpTouch, &program.Touch{Code: limits.code, What: b.c.value(op.Field(what), true, false), Zones: limits.zones}, op)
	}
}
