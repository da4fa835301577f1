package compile

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// block compiles a list of ops that has a place of its own.
func (c *compiler) block(ops []*model.Op, place int32) int32 { return c.newBlock(ops, place, place) }

// body compiles a list of ops that keeps the place of whoever runs it, mostly usual (-1: unknown).
func (c *compiler) body(ops []*model.Op, usual int32) int32 { return c.newBlock(ops, -1, usual) }

func (c *compiler) newBlock(ops []*model.Op, place, usual int32) int32 {
	n := int32(len(c.p.Blocks))
	c.p.Blocks = append(c.p.Blocks, program.Block{Place: place})
	b := &builder{c: c, place: usual}
	var ends []int32
	for _, op := range ops {
		b.op(op)
		ends = append(ends, int32(len(b.code)))
	}
	if c.p.Blocks[n].Code = b.code; c.p.Turns != nil {
		c.p.Blocks[n].Ends = ends
	}
	return n
}

// effect is block for a list that may be absent: -1 then.
func (c *compiler) effect(ops []*model.Op, place int32) int32 {
	if len(ops) == 0 {
		return -1
	}
	return c.block(ops, place)
}

type builder struct {
	c     *compiler
	place int32
	code  []program.Instr
}

func (b *builder) add(op program.Op, arg any, at *model.Op) int {
	b.code = append(b.code, program.Instr{Op: op, Arg: arg, Pos: at.Pos})
	return len(b.code) - 1
}

// stop adds the point at which a faulty op ends the game.
func (b *builder) stop(s *program.Stop, at *model.Op) {
	if s.Pos.Line == 0 {
		c := *s
		c.Pos = at.Pos
		s = &c
	}
	b.add(program.OpStop, s, at)
}

func (b *builder) ops(ops []*model.Op) {
	for _, op := range ops {
		b.op(op)
	}
}

