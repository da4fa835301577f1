package pack

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/diag"
)

// afterCompile checks what needs compiled formulas.
func (l *loader) afterCompile() {
	for _, x := range l.build.Effects {
		if x.Option != nil && len(x.Option.Flags) > 0 {
			l.addedFlags(x)
		}
	}
	for _, a := range l.build.all {
		for _, id := range slices.Sorted(maps.Keys(a.StepsByID)) {
			if s := a.StepsByID[id]; s.Allocate != nil {
				l.fixFields(s.Allocate)
			}
		}
	}
}

// addedFlags checks that an added option sets only flags that the actions it can be added to set
// themselves, to a type that they set.
func (l *loader) addedFlags(x *Effect) {
	for _, a := range l.build.all {
		if !l.sees(x.Pack, a.Pack) || !offers(a, x) {
			continue
		}
		for _, f := range x.Option.Flags {
			flag := a.flag(f.Name)
			if flag == nil && l.lost.names[f.Name] {
				continue
			}
			if flag == nil {
				var known []string
				for _, one := range a.Flags {
					known = append(known, one.Name)
				}
				fix := "give the flag a default in an early branch of the action"
				if near := diag.Nearest(f.Name, known); near != "" {
					fix = "write '" + near + "'"
				}
				l.faults.report(FormulaError, f.Pos, data{"cause": string(formula.UnknownName), "name": f.Name, "action": a.ID}, fix, "the action '%s', whose choices offer this option, sets no flag '%s'", a.Local, clip(f.Name))
				continue
			}
			if f.Formula != nil && f.Formula.Code != nil && !flag.takes(f.Formula.Code.Type()) {
				l.faults.report(TypeMismatch, f.Formula.Pos, data{"expected": flag.typeNames(), "actual": f.Formula.Code.Type().String(), "action": a.ID}, "give a value of that type", "the action '%s' sets the flag '%s' to %s, this is %s", a.Local, f.Name, flag.typeNames(), f.Formula.Code.Type())
			}
		}
	}
}

// sees reports whether one pack requires another, or is it.
func (l *loader) sees(p, other *Pack) bool {
	return slices.Contains(p.Visible, other)
}

// offers reports whether an action has a choice step whose written tags match an effect's target.
func offers(a *Action, x *Effect) bool {
	for _, s := range a.StepsByID {
		if s.Kind != ChoiceStep {
			continue
		}
		for _, t := range s.Tags {
			if t.Literal != "" && Matches([]string{t.Literal}, x.Tags) {
				return true
			}
		}
	}
	return false
}

func (f *FlagType) takes(t *formula.Type) bool {
	if t.Is(formula.Any) {
		return true
	}
	for _, one := range f.types {
		if one.Is(formula.Any) || one.Is(t) || one.Is(formula.Number) && t.Is(formula.Int) || one.Is(formula.Dice) && t.Is(formula.Int) {
			return true
		}
	}
	return false
}

func (f *FlagType) typeNames() string {
	var names []string
	for _, t := range f.types {
		if !slices.Contains(names, t.String()) {
			names = append(names, t.String())
		}
	}
	return strings.Join(names, " or ")
}

// fixFields notes which fields an allocate step is about where that does not depend on the character.
func (l *loader) fixFields(a *Allocate) {
	if a.Where == nil || a.Where.Code == nil || len(a.Where.Code.Calls()) > 0 {
		return
	}
	for _, r := range a.Where.Code.Reads() {
		if r.Slot != SlotItem || len(r.Path) == 0 || r.Path[0] == "tags" && l.tagsVary() {
			return
		}
	}
	fixed := []*Field{}
	for _, f := range l.build.Fields {
		if !f.Input() || f.Type != Integer {
			continue
		}
		v, err := a.Where.Code.Eval(fieldNamesOf{f}, nil)
		if err != nil {
			return // it fails when the step runs, and says so there
		}
		if v.Bool() {
			fixed = append(fixed, f)
		}
	}
	a.Fixed = fixed
}

// tagsVary reports whether an effect or a formula gives fields tags.
func (l *loader) tagsVary() bool {
	for _, x := range l.build.Effects {
		if x.Op == AddTag {
			return true
		}
	}
	for _, f := range l.build.Fields {
		for _, t := range f.Tags {
			if t.Formula != nil {
				return true
			}
		}
	}
	return false
}

// fieldNamesOf shows a query the view of one field.
type fieldNamesOf struct{ f *Field }

func (n fieldNamesOf) Name(s formula.Slot) (formula.Value, *formula.Error) {
	if s != SlotItem {
		return formula.Absent, formula.Failed(formula.UnknownName, fmt.Sprintf("there is no %s here", Root(s)))
	}
	return formula.ObjectValue(n.f.View()), nil
}

// View is the view of a field that queries see, with its written tags.
func (f *Field) View() formula.Record {
	var tags []string
	for _, t := range f.Tags {
		if t.Literal != "" {
			tags = append(tags, t.Literal)
		}
	}
	return formula.Record{{Name: "id", Value: formula.StringValue(f.ID)}, {Name: "type", Value: formula.StringValue(string(f.Type))}, {Name: "tags", Value: formula.StringsValue(tags)}}
}
