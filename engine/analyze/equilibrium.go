package analyze

import (
	"context"
	"errors"

	"github.com/astragal-engine/astragal/engine/game"
)

// EquilibriumOptions say how long an equilibrium is sought.
type EquilibriumOptions struct {
	Iterations int     // at most; 0: 10,000
	Until      float64 // end once the exploitability is no greater; 0: go on to the last iteration
	Progress   func(Checked)
}

// Checked is what the strategy was worth after some iterations.
type Checked struct {
	Iteration      int     `json:"iteration"`
	Value          float64 `json:"value"`          // to player 0
	NashConv       float64 `json:"nash_conv"`      // what both could gain together
	Exploitability float64 `json:"exploitability"` // half of that: the value is that close to the game's
}

const defaultIterations = 10_000

// Equilibrium seeks one of a game for two whose payoffs always have the same sum, by counterfactual regret
// minimisation (CFR+: regrets that never fall below zero, players in turn, later iterations weighing
// more in the average). It gives the average play and how good that was at iterations 1, 2, 4 and so on, and
// at the last. Nothing is drawn, so the same game gives the same numbers. If the context ends, it ends as if
// that iteration were the last.
func (t *Tree) Equilibrium(ctx context.Context, o EquilibriumOptions) (Profile, []Checked, error) {
	if err := t.known(); err != nil {
		return nil, nil, err
	}
	if _, ok := t.Sum(); !ok || t.Players != 2 {
		return nil, nil, errors.New("an equilibrium is sought only for two players whose payoffs have the same sum at every end")
	}
	if t.Folded {
		return nil, nil, errors.New("everybody knows all that has happened: playing back from the ends gives the best play at once")
	}
	if o.Iterations <= 0 {
		o.Iterations = defaultIterations
	}
	c := newCFR(t)
	var list []Checked
	next := 1
	for n := 1; n <= o.Iterations; n++ {
		c.iterate(n)
		last := n == o.Iterations || ctx.Err() != nil
		if !last && n != next {
			continue
		}
		if n == next {
			next *= 2
		}
		x, err := c.checked(n)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, x)
		if o.Progress != nil {
			o.Progress(x)
		}
		if last || x.Exploitability <= o.Until {
			break
		}
	}
	return c.average(), list, nil
}

// cfr is a tree in the order in which it is gone through: every node before those below it, and the answers
// to a node side by side.
type cfr struct {
	tree  *Tree
	nodes []cfrNode
	sets  []cfrSet

	chance []float64 // by the node that an outcome leads to
	payoff []float64 // by node, to player 0
	sum    float64   // of both payoffs

	play, regret, now, total []float64 // by set and option
	own, others, value       []float64 // by node
}

type cfrNode struct {
	player int8 // -1: chance
	n      int32
	kids   int32 // the first
	at     int32 // of a decision: where its set begins in play
	edges  int32 // in the tree
}

type cfrSet struct {
	player int
	at, n  int32
	node   int32 // any: its player comes to all of them by the same choices
}

func newCFR(t *Tree) *cfr {
	c := &cfr{tree: t, sets: make([]cfrSet, len(t.Sets))}
	c.sum, _ = t.Sum()
	size := int32(0)
	for i := range t.Sets {
		n := int32(len(t.Sets[i].Options))
		c.sets[i] = cfrSet{player: t.Sets[i].Player, at: size, n: n}
		size += n
	}
	order := []int32{int32(len(t.nodes) - 1)}
	c.chance = []float64{1}
	for k := 0; k < len(order); k++ {
		x := &t.nodes[order[k]]
		y := cfrNode{player: -1, n: x.n, kids: int32(len(order)), edges: x.edges}
		if x.kind == game.Decision {
			s := &c.sets[x.item]
			y.player, y.at, s.node = x.player, s.at, int32(k)
		}
		for j, e := range t.kids(x) {
			order = append(order, e.to)
			c.chance = append(c.chance, t.chances[int(x.edges)+j])
		}
		c.nodes = append(c.nodes, y)
		c.payoff = append(c.payoff, t.payoff(x, 0))
	}
	for _, list := range []*[]float64{&c.play, &c.regret, &c.now, &c.total} {
		*list = make([]float64, size)
	}
	for _, list := range []*[]float64{&c.own, &c.others, &c.value} {
		*list = make([]float64, len(c.nodes))
	}
	for p := range int8(2) {
		c.match(int(p))
	}
	return c
}

