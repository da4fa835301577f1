package compile

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/astragal-engine/astragal/engine/board"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// declare gives every name of the model its number before anything that uses names compiles.
func (c *compiler) declare() {
	for _, n := range program.SymNames {
		c.symbol(n)
	}
	slot := program.FirstSlot
	for i := range c.m.Vars {
		v := &c.m.Vars[i]
		c.vars[v.Name] = int32(len(c.p.Vars))
		c.p.Vars = append(c.p.Vars, program.Var{Name: v.Name, Slot: slot, PerPlayer: v.PerPlayer, Persist: v.Persist, Pos: v.Pos})
		slot++
	}
	for i := range c.m.Zones {
		z := &c.m.Zones[i]
		c.p.ZoneIndex[z.Name] = int32(len(c.p.Zones))
		c.p.Zones = append(c.p.Zones, program.Zone{Name: z.Name, Slot: slot, PerPlayer: z.PerPlayer, Persist: z.Persist, Shuffled: z.Shuffled, DrawnFrom: -1, Pos: z.Pos})
		slot++
	}
	c.declareTurns(slot)
	for i := range c.m.Functions {
		f := &c.m.Functions[i]
		c.p.Functions[f.Name] = &expr.Function{Name: f.Name, Params: f.Params}
	}
	for i := range c.m.Derived {
		c.derived[c.m.Derived[i].Name] = &expr.Function{Name: c.m.Derived[i].Name}
	}
	for i := range c.m.Flows {
		c.flows[c.m.Flows[i].Name] = int32(len(c.p.Flows))
		c.p.Flows = append(c.p.Flows, program.Flow{Name: c.m.Flows[i].Name, Node: -1})
	}
	for i := range c.m.Code {
		if k := &c.m.Code[i]; c.codes[k.Name] == nil {
			c.codes[k.Name] = k
		}
	}
	for i := range c.m.Outcomes {
		c.models[c.m.Outcomes[i].Name] = int32(i)
	}
	c.natives = program.Natives(func(name string) *board.Board {
		if b, ok := c.boards[name]; ok {
			return c.p.Boards[b]
		}
		return nil
	})
	c.locals()
}

func (c *compiler) symbol(name string) int32 {
	if s, ok := c.symbols[name]; ok {
		return s
	}
	s := int32(len(c.p.Symbols))
	c.symbols[name] = s
	c.p.Symbols = append(c.p.Symbols, name)
	return s
}

// locals finds every name that an op can bind, and every name that a modifier may be told by
// modified(): those are looked up among the local names first.
func (c *compiler) locals() {
	c.eachOp(c.binds)
	for i := range c.m.Agents {
		if a := &c.m.Agents[i]; (a.PolicyX.Given() || len(a.Tactic) > 0) && len(c.p.PolicySyms) == 0 {
			for _, name := range program.PolicyNames {
				c.p.PolicySyms = append(c.p.PolicySyms, c.symbol(name))
			}
		}
	}
	c.keywords(c.m.Root, map[*model.Node]bool{})
	mods := func(list []model.Modifier) {
		for i := range list {
			c.freeNames(list[i].Change.X)
			c.freeNames(list[i].If.X)
		}
	}
	mods(c.m.Modifiers)
	for i := range c.m.Content {
		for k := range c.m.Content[i].Items {
			mods(c.m.Content[i].Items[k].Modifiers)
		}
	}
}

// binds makes symbols of the names that an op binds, and of those that a modifier of it may be told.
func (c *compiler) binds(op *model.Op) {
	for _, key := range []string{"as", "name"} {
		if s, ok := op.Str(key); ok && (key == "as" || op.Name == "let") {
			c.symbol(s)
		}
	}
	for _, w := range op.With {
		c.symbol(w.Name)
	}
	if op.Name == "modify" {
		c.freeNames(op.Field("change").X)
		c.freeNames(op.Field("if").X)
	}
}

// freeNames makes a symbol of every name of a modifier's expression that means nothing else: only
// modified() can tell it.
func (c *compiler) freeNames(x model.Expr) {
	if s, err := expr.Parse(x.Src, x.Pos); err == nil {
		for _, n := range s.Names() {
			if (&resolver{c: c}).global(n).Kind == expr.Unknown && !expr.IsBuiltin(n) {
				c.symbol(n)
			}
		}
	}
}

var keyword = regexp.MustCompile(`([A-Za-z_]\w*)\s*=(?:[^=]|$)`)

