package search

import (
	"errors"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
)

// tree is one tree and what grows it. Its memory is used again for the next decision.
type tree struct {
	o    *Options
	most int // arms

	start *game.Game // what every try is a copy of
	game  *game.Game // the try
	end   *game.Game // of the try, where that is played out at random

	random game.Pick // pick, made once
	asked  int
	seat   int
	src    prng.Source
	left   int // tries
	over   func() bool
	err    error

	nodes []node
	arms  []arm
	path  []visit
	veil  veil // where not everything is open

	seen      bool // a payoff
	low, high float64
	scale     float64
	proof     proof
}

// node is a place where somebody decides, or chance does. Its arms lie one after the other.
type node struct {
	first, size, room int32
	tried             int32 // arms that have been tried
	visits            int32
}

// arm is an option of a node and what became of it. Where everything is open, arm i is option i.
type arm struct {
	key    uint64 // how the option looks to whoever decides
	sum    float64
	visits int32
	avail  int32 // how often it could have been chosen
	child  int32 // where everything is open; 0: none yet
	proven bool  // value is what it brings whoever decides, if both play well
	value  float64
}

// visit is an arm on the way of a try. The node may get room elsewhere, so arms are numbered within it.
type visit struct{ node, arm, player int32 }

// plant begins a search for the decision of g.
func (t *tree) plant(g *game.Game, playouts int, src prng.Source, over func() bool) error {
	t.start = g.CloneInto(t.start)
	t.start.Record(false)
	t.start.SetHosted(nil) // nobody answers calls on the way of a try: it stops there
	t.seat = g.Player()
	if g.Program().Secret {
		if err := observe.Canonical(t.start, t.seat); err != nil {
			return err
		}
	}
	if t.random == nil {
		t.random = t.pick
	}
	t.src, t.left, t.over, t.err = src, playouts, over, nil
	t.nodes, t.arms = t.nodes[:0], t.arms[:0]
	t.seen, t.low, t.high, t.scale = false, 0, 0, 1
	t.node(g.Len())
	t.proof.begin(g)
	if g.Program().Secret {
		t.veil.reset(g.Players())
	}
	return nil
}

func (t *tree) root() []arm { return t.armsOf(0) }

func (t *tree) armsOf(n int32) []arm {
	x := &t.nodes[n]
	return t.arms[x.first : x.first+x.size]
}

// node adds a node with so many arms; 0 where there is no room.
func (t *tree) node(size int) int32 {
	if len(t.nodes) > 0 && (len(t.arms)+size > t.most || len(t.nodes) >= t.most) {
		return 0
	}
	t.nodes = append(t.nodes, node{first: int32(len(t.arms)), size: int32(size), room: int32(size)})
	for range size {
		t.arms = append(t.arms, arm{})
	}
	return int32(len(t.nodes) - 1)
}

// grow plays the tries.
func (t *tree) grow() {
	secret := t.start.Program().Secret
	for n := 0; t.left > 0 && t.err == nil; t.left-- {
		if n > 0 && t.over != nil && t.over() {
			return
		}
		if t.o.Interrupt != nil && n&15 == 0 {
			if t.err = t.o.Interrupt(); t.err != nil {
				return
			}
		}
		n++
		t.game = t.start.CloneInto(t.game)
		t.path = t.path[:0]
		t.err = t.try(secret)
		if t.err == nil && t.proof.done {
			t.left = 1 // the root is proven: nothing is left to find out
		}
	}
}

// try plays the game once, down the tree and then to its end.
func (t *tree) try(secret bool) error {
	t.proof.known = false
	descend := t.descend
	if secret {
		if err := observe.Redistribute(t.game, t.seat, &t.src); err != nil {
			return err
		}
		descend = t.descendVeiled
	}
	if err := descend(); err != nil {
		return err
	}
	if t.proof.known {
		t.note(t.proof.payoffs[:])
		return nil
	}
	if t.game.Kind() == game.End {
		t.note(t.game.Payoffs())
		t.prove()
		return nil
	}
	end, err := t.playOut()
	if err != nil {
		return err
	}
	t.note(end.Payoffs())
	return nil
}

// descend goes down the tree to a place that is new.
func (t *tree) descend() error {
	g, at := t.game, int32(0)
	for decided := 0; ; {
		var pick int
		switch g.Kind() {
		case game.Decision:
			if decided++; decided > t.o.Depth {
				return nil
			}
			pick = t.choose(&t.nodes[at])
		case game.Chance:
			pick = t.sample(&t.nodes[at], g.Weights())
		default:
			return nil
		}
		t.path = append(t.path, visit{at, int32(pick), int32(g.Player())})
		if a := &t.armsOf(at)[pick]; a.proven {
			t.proof.recall(g.Player(), a.value)
			return nil
		}
		if err := g.Answer(pick); err != nil {
			return err
		}
		a := &t.armsOf(at)[pick]
		if a.visits == 0 || g.Len() == 0 {
			return nil
		}
		if a.child == 0 {
			child := t.node(g.Len())
			if child == 0 {
				return nil
			}
			t.armsOf(at)[pick].child = child
			at = child
			continue
		}
		at = a.child
	}
}

// choose gives an arm that has not been tried, any; else the one with the best bound.
func (t *tree) choose(n *node) int {
	arms := t.arms[n.first : n.first+n.size]
	if n.tried < n.size {
		k := t.src.Intn(int(n.size - n.tried))
		for i := range arms {
			if arms[i].visits == 0 {
				if k == 0 {
					return i
				}
				k--
			}
		}
	}
	log, c := ln(n.visits), float64(t.o.Exploration*t.scale)
	best, most := 0, 0.0
	for i := range arms {
		if x := arms[i].bound(log, c); i == 0 || x > most {
			best, most = i, x
		}
	}
	return best
}

// playOut plays the try to its end.
func (t *tree) playOut() (end *game.Game, err error) {
	t.asked = 0
	if t.o.Rollout == nil {
		t.end, err = t.game.Rollout(t.end, t.random)
		return t.end, err
	}
	var fault error
	err = t.game.Play(func(g *game.Game) (pick int) {
		if g.Kind() == game.Chance {
			return t.pick(-1, g.Len(), g.Weights())
		}
		if t.asked++; t.asked > mostRequests {
			return -1
		}
		if pick, fault = t.o.Rollout.Choose(g, &t.src); fault != nil {
			return -1
		}
		return pick
	})
	return t.game, errors.Join(fault, err)
}

// pick is what a random playout answers.
func (t *tree) pick(_, options int, weights []float64) int {
	if t.asked++; t.asked > mostRequests {
		return -1
	}
	return t.draw(options, weights)
}

func (t *tree) draw(options int, weights []float64) int {
	if len(weights) > 0 {
		return t.src.Weighted(weights)
	}
	return t.src.Intn(options)
}

// note writes the payoffs of a try to the arms on its way. One that did not end has none: it counts as 0 for
// all.
func (t *tree) note(payoffs []float64) {
	for _, v := range t.path {
		n := &t.nodes[v.node]
		a := &t.arms[n.first+v.arm]
		if a.visits == 0 {
			n.tried++
		}
		n.visits++
		a.visits++
		if v.player >= 0 && payoffs != nil {
			a.sum += payoffs[v.player]
		}
	}
	for _, x := range payoffs {
		if !t.seen {
			t.low, t.high, t.seen = x, x, true
		}
		t.low, t.high = min(t.low, x), max(t.high, x)
	}
	if t.high > t.low {
		t.scale = t.high - t.low
	}
}
