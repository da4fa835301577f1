package analyze

import (
	"errors"
	"fmt"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// Tree is the whole tree of a small game. The number of a node is greater than those of all nodes below it,
// and the root has the greatest. Only where a game can come back to a position do some answers lead up again.
//
// A tree is folded where nothing in the game is secret: histories that lead to the same position share
// a node, and each decision is an information set of its own. Else a node is a history, and the decisions
// of a player that look the same to its seat are a set.
type Tree struct {
	Program *program.Program
	Players int
	Folded  bool
	Cyclic  bool     // the game can come back to a position
	Sets    []Set    // none in a folded tree, unless Options.Named
	Recall  bool     // perfect recall: in each set its player has seen and done the same
	Forgets string   // where not
	Peeks   int      // sets where an agent does not choose the same at every node
	Errors  []string // that stopped games, as the Item of such nodes numbers them

	nodes   []node
	edges   []edge
	payoffs []float64 // by the Item of an end, a number per player
	chances []float64 // by edge: the probability of an outcome
	picks   bool      // agents have been asked
	first   edge      // what was taken unasked on the way to the root
}

type node struct {
	kind   game.Kind
	player int8
	n      int32 // options
	edges  int32 // the first of them
	item   int32 // its set (-1: none), payoffs, or error
	pick   int32 // of an agent; -1: any, each equally likely
}

// edge is an answer, with what was taken unasked behind it.
type edge struct {
	to      int32
	actions uint16
	options uint16
}

// Set is an information set: decisions that their player cannot tell apart.
type Set struct {
	Player  int
	Place   string
	Seen    []string // what its player was shown on the way: labels, and ? for what was hidden
	Options []string
	Key     Key // of what its player observed, or of the position

	nodes []int32
	own   Key // of what its player has done on the way
	turns int // how often it decided before
}

// Key is a part of a SHA-256: equal ones are taken to be of equal texts.
type Key [16]byte

func (k Key) String() string { return fmt.Sprintf("%x", k[:]) }

// Len counts the nodes.
func (t *Tree) Len() int { return len(t.nodes) }

func (t *Tree) kids(x *node) []edge { return t.edges[x.edges : x.edges+x.n] }

func (t *Tree) payoff(x *node, p int) float64 {
	if x.kind != game.End {
		return 0
	}
	return t.payoffs[int(x.item)*t.Players+p]
}

// Perfect reports whether every player knows at each of its decisions all that has happened.
func (t *Tree) Perfect() bool {
	if t.Folded {
		return !t.Program.Secret
	}
	for i := range t.Sets {
		if len(t.Sets[i].nodes) > 1 {
			return false
		}
	}
	return true
}

// Sum is what the payoffs of every end add up to; ok says whether that is the same for all, to a billionth,
// and no game stops with an error.
func (t *Tree) Sum() (sum float64, ok bool) {
	first := true
	for i := range t.nodes {
		x := &t.nodes[i]
		switch x.kind {
		case game.Stopped:
			return 0, false
		case game.End:
			s := 0.0
			for p := range t.Players {
				s += t.payoff(x, p)
			}
			if first {
				sum, first = s, false
			}
			if s-sum > 1e-9 || sum-s > 1e-9 {
				return 0, false
			}
		}
	}
	return sum, true
}

// known says why sets cannot be asked about, if so.
func (t *Tree) known() error {
	if t.Folded && t.Program.Secret {
		return fmt.Errorf("the information sets are not known: histories were put together by their position")
	}
	if t.Cyclic {
		return errors.New("the game can come back to a position, so it may go on for ever")
	}
	if !t.Recall {
		return fmt.Errorf("no perfect recall: %s", t.Forgets)
	}
	return nil
}
