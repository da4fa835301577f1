package compile

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

var alwaysTrue = func() *expr.Code {
	syn, err := expr.Parse("True", diag.Pos{})
	if err != nil {
		panic(err)
	}
	return expr.Compile(syn, nothing{})
}()

type nothing struct{}

func (nothing) Resolve(string) expr.Ref { return expr.Ref{Local: expr.NoLocal} }

// state compiles what the variables and zones start with. An init_x sees the variables before it;
// that of a zone sees them all.
func (c *compiler) state() {
	for i := range c.m.Vars {
		v, p := &c.m.Vars[i], &c.p.Vars[i]
		p.Visibility = visibility(v.Visibility)
		p.Init = c.initial(v.Init, p.Slot)
		p.Min, p.Max = c.value(v.Min, false, false), c.value(v.Max, false, false)
		p.Free = !p.Min.Given() && !p.Max.Given() && !p.Scores && c.mode.Quick("free variable")
	}
	afterVars := program.FirstSlot + len(c.m.Vars)
	for i := range c.m.Zones {
		z, p := &c.m.Zones[i], &c.p.Zones[i]
		p.Visibility = visibility(z.Visibility)
		switch z.Kind {
		case "set":
			p.Kind = program.SetZone
		case "slot":
			p.Kind = program.SlotZone
		}
		p.Init = c.initial(model.Field{Name: "init", X: z.InitX}, afterVars)
		p.Capacity = c.value(z.Capacity, false, false)
		if z.DrawnFrom != "" {
			if from, ok := c.p.ZoneIndex[z.DrawnFrom]; ok {
				p.DrawnFrom = from
			} else {
				c.undeclared("unknown-zone", z.DrawnPos, z.DrawnFrom, sortedNames(c.p.ZoneIndex), "drawn_from: zone '%s' not declared", z.DrawnFrom)
			}
		}
	}
}

func visibility(s string) program.Visibility {
	switch s {
	case "owner":
		return program.Owner
	case "hidden":
		return program.Hidden
	}
	return program.Public
}

// initial compiles init or init_x. A function that it calls may not read what is not there yet.
func (c *compiler) initial(f model.Field, slot int) program.Value {
	if !f.X.Given() {
		if f.Lit == nil {
			return program.Value{}
		}
		return program.Value{Lit: c.node(f.Lit), Has: true}
	}
	code, stop := c.codeFor(f.X, &resolver{c: c, init: slot})
	if code != nil {
		for _, s := range code.Reads().State {
			if s >= slot {
				stop = &program.Stop{Kind: "ExprError", Pos: f.X.Pos,
					Message: "error evaluating '" + f.X.Src + "': NameError: name '" + c.slotName(s) + "' is not defined"}
				break
			}
		}
	}
	return program.Value{X: code, Has: stop == nil, Stop: stop}
}

func (c *compiler) slotName(slot int) string {
	switch i := slot - program.FirstSlot; {
	case i < len(c.p.Vars):
		return c.p.Vars[i].Name
	case i == len(c.p.Vars)+len(c.p.Zones):
		return "turn"
	}
	return c.p.Zones[slot-program.FirstSlot-len(c.p.Vars)].Name
}