// keywords makes a symbol of every name that an expression may hand to modified(), since within
// modifiers it goes before a variable of that name.
func (c *compiler) keywords(n *model.Node, seen map[*model.Node]bool) {
	if n == nil || seen[n] {
		return
	}
	if n.Kind >= model.ListNode {
		seen[n] = true
	}
	if n.Kind == model.Text && strings.Contains(n.Text, "modified") {
		for _, m := range keyword.FindAllStringSubmatch(n.Text, -1) {
			c.symbol(m[1])
		}
	}
	for _, x := range n.Items {
		c.keywords(x, seen)
	}
}

// eachOp visits every op of the model, nested ones included.
func (c *compiler) eachOp(visit func(*model.Op)) {
	walk := func(ops []*model.Op) { walkOps(ops, visit) }
	actions := func(list []model.Action) {
		for i := range list {
			walk(list[i].Cost)
			walk(list[i].Effect)
		}
	}
	triggers := func(list []model.Trigger) {
		for i := range list {
			walk(list[i].Do)
		}
	}
	actions(c.m.Actions)
	triggers(c.m.Triggers)
	for i := range c.m.Outcomes {
		for k := range c.m.Outcomes[i].Outcomes {
			walk(c.m.Outcomes[i].Outcomes[k].Effect)
		}
	}
	for i := range c.m.Content {
		for k := range c.m.Content[i].Items {
			it := &c.m.Content[i].Items[k]
			walk(it.Effect)
			triggers(it.Triggers)
			actions(it.Abilities)
		}
	}
	if c.m.Campaign != nil {
		walk(c.m.Campaign.Between)
	}
}

// walkOps visits ops and those nested in them.
func walkOps(ops []*model.Op, visit func(*model.Op)) {
	for _, op := range ops {
		visit(op)
		walkOps(op.Then, visit)
		walkOps(op.Else, visit)
		walkOps(op.Impact, visit)
	}
}

// resolver gives names their meaning in one kind of place.
type resolver struct {
	c      *compiler
	locals bool // local names are in scope
	init   int  // >0: an init_x, which sees state below this slot only
	told   bool // the local names are those that are known by now
}

// Resolve goes from the innermost meaning outwards: locals, state, constants, what the engine adds.
func (r *resolver) Resolve(name string) expr.Ref {
	ref := r.global(name)
	ref.Local = expr.NoLocal
	if !r.locals {
		return ref
	}
	if s, ok := r.c.symbols[name]; ok {
		ref.Local = s
	} else if ref.Kind == expr.Unknown && r.c.content && !r.told && !expr.IsBuiltin(name) {
		ref.Local = r.c.symbol(name) // ops from outside may bind it, where they emit an event
	}
	return ref
}

func (r *resolver) global(name string) expr.Ref {
	c := r.c
	slot := func(s int) expr.Ref {
		if r.init > 0 && s >= r.init {
			return expr.Ref{}
		}
		return expr.Ref{Kind: expr.State, Index: s}
	}
	if v, ok := c.vars[name]; ok {
		return slot(c.p.Vars[v].Slot)
	}
	if z, ok := c.p.ZoneIndex[name]; ok {
		return slot(c.p.Zones[z].Slot)
	}
	if f, ok := c.derived[name]; ok {
		if r.init > 0 {
			return expr.Ref{}
		}
		return expr.Ref{Kind: expr.Derived, Func: f}
	}
	if v, ok := c.consts[name]; ok {
		return expr.Ref{Kind: expr.Const, Value: v}
	}
	if f, ok := c.p.Functions[name]; ok {
		return expr.Ref{Kind: expr.OwnFunc, Func: f}
	}
	if b, ok := c.boards[name]; ok {
		return expr.Ref{Kind: expr.Const, Value: value.OfText(c.p.Boards[b].Name)}
	}
	switch name {
	case "players":
		return expr.Ref{Kind: expr.State, Index: program.SlotPlayers}
	case "n_players":
		return expr.Ref{Kind: expr.State, Index: program.SlotNPlayers}
	}
	if n, ok := c.natives[name]; ok && !(r.init > 0 && program.NeedsGame(name)) {
		if name == "round_of" && !c.done {
			c.p.ReadsRounds = true
		}
		return expr.Ref{Kind: expr.Builtin, Native: n}
	}
	if v, ok := c.named[name]; ok {
		return expr.Ref{Kind: expr.Const, Value: v}
	}
	if r.init > 0 {
		return expr.Ref{}
	}
	switch name {
	case "eliminated":
		return expr.Ref{Kind: expr.State, Index: program.SlotEliminated}
	case "results":
		return expr.Ref{Kind: expr.State, Index: program.SlotResults}
	case "events":
		if !c.done {
			c.p.ReadsEvents = true
		}
		return expr.Ref{Kind: expr.State, Index: program.SlotEvents}
	case "turn":
		if c.p.Turns != nil {
			return expr.Ref{Kind: expr.State, Index: c.p.Turns.Slot}
		}
	}
	return expr.Ref{}
}

