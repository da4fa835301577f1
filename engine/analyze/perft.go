// Package analyze counts and solves small games exactly.
package analyze

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// PerftOptions say what is counted. An edge of the tree is an answered request, decision or chance,
// and the depth of a place in it is the number of edges on the way.
//
// With At an edge is a move instead: an option or action taken at a place that fits the pattern,
// whether it was asked for or taken unasked because it was the only one. Other requests are followed to every
// answer, but do not add to the depth.
type PerftOptions struct {
	Depth   int
	At      string // a place; `*` stands for any text
	Players int
	Workers int  // 0: one per core
	NoEnds  bool // count sequences only, which spares their last answer
	Limits  game.Limits
}

// maxPerft is the deepest that anybody could count to; mostTasks how many places there are to go on
// from, unless the workers want more.
const (
	maxPerft   = 100_000
	maxWorkers = 256
	mostTasks  = 4096
)

// Perft is what was counted, by depth from 0.
type Perft struct {
	Sequences []int64          // of exactly that many edges; 1 at depth 0
	Ends      []Ended          // games that ended, by depth and then by how; not with NoEnds
	Stops     map[string]int64 // errors that stopped games, and how many
}

// Ended counts the games that ended at one depth with the same payoffs.
type Ended struct {
	Depth   int       `json:"depth"`
	Payoffs []float64 `json:"payoffs"`
	Games   int64     `json:"games"`
}

// RunPerft walks the tree of a game down to a depth and counts it. It gives the context's error if
// that ends first.
func RunPerft(ctx context.Context, p *program.Program, o PerftOptions) (*Perft, error) {
	if o.Depth < 1 {
		return nil, fmt.Errorf("the depth must be at least 1, not %d", o.Depth)
	}
	if o.Depth > maxPerft {
		return nil, fmt.Errorf("the depth must be at most %d, not %d", maxPerft, o.Depth)
	}
	if o.At != "" && !knownPlace(p, o.At) {
		return nil, fmt.Errorf("no place of %s fits '%s'", p.Name, o.At)
	}
	if o.NoEnds && o.At != "" {
		return nil, errors.New("moves at a place can only be counted with the ends of games")
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Workers = min(o.Workers, maxWorkers)
	g, err := game.New(p, game.Options{Players: o.Players, Record: o.At != "", Limits: o.Limits})
	if err != nil {
		return nil, err
	}
	root := newWalker(ctx, &o)
	root.sequences[0] = 1
	start := task{g: g, depth: root.moved(0, root.moves(g, 0))}
	tasks := root.split([]task{start}, 32*o.Workers)
	walkers := make([]*walker, min(o.Workers, max(1, len(tasks))))
	var next atomic.Int64
	var wait sync.WaitGroup
	var fault atomic.Pointer[any]
	for i := range walkers {
		w := newWalker(ctx, &o)
		walkers[i] = w
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					fault.Store(&p)
				}
			}()
			for {
				n := int(next.Add(1)) - 1
				if n >= len(tasks) || ctx.Err() != nil {
					return
				}
				w.walk(tasks[n].g, tasks[n].depth, 0)
			}
		})
	}
	wait.Wait()
	if p := fault.Load(); p != nil {
		panic(*p) // on the caller's thread, where the host catches it
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, w := range walkers {
		root.merge(w)
	}
	return root.result(), nil
}

// knownPlace reports whether a pattern can fit a place: one that the program names, or, behind
// ` · `, one made on the way.
func knownPlace(p *program.Program, pattern string) bool {
	return slices.ContainsFunc(p.Places, func(place string) bool {
		return program.Glob(pattern, place) || len(pattern) > len(place) && pattern[:len(place)] == place
	})
}

// task is a place in the tree from which a walker goes on. The game belongs to it.
type task struct {
	g     *game.Game
	depth int
}

type walker struct {
	o         *PerftOptions
	ctx       context.Context
	sequences []int64
	ends      []map[string]*Ended // by depth, then by the bits of the payoffs
	key       []byte
	stops     map[string]int64
	spare     []*game.Game // by the number of requests on the way
	steps     int
	gone      bool // the context has ended
}

func newWalker(ctx context.Context, o *PerftOptions) *walker {
	w := &walker{o: o, ctx: ctx, sequences: make([]int64, o.Depth+1), ends: make([]map[string]*Ended, o.Depth+1), stops: map[string]int64{}}
	for i := range w.ends {
		w.ends[i] = map[string]*Ended{}
	}
	return w
}

// moves counts the moves that the log of g tells of from an entry on.
func (w *walker) moves(g *game.Game, from int) int {
	if w.o.At == "" {
		return 0
	}
	n := 0
	for _, e := range g.LogSince(from) {
		if e.Kind == game.Automatic && program.Glob(w.o.At, e.Place) {
			n++
		}
	}
	return n
}