func (b *builder) op(op *model.Op) {
	c := b.c
	need := func(f string) program.Value { return c.value(op.Field(f), true, false) }
	maybe := func(f string) program.Value { return c.value(op.Field(f), false, false) }
	if c.bounds != nil {
		b.touch(op)
	}
	switch op.Name {
	case "set", "add":
		b.set(op)
	case "let":
		name, ok := op.Str("name")
		if !ok {
			b.stop(missing("name"), op)
			return
		}
		b.add(program.OpLet, &program.Let{Name: c.symbol(name), V: c.value(op.Field("value"), true, true)}, op)
	case "choose", "search":
		b.choose(op)
	case "roll":
		b.seen(op, program.OpRoll, func(v program.Visible) any {
			return &program.Roll{Die: need("die"), N: maybe("n"), As: b.as(op), Visible: v}
		})
	case "sample":
		name, ok := op.Str("model")
		i, known := c.models[name]
		switch {
		case !ok:
			b.stop(missing("model"), op)
		case !known:
			c.undeclared("unknown-outcome", op.Field("model").Lit.Pos, name, sortedNames(c.models), "outcome model '%s' not declared", clip(name))
			b.stop(&program.Stop{Kind: "ExprError", InPlace: true, Message: fmt.Sprintf("outcome model '%s' not declared", clip(name))}, op)
		default:
			b.add(program.OpSample, &program.Sample{Model: i, As: b.as(op)}, op)
		}
	case "draw":
		b.seen(op, program.OpDraw, func(v program.Visible) any {
			d := &program.Draw{From: c.zone(op, "from", true), To: c.zone(op, "to", true), N: maybe("n"), Position: b.position(op), As: b.as(op), Visible: v}
			d.Mere = d.As == program.NoName && v.X == nil
			d.One = d.Mere && !d.N.Given() && c.mode.Quick("draw of one card")
			return d
		})
	case "look":
		actor, stop := c.opX(op, "actor")
		if stop != nil {
			b.stop(stop, op)
			return
		}
		b.seen(op, program.OpLook, func(v program.Visible) any {
			return &program.Look{Zone: c.zone(op, "zone", true), N: maybe("n"), As: b.as(op), Actor: actor, Visible: v}
		})
	case "reveal":
		b.seen(op, program.OpReveal, func(v program.Visible) any { return &program.Reveal{What: need("what"), Visible: v} })
	case "move":
		b.add(program.OpMove, &program.Move{What: need("what"), From: c.zone(op, "from", true), To: c.zone(op, "to", true), Position: b.position(op)}, op)
	case "place":
		b.placeOp(op)
	case "create":
		c.p.Tokens = true
		b.add(program.OpCreate, &program.Create{What: need("what"), To: c.zone(op, "to", true), N: maybe("n"), Position: b.position(op), As: b.as(op)}, op)
	case "destroy":
		c.p.Tokens = true
		b.add(program.OpDestroy, &program.Destroy{What: need("what"), From: c.zone(op, "from", true)}, op)
	case "shuffle":
		b.add(program.OpShuffle, &program.Shuffle{Zone: c.zone(op, "zone", true)}, op)
	case "emit":
		b.emit(op)
	case "window":
		b.window(op)
	case "cancel":
		b.add(program.OpCancel, &program.Cancel{Target: need("target")}, op)
	case "modify":
		b.modify(op)
	case "exec":
		catalogue, _ := op.Str("content")
		of := op.Field("of")
		code, stop := c.onlyX(of, withLocals, "field 'of' is text without of_x")
		switch {
		case stop != nil:
			stop.InPlace = !of.X.Given()
			b.stop(stop, op)
		case code == nil:
			b.stop(missing("of"), op)
		default:
			b.add(program.OpExec, &program.Exec{Catalogue: catalogue, Of: program.Value{X: code, Has: true}}, op)
		}
	case "run":
		name, ok := op.Str("flow")
		i, known := c.flows[name]
		switch {
		case !ok:
			b.stop(missing("flow"), op)
		case !known:
			c.undeclared("unknown-flow", op.Field("flow").Lit.Pos, name, sortedNames(c.flows), "flow '%s' not declared", clip(name))
			b.stop(&program.Stop{Kind: "ExprError", InPlace: true, Message: fmt.Sprintf("flow '%s' not declared", clip(name))}, op)
		default:
			b.add(program.OpRun, &program.Run{Flow: i}, op)
		}
	case "call":
		b.call(op)
	case "say":
		agent, _ := op.Str("agent")
		b.add(program.OpSay, &program.Say{Agent: agent, Text: c.value(op.Field("text"), false, true)}, op)
	case "if":
		b.branch(op)
	case "for_each":
		as, ok := op.Str("as")
		if !ok {
			b.stop(missing("as"), op)
			return
		}
		b.add(program.OpForEach, &program.ForEach{Items: need("items"), As: c.symbol(as), Body: c.body(op.Then, b.place)}, op)
	case "repeat":
		b.add(program.OpRepeat, &program.Repeat{N: maybe("n"), Until: maybe("until"), Body: c.body(op.Then, b.place)}, op)
	case "reset":
		label, ok := op.Str("scope")
		if !ok {
			label = "scenario"
		}
		b.add(program.OpReset, &program.Reset{Label: label, Campaign: label == "campaign"}, op)
	case "act":
		b.stop(&program.Stop{Kind: "NotExecutable", InPlace: true, Message: "op 'act' needs character rules, which this game has none of"}, op)
	case "":
		b.stop(&program.Stop{Kind: "NotExecutable", InPlace: true, Message: "an op without a name"}, op)
	default:
		b.stop(&program.Stop{Kind: "NotExecutable", InPlace: true, Message: fmt.Sprintf("unknown op '%s'", clip(op.Name))}, op)
	}
}

// as gives the symbol that an op binds, or NoName.
func (b *builder) as(op *model.Op) int32 {
	if s, ok := op.Str("as"); ok {
		return b.c.symbol(s)
	}
	return program.NoName
}

// visible compiles secret and visible_to_x.
func (b *builder) visible(op *model.Op) (program.Visible, *program.Stop) {
	code, stop := b.c.opX(op, "visible_to")
	v := program.Visible{X: code}
	if n := op.Field("secret").Lit; n != nil && n.Kind == model.Bool {
		v.Secret = n.Text == "true"
	}
	return v, stop
}

