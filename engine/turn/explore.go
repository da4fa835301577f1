package turn

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Report is what an exploration came to.
type Report struct {
	States      int    `json:"states"`
	Transitions int    `json:"transitions"` // steps that were taken, each world's once
	Depth       int    `json:"depth"`       // of the farthest world
	Symmetries  int    `json:"symmetries"`  // ways to exchange seats by which worlds were put together; 1: none were
	Deadlocks   int    `json:"deadlocks"`   // worlds in which nothing goes on; not counted: the last turn's end, and an action whose costs have ended the game
	Whole       bool   `json:"whole"`
	Cut         string `json:"cut,omitempty"`   // why these are not all worlds
	Wrong       string `json:"wrong,omitempty"` // what was wrong first; empty: nothing
	Trace       []Step `json:"trace,omitempty"` // the shortest way there, or to the first deadlock
}

func (r *Report) String() string {
	text := fmt.Sprintf("%d states, %d transitions, depth %d", r.States, r.Transitions, r.Depth)
	if r.Wrong != "" {
		text += fmt.Sprintf("; wrong after %d steps: %s", len(r.Trace), r.Wrong)
	}
	return text
}

// Progress is how far an exploration is.
type Progress struct {
	States   int
	Explored int // of them, with all that follows
	Depth    int
}

// worldBytes is what a world takes, about, but for its key.
const worldBytes = 600

type visit struct {
	world World
	from  int
	by    Step
	depth int
}

// explorer knows the worlds it has met by their keys, which are the worlds.
type explorer struct {
	Rules
	Bounds
	out   *Report
	same  []exchange
	seen  map[string]bool
	queue []visit
	bytes int64
	buf   []byte
	least []byte
	tried []Step
}

// Explore visits every world that can be reached within bounds, nearest first, and holds each step against the
// invariants. It ends at the first that is broken, with the shortest way to it. Where a bound of states or memory is reached, or ctx
// ends, the report says so. The same input gives the same report.
func (r Rules) Explore(ctx context.Context, b Bounds) (*Report, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	x := &explorer{Rules: r, Bounds: b.orDefault(), out: &Report{Whole: true, Symmetries: 1}, seen: map[string]bool{}}
	if b.Symmetric {
		x.same = r.exchanges()
		x.out.Symmetries = len(x.same)
	}
	x.meet(visit{world: World{Kernel: Empty()}, from: -1})
	for at := 0; at < len(x.queue) && x.out.Wrong == ""; at++ {
		if at&255 == 0 {
			if ctx.Err() != nil {
				x.cut(why(ctx))
				break
			}
			if b.Progress != nil {
				b.Progress(Progress{States: len(x.queue), Explored: at, Depth: x.queue[at].depth})
			}
		}
		x.expand(at)
	}
	return x.out, nil
}

// expand tries every step in a world.
func (x *explorer) expand(at int) {
	v, out := x.queue[at], x.out
	out.States++
	out.Depth = max(out.Depth, v.depth)
	moves := 0
	x.tried = x.steps(x.tried[:0], &v.world, x.Bounds)
	for _, s := range x.tried {
		next, events, ok := x.take(v.world, s)
		if !ok {
			continue
		}
		out.Transitions++
		if slices.Contains(onward, s.Relation) {
			moves++
		}
		if out.Wrong = x.wrong(&v.world, s, &next, events); out.Wrong != "" {
			out.Trace, out.Whole = append(x.way(at), s), false
			return
		}
		x.meet(visit{next, at, s, v.depth + 1})
	}
	if moves == 0 && !x.rests(&v.world, x.Bounds) {
		if out.Deadlocks++; out.Deadlocks == 1 {
			out.Trace = x.way(at)
		}
	}
}

// way is how a world was come to.
func (x *explorer) way(at int) []Step {
	out := []Step{}
	for ; x.queue[at].from >= 0; at = x.queue[at].from {
		out = append(out, x.queue[at].by)
	}
	slices.Reverse(out)
	return out
}

// meet keeps a world that is new.
func (x *explorer) meet(v visit) {
	key := x.key(&v.world)
	if x.seen[string(key)] {
		return
	}
	size := int64(len(key)) + worldBytes
	switch {
	case len(x.seen) >= x.States:
		x.cut(fmt.Sprintf("there are more than %d states", x.States))
		return
	case x.bytes+size > x.Bytes:
		x.cut(fmt.Sprintf("the states take more than %d MiB", x.Bytes>>20))
		return
	}
	x.bytes += size
	x.seen[string(key)] = true
	x.queue = append(x.queue, v)
}

func why(ctx context.Context) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return "the time is up"
	}
	return "it was cancelled"
}

func (x *explorer) cut(why string) {
	if x.out.Whole {
		x.out.Whole, x.out.Cut = false, why
	}
}

// onward are the steps by which work, an action or a turn comes nearer to its end. The others open something, or
// end the game, which can be done from anywhere.
var onward = []string{drainWork, complete, "Open", "FormalBegin", "Advance", "FormalEnd", "EndReactionsDone", "Handoff",
	"PayCosts", "CostCheckpoint", "CostReactionsDone", "Resolve", "NestedReturn", "Complete", "Ready", "Evaluate"}

// rests reports whether nothing is to go on in a world.
func (r Rules) rests(w *World, b Bounds) bool {
	k := &w.Kernel
	if k.Outcome.Over() || len(k.Frames) > 0 && k.Frames[len(k.Frames)-1].Terminal {
		return true
	}
	return k.Turn.ID == b.Turns && k.Turn.EndReactionsDone && len(k.Frames) == 0
}
