package pack

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/diag"
)

// valueType is the type that formulas see of a value of the rules.
func valueType(t Type, of Ref) *formula.Type {
	switch t {
	case Integer:
		return formula.Int
	case Number:
		return formula.Number
	case Boolean:
		return formula.Bool
	case String, Enum, ID:
		return formula.String
	case Dice:
		return formula.Dice
	case List:
		if of.Given() {
			return formula.ListOf(valueType(Type(of.Written), Ref{}))
		}
		return formula.ListOf(formula.String)
	}
	return formula.Any
}

func fieldType(t Type) wanted { return wanted{t: valueType(t, Ref{})} }

func situationalType(s *Situational) wanted {
	if s == nil {
		return wanted{not: true}
	}
	return fieldType(s.Type)
}

func modifierValue(t ModifierType) wanted {
	switch t {
	case MultiplyRoll:
		return aNumber
	case SetFaces:
		return wanted{t: formula.ListOf(formula.Int)}
	}
	return aWhole
}

// effectValue is what the value of an effect has to be.
func (c *compiler) effectValue(x *Effect) wanted {
	switch x.On {
	case OnFields:
		if x.Op == Multiply {
			return aNumber
		}
		if len(x.Fields) == 1 {
			if f := c.l.build.index.fields[x.Fields[0].ID]; f != nil {
				return c.onField(x, f)
			}
		}
		return anything
	case OnRolls:
		switch {
		case x.Tally != "":
			return aWhole
		case x.Op == Add || x.Op == Set:
			return someDice
		}
		return aNumber
	case OnIncoming:
		switch x.Op {
		case Cancel:
			return aCondition
		case Add:
			return someDice
		}
		return aNumber
	case OnActions:
		return aCondition
	}
	return anything
}

// onField is what an effect may do to a field; ops of numbers need a field that is one.
func (c *compiler) onField(x *Effect, f *Field) wanted {
	numeric := f.Type == Integer || f.Type == Number
	switch {
	case x.Op == Set, x.Op == Add && f.Type == List:
		return wanted{t: valueType(f.Type, f.Of)}
	case x.Op == Add && f.Type == Dice:
		return someDice
	case numeric && f.Type == Integer && x.Op == Add:
		return aWhole
	case numeric:
		return aNumber
	}
	c.l.faults.report(TypeMismatch, x.Fields[0].Pos, data{"expected": "number", "field": f.ID}, "use set or tag, or name a field that is a number", "%s does not work on the field '%s', which is %s", x.Op, f.Name, f.Type)
	return wanted{not: true}
}

// param is what the value of a param has to be.
func (c *compiler) param(a *Action, name string, pos diag.Pos) wanted {
	if a == nil {
		return anything
	}
	p := a.Param(name)
	if p == nil {
		var known []string
		for _, p := range a.Params {
			known = append(known, p.Name)
		}
		fix := "known: " + strings.Join(known, ", ")
		if near := diag.Nearest(name, known); near != "" {
			fix = "write '" + near + "'"
		} else if len(known) == 0 {
			fix = "drop it"
		}
		c.l.faults.report(UnknownReference, pos, data{"kind": "param", "id": name}, fix, "the action '%s' has no param '%s'", a.Local, clip(name))
		return wanted{not: true}
	}
	if p.Type == ID && p.Of.Written == "field" { // an id, or the view of a field param, whose id is taken
		return anything
	}
	if p.Type == Dice {
		return anything // dice, or their notation, which is read back
	}
	return wanted{t: formula.OrNull(valueType(p.Type, p.Of))}
}

// changeAmount is what value and by of a change have to be.
func (c *compiler) changeAmount(ch *Change, key string) wanted {
	switch ch.Type {
	case SetField, Adjust:
		f := c.l.build.index.fields[ch.Field.ID]
		switch {
		case key == "by" && (f == nil || f.Type == ""):
			return aNumber
		case f == nil, f.Type == "": // a field without a type was reported where it stands
			return anything
		case ch.Type == Adjust && f.Type != Integer && f.Type != Number:
			c.l.faults.report(TypeMismatch, ch.Field.Pos, data{"expected": "number", "field": f.ID}, "use set", "the field '%s' is %s and cannot be adjusted", f.Name, f.Type)
			return wanted{not: true}
		}
		return wanted{t: valueType(f.Type, f.Of)}
	case SetQuantity:
		return aWhole
	case AdjustState:
		return aNumber
	}
	return anything
}

