package game

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// callOps is what a call of code outside counts between two requests: nobody says how long one takes.
const callOps = 1000

// call waits for what code outside the model answers, where somebody is there to answer; else it stops
// the game. v the arguments, a dict.
func (g *Game) call(f *frame, a *program.Call) {
	if !g.hosted[a.Code] {
		g.notExecutable("code '%s' → %s:%s is not implemented", a.Code, a.Module, a.Function)
	}
	g.spend(callOps)
	vals := make([]value.Value, len(a.Args))
	for i := range a.Args {
		vals[i] = g.keep(g.value(&a.Args[i]))
		g.settle()
	}
	f.v, f.state = value.OfDict(a.Names, vals), asked
	g.begin(Call, f, everyone)
}

// calling is the call that the game waits for.
func (g *Game) calling() *program.Call {
	f := g.top()
	return g.prog.Blocks[f.ref].Code[f.pc].Arg.(*program.Call)
}

// Called is the code that must answer while Kind is Call, and its arguments, a dict from names to
// values. They are the game's own: read them before it goes on.
func (g *Game) Called() (code string, args value.Value) {
	if g.pend.kind != Call {
		return "", value.Value{}
	}
	return g.calling().Code, g.top().v
}

// Reply goes on with what the code answered. Refuse stops the game with an ExprError that says what
// went wrong in it. An error of either means that the game waits for no code.
func (g *Game) Reply(v value.Value) error {
	return g.returned(func(a *program.Call) {
		g.bindName(a.As, g.keep(v))
		g.top().done()
	})
}

func (g *Game) Refuse(message string) error {
	return g.returned(func(a *program.Call) { g.failHere("code '%s': %s", a.Code, message) })
}

// returned goes on without counting afresh: a call is no request, and a model that calls without end
// must come to one.
func (g *Game) returned(goOn func(*program.Call)) error {
	if g.pend.kind != Call {
		return fmt.Errorf("the game waits for %s, not for code", g.pend.kind)
	}
	a := g.calling()
	g.pend.kind = running
	g.run(func() { goOn(a) })
	return nil
}

// SetHosted says which code is there to answer calls from now on; the game keeps the map, which must
// not change. Calls of all other code stop it.
func (g *Game) SetHosted(code map[string]bool) { g.hosted = code }
