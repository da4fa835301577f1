package check

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"

	"github.com/astragal-engine/astragal/engine/model"
)

// row says which fields the slot of an op is about: those that must be there, and those that count when they are.
type row struct{ must, may []string }

// opRows is the table of the seed for ops whose fields all follow the rule of text or expression. To the seed's fields
// it adds those that this engine has beside them.
var opRows = map[string]row{
	"choose":   {must: []string{"options"}, may: []string{"min", "max"}},
	"for_each": {must: []string{"items"}},
	"repeat":   {may: []string{"until", "n"}},
	"search":   {may: []string{"min", "max"}},
	"add":      {must: []string{"amount"}},
	"place":    {must: []string{"what"}, may: []string{"at"}},
	"create":   {must: []string{"what"}, may: []string{"n"}},
	"move":     {must: []string{"what"}},
	"destroy":  {must: []string{"what"}},
	"reveal":   {must: []string{"what"}},
	"draw":     {may: []string{"n"}},
	"look":     {may: []string{"n"}},
	"roll":     {must: []string{"die"}, may: []string{"n"}},
	"cancel":   {must: []string{"target"}},
}

func (s *slots) ops(place string, list []*model.Op) {
	for _, op := range list {
		s.op(place, op)
		s.ops(place, op.Then)
		s.ops(place, op.Else)
		event, _ := op.Str("event")
		s.ops(place+" · "+event, op.Impact)
	}
}

func (s *slots) op(place string, op *model.Op) {
	if r, ok := opRows[op.Name]; ok {
		s.row(place, op, r)
	}
	switch op.Name {
	case "set", "let":
		s.value(place, op)
	case "if":
		s.field(place, op.Pos, op.Field("cond"), false)
	case "exec":
		s.field(place, op.Pos, op.Field("of"), false)
	case "modify":
		var missing []string
		if _, ok := op.Str("stat"); !ok {
			missing = append(missing, "stat is missing")
		}
		missing = append(missing, lacks(op.Field("change"), false)...)
		if op.Field("if").Given() {
			missing = append(missing, lacks(op.Field("if"), false)...)
		}
		s.slot("text", place, op.Pos, missing...)
	case "call":
		s.call(place, op)
	case "say":
		s.slot("language", place, op.Pos, "what is said is for people")
	}
	if _, ok := op.Str("attr"); ok && (op.Name == "set" || op.Name == "add") {
		s.field(place, op.Pos, op.Field("of"), true)
	}
}

// row is the slot of an op; an op that has none of its fields has no slot.
func (s *slots) row(place string, op *model.Op, r row) {
	pos := op.Pos
	var missing []string
	any := len(r.must) > 0
	look := func(f model.Field) {
		if list := lacks(f, true); len(list) > 0 {
			if len(missing) == 0 && f.Given() {
				pos = f.Pos()
			}
			missing = append(missing, list...)
		}
	}
	for _, name := range r.must {
		look(op.Field(name))
	}
	for _, name := range r.may {
		if f := op.Field(name); f.Given() {
			any = true
			look(f)
		}
	}
	if any {
		s.slot("text", place, pos, missing...)
	}
}

var plainName = regexp.MustCompile(`^[\pL_][\pL\pN_]*$`)

// value is the slot of set and let, where a plain name is a literal.
func (s *slots) value(place string, op *model.Op) {
	f := op.Field("value")
	if !f.X.Given() && f.Lit != nil && f.Lit.Kind == model.Text && plainName.MatchString(f.Lit.Text) {
		s.slot("text", place, op.Pos)
		return
	}
	s.field(place, op.Pos, f, true)
}

// call is never executable, but for the figure of a model with what is bound to it. Code of kind content is counted
// with the content even when a rule calls it.
func (s *slots) call(place string, op *model.Op) {
	name, _ := op.Str("code")
	kind := s.code[name]
	if kind == "" {
		kind = "code"
	}
	text := fmt.Sprintf("call of code %s", quote(name))
	if s.answers != nil && s.answers(name) {
		if s.item == nil && kind == "content" {
			s.e.Content.add(true)
		} else {
			s.slot("code:"+kind, place, op.Pos)
		}
		return
	}
	if s.item == nil && kind == "content" {
		s.e.Content.add(false)
		s.gap("code:content", place, op.Pos, text)
		return
	}
	s.slot("code:"+kind, place, op.Pos, text)
}

// node counts what a node of a flow needs.
func (s *slots) node(n *model.FlowNode) {
	place := "flow " + n.ID
	switch n.Kind {
	case "loop", "turns":
		if n.Until.Given() {
			s.field(place, n.Pos, n.Until, false)
		}
		if n.Over.Given() {
			s.field(place, n.Pos, n.Over, false)
		}
	case "branch":
		for i := range n.Cases {
			s.field(place, n.Cases[i].Pos, n.Cases[i].When, false)
		}
	case "step":
		s.step(n)
	}
}

// step needs to know who decides: between its actions, or within the only one.
func (s *slots) step(n *model.FlowNode) {
	asks, open := len(n.Do) > 1, len(n.Do) > 1
	if len(n.Do) == 1 {
		if a := s.actions[n.Do[0].Name]; a != nil {
			eachOp(slices.Concat(a.Cost, a.Effect), func(op *model.Op) {
				if op.Name == "choose" || op.Name == "search" {
					asks = true
					open = open || !op.Field("actor").X.Given() && !op.Field("actors").X.Given()
				}
			})
		}
	}
	switch {
	case !asks:
	case open && !n.ActorX.Given() && !n.ActorsX.Given():
		s.slot("text", "step "+n.ID, n.Pos, "actor_x is missing: somebody must choose")
	default:
		s.slot("text", "step "+n.ID, n.Pos)
	}
}

// content counts an item, if it has behaviour or text for the card.
func (s *slots) content(it *model.Item) {
	status := it.Node.Get("status")
	missing := status != nil && status.Text == "missing"
	words := keywords(it, s.r.rules)
	behaves := len(it.Effect)+len(it.Triggers)+len(it.Modifiers)+len(it.Abilities) > 0
	if !missing && !behaves && len(words) == 0 && !hasText(it.Node.Get("text")) {
		return
	}
	s.item = it
	defer func() { s.item = nil }()
	before := len(s.e.Gaps)
	place := "content " + it.ID
	if missing {
		s.gap("missing", place, status.Pos, "status is missing")
	}
	s.ops(place, it.Effect)
	for k := range it.Triggers {
		s.trigger(&it.Triggers[k], triggerID(&it.Triggers[k], k, it))
	}
	for k := range it.Modifiers {
		s.modifier(&it.Modifiers[k])
	}
	for k := range it.Abilities {
		s.action(&it.Abilities[k])
	}
	if !behaves && !missing {
		s.wordsOnly(it, place, words)
	}
	s.e.Content.add(len(s.e.Gaps) == before)
}

// wordsOnly judges an item that has keywords or text and nothing else.
func (s *slots) wordsOnly(it *model.Item, place string, words []keyword) {
	for _, k := range words {
		if !s.r.rules[k.text] {
			s.gap("keywords", place, k.pos, fmt.Sprintf("no rule uses the keyword %s", quote(k.text)))
		}
	}
	if len(words) == 0 {
		s.gap("text", place, it.Pos, "text without behaviour")
	}
}

func hasText(n *model.Node) bool {
	return n != nil && n.Kind != model.Null && (!n.Scalar() || n.Text != "")
}

func sortGaps(gaps []Gap) {
	slices.SortStableFunc(gaps, func(a, b Gap) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), a.Pos.Line-b.Pos.Line, a.Pos.Col-b.Pos.Col)
	})
}