// scope says which names an expression sees.
type scope uint8

const (
	noLocals scope = iota
	withLocals
)

// code compiles an expression that is given.
func (c *compiler) code(x model.Expr, s scope) (*expr.Code, *program.Stop) {
	return c.codeFor(x, &resolver{c: c, locals: s == withLocals})
}

func (c *compiler) codeFor(x model.Expr, r *resolver) (*expr.Code, *program.Stop) {
	if x.Bad {
		return nil, &program.Stop{Kind: "ExprError", Message: "an expression could not be read", Pos: x.Pos}
	}
	syn, err := expr.Parse(x.Src, x.Pos)
	if err != nil {
		return nil, c.badExpr(x, err)
	}
	c.noteTurn(syn)
	return c.mode.Compile(syn, r), nil
}

func (c *compiler) badExpr(x model.Expr, err error) *program.Stop {
	d := SyntaxError(x, err)
	c.diags = append(c.diags, d)
	return &program.Stop{Kind: "ExprError", Message: err.Error(), Pos: d.Pos}
}

// SyntaxError is what is said of an expression that cannot be parsed.
func SyntaxError(x model.Expr, err error) diag.Diagnostic {
	pos, text := x.Pos, err.Error()
	if e, ok := err.(*expr.Error); ok {
		text = e.Message
		if e.Pos.Line != 0 {
			pos = e.Pos
		}
	}
	return diag.Diagnostic{Code: "syntax", Pos: pos, Text: fmt.Sprintf("expression '%s': %s", clip(x.Src), text), Fix: mendSyntax(x, pos)}
}

func clip(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

// functions compiles the model's own functions and derived values, those that others call before these, so
// that their bodies may stand in for the calls.
func (c *compiler) functions() {
	ready := map[*expr.Function]func(){}
	var order []*expr.Function
	add := func(f *expr.Function, lets []expr.Let, body *expr.Syntax) {
		c.noteTurn(body)
		for _, l := range lets {
			c.noteTurn(l.X)
		}
		order = append(order, f)
		ready[f] = func() {
			delete(ready, f)
			for _, name := range body.Names() {
				for _, g := range []*expr.Function{c.p.Functions[name], c.derived[name]} {
					if compile := ready[g]; compile != nil {
						compile()
					}
				}
			}
			c.mode.CompileFunction(f, lets, body, &resolver{c: c})
		}
	}
	c.parseFunctions(add)
	for _, f := range order {
		if compile := ready[f]; compile != nil {
			compile()
		}
	}
}

// parseFunctions gives the functions and derived values that can be read.
func (c *compiler) parseFunctions(add func(f *expr.Function, lets []expr.Let, body *expr.Syntax)) {
	for i := range c.m.Functions {
		f := &c.m.Functions[i]
		if !f.X.Given() {
			c.faultFix("no-x", f.Pos, "add x, the expression that it gives", "function '%s' has no x", f.Name)
			continue
		}
		if f.X.Bad {
			continue // reported when it was read, as is what is bad below
		}
		body, err := expr.Parse(f.X.Src, f.X.Pos)
		if err != nil {
			c.badExpr(f.X, err)
			continue
		}
		var lets []expr.Let
		bad := false
		for _, l := range f.Lets {
			if l.X.Bad {
				bad = true
				continue
			}
			x, err := expr.Parse(l.X.Src, l.X.Pos)
			if err != nil {
				c.badExpr(l.X, err)
				bad = true
				continue
			}
			lets = append(lets, expr.Let{Name: l.Name, X: x})
		}
		if !bad {
			add(c.p.Functions[f.Name], lets, body)
		}
	}
	for i := range c.m.Derived {
		d := &c.m.Derived[i]
		if !d.X.Given() {
			c.faultFix("no-x", d.Pos, "add x, the expression that it gives", "derived value '%s' has no x", d.Name)
		}
		if !d.X.Given() || d.X.Bad {
			continue
		}
		body, err := expr.Parse(d.X.Src, d.X.Pos)
		if err != nil {
			c.badExpr(d.X, err)
			continue
		}
		add(c.derived[d.Name], nil, body)
	}
}

// auto names a part that has no id of its own.
func (c *compiler) auto(id string) string {
	if id != "" {
		return id
	}
	c.unnamed++
	return fmt.Sprint(c.unnamed)
}
