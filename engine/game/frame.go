package game

import (
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

type frameKind uint8

const (
	codeFrame    frameKind = iota // ref: block
	nodeFrame                     // ref: flow node
	actionFrame                   // ref: action
	emitFrame                     // ref: event
	windowFrame                   // ref: index into windows
	forEachFrame                  // ref: body block
	repeatFrame                   // ref: block whose instruction pc is the repeat
	flowFrame                     // ref: flow, run as a scope
	setupFrame                    // a campaign's ops between games
	callFrame                     // ref: extension of the program, ops that code outside has answered
	frameKinds
)

// frame is one thing that the game is in the middle of. Which fields mean what is said where the
// kind's steps are.
type frame struct {
	kind  frameKind
	state uint8
	own   bool // opened scope, which goes when the frame goes
	flag  bool
	ref   int32
	pc    int32
	place int32
	scope int32 // the innermost scope of local names, -1: none
	i, n  int32
	v, w  value.Value
}

func (g *Game) top() *frame { return &g.frames[len(g.frames)-1] }

func (g *Game) push(f frame) *frame {
	at := g.above()
	*at = f
	return at
}

// above puts a frame on top, to be filled.
func (g *Game) above() *frame {
	n := len(g.frames)
	if n >= maxFrames {
		g.failHere("too many nested calls")
	}
	if n == cap(g.frames) {
		g.frames = append(g.frames, frame{})
	} else {
		g.frames = g.frames[:n+1]
	}
	return &g.frames[n]
}

// pop removes the top frame, and its scope if it opened one.
func (g *Game) pop() {
	f := g.top()
	if f.own {
		g.closeScope(f.scope)
	}
	switch f.kind {
	case emitFrame:
		g.emits--
	case windowFrame:
		g.windows = g.windows[:f.ref]
	}
	g.frames = g.frames[:len(g.frames)-1]
}

// step runs the top frame once.
func (g *Game) step() {
	if len(g.frames) == 0 {
		g.finish(g.zeroPayoffs(), noEnd)
		return
	}
	f := g.top()
	g.env.Locals.Cur = f.scope
	switch f.kind {
	case codeFrame:
		g.stepCode(f)
	case actionFrame:
		g.work()
		g.stepAction(f)
	case nodeFrame:
		g.tick()
		g.stepNode(f)
	default:
		g.tick()
		g.stepOther(f)
	}
}

// stepOther is step for the frames that few games have.
func (g *Game) stepOther(f *frame) {
	switch f.kind {
	case emitFrame:
		g.stepEmit(f)
	case windowFrame:
		g.stepWindow(f)
	case forEachFrame:
		g.stepForEach(f)
	case repeatFrame:
		g.stepRepeat(f)
	case flowFrame:
		g.pop()
	case setupFrame:
		g.stepSetup(f)
	case callFrame:
		g.stepCallFrame()
	}
}

// tick counts one op. Now and then it counts the work of the expressions since, and forgets what those made.
func (g *Game) tick() {
	if g.ops++; g.ops >= g.turnAt || g.env.Due() {
		g.turn()
	}
}

func (g *Game) turn() {
	if g.trail != nil {
		g.trail.pass(g)
	}
	g.spend(int(g.env.Turn() / stepsPerOp))
	if g.turnAt = min(g.ops+opsPerTurn, g.limits.Ops+1); g.sweepDue {
		g.sweep()
	}
	if g.trail != nil {
		g.turnAt = 0
	}
}

// opsPerTurn is after how many ops a turn comes, however little expressions have done.
const opsPerTurn = 256

// stepsPerOp is how many steps of expressions count as one op between two requests.
const stepsPerOp = 16

// work counts one op of those that do many things.
func (g *Game) work() { g.spend(1) }

// spend counts work that takes as long as n ops.
func (g *Game) spend(n int) {
	if g.ops += int64(n); g.ops > g.limits.Ops {
		g.failHere("too many steps")
	}
}

// settle counts the work of the last expression and forgets what it made, within one op that
// evaluates many.
func (g *Game) settle() {
	if g.env.Due() {
		g.spend(int(g.env.Turn() / stepsPerOp))
	}
}

// How much there is to do in the time of one op: items of a list to move, items to go over or to copy
// because another holder keeps the list; and how many ops a new instance takes.
const (
	perItem     = 64
	perCopied   = 16
	perInstance = 8
)

// openScope starts a scope whose names are looked up further in parent (-1: nowhere).
func (g *Game) openScope(parent int32) int32 {
	l := &g.env.Locals
	l.Scopes = append(l.Scopes, expr.Scope{Start: int32(len(l.Binds)), Parent: parent})
	return int32(len(l.Scopes) - 1)
}

func (g *Game) closeScope(s int32) {
	l := &g.env.Locals
	l.Binds = l.Binds[:l.Scopes[s].Start]
	l.Scopes = l.Scopes[:s]
}

// bind sets a name in the newest scope; v must be kept.
func (g *Game) bind(sym int32, v value.Value) {
	l := &g.env.Locals
	for i := int(l.Scopes[len(l.Scopes)-1].Start); i < len(l.Binds); i++ {
		if l.Binds[i].Sym == sym {
			l.Binds[i].Value = v
			return
		}
	}
	l.Bind(sym, v)
}

// local finds a name from scope outwards.
func (g *Game) local(scope, sym int32) (value.Value, bool) {
	l := &g.env.Locals
	cur := l.Cur
	l.Cur = scope
	v, ok := l.Lookup(sym)
	l.Cur = cur
	return v, ok
}

// actorOf gives the player whom scope itself names as its actor, first of all its names, as that of an action
// does.
func (g *Game) actorOf(scope int32) (int32, bool) {
	l := &g.env.Locals
	if uint(scope) < uint(len(l.Scopes)) {
		if at := uint(l.Scopes[scope].Start); at < uint(len(l.Binds)) && l.Binds[at].Sym == program.SymActor {
			v := l.Binds[at].Value
			return int32(v.Int()), v.IsInt() && uint64(v.Int()) < uint64(g.players)
		}
	}
	return 0, false
}

// flatten appends to out, which is empty, all names that scope sees, innermost value first come, without those in drop.
func (g *Game) flatten(out []expr.Bind, scope int32, drop ...int32) []expr.Bind {
	l := &g.env.Locals
next:
	for s := scope; s >= 0; s = l.Scopes[s].Parent {
		end := int32(len(l.Binds))
		if int(s)+1 < len(l.Scopes) {
			end = l.Scopes[s+1].Start
		}
	names:
		for i := l.Scopes[s].Start; i < end; i++ {
			b := l.Binds[i]
			if b.Sym < 0 {
				continue
			}
			for _, d := range drop {
				if b.Sym == d {
					continue names
				}
			}
			for _, o := range out {
				if o.Sym == b.Sym {
					continue names
				}
			}
			out = append(out, expr.Bind{Sym: b.Sym, Value: g.own.Share(b.Value)})
		}
		if s == 0 {
			break next
		}
	}
	return out
}

// keep makes v safe to store. Whoever writes a large value that is held twice will copy it: that is
// counted here, where it comes to be held twice, so that a game and its clone count alike.
func (g *Game) keep(v value.Value) value.Value {
	if v.IsHeap() {
		g.spend(len(v.Items()) / perCopied)
	}
	return g.own.Keep(v)
}

// keepList is keep of a list of items, which are copied.
func (g *Game) keepList(items []value.Value) value.Value {
	g.spend(len(items) / perCopied)
	return g.own.List(items)
}

// mostPlaces bounds the places of a game: code outside may make up ever new ones.
const mostPlaces = 10_000

// place gives the number of a place that may not be among the program's.
func (g *Game) place(text string) int32 {
	for i := range g.places {
		if g.places[i] == text {
			return int32(i)
		}
	}
	if len(g.places)-len(g.prog.Places) >= mostPlaces {
		g.failHere("more than %d places", mostPlaces)
	}
	g.places = append(g.places, text)
	return int32(len(g.places) - 1)
}
