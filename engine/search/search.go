// Package search looks ahead: it finds a seat's move by playing the game on many times.
//
// A Player is an information-set tree search (after Cowling, Powley and Whitehouse). Before each try it
// copies the game into memory of its own and deals anew what its seat cannot know (observe.Redistribute),
// from an order that tells nothing (observe.Canonical): so it sees what its seat sees, and two games that
// look the same to the seat get the same answer. A try goes down the tree by the statistics of what was
// tried before, of every player for that player's own payoff, and is played to its end by random moves or
// by a tactic. Chance is sampled; where it has many outcomes, ever more of them are told apart as a place
// is visited more often.
//
// Where everything is open, a node is the way there, and its arms are the options by number. Else a node is
// what the player who decides has seen on the way and knows of hidden zones (engine/game, token.go), so
// that nobody in the tree acts on what it could not know, and of sealed answers each seat has statistics of
// its own. Two cuts are kept of each such node: one without the hidden zones, and, as soon as that has been visited as
// often as there are options, a finer one with them, which counts once it has been visited often enough itself. Of cards
// that are drawn only those are told apart of which the seat that searches knows something.
//
// A Solver finds the exact value of small games without secrets and chance.
package search

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
)

// Options of a search. The zero Options are those of `search`.
type Options struct {
	Playouts    int          // tries for each decision; 0: 1,000, or as many as Over lets pass
	Depth       int          // decisions of a try that the tree holds, before it is played out; 0: no bound
	Exploration float64      // how much is tried what has looked worse, against the spread of payoffs; 0: 0.7
	Rollout     drive.Player // plays tries out; nil: random
	Workers     int          // trees that are grown at once; 0: one. With a number of playouts the move does not depend on it

	// Over starts the clock of a decision, and what it gives says whether the time is up; nil: there is no clock.
	// A search by the clock takes other moves on other machines.
	Over func() func() bool
	// Interrupt ends a search with its error; nil: never.
	Interrupt func() error
}

const (
	usualPlayouts    = 1000
	usualExploration = 0.7
	mostPlayouts     = 10_000_000
	mostDepth        = 1_000_000
	mostRequests     = 5000    // of one try
	mostArms         = 1 << 20 // of all trees of a player together, 48 bytes each
	mostTrees        = 8
	treePlayouts     = 2000 // tries before there is a second tree
)

// Player searches for its moves. It is used by one goroutine at a time.
type Player struct {
	o     Options
	trees []*tree
}

// New makes a player. An error says which option is out of bounds.
func New(o Options) (*Player, error) {
	switch {
	case o.Playouts < 0 || o.Playouts > mostPlayouts:
		return nil, fmt.Errorf("playouts: from 1 to %d, not %d", mostPlayouts, o.Playouts)
	case o.Depth < 0 || o.Depth > mostDepth:
		return nil, fmt.Errorf("depth: from 1 to %d, not %d", mostDepth, o.Depth)
	case !(o.Exploration >= 0 && o.Exploration <= 1000):
		return nil, fmt.Errorf("exploration: from 0 to 1000, not %v", o.Exploration)
	}
	if o.Playouts == 0 {
		o.Playouts = usualPlayouts
		if o.Over != nil {
			o.Playouts = mostPlayouts
		}
	}
	if o.Exploration == 0 {
		o.Exploration = usualExploration
	}
	if o.Depth == 0 {
		o.Depth = mostDepth
	}
	o.Workers = max(1, o.Workers)
	return &Player{o: o}, nil
}

// trees says how many trees share the tries: a matter of the tries alone, so that the same move comes
// out of any number of workers. Against the clock each worker has a tree.
func (o *Options) trees() int {
	if o.Over != nil {
		return min(o.Workers, mostTrees)
	}
	return min(max(1, o.Playouts/treePlayouts), mostTrees)
}

