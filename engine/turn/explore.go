package turn

import (
	"fmt"
	"slices"
)

// Report is what an exploration came to.
type Report struct {
	States      int
	Transitions int // steps that were taken, each world's once
	Depth       int // of the farthest world
	Deadlocks   int // worlds in which nothing goes on; not counted: the last turn's end, and an action whose costs have ended the game
	Whole       bool
	Wrong       string // what was wrong first; empty: nothing
	Trace       []Step // the shortest way there
}

func (r *Report) String() string {
	text := fmt.Sprintf("%d states, %d transitions, depth %d", r.States, r.Transitions, r.Depth)
	if r.Wrong != "" {
		text += fmt.Sprintf("; wrong after %d steps: %s", len(r.Trace), r.Wrong)
	}
	return text
}

// Explore visits every world that can be reached within bounds, nearest first, and holds each step against the
// invariants. It ends at the first that is broken, with the shortest way to it. The same input gives the same
// report.
func (r Rules) Explore(b Bounds) (*Report, error) {
	b = b.orDefault()
	if err := r.Check(); err != nil {
		return nil, err
	}
	type visit struct {
		world World
		from  int
		by    Step
		depth int
	}
	seen := map[string]bool{}
	queue := []visit{{world: World{Kernel: Empty()}, from: -1}}
	seen[queue[0].world.key()] = true
	out := &Report{Whole: true}
	for at := 0; at < len(queue); at++ {
		v := queue[at]
		out.States++
		out.Depth = max(out.Depth, v.depth)
		moves := 0
		for _, s := range r.steps(&v.world, b) {
			next, events, ok := r.take(v.world, s)
			if !ok {
				continue
			}
			out.Transitions++
			if slices.Contains(onward, s.Relation) {
				moves++
			}
			if out.Wrong = r.wrong(&v.world, s, &next, events); out.Wrong != "" {
				out.Trace = []Step{s}
				for i := at; queue[i].from >= 0; i = queue[i].from {
					out.Trace = append([]Step{queue[i].by}, out.Trace...)
				}
				out.Whole = false
				return out, nil
			}
			if key := next.key(); !seen[key] {
				if len(seen) >= b.States {
					out.Whole = false
					continue
				}
				seen[key] = true
				queue = append(queue, visit{next, at, s, v.depth + 1})
			}
		}
		if moves == 0 && !r.rests(&v.world, b) {
			out.Deadlocks++
		}
	}
	return out, nil
}

// onward are the steps by which work, an action or a turn comes nearer to its end. The others open something, or
// end the game, which can be done from anywhere.
var onward = []string{drainWork, complete, "Open", "FormalBegin", "Advance", "FormalEnd", "EndReactionsDone", "Handoff",
	"PayCosts", "CostCheckpoint", "CostReactionsDone", "Resolve", "NestedReturn", "Complete"}

// rests reports whether nothing is to go on in a world.
func (r Rules) rests(w *World, b Bounds) bool {
	k := &w.Kernel
	if k.Outcome.Over() || len(k.Frames) > 0 && k.Frames[len(k.Frames)-1].Terminal {
		return true
	}
	return k.Turn.ID == b.Turns && k.Turn.EndReactionsDone && len(k.Frames) == 0
}
