package compile

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// declareTurns gives the record of the turn its slot, behind all others, and marks the variables that score.
func (c *compiler) declareTurns(slot int) {
	m := c.m.Turns
	if m == nil {
		return
	}
	keys := make([]value.Value, len(program.TurnKeys))
	for i, k := range program.TurnKeys {
		keys[i] = value.Intern(k)
	}
	c.p.Turns = &program.Turns{Slot: slot, Keys: value.NewKeys(keys...), CostWindow: -1, Pos: m.Pos}
	c.p.Turns.Blank = value.OfDict(c.p.Turns.Keys, make([]value.Value, len(keys)))
	for _, s := range m.Scores {
		if v, ok := c.vars[s.Name]; ok {
			c.p.Vars[v].Scores = true
		} else {
			c.undeclared("unknown-score", s.Pos, s.Name, sortedNames(c.vars), "turns.scores: '%s' is no variable", clip(s.Name))
		}
	}
}

// turns compiles the profile of turns, but for who has the phases of a node.
func (c *compiler) turns() {
	m, p := c.m.Turns, c.p.Turns
	if m == nil {
		return
	}
	c.sides()
	c.seats()
	p.First, p.Next = c.flowValue(m.First), c.flowValue(m.Next)
	p.BeginEvent, p.EndEvent = c.event(m.BeginEvent), c.event(m.EndEvent)
	if w := m.CostWindow; w.Name != "" {
		if i, ok := c.windows[w.Name]; ok {
			p.CostWindow = i
		} else {
			c.undeclared("unknown-window", w.Pos, w.Name, sortedNames(c.windows), "turns.cost_window: window '%s' is not in priority.windows", clip(w.Name))
		}
	}
	for i := range m.Objectives {
		c.objective(&m.Objectives[i], i+1)
	}
	if len(m.Objectives) > 0 && len(m.Scores) == 0 {
		c.warn("no-scores", m.Objectives[0].Pos, "add scores, the variables that it rests on", "turns.checkpoint is never evaluated: no variable is listed under turns.scores, so nothing makes it due")
	}
	p.Opening = c.nodes_(m.Opening)
	if !c.takesTurns() {
		c.warn("turns-unused", m.Pos, "add a flow node of kind turns", "the section turns is not used: no flow node is of kind turns")
	}
}

// flowValue compiles a field that stands outside of every action: no local names are in scope.
func (c *compiler) flowValue(f model.Field) program.Value {
	if f.X.Given() {
		code, stop := c.code(f.X, noLocals)
		return program.Value{X: code, Has: code != nil, Stop: stop}
	}
	v := c.value(f, false, false)
	if v.Stop != nil {
		v.Stop.InPlace, v.Stop.Message = false, "turns: "+v.Stop.Message
	}
	return v
}

func (c *compiler) sides() {
	m, p := c.m.Turns, c.p.Turns
	if len(m.Sides) == 0 {
		c.faultFix("no-sides", m.Pos, "add sides: {player: {phases: [main]}}", "turns has no sides")
	}
	for i := range m.Sides {
		s := &m.Sides[i]
		side := program.Side{Name: value.Intern(s.Name)}
		if len(s.Phases) == 0 {
			c.faultFix("no-phases", s.Pos, "add phases, a list of names", "side '%s' has no phases", clip(s.Name))
		}
		for k, phase := range s.Phases {
			if slices.ContainsFunc(s.Phases[:k], func(o model.NameAt) bool { return o.Name == phase.Name }) {
				c.faultFix("phase-twice", phase.Pos, "give one of them another name", "side '%s' has phase '%s' twice", clip(s.Name), clip(phase.Name))
				continue
			}
			side.Phases = append(side.Phases, value.Intern(phase.Name))
		}
		p.Sides = append(p.Sides, side)
	}
}

// seats gives each seat its side: what seats says, or the only one.
func (c *compiler) seats() {
	m, p := c.m.Turns, c.p.Turns
	p.Seats = make([]int32, c.p.MaxPlayers)
	switch {
	case m.SeatsPos.Line == 0 && len(m.Sides) > 1:
		c.faultFix("bad-seats", m.Pos, "add seats, the side of each seat in order", "turns has %d sides and does not say which seat has which", len(m.Sides))
		return
	case m.SeatsPos.Line == 0:
		return
	case len(m.Seats) != c.p.MaxPlayers:
		c.faultFix("bad-seats", m.SeatsPos, "name the side of each seat, in order", "turns.seats has %s, the game has %d seats", counted(len(m.Seats), "side"), c.p.MaxPlayers)
	}
	for i, s := range m.Seats {
		side := slices.IndexFunc(m.Sides, func(o model.Side) bool { return o.Name == s.Name })
		if side < 0 {
			c.undeclared("unknown-side", s.Pos, s.Name, c.sideNames, "side '%s' is not declared", clip(s.Name))
		} else if i < len(p.Seats) {
			p.Seats[i] = int32(side)
		}
	}
}