// Choose gives the option that was tried most; of an answer that is given together with those of others, any
// that was tried often, each as likely as its share in the tries. An error is that of a tactic that plays tries out, or of
// Interrupt.
func (p *Player) Choose(g *game.Game, src *prng.Source) (int, error) {
	arms, err := p.Look(g, src)
	if err != nil {
		return 0, err
	}
	if g.Sealed() > 0 {
		return mixed(arms, src), nil
	}
	return best(arms), nil
}

// mixed draws an option by how often each was tried, without those that hardly were.
func mixed(arms []Arm, src *prng.Source) int {
	most := 0
	for _, a := range arms {
		most = max(most, a.Visits)
	}
	weights := make([]float64, len(arms))
	for i, a := range arms {
		if a.Visits >= most/10 {
			weights[i] = float64(a.Visits)
		}
	}
	return src.Weighted(weights)
}

// best is the option that was tried most, unless one is proven to bring no less than that did on average.
func best(arms []Arm) int {
	open, sure := -1, -1
	for i := range arms {
		a := &arms[i]
		switch {
		case a.Proven && (sure < 0 || a.Mean > arms[sure].Mean):
			sure = i
		case a.Proven:
		case open < 0 || a.Visits > arms[open].Visits || a.Visits == arms[open].Visits && a.Mean > arms[open].Mean:
			open = i
		}
	}
	if open < 0 || sure >= 0 && arms[sure].Mean >= arms[open].Mean {
		return sure
	}
	return open
}

// Arm is what a search found of an option: how often it was tried, and what it brought on average to whoever
// decides. Proven: Mean is what it is worth if both players play on as well as can be.
type Arm struct {
	Visits int
	Mean   float64
	Proven bool
}

// Look searches the current decision and gives what it found of each option. It takes one number of src.
func (p *Player) Look(g *game.Game, src *prng.Source) ([]Arm, error) {
	if g.Kind() != game.Decision {
		return nil, fmt.Errorf("there is nothing to decide: the game waits for %s", g.Kind())
	}
	seed, n := src.Next(), p.o.trees()
	for len(p.trees) < n {
		p.trees = append(p.trees, &tree{o: &p.o, most: mostArms / n})
	}
	var over func() bool
	if p.o.Over != nil {
		over = p.o.Over()
	}
	for i, t := range p.trees[:n] {
		playouts := p.o.Playouts / n
		if i < p.o.Playouts%n {
			playouts++
		}
		if err := t.plant(g, playouts, prng.Source{Seed: seed, Stream: uint64(i)}, over); err != nil {
			return nil, err
		}
	}
	p.grow(p.trees[:n])
	return p.merge(g, p.trees[:n])
}

// grow grows trees, as many at once as there are workers. A panic of one of them is raised on the caller's thread, where the
// host catches it.
func (p *Player) grow(trees []*tree) {
	if p.o.Workers == 1 || len(trees) == 1 {
		for _, t := range trees {
			t.grow()
		}
		return
	}
	var wait sync.WaitGroup
	var fault atomic.Pointer[any]
	turns := make(chan struct{}, p.o.Workers)
	for _, t := range trees {
		turns <- struct{}{}
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					fault.Store(&p)
				}
				<-turns
			}()
			t.grow()
		})
	}
	wait.Wait()
	if p := fault.Load(); p != nil {
		panic(*p)
	}
}

// merge adds up what the trees found, in their order.
func (p *Player) merge(g *game.Game, trees []*tree) ([]Arm, error) {
	out := make([]Arm, g.Len())
	for _, t := range trees {
		if t.err != nil {
			return nil, t.err
		}
		for i, a := range t.root() {
			out[i].Visits += int(a.visits)
			out[i].Mean += a.sum
		}
	}
	for i := range out {
		if out[i].Visits > 0 {
			out[i].Mean /= float64(out[i].Visits)
		}
		for _, t := range trees {
			if a := &t.root()[i]; a.proven {
				out[i].Mean, out[i].Proven = a.value, true
			}
		}
	}
	return out, nil
}