// moved counts n more moves from depth on; it gives the depth they lead to, which may be too deep.
func (w *walker) moved(depth, n int) int {
	for ; n > 0; n-- {
		if depth++; depth <= w.o.Depth {
			w.sequences[depth]++
		}
	}
	return depth
}

// answer takes option i and gives the new depth.
func (w *walker) answer(g *game.Game, i, depth int) int {
	if w.o.At == "" {
		w.take(g, i)
		return w.moved(depth, 1)
	}
	n := 0
	if program.Glob(w.o.At, g.Place()) {
		n = 1
	}
	from := g.LogLen()
	w.take(g, i)
	return w.moved(depth, n+w.moves(g, from))
}

func (w *walker) take(g *game.Game, i int) {
	if err := g.Answer(i); err != nil {
		panic(err) // i is one of the options
	}
}

// leaf counts g if nothing below it is of interest.
func (w *walker) leaf(g *game.Game, depth int) bool {
	if depth > w.o.Depth {
		return true
	}
	switch g.Kind() {
	case game.End:
		w.ended(g, depth)
		return true
	case game.Stopped:
		w.stops[g.Err().Error()]++
		return true
	}
	return depth == w.o.Depth && (w.o.At == "" || program.Glob(w.o.At, g.Place()))
}

func (w *walker) ended(g *game.Game, depth int) {
	w.key = w.key[:0]
	for _, x := range g.Payoffs() {
		w.key = binary.LittleEndian.AppendUint64(w.key, math.Float64bits(x))
	}
	e := w.ends[depth][string(w.key)]
	if e == nil {
		e = &Ended{Depth: depth, Payoffs: slices.Clone(g.Payoffs())}
		w.ends[depth][string(w.key)] = e
	}
	e.Games++
}

// walk counts what is below g, which it uses up; level is the number of requests since the task.
func (w *walker) walk(g *game.Game, depth, level int) {
	if w.leaf(g, depth) || w.cancelled() {
		return
	}
	n := g.Len()
	if w.o.NoEnds && depth+1 == w.o.Depth {
		w.sequences[depth+1] += int64(n)
		return
	}
	if level == len(w.spare) {
		w.spare = append(w.spare, nil)
	}
	for i := 0; i < n-1; i++ {
		child := g.CloneInto(w.spare[level])
		w.spare[level] = child
		w.walk(child, w.answer(child, i, depth), level+1)
	}
	w.walk(g, w.answer(g, n-1, depth), level+1)
}

// cancelled asks the context now and then, and keeps to its answer on the way back up.
func (w *walker) cancelled() bool {
	if w.steps++; w.steps&1023 == 0 && w.ctx.Err() != nil {
		w.gone = true
	}
	return w.gone
}

// split goes down level by level until there are enough places to go on from. A place with a great many
// answers is left whole.
func (w *walker) split(tasks []task, enough int) []task {
	for deeper := true; deeper && len(tasks) > 0 && len(tasks) < enough; {
		var below []task
		deeper = false
		for _, t := range tasks {
			if w.leaf(t.g, t.depth) {
				continue
			}
			if w.o.NoEnds && t.depth+1 == w.o.Depth {
				w.sequences[t.depth+1] += int64(t.g.Len())
				continue
			}
			if len(below)+t.g.Len() > max(enough, mostTasks) {
				below = append(below, t)
				continue
			}
			deeper = true
			for i := range t.g.Len() {
				child := t.g.Clone()
				below = append(below, task{g: child, depth: w.answer(child, i, t.depth)})
			}
		}
		tasks = below
		if w.ctx.Err() != nil {
			return nil
		}
	}
	return tasks
}

func (w *walker) merge(o *walker) {
	for d := range w.sequences {
		w.sequences[d] += o.sequences[d]
		for key, e := range o.ends[d] {
			if mine := w.ends[d][key]; mine != nil {
				mine.Games += e.Games
			} else {
				w.ends[d][key] = e
			}
		}
	}
	for text, n := range o.stops {
		w.stops[text] += n
	}
}

func (w *walker) result() *Perft {
	r := &Perft{Sequences: w.sequences, Stops: w.stops}
	if w.o.NoEnds {
		return r // those at the last depth have not been told apart
	}
	for _, at := range w.ends {
		first := len(r.Ends)
		for _, e := range at {
			r.Ends = append(r.Ends, *e)
		}
		slices.SortFunc(r.Ends[first:], func(a, b Ended) int { return -slices.Compare(a.Payoffs, b.Payoffs) })
	}
	return r
}
