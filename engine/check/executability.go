package check

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

// Executability is how much of a model the engine can run, in two layers (seed: Executability).
type Executability struct {
	Rules   Share // slots of flow, actions, triggers, modifiers, priority, outcomes and ends
	Content Share // content items that have behaviour or text
	Gaps    []Gap // what is missing, in the order of the text

	// Bound is over both layers where calls count that an evaluator bound to the program answers; Total is 0
	// where none is bound.
	Bound Share
}

// Share is a part of a whole.
type Share struct{ OK, Total int }

// Percent is from 0 to 100; of nothing, 100.
func (s Share) Percent() float64 {
	if s.Total == 0 {
		return 100
	}
	return 100 * float64(s.OK) / float64(s.Total)
}

func (s *Share) add(ok bool) {
	s.Total++
	if ok {
		s.OK++
	}
}

// All is the share over both layers together.
func (e *Executability) All() Share {
	return Share{e.Rules.OK + e.Content.OK, e.Rules.Total + e.Content.Total}
}

// Gap is a slot that the engine cannot run.
type Gap struct {
	Kind  string // text, code:<kind>, language, or content:... inside content items
	Place string // action x, trigger y, step z, content c, ...
	Pos   diag.Pos
	Text  string // what is missing: "pre has no pre_x"
}

// Execute measures. A row of the seed's table is one slot, whatever number of fields it speaks of; a gap tells
// which of them are missing.
func Execute(m *model.Model) Executability { return execute(m, read(m), nil) }

// executed is Execute with the evaluators of the program, for a figure of its own.
func executed(m *model.Model, r *reading, p *program.Program) Executability {
	e := execute(m, r, nil)
	if len(p.Evaluators) > 0 {
		with := execute(m, r, func(code string) bool { return p.EvaluatorOf(code) >= 0 })
		e.Bound = with.All()
	}
	return e
}

// execute measures; answers says which calls count, nil: none.
func execute(m *model.Model, r *reading, answers func(code string) bool) Executability {
	s := &slots{m: m, r: r, answers: answers, actions: map[string]*model.Action{}, code: map[string]string{}}
	for i := range m.Code {
		s.code[m.Code[i].Name] = m.Code[i].Kind
	}
	eachAction(m, func(a *model.Action, _ *model.Item) {
		if s.actions[a.Name] == nil {
			s.actions[a.Name] = a
		}
	})
	s.rules()
	for i := range m.Content {
		for k := range m.Content[i].Items {
			s.content(&m.Content[i].Items[k])
		}
	}
	sortGaps(s.e.Gaps)
	return s.e
}

// slots counts. While an item is looked at, its slots go to the item and not to the rules.
type slots struct {
	m       *model.Model
	r       *reading
	actions map[string]*model.Action
	code    map[string]string // its kinds
	answers func(code string) bool
	e       Executability
	item    *model.Item
}

// slot is one row of the table at one place; missing says what it lacks, and is empty where it is executable.
func (s *slots) slot(kind, place string, pos diag.Pos, missing ...string) {
	if s.item == nil {
		s.e.Rules.add(len(missing) == 0)
	}
	if len(missing) > 0 {
		s.gap(kind, place, pos, strings.Join(missing, ", "))
	}
}

func (s *slots) gap(kind, place string, pos diag.Pos, text string) {
	if s.item != nil {
		kind = "content:" + kind
	}
	s.e.Gaps = append(s.e.Gaps, Gap{Kind: kind, Place: place, Pos: pos, Text: text})
}

