package analyze

import (
	"math"
	"math/bits"

	"github.com/astragal-engine/astragal/engine/game"
)

// Counts are the sizes of a tree. Histories are ways from the start; numbers that pass 2⁶⁴ stay at 2⁶⁴ − 1. Where
// the game can come back to a position there is no end of histories, and positions are counted in their place;
// no game is the longest, and Longest is -1.
type Counts struct {
	Nodes     int // different positions in a folded tree, else histories
	Chance    uint64
	Decision  uint64
	End       uint64
	Stopped   uint64
	Actions   uint64 // taken unasked, since they were the only one
	Options   uint64
	Longest   int // in requests
	Shortest  int
	Branching [2]Spread // of decisions and chances, over histories
	Sets      []uint64  // information sets by player; nil: not known
	Errors    []uint64  // histories, by the number of their error
}

// Spread says how many options there are.
type Spread struct {
	Least, Most int
	Mean        float64
}

// MaxCount is what a count stays at that cannot go on.
const MaxCount = math.MaxUint64

func plus(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return MaxCount
	}
	return sum
}

func times(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 {
		return MaxCount
	}
	return lo
}

// Count adds the tree up.
func (t *Tree) Count() Counts {
	c := Counts{Nodes: len(t.nodes), Errors: make([]uint64, len(t.Errors))}
	c.Actions, c.Options = uint64(t.first.actions), uint64(t.first.options)
	if (!t.Folded || !t.Program.Secret) && !t.Cyclic {
		c.Sets = make([]uint64, t.Players)
	}
	ways := make([]uint64, len(t.nodes))
	ways[len(ways)-1] = 1
	if t.Cyclic {
		for i := range ways {
			ways[i] = 1
		}
	}
	options, asked := [2]float64{}, [2]float64{}
	for i := len(t.nodes) - 1; i >= 0; i-- {
		x, n := &t.nodes[i], ways[i]
		switch x.kind {
		case game.End:
			c.End = plus(c.End, n)
		case game.Stopped:
			c.Stopped = plus(c.Stopped, n)
			c.Errors[x.item] = plus(c.Errors[x.item], n)
		case game.Chance:
			c.Chance = plus(c.Chance, n)
			c.Branching[1].add(int(x.n))
			options[1], asked[1] = options[1]+float64(n)*float64(x.n), asked[1]+float64(n)
		case game.Decision:
			c.Decision = plus(c.Decision, n)
			c.Branching[0].add(int(x.n))
			options[0], asked[0] = options[0]+float64(n)*float64(x.n), asked[0]+float64(n)
			if t.Folded && c.Sets != nil {
				c.Sets[x.player] = plus(c.Sets[x.player], n)
			}
		}
		for _, e := range t.kids(x) {
			if !t.Cyclic {
				ways[e.to] = plus(ways[e.to], n)
			}
			c.Actions = plus(c.Actions, times(n, uint64(e.actions)))
			c.Options = plus(c.Options, times(n, uint64(e.options)))
		}
	}
	for i := range t.Sets {
		if !t.Folded {
			c.Sets[t.Sets[i].Player]++
		}
	}
	for k := range c.Branching {
		if asked[k] > 0 {
			c.Branching[k].Mean = options[k] / asked[k]
		}
	}
	c.Shortest, c.Longest = t.lengths()
	return c
}

func (s *Spread) add(n int) {
	if s.Most == 0 || n < s.Least {
		s.Least = n
	}
	s.Most = max(s.Most, n)
}

// lengths gives the fewest and the most requests of a game.
func (t *Tree) lengths() (shortest, longest int) {
	root := int32(len(t.nodes) - 1)
	met := make([]bool, len(t.nodes))
	met[root] = true
	for at := []int32{root}; shortest < len(t.nodes); shortest++ {
		var next []int32
		over := false
		for _, i := range at {
			x := &t.nodes[i]
			over = over || x.n == 0
			for _, e := range t.kids(x) {
				if !met[e.to] {
					met[e.to] = true
					next = append(next, e.to)
				}
			}
		}
		if at = next; over {
			break
		}
	}
	if t.Cyclic {
		return shortest, -1
	}
	most := make([]int32, len(t.nodes))
	for i := range t.nodes {
		for _, e := range t.kids(&t.nodes[i]) {
			most[i] = max(most[i], most[e.to]+1)
		}
	}
	return shortest, int(most[root])
}