func (c *compiler) sideNames() []string {
	var out []string
	for i := range c.m.Turns.Sides {
		out = append(out, c.m.Turns.Sides[i].Name)
	}
	slices.Sort(out)
	return out
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (c *compiler) objective(m *model.Objective, number int) {
	o := program.Objective{ID: m.ID}
	if o.ID == "" {
		o.ID = strconv.Itoa(number)
	}
	field := func(f model.Field) *program.Stop {
		code, stop := c.onlyX(f, noLocals, fmt.Sprintf("checkpoint %s: %s is text without %s_x", o.ID, f.Name, f.Name))
		if code == nil && stop == nil {
			c.faultFix("no-objective", m.Pos, fmt.Sprintf("add %s_x", f.Name), "objective '%s' of turns.checkpoint has no %s_x", clip(o.ID), f.Name)
			stop = &program.Stop{Kind: "NotExecutable", Message: fmt.Sprintf("checkpoint %s: %s_x is missing", o.ID, f.Name), Pos: m.Pos}
		}
		if f.Name == "if" {
			o.If = code
		} else {
			o.Who = code
		}
		return stop
	}
	if o.Stop = field(m.If); o.Stop == nil {
		o.Stop = field(m.Who)
	} else {
		field(m.Who)
	}
	c.p.Turns.Objectives = append(c.p.Turns.Objectives, o)
}

// takesTurns reports whether a node of the flows takes turns.
func (c *compiler) takesTurns() bool {
	var takes func(list []*model.FlowNode) bool
	takes = func(list []*model.FlowNode) bool {
		for _, n := range list {
			if n == nil {
				continue
			}
			if n.Kind == "turns" || takes(n.Children) {
				return true
			}
			for i := range n.Cases {
				if takes(n.Cases[i].Children) {
					return true
				}
			}
		}
		return false
	}
	all := []*model.FlowNode{c.m.Flow}
	for i := range c.m.Flows {
		all = append(all, c.m.Flows[i].Node)
	}
	return takes(all)
}

// turnsNode compiles a node that takes turns. Its phases are those that some side has.
func (c *compiler) turnsNode(m *model.FlowNode, p *program.Node) {
	p.Kind = program.TakeTurns
	c.unread(m.Until)
	var stop *program.Stop
	if m.Until.X.Given() {
		p.Until, stop = c.code(m.Until.X, noLocals)
	}
	if c.m.Turns == nil {
		c.faultFix("no-turns", m.Pos, "add a section turns with sides and their phases", "flow%s is of kind turns, and the model has no section turns", of(m.ID))
		stop = &program.Stop{Kind: "NotExecutable", Message: fmt.Sprintf("flow %s: the model has no section turns", p.ID), Pos: m.Pos}
	}
	work := map[string][]int32{}
	for i := range m.Phases {
		work[m.Phases[i].Name] = c.nodes_(m.Phases[i].Children)
	}
	if c.m.Turns != nil {
		if lacking := c.phases(m); stop == nil && lacking != "" {
			stop = &program.Stop{Kind: "NotExecutable", Message: fmt.Sprintf("flow %s: %s", p.ID, lacking), Pos: m.Pos}
		}
		for i := range c.p.Turns.Sides {
			var phases [][]int32
			for _, phase := range c.p.Turns.Sides[i].Phases {
				phases = append(phases, work[phase.Text()])
			}
			p.Phases = append(p.Phases, phases)
		}
	}
	if stop != nil {
		c.breakNode(p, stop)
	}
}

func of(id string) string {
	if id == "" {
		return ""
	}
	return " '" + clip(id) + "'"
}

// phases holds the phases of a node against those of the sides. It says what keeps turns from being taken at all.
func (c *compiler) phases(m *model.FlowNode) (lacking string) {
	known := map[string]bool{}
	if len(c.m.Turns.Sides) == 0 {
		lacking = "turns has no sides"
	}
	for i := range c.m.Turns.Sides {
		s := &c.m.Turns.Sides[i]
		if len(s.Phases) == 0 {
			lacking = fmt.Sprintf("side '%s' has no phases", clip(s.Name))
		}
		for _, phase := range s.Phases {
			if known[phase.Name] {
				continue
			}
			known[phase.Name] = true
			if !slices.ContainsFunc(m.Phases, func(o model.Phase) bool { return o.Name == phase.Name }) {
				c.faultFix("no-phase", m.Pos, fmt.Sprintf("add '%s: []' under phases, or its nodes", clip(phase.Name)), "flow%s has no phase '%s', which side '%s' has", of(m.ID), clip(phase.Name), clip(s.Name))
			}
		}
	}
	for _, phase := range m.Phases {
		if !known[phase.Name] {
			c.undeclared("unknown-phase", phase.Pos, phase.Name, sortedNames(known), "phase '%s' is a phase of no side", clip(phase.Name))
		}
	}
	return lacking
}

// steady are the fields of a turn's record that do not grow from turn to turn.
var steady = map[string]bool{"owner": true, "side": true, "phase": true, "formal_begun": true, "formal_ended": true, "end_reactions_done": true}

// noteTurn notes whether an expression may read what grows from turn to turn: it does where it takes the record for
// anything but one of its other fields.
func (c *compiler) noteTurn(syn *expr.Syntax) {
	if c.p.Turns == nil || c.p.Turns.Counts || !slices.Contains(syn.Names(), "turn") {
		return
	}
	named, other := 0, 0
	var look func(t *expr.Tree, _ []string)
	look = func(t *expr.Tree, _ []string) {
		if t.Kind == expr.NameTree && t.Name == "turn" {
			named++
		}
		if t.Kind == expr.SubscriptTree && t.Kids[0].Kind == expr.NameTree && t.Kids[0].Name == "turn" && t.Kids[1].Kind == expr.ConstTree {
			if v := t.Kids[1].Value; v.Kind() == value.Text && steady[v.Text()] {
				other++
			}
		}
		t.Each(look)
	}
	look(syn.Tree(), nil)
	c.p.Turns.Counts = named > other
}