// seen adds an op with a visible_to_x.
func (b *builder) seen(op *model.Op, code program.Op, arg func(program.Visible) any) {
	v, stop := b.visible(op)
	if stop != nil {
		b.stop(stop, op)
		return
	}
	b.add(code, arg(v), op)
}

func (b *builder) position(op *model.Op) program.Position {
	f := op.Field("position")
	if f.Lit == nil {
		return program.Position{}
	}
	switch f.Lit.Text {
	case "top":
		return program.Position{Kind: program.Top}
	case "bottom":
		return program.Position{Kind: program.Bottom}
	}
	v := b.c.value(f, true, true)
	return program.Position{Kind: program.AtIndex, Index: v}
}

func (b *builder) set(op *model.Op) {
	c := b.c
	field, add := "value", op.Name == "add"
	if add {
		field = "amount"
	}
	v := c.value(op.Field(field), true, !add)
	if attr, ok := op.Str("attr"); ok {
		b.add(program.OpSetAttr, &program.SetAttr{Attr: value.OfText(attr), Of: c.value(op.Field("of"), true, false), Add: add, V: v}, op)
		return
	}
	b.add(program.OpSetVar, &program.SetVar{Var: c.variable(op.Field("var"), op.Field("player")), Add: add, V: v, Actor: c.isActor(v.X)}, op)
}

func (b *builder) choose(op *model.Op) {
	c := b.c
	a := &program.Choose{As: b.as(op)}
	if a.As == program.NoName {
		b.stop(missing("as"), op)
		return
	}
	vis, stop := b.visible(op)
	code := program.OpChoose
	if op.Name == "search" {
		code = program.OpSearch
		a.Zone = c.zone(op, "zone", true)
		vis.Secret = true
		if stop == nil {
			a.Filter, stop = c.opX(op, "filter")
		}
	} else {
		a.Options = c.value(op.Field("options"), true, false)
		if stop == nil {
			a.Actors, stop = c.opX(op, "actors")
		}
	}
	if stop == nil {
		a.Actor, stop = c.opX(op, "actor")
	}
	if stop != nil {
		b.stop(stop, op)
		return
	}
	a.Visible = vis
	a.Min, a.Max = c.value(op.Field("min"), false, false), c.value(op.Field("max"), false, false)
	a.Subset = a.Min.Given() || a.Max.Given()
	a.Prompt, _ = op.Str("prompt")
	a.Plain = code == program.OpChoose && !a.Subset && a.Actor == nil && a.Actors == nil && a.Visible == (program.Visible{}) && c.mode.Quick("plain choice")
	b.add(code, a, op)
}

func (b *builder) placeOp(op *model.Op) {
	c := b.c
	a := &program.Place{What: c.value(op.Field("what"), true, false), At: c.value(op.Field("at"), true, false), Board: -1, Zone: c.zone(op, "zone", false)}
	if name, ok := op.Str("board"); ok {
		i, known := c.boards[name]
		if !known {
			c.undeclared("unknown-board", op.Field("board").Lit.Pos, name, sortedNames(c.boards), "board '%s' not declared", clip(name))
			b.stop(&program.Stop{Kind: "ExprError", InPlace: true, Message: fmt.Sprintf("board '%s' not declared", clip(name))}, op)
			return
		}
		a.Board = i
	}
	b.add(program.OpPlace, a, op)
}

func (b *builder) emit(op *model.Op) {
	c := b.c
	name, ok := op.Str("event")
	if !ok {
		b.stop(missing("event"), op)
		return
	}
	a := &program.Emit{Event: c.event(name), Impact: -1, At: b.place, ImpactPlace: -1}
	if len(op.Impact) > 0 {
		if b.place >= 0 {
			a.ImpactPlace = c.placeName(c.p.Places[b.place] + " · " + name)
		}
		a.Impact = c.body(op.Impact, a.ImpactPlace)
	}
	for _, w := range op.With {
		code, stop := c.code(w.X, withLocals)
		if stop != nil {
			b.stop(stop, op)
			return
		}
		a.With = append(a.With, program.With{Sym: c.symbol(w.Name), X: code})
	}
	b.add(program.OpEmit, a, op)
}

