package game

import (
	"errors"
	"fmt"
	"math"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// callOps is what a call of code outside counts between two requests where nobody says how long one takes;
// mostChances how many chances one call may ask.
const (
	callOps     = 1000
	mostChances = 100
)

// call asks code outside the model: what is bound to the program answers at once, else the game waits for
// its host. Where nobody is there it stops. v the arguments, a dict; w the outcomes of the chances that the
// code has asked, a list.
func (g *Game) call(f *frame, a *program.Call) {
	switch {
	case f.state == calledChance:
		f.w = g.own.Insert(f.w, len(f.w.Items()), g.pend.asks[0].options[g.pick])
	case a.Evaluator < 0 && !g.hosted[a.Code]:
		g.notExecutable("code '%s' → %s:%s is not implemented", a.Code, a.Module, a.Function)
	default:
		vals := make([]value.Value, len(a.Args))
		for i := range a.Args {
			vals[i] = g.keep(g.value(&a.Args[i]))
			g.settle()
		}
		f.v, f.w = value.OfDict(a.Names, vals), g.own.List(nil)
	}
	g.spend(g.callCost(a))
	f.state = asked
	if a.Evaluator < 0 {
		g.begin(Call, f, everyone)
		return
	}
	g.consult(f, a)
}

func (g *Game) callCost(a *program.Call) int {
	if a.Evaluator >= 0 && g.prog.Evaluators[a.Evaluator].Ops > 0 {
		return g.prog.Evaluators[a.Evaluator].Ops
	}
	return callOps
}

// consult has the evaluator that is bound answer.
func (g *Game) consult(f *frame, a *program.Call) {
	e := &g.prog.Evaluators[a.Evaluator]
	q := g.asking(f, a)
	vals, names := make([]value.Value, len(e.Reads)), value.KeysBuilder{}
	if len(e.Reads) > 0 {
		cur := g.env.Locals.Cur
		s := g.openCall(f.scope, f.v, a)
		g.env.Locals.Cur = s
		for i := range e.Reads {
			names.Add(value.OfText(e.Reads[i].Name))
			vals[i] = g.keep(e.Reads[i].Code.Run(g.env))
			g.settle()
		}
		g.closeScope(s)
		g.env.Locals.Cur = cur
	}
	q.Reads = value.OfDict(names.Keys(), vals)
	answer, err := e.Answer(&q)
	g.spend(answer.Work)
	var host *program.HostFault
	switch {
	case errors.As(err, &host):
		panic(host)
	case err != nil:
		g.failHere("code '%s': %s", a.Code, err)
	}
	g.answered(a, answer)
}

// asking is what a call asks, without what an evaluator reads.
func (g *Game) asking(f *frame, a *program.Call) program.Asked {
	return program.Asked{Code: a.Code, Kind: a.Kind, Place: g.places[f.place], Args: f.v, Seat: g.actingIn(f.scope), Chance: f.w, Store: &g.store}
}

// actingIn is the player whom scope knows as the actor, -1 for nobody.
func (g *Game) actingIn(scope int32) int {
	if v, ok := g.local(scope, program.SymActor); ok && v.IsInt() && v.Int() >= 0 && v.Int() < int64(g.players) {
		return int(v.Int())
	}
	return -1
}

// openCall opens the names that code outside is told: the actor, self, and the arguments.
func (g *Game) openCall(scope int32, args value.Value, a *program.Call) int32 {
	actor, acts := g.local(scope, program.SymActor)
	self, bears := g.local(scope, program.SymSelf)
	s := g.openScope(-1)
	if acts {
		g.bind(program.SymActor, g.own.Share(actor))
	}
	if bears {
		g.bind(program.SymSelf, g.own.Share(self))
	}
	for i, x := range args.Items() {
		g.bind(a.Syms[i], g.own.Share(x))
	}
	return s
}

// answered goes on with what code outside has answered.
func (g *Game) answered(a *program.Call, answer program.Answer) {
	f := g.top()
	bad := func(err error) {
		if err != nil {
			g.failHere("code '%s': %s", a.Code, err)
		}
	}
	switch {
	case answer.Form == program.GivesChance:
		bad(g.callChance(f, a, answer))
	case a.Kind == program.ContentKind && answer.Form == program.GivesOps:
		bad(g.runForeign(f, a, answer.Value))
	case answer.Form == program.GivesValue && (a.Kind != program.ContentKind || a.Evaluator < 0):
		bad(plain(answer.Value))
		g.bindName(a.As, g.keep(answer.Value))
		f.done()
	case a.Kind == program.ContentKind:
		g.failHere("code '%s': it answers a %s, and must answer ops or a chance", a.Code, answer.Form)
	default:
		g.failHere("code '%s': it answers %s, and must answer a value or a chance", a.Code, answer.Form)
	}
}

// callChance asks a chance for code outside.
func (g *Game) callChance(f *frame, a *program.Call, answer program.Answer) error {
	if len(f.w.Items()) >= mostChances {
		return fmt.Errorf("it asks more than %d chances in one call", mostChances)
	}
	outcomes := answer.Value.Items()
	if answer.Value.Kind() != value.List || len(outcomes) == 0 || len(outcomes) != len(answer.Weights) {
		return errors.New("a chance without outcomes")
	}
	if err := plain(answer.Value); err != nil {
		return err
	}
	sum := 0.0
	for i, w := range answer.Weights {
		if math.IsNaN(w) || math.IsInf(w, 0) || w < 0 {
			return fmt.Errorf("the probability of %s is no number from 0 to 1", g.label(outcomes[i]))
		}
		sum += w
	}
	if math.Abs(sum-1) > 1e-6 {
		return fmt.Errorf("probabilities add up to %.6f, not 1", sum)
	}
	g.spend(len(outcomes))
	f.state = calledChance
	p := g.begin(Chance, f, everyone)
	p.place = g.answerPlace(f.place, a)
	p.weights = append(p.weights, answer.Weights...)
	q := p.addAsk(-1, plainOptions)
	for _, x := range outcomes {
		q.options = append(q.options, g.keep(x))
	}
	return nil
}

// answerPlace is where what code outside answers is asked or run.
func (g *Game) answerPlace(place int32, a *program.Call) int32 {
	if place == a.At {
		return a.Place
	}
	return g.place(g.places[place] + " · " + a.Code)
}

// calling is the call that the game waits for.
func (g *Game) calling() *program.Call {
	f := g.top()
	return g.prog.Blocks[f.ref].Code[f.pc].Arg.(*program.Call)
}

// Called is what code outside must answer while Kind is Call. Its values are the game's own: read them before
// it goes on.
func (g *Game) Called() program.Asked {
	if g.pend.kind != Call {
		return program.Asked{Seat: -1}
	}
	return g.asking(g.top(), g.calling())
}

// Reply goes on with what the code answered: a value, ops where it is of kind content, or a chance, after which
// it is asked again. Refuse stops the game with an ExprError that says what went wrong in it. An error of either
// means that the game waits for no code.
func (g *Game) Reply(answer program.Answer) error {
	return g.returned(func(a *program.Call) { g.answered(a, answer) })
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
	return g.lost
}

// SetHosted says which code is there to answer calls from now on; the game keeps the map, which must
// not change. Calls of all other code that nothing is bound to stop it.
func (g *Game) SetHosted(code map[string]bool) { g.hosted = code }

// Bounds of a plain value.
const (
	plainDepth = 64
	plainParts = 100_000
	plainText  = 4 << 20 // bytes
	plainBits  = 4096    // of an integer, as in the expression language
)

// plain says why a value is none that code outside may answer: it is made of None, bools, numbers, texts, lists,
// and dicts with texts as keys.
func plain(v value.Value) error {
	p := plainly{}
	p.value(v, 0)
	return p.err
}

type plainly struct {
	parts, text int
	err         error
}

func (p *plainly) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

func (p *plainly) value(v value.Value, depth int) {
	p.parts++
	switch {
	case p.err != nil:
		return
	case p.parts > plainParts:
		p.fail("its answer has more than %d values", plainParts)
	case depth > plainDepth:
		p.fail("its answer is nested more than %d deep", plainDepth)
	}
	switch v.Kind() {
	case value.None, value.Bool, value.Int:
	case value.BigInt:
		if v.Big().BitLen() > plainBits {
			p.fail("its answer has an integer of more than %d bits", plainBits)
		}
	case value.Float:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			p.fail("its answer has a float that is no number")
		}
	case value.Text:
		if p.text += len(v.Text()); p.text > plainText {
			p.fail("its answer has more than %d bytes of text", plainText)
		}
	case value.Dict:
		for _, key := range v.Keys().List() {
			if key.Kind() != value.Text {
				p.fail("its answer has a dict with a key that is no text: %s", value.Brief(nil, key, maxLabel))
			}
			p.value(key, depth+1)
		}
		fallthrough
	case value.List:
		for _, x := range v.Items() {
			p.value(x, depth+1)
		}
	default:
		p.fail("its answer has a %s, which is no plain value", v.Kind())
	}
}
