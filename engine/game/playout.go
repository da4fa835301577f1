package game

import (
	"errors"

	"github.com/astragal-engine/astragal/engine/program"
)

// Pick answers a question of a playout: seat is who decides, -1 where chance does, n how many options there are, and
// weights their probabilities where these are not all alike. A number below 0 leaves the game there.
type Pick func(seat, n int, weights []float64) int

// Playout plays a copy of g to its end, or until pick gives a number below 0, and gives the copy. It is CloneInto,
// Blind and Play, for less: nobody looks at the game on the way, so that it goes straight on instead of waiting at each
// question. An error means that an answer does not fit; a fault of the model stops the copy, as ever.
func (g *Game) Playout(dst *Game, pick Pick) (*Game, error) {
	d := g.CloneInto(dst)
	d.Blind()
	r := d.runner
	if r == nil {
		r = &runner{}
		r.who = r.again
		d.runner = r
	}
	r.pick, r.picks, r.left, r.fault, r.next = pick, r.picks[:0], false, nil, 0
	defer func() { r.pick = nil }()
	if d.prog.Straight && g.contract == nil && !g.heap && !g.sweepDue && (d.pend.kind == Decision || d.pend.kind == Chance) {
		if r.run(d) {
			return d, nil
		}
		d = g.CloneInto(d)
		d.Blind()
	}
	return d, d.Play(r.who)
}

// Rollout is Playout where nobody wants more of the copy than how it has ended, and that before g is used again: the
// memory of g stays its own alone, as if it had never been copied. So the copy must neither be saved nor played on.
func (g *Game) Rollout(scratch *Game, pick Pick) (*Game, error) {
	epoch := g.own.Epoch()
	end, err := g.Playout(scratch, pick)
	g.own.SetEpoch(epoch)
	g.store.SetEpoch(epoch)
	return end, err
}

// GaveUp is why the last playout in this game's memory did not go straight on: nil where it did, or where the model's
// playouts never do.
func (g *Game) GaveUp() any {
	if g.runner == nil {
		return nil
	}
	return g.runner.fault
}

// A runner plays a game straight through. Where the machine keeps what it is in the midst of as frames, so that it can
// stop at any question, a runner calls itself: what it is in the midst of is where it stands in its own code. It takes
// the ops from the machine and leaves to it, with frames, what is rare. It knows nothing of places and of how much a
// game may do: wherever something is not as usual (an error, a limit that comes near, an answer that does not fit, who
// picks leaves) it gives up, and the machine plays the same answers over again to tell what there is to tell.
type runner struct {
	g     *Game
	pick  Pick
	picks []int32 // the answers so far
	left  bool    // pick has left the game
	asks  bool    // pick runs: what it panics with is its own
	who   func(*Game) int
	next  int // of the picks, which the machine is given again
	fault any // why it gave up last

	asked, weighed int64 // Game.ops at the last question, and when the game was last weighed
	most           int64 // ops from one question to the next
}

// How much a runner does before it leaves it to the machine to say whether that is too much: an eighth of what the limits
// allow (coarse), since it counts a block and a node where the machine counts each step.
const (
	coarse      = 8
	mostSpun    = 1000
	longPlayout = 100_000 // answers
)

var errStraight = errors.New("a playout that the machine has to play")

// run plays d to its end; false where it gives up, with d in pieces.
func (r *runner) run(d *Game) (over bool) {
	r.g = d
	defer func() {
		r.g = nil
		if r.asks {
			r.asks = false
			return // the panic is pick's
		}
		r.fault = recover()
	}()
	d.ops, d.spun, d.nested, r.asked, r.weighed, r.most = 0, 0, 0, 0, 0, d.limits.Ops/coarse
	r.turn()
	if !r.resume() {
		d.env.Locals.Cur = -1
		d.finish(d.zeroPayoffs(), "flow finished without an end condition")
	}
	r.turn()
	return true
}