func (b *builder) window(op *model.Op) {
	name, ok := op.Str("name")
	if !ok {
		b.add(program.OpWindow, &program.OpenWindow{Window: b.c.windows[""]}, op)
		return
	}
	i, known := b.c.windows[name]
	if !known || name == "" {
		b.c.undeclared("unknown-window", op.Field("name").Lit.Pos, name, sortedNames(b.c.windows), "window '%s' is not in priority.windows", clip(name))
		b.stop(noWindow(name), op)
		return
	}
	b.add(program.OpWindow, &program.OpenWindow{Window: i}, op)
}

func noWindow(name string) *program.Stop {
	return &program.Stop{Kind: "ExprError", InPlace: true, Message: fmt.Sprintf("window '%s' is not in priority.windows", clip(name))}
}

func (b *builder) modify(op *model.Op) {
	c := b.c
	stat, ok := op.Str("stat")
	if !ok {
		b.stop(missing("stat"), op)
		return
	}
	a := &program.Modify{ID: int32(len(c.p.Modifies)), Stat: c.stat(stat), Until: -1, Pos: op.Pos}
	if layer := op.Field("layer"); layer.Given() {
		a.Layer = c.value(layer, true, false)
	}
	change := op.Field("change")
	a.Change, a.Stop = c.onlyX(change, withLocals, "field 'change' is text without change_x")
	if a.Change == nil && a.Stop == nil {
		a.Stop = missing("change")
	}
	if a.Stop != nil && !change.X.Given() {
		a.Stop.InPlace, a.Stop.Pos = true, op.Pos
	}
	var stop *program.Stop
	if a.If, stop = c.onlyX(op.Field("if"), withLocals, "field 'if' is text without if_x"); stop != nil {
		stop.InPlace = !op.Field("if").X.Given()
		b.stop(stop, op)
		return
	}
	if until, ok := op.Str("until"); ok {
		a.Until = c.event(until)
	}
	c.p.Modifies = append(c.p.Modifies, a)
	b.add(program.OpModify, a, op)
}

// call asks code outside the model.
func (b *builder) call(op *model.Op) {
	name, ok := op.Str("code")
	if !ok {
		b.stop(missing("code"), op)
		return
	}
	if k := b.c.codes[name]; k != nil {
		a := &program.Call{Code: name, Kind: k.Kind, Module: k.Module, Function: k.Function, As: b.as(op), Evaluator: b.c.p.EvaluatorOf(name)}
		var names value.KeysBuilder
		for _, w := range op.With {
			code, stop := b.c.code(w.X, withLocals)
			v := program.Value{X: code, Has: code != nil, Stop: stop}
			if at := names.Add(value.OfText(w.Name)); at < len(a.Args) {
				a.Args[at] = v
			} else {
				a.Args, a.Syms = append(a.Args, v), append(a.Syms, b.c.symbol(w.Name))
			}
		}
		a.Names = names.Keys()
		a.At, a.Place = b.place, -1
		if b.place >= 0 {
			a.Place = b.c.placeName(b.c.p.Places[b.place] + " · " + name)
		}
		b.add(program.OpCall, a, op)
		return
	}
	b.c.undeclared("unknown-code", op.Field("code").Lit.Pos, name, sortedNames(b.c.codes), "code '%s' not declared", clip(name))
	b.stop(&program.Stop{Kind: "ExprError", InPlace: true, Message: fmt.Sprintf("code '%s' not declared", clip(name))}, op)
}

// branch compiles an if into jumps: its branches share the block's names.
func (b *builder) branch(op *model.Op) {
	f := op.Field("cond")
	code, stop := b.c.onlyX(f, withLocals, "field 'cond' is text without cond_x")
	if stop == nil && code == nil {
		stop = missing("cond")
	}
	if stop != nil {
		if !f.X.Given() {
			stop.InPlace = true
		}
		b.stop(stop, op)
		return
	}
	test := b.add(program.OpJumpUnless, &program.If{Cond: code}, op)
	b.ops(op.Then)
	if len(op.Else) == 0 {
		b.code[test].To = int32(len(b.code))
		return
	}
	over := b.add(program.OpJump, nil, op)
	b.code[test].To = int32(len(b.code))
	b.ops(op.Else)
	b.code[over].To = int32(len(b.code))
}