// contentViews are the types of the views of content and of its copies.
type contentViews struct {
	item, self           *formula.Type
	itemNames, selfNames []formula.Member
}

func viewStart(self bool) []formula.Member {
	if self {
		return []formula.Member{{Name: "id", Type: formula.String}, {Name: "item", Type: formula.String}, {Name: "quantity", Type: formula.Int}, {Name: "equipped", Type: formula.Bool}}
	}
	return []formula.Member{{Name: "id", Type: formula.String}, {Name: "type", Type: formula.String}, {Name: "tags", Type: formula.ListOf(formula.String)}}
}

// viewsOf gives the views of a content type. What carries content may be a copy of other content (a
// grant, a pick, a template), so self has the states of all types.
func (c *compiler) viewsOf(t *ContentType) *contentViews {
	if t == nil {
		return c.any
	}
	if v := c.views[t]; v != nil {
		return v
	}
	v := &contentViews{itemNames: viewStart(false), selfNames: viewStart(true)}
	for _, p := range t.Props {
		v.itemNames = append(v.itemNames, formula.Member{Name: p.Name, Type: valueType(p.Type, p.Of)})
	}
	own := map[string]bool{}
	for _, p := range t.State {
		own[p.Name] = true
		v.selfNames = append(v.selfNames, formula.Member{Name: p.Name, Type: valueType(p.Type, p.Of)})
	}
	for _, m := range c.any.selfNames[len(viewStart(true)):] {
		if !own[m.Name] {
			v.selfNames = append(v.selfNames, m)
		}
	}
	v.item, v.self = formula.ObjectOf(v.itemNames...), formula.ObjectOf(v.selfNames...)
	c.views[t] = v
	return v
}

// viewsOfAny are the views of content of whatever type: all members of all types.
func (c *compiler) viewsOfAny() *contentViews {
	var item, self membersByName
	for _, m := range viewStart(false) {
		item.join(m.Name, m.Type)
	}
	for _, m := range viewStart(true) {
		self.join(m.Name, m.Type)
	}
	for _, t := range c.l.build.Types {
		for _, p := range t.Props {
			item.join(p.Name, valueType(p.Type, p.Of))
		}
		for _, p := range t.State {
			self.join(p.Name, valueType(p.Type, p.Of))
		}
	}
	v := &contentViews{itemNames: item.list, selfNames: self.list}
	v.item, v.self = formula.ObjectOf(v.itemNames...), formula.ObjectOf(v.selfNames...)
	return v
}

// nested gives an object type for names with dots, which are read as paths.
func nested(start []formula.Member, props []Prop) *formula.Type {
	var out membersByName
	for _, m := range start {
		out.join(m.Name, m.Type)
	}
	var inner []string
	below := map[string][]Prop{}
	for _, p := range props {
		head, rest, deep := strings.Cut(p.Name, ".")
		if !deep {
			out.join(p.Name, valueType(p.Type, p.Of))
			continue
		}
		if below[head] == nil {
			inner = append(inner, head)
		}
		p.Name = rest
		below[head] = append(below[head], p)
	}
	for _, head := range inner {
		out.join(head, nested(nil, below[head]))
	}
	return formula.ObjectOf(out.list...)
}

var idOnly = []formula.Member{{Name: "id", Type: formula.String}}

// links is the type of the links that a pack sees.
func (c *compiler) links(p *Pack) *formula.Type {
	var out []formula.Member
	taken := map[string]bool{}
	for _, seen := range p.Visible {
		for _, k := range c.l.build.Links {
			if k.Pack == seen && !taken[k.Local] {
				taken[k.Local] = true
				out = append(out, formula.Member{Name: k.Local, Type: nested(idOnly, k.Fields)})
			}
		}
	}
	return formula.ObjectOf(out...)
}