// rules counts what is not content.
func (s *slots) rules() {
	for i := range s.m.Actions {
		s.action(&s.m.Actions[i])
	}
	for i := range s.m.Triggers {
		s.trigger(&s.m.Triggers[i], triggerID(&s.m.Triggers[i], i, nil))
	}
	for i := range s.m.Modifiers {
		s.modifier(&s.m.Modifiers[i])
	}
	s.protocol()
	for i := range s.m.Outcomes {
		o := &s.m.Outcomes[i]
		for k := range o.Outcomes {
			p := &o.Outcomes[k]
			s.field("outcome model "+o.Name, p.Pos, p.P, true)
			s.ops("outcome model "+o.Name, p.Effect)
		}
	}
	eachNode(s.m, s.node)
	for i := range s.m.End {
		s.end(&s.m.End[i], "end "+endID(&s.m.End[i], i))
	}
	s.turns()
	if s.m.Campaign != nil {
		s.ops("campaign", s.m.Campaign.Between)
	}
}

// turns counts what the profile of turns needs.
func (s *slots) turns() {
	t := s.m.Turns
	if t == nil {
		return
	}
	for _, f := range []model.Field{t.First, t.Next} {
		if f.Given() {
			s.field("turns", t.Pos, f, true)
		}
	}
	for i := range t.Objectives {
		o := &t.Objectives[i]
		s.slot("text", "checkpoint "+objectiveID(o, i), o.Pos, append(lacks(o.If, false), lacks(o.Who, false)...)...)
	}
}

func (s *slots) action(a *model.Action) {
	if a.Pre.Given() {
		s.field("action "+a.Name, a.Pos, a.Pre, false)
	}
	s.ops("action "+a.Name+" (cost)", a.Cost)
	s.ops("action "+a.Name, a.Effect)
}

func (s *slots) trigger(t *model.Trigger, id string) {
	if t.If.Given() {
		s.field("trigger "+id, t.Pos, t.If, false)
	}
	s.ops("trigger "+id, t.Do)
}

func (s *slots) modifier(m *model.Modifier) {
	var missing []string
	if m.Stat.Name == "" {
		missing = append(missing, "stat is missing")
	}
	missing = append(missing, lacks(m.Change, false)...)
	if m.If.Given() {
		missing = append(missing, lacks(m.If, false)...)
	}
	id := m.ID
	if id == "" {
		id = m.Stat.Name
	}
	s.slot("text", "modifier "+id, m.Pos, missing...)
}

// protocol counts who has priority first, where there is anything to have priority for.
func (s *slots) protocol() {
	fast := false
	eachAction(s.m, func(a *model.Action, _ *model.Item) { fast = fast || a.Speed != "" })
	if !fast {
		return
	}
	first := func(place string, p *model.Protocol, pos diag.Pos) {
		if p.First.Given() {
			s.field(place, pos, p.First, false)
		} else {
			s.slot("text", place, pos)
		}
	}
	first("priority protocol", &s.m.Protocol, s.m.Protocol.Pos)
	for i := range s.m.Windows {
		if w := &s.m.Windows[i]; w.Protocol.First.Given() {
			first("window "+w.Name, &w.Protocol, w.Pos)
		}
	}
}

func (s *slots) end(e *model.EndCondition, place string) {
	missing := lacks(e.If, false)
	switch {
	case e.Result == "score":
		missing = append(missing, lacks(e.Returns, false)...)
	case e.Result == "rank":
		missing = append(missing, lacks(e.Ranks, false)...)
	case e.Result == "eliminate", e.Result == "winners",
		(e.Result == "win" || e.Result == "loss") && s.m.Mode != "cooperative" && !ofSubflow(s.m, e):
		missing = append(missing, lacks(e.Who, false)...)
	}
	s.slot("text", place, e.Pos, missing...)
}

// field is a slot of a single field.
func (s *slots) field(place string, pos diag.Pos, f model.Field, literal bool) {
	if f.Given() {
		pos = f.Pos()
	}
	s.slot("text", place, pos, lacks(f, literal)...)
}

// lacks says why a field cannot be run; literal: a literal that is no text will do as well.
func lacks(f model.Field, literal bool) []string {
	switch {
	case f.X.Given():
		return nil
	case f.Lit == nil:
		return []string{f.Name + " is missing"}
	case literal && f.Lit.Kind != model.Text:
		return nil
	}
	return []string{f.Name + " has no " + f.Name + "_x"}
}