// again answers what has been answered before it gave up, and then has pick answer.
func (r *runner) again(g *Game) int {
	if r.next < len(r.picks) {
		r.next++
		return int(r.picks[r.next-1])
	}
	if r.left {
		return -1
	}
	return r.pick(g.Player(), g.Len(), g.Weights())
}

// ask has pick answer; the answer is one of the n.
func (r *runner) ask(seat int32, n int, weights []float64) int {
	g := r.g
	if g.ops-r.asked > r.most {
		panic(errStraight)
	}
	g.spun, r.asked, r.asks = 0, g.ops, true
	k := r.pick(int(seat), n, weights)
	r.asks = false
	if k < 0 {
		r.left = true
		panic(errStraight)
	}
	r.picks = append(r.picks, int32(k))
	if k >= n || len(r.picks) >= longPlayout {
		panic(errStraight)
	}
	return k
}

// answer has pick answer what the machine asks, and notes the answer there.
func (r *runner) answer() {
	p := &r.g.pend
	for a := p.open(); a != nil; a = p.open() {
		seat := a.player
		if p.kind == Chance {
			seat = -1
		}
		a.pick = int32(r.ask(seat, a.count(), p.weights))
	}
	r.g.pick, p.kind = p.asks[len(p.asks)-1].pick, running
}

// tick is Game.tick for a runner.
func (r *runner) tick() {
	if g := r.g; g.ops >= g.turnAt || g.env.Due() {
		r.turn()
	}
}

// turn counts the work of the expressions since the last turn and forgets what they made.
func (r *runner) turn() {
	g := r.g
	spent := g.env.Turn()
	if spent > g.env.Most()/coarse || g.sweepDue {
		panic(errStraight)
	}
	g.ops += spent / stepsPerOp
	if g.ops-r.asked > r.most || g.spun > mostSpun {
		panic(errStraight)
	}
	if g.ops-r.weighed > weighEvery/coarse {
		if r.weighed = g.ops; g.weigh() > maxHeld/coarse {
			panic(errStraight)
		}
	}
	g.turnAt = g.ops + min(opsPerTurn, r.most)
}

// straight reports that a runner plays the game: it is in the midst of more than the frames say.
func (g *Game) straight() bool { return g.runner != nil && g.runner.g == g }

// machine runs the frames above depth until they are gone; true where the game is over.
func (r *runner) machine(depth int) (over bool) {
	g := r.g
	for {
		switch g.pend.kind {
		case running:
			if len(g.frames) <= depth {
				return false
			}
			g.step()
		case Decision, Chance:
			r.answer()
		case End:
			return true
		default:
			panic(errStraight)
		}
	}
}

// resume goes on from where the machine asks, to the end of all that is under way; true where the game is over.
func (r *runner) resume() (over bool) {
	g := r.g
	asks := true
	for n := len(g.frames); n > 0; n-- {
		f := g.frames[n-1]
		if asks && f.kind == codeFrame {
			if r.instr(&f, true) {
				return true
			}
		} else if asks {
			r.answer()
		}
		asks = false
		g.frames = g.frames[:n-1]
		if r.goOn(&f, n-1) {
			return true
		}
	}
	return false
}

// goOn goes on with a frame that the machine has begun, which was at depth.
func (r *runner) goOn(f *frame, depth int) (over bool) {
	g := r.g
	switch f.kind {
	case codeFrame:
		over = r.code(&g.prog.Blocks[f.ref], f.ref, uint(f.pc), f.scope, f.place)
	case actionFrame:
		over = r.actionFrom(f)
	case forEachFrame:
		over = r.items(f)
	case nodeFrame:
		if n := &g.prog.Nodes[f.ref]; n.Kind != program.Step || f.state == stepAsked || f.state == stepDone || f.state >= nodeWindow {
			return r.nodeFrom(f, n)
		}
		fallthrough
	default:
		g.frames = append(g.frames, *f)
		return r.machine(depth)
	}
	if f.own && !over {
		g.closeScope(f.scope)
	}
	return over
}
