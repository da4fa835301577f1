package explain

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

// Valuation says why an expression has the value it has.
type Valuation struct {
	Text      string     `json:"text"`
	Value     string     `json:"value"` // as Python writes it, shortened
	Fails     string     `json:"fails,omitempty"`
	Whole     *Part      `json:"part"`
	Modified  []Modified `json:"modified"` // the calls of modified() on the way, in the order in which they began
	Cut       bool       `json:"cut,omitempty"`
	Sentences []string   `json:"sentences"`
}

// Modified is one call of modified().
type Modified struct {
	Stat      string     `json:"stat"`
	Base      string     `json:"base"`
	Value     string     `json:"value"`
	Modifiers []Modifier `json:"modifiers"` // all of the stat, in the order in which they are applied

	depth int
}

// Modifier is one modifier in such a call.
type Modifier struct {
	ID        string   `json:"id,omitempty"`   // of a temporary one none
	Item      string   `json:"item,omitempty"` // the content item that bears it
	Layer     float64  `json:"layer"`
	Temporary bool     `json:"temporary,omitempty"`
	Until     string   `json:"until,omitempty"` // the event with which a temporary one expires; none: the next reset
	Change    string   `json:"change,omitempty"`
	At        *Place   `json:"at,omitempty"` // of the change
	Applied   bool     `json:"applied"`
	Why       string   `json:"why"` // applied, inactive or condition
	Before    string   `json:"before"`
	After     string   `json:"after"`
	Reasons   []Reason `json:"reasons,omitempty"`
	Sentence  string   `json:"sentence"`
}

// maxModified is how many calls of modified() are told of, and modifiers of one.
const maxModified = 50

// Value explains an expression with the names that are in scope where the game waits; actor is the seat
// of the options, or whoever acts there or is asked. The name of a stat stands for modified(stat, 0). An
// error means that the text is no expression, or that Options.Interrupt gave one.
func Value(g *game.Game, src string, o Options) (out *Valuation, err error) {
	defer guard(&err)
	x := begin(g, o)
	syn, err := expr.Parse(src, diag.Pos{})
	if err != nil {
		return nil, err
	}
	s := &scope{x: x, locals: true}
	out = &Valuation{Text: clip(src, maxText), Modified: []Modified{}, Sentences: []string{}}
	if sh := syn.Shape(); sh.Form == expr.Named {
		if _, stat := x.prog.StatIndex[sh.Name]; stat && s.Resolve(sh.Name).Kind == expr.Unknown && !expr.IsBuiltin(sh.Name) {
			if syn, err = expr.Parse("modified('"+sh.Name+"', 0)", diag.Pos{}); err != nil {
				return nil, err
			}
			out.Sentences = append(out.Sentences, sh.Name+" is a stat: it is explained from a base of 0. Write modified('"+sh.Name+"', base) for another.")
		}
	}
	x.g.SeeHere(int32(o.Seat))
	x.g.SetTracer(x.modifiers(out))
	v, fails := x.run(expr.Compile(syn, s))
	x.g.SetTracer(nil)
	if out.Fails = fails; fails == "" {
		out.Value = x.show(v)
	}
	out.Whole = x.part(syn, s, 0)
	out.sentences()
	out.Cut = x.meter.cut
	return out, nil
}

