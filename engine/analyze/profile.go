package analyze

import (
	"errors"
	"math"
	"math/big"

	"github.com/astragal-engine/astragal/engine/game"
)

// Profile says how everybody plays: for each answer in a tree, chances included, how likely it is where it
// is asked for.
type Profile []float64

// Uniform takes every option with the same probability.
func (t *Tree) Uniform() Profile {
	return t.profile(func(*node) int32 { return -1 })
}

// Played is how the agents play that the tree was built with.
func (t *Tree) Played() Profile { return t.profile(func(x *node) int32 { return x.pick }) }

// profile makes one of what is picked at each decision, -1 being any option.
func (t *Tree) profile(pick func(*node) int32) Profile {
	f := Profile(append([]float64(nil), t.chances...))
	for i := range t.nodes {
		x := &t.nodes[i]
		if x.kind != game.Decision {
			continue
		}
		k := pick(x)
		for j := range x.n {
			switch {
			case k < 0:
				f[x.edges+j] = 1 / float64(x.n)
			case k == j:
				f[x.edges+j] = 1
			}
		}
	}
	return f
}

// Worth is what can be expected of a game.
type Worth struct {
	Payoffs  []float64
	Exact    []*big.Rat // the same as fractions; nil where they are too long, or a probability is no simple one
	Requests float64    // -1 where a game can go on for ever
	Stopped  float64    // the probability that the game stops with an error, which counts as payoffs of 0
	Endless  float64    // the probability that it goes on for ever, which counts as the same
}

// Worth works out what everybody can expect, in float64 from the ends up. Each product is rounded by itself, so
// that every processor gives the same. Where the game can come back to a position that is repeated until
// nothing changes by more than a part in 10¹⁵; an error says that it still does after a great many times.
func (t *Tree) Worth(f Profile) (Worth, error) {
	w := Worth{Payoffs: make([]float64, t.Players)}
	s := sweeper{Tree: t, f: f, v: make([]float64, len(t.nodes))}
	for p := range w.Payoffs {
		w.Payoffs[p] = s.settle(func(x *node) float64 { return t.payoff(x, p) }, 0)
	}
	is := func(kind game.Kind) float64 {
		return s.settle(func(x *node) float64 {
			if x.kind == kind {
				return 1
			}
			return 0
		}, 0)
	}
	w.Stopped = is(game.Stopped)
	if t.Cyclic {
		if w.Endless = 1 - is(game.End) - w.Stopped; w.Endless < 1e-9 {
			w.Endless = 0
		}
	}
	if w.Requests = -1; w.Endless == 0 {
		w.Requests = s.settle(func(*node) float64 { return 0 }, 1)
	}
	if w.Stopped == 0 && w.Endless == 0 {
		w.Exact = t.exact(f)
	}
	return w, s.err
}

// sweeper works values of nodes out from those below them.
type sweeper struct {
	*Tree
	f   Profile
	v   []float64
	err error
}

// mostVisits is how many nodes are looked at before a game that comes back to its positions is given up.
const mostVisits = 1_000_000_000

// settle gives the value of the root: ends are worth what leaf says, and each request adds step.
func (s *sweeper) settle(leaf func(*node) float64, step float64) float64 {
	clear(s.v)
	for visits := 0; visits < mostVisits; visits += len(s.nodes) {
		settled := true
		for i := range s.nodes {
			x, old := &s.nodes[i], s.v[i]
			if x.n == 0 {
				s.v[i] = leaf(x)
				continue
			}
			s.v[i] = step + s.mean(x, s.f, s.v)
			settled = settled && math.Abs(s.v[i]-old) <= 1e-15*max(1, math.Abs(old))
		}
		if settled || !s.Cyclic {
			return s.v[len(s.v)-1]
		}
	}
	s.err = errors.New("the game comes back to its positions so often that its worth does not settle")
	return s.v[len(s.v)-1]
}

// mean is what a node is worth by the values of those below it.
func (t *Tree) mean(x *node, f Profile, v []float64) float64 {
	sum := 0.0
	for k, e := range t.kids(x) {
		sum += float64(f[int(x.edges)+k] * v[e.to])
	}
	return sum
}

// Limits of what is worked out in fractions.
const (
	exactNodes = 200_000
	exactCycle = 100 // where the game can come back to a position
	exactBits  = 2048
	simple     = 1000 // the largest denominator that a probability is read as
)

// exact is what everybody can expect as fractions: of probabilities that are the float64 nearest to a
// fraction of a small denominator, which is taken for what was meant.
func (t *Tree) exact(f Profile) []*big.Rat {
	if len(t.nodes) > exactNodes || t.Cyclic && len(t.nodes) > exactCycle {
		return nil
	}
	read := map[float64]*big.Rat{}
	for _, x := range f {
		if _, ok := read[x]; !ok {
			if read[x] = fraction(x); read[x] == nil {
				return nil
			}
		}
	}
	one := big.NewRat(1, 1)
	for i := range t.nodes {
		x, sum := &t.nodes[i], new(big.Rat)
		for k := range x.n {
			sum.Add(sum, read[f[x.edges+k]])
		}
		if x.n > 0 && sum.Cmp(one) != 0 {
			return nil
		}
	}
	if t.Cyclic {
		return t.exactCyclic(f, read)
	}
	out := make([]*big.Rat, t.Players)
	v := make([]*big.Rat, len(t.nodes))
	for p := range out {
		for i := range t.nodes {
			x := &t.nodes[i]
			v[i] = new(big.Rat)
			if x.n == 0 {
				v[i].SetFloat64(t.payoff(x, p))
				continue
			}
			for k, e := range t.kids(x) {
				if q := read[f[int(x.edges)+k]]; q.Sign() != 0 {
					v[i].Add(v[i], new(big.Rat).Mul(q, v[e.to]))
				}
			}
			if v[i].Denom().BitLen() > exactBits {
				return nil
			}
		}
		out[p] = v[len(v)-1]
	}
	return out
}

// fraction gives the one with a small denominator that x is the nearest float64 to; nil: there is none.
func fraction(x float64) *big.Rat {
	for q := 1; q <= simple; q++ {
		if n := math.Round(x * float64(q)); n/float64(q) == x {
			return big.NewRat(int64(n), int64(q))
		}
	}
	return nil
}