// iterate is iteration n: each player in turn learns from how the other plays by now.
func (c *cfr) iterate(n int) {
	for p := range int8(2) {
		c.reach(p)
		c.learn(p)
		for i := range c.sets {
			s := &c.sets[i]
			if s.player != int(p) {
				continue
			}
			w := float64(n) * c.own[s.node]
			for k := s.at; k < s.at+s.n; k++ {
				c.total[k] += float64(w * c.play[k])
				c.regret[k] = max(0, c.regret[k]+c.now[k])
				c.now[k] = 0
			}
		}
		c.match(int(p))
	}
}

// reach works out how likely player p, and all others, come to each node.
func (c *cfr) reach(p int8) {
	c.own[0], c.others[0] = 1, 1
	for i := range c.nodes {
		x := &c.nodes[i]
		own, others := c.own[i], c.others[i]
		for k := int32(0); k < x.n; k++ {
			kid := x.kids + k
			c.own[kid], c.others[kid] = own, others
			switch x.player {
			case p:
				c.own[kid] *= c.play[x.at+k]
			case -1:
				c.others[kid] *= c.chance[kid]
			default:
				c.others[kid] *= c.play[x.at+k]
			}
		}
	}
}

// learn adds up what player p would have gained in each set by each option.
func (c *cfr) learn(p int8) {
	for i := len(c.nodes) - 1; i >= 0; i-- {
		x := &c.nodes[i]
		if x.n == 0 {
			c.value[i] = c.payoff[i]
			if p == 1 {
				c.value[i] = c.sum - c.payoff[i]
			}
			continue
		}
		kids, sum := c.value[x.kids:x.kids+x.n], 0.0
		if x.player < 0 {
			for k, v := range kids {
				sum += float64(c.chance[int(x.kids)+k] * v)
			}
		} else {
			play := c.play[x.at : x.at+x.n]
			for k, v := range kids {
				sum += float64(play[k] * v)
			}
			if x.player == p {
				now, others := c.now[x.at:x.at+x.n], c.others[i]
				for k, v := range kids {
					now[k] += float64(others * (v - sum))
				}
			}
		}
		c.value[i] = sum
	}
}

// match has a player play each option as often as it is regretted.
func (c *cfr) match(p int) {
	for i := range c.sets {
		if s := &c.sets[i]; s.player == p {
			share(c.play[s.at:s.at+s.n], c.regret[s.at:s.at+s.n])
		}
	}
}

// share gives each option its part of the weights; all the same where there are none.
func share(out, weights []float64) {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	for k, w := range weights {
		if out[k] = 1 / float64(len(out)); sum > 0 {
			out[k] = w / sum
		}
	}
}

// average is the play of all iterations so far, in the tree's own order.
func (c *cfr) average() Profile {
	mean := make([]float64, len(c.total))
	for _, s := range c.sets {
		share(mean[s.at:s.at+s.n], c.total[s.at:s.at+s.n])
	}
	f := Profile(append([]float64(nil), c.tree.chances...))
	for i := range c.nodes {
		if x := &c.nodes[i]; x.player >= 0 {
			copy(f[x.edges:x.edges+x.n], mean[x.at:x.at+x.n])
		}
	}
	return f
}

func (c *cfr) checked(n int) (Checked, error) {
	list, err := c.tree.Responses(c.average())
	if err != nil {
		return Checked{}, err
	}
	gap := NashConv(list)
	return Checked{n, list[0].Value, gap, gap / 2}, nil
}