// modifiers writes down every call of modified().
func (x *explainer) modifiers(out *Valuation) *game.Tracer {
	var open []int // the calls that are under way, by their place in out
	return &game.Tracer{
		Modifying: func(g *game.Game, stat int32, base value.Value, depth int) {
			for len(open) > 0 && out.Modified[open[len(open)-1]].depth >= depth {
				open = open[:len(open)-1]
			}
			if len(out.Modified) == maxModified {
				x.meter.cut, open = true, nil
				return
			}
			open = append(open, len(out.Modified))
			text := x.show(base)
			out.Modified = append(out.Modified, Modified{Stat: x.prog.Stats[stat].Name, Base: text, Value: text, Modifiers: []Modifier{}, depth: depth})
		},
		Modifier: func(g *game.Game, m game.Modification) {
			for len(open) > 0 && out.Modified[open[len(open)-1]].depth > m.Depth {
				open = open[:len(open)-1]
			}
			if len(open) == 0 || out.Modified[open[len(open)-1]].depth != m.Depth {
				return
			}
			call := &out.Modified[open[len(open)-1]]
			call.Value = x.show(m.After)
			if len(call.Modifiers) == maxModified {
				x.meter.cut = true
				return
			}
			call.Modifiers = append(call.Modifiers, x.modifier(g, m))
		},
	}
}

func (x *explainer) modifier(g *game.Game, m game.Modification) Modifier {
	out := Modifier{ID: m.ID, Layer: m.Layer, Temporary: m.Temporary, Before: x.show(m.Before), After: x.show(m.After)}
	if m.Item >= 0 {
		out.Item = x.prog.Items[m.Item].ID
	}
	if m.Until >= 0 {
		out.Until = x.prog.Events[m.Until].Name
	}
	if m.Change != nil {
		out.Change, out.At = clip(m.Change.Src(), maxText), placeOf(m.Change.Pos())
	}
	who := "modifier " + out.ID
	if m.Temporary {
		who = "the temporary modifier " + out.Change
		if out.Until != "" {
			who += " (until " + out.Until + ")"
		} else {
			who += " (until the next reset)"
		}
	}
	if out.Item != "" {
		who += " of " + out.Item
	}
	switch m.Verdict {
	case game.Fired:
		out.Applied, out.Why = true, "applied"
		out.Sentence = who + " applies: " + out.Before + " → " + out.After
		if out.Change != "" && !m.Temporary {
			out.Sentence += " (" + out.Change + ")"
		}
	case game.Inactive:
		out.Why = "inactive"
		now := apart(g.Apart(), x.opts, x.meter)
		if p, ok := now.active(m.Item); !ok && p != nil {
			out.Reasons = reasons(p)
		}
		out.Sentence = who + " does not apply, since its item is not active: " + because(out.Reasons)
	default:
		out.Why = "condition"
		now := apart(g.Apart(), x.opts, x.meter)
		out.Reasons = reasons(now.condition(m.If.Syntax(), true))
		out.Sentence = who + " does not apply: " + because(out.Reasons)
	}
	return out
}

func (v *Valuation) sentences() {
	if v.Fails != "" {
		v.Sentences = append(v.Sentences, v.Text+" cannot be evaluated: "+v.Fails+".")
	} else {
		v.Sentences = append(v.Sentences, v.Text+" is "+v.Value+".")
	}
	v.tell(v.Whole, map[string]bool{v.Text: true})
	for i := range v.Modified {
		m := &v.Modified[i]
		v.Sentences = append(v.Sentences, fmt.Sprintf("modified('%s', %s) is %s, by %s:", m.Stat, m.Base, m.Value, count(len(m.Modifiers), "modifier")))
		for k := range m.Modifiers {
			v.Sentences = append(v.Sentences, "  "+m.Modifiers[k].Sentence+".")
		}
	}
}

// tell says what the parts come to, and those that they are made of, each once.
func (v *Valuation) tell(p *Part, told map[string]bool) {
	say := func(name, text string) {
		if !told[name] && len(v.Sentences) < maxModified {
			told[name] = true
			v.Sentences = append(v.Sentences, "  "+name+" is "+text+".")
		}
	}
	if p.Fails == "" && (len(p.With) == 0 || len(p.Parts) > 0) {
		say(p.Text, p.Value)
	}
	for _, n := range p.With {
		say(n.Name, n.Value)
	}
	for _, n := range p.Values {
		say(n.Name, n.Value)
	}
	for _, in := range p.Parts {
		v.tell(in, told)
	}
}
