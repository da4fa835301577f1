package analyze

import (
	"errors"
	"slices"

	"github.com/astragal-engine/astragal/engine/game"
)

// Response is how well a player can answer the play of the others.
type Response struct {
	Player int
	Value  float64 // by the play as given
	Best   float64 // by the best response to it
}

// Gain is how much better the best response is.
func (r Response) Gain() float64 { return r.Best - r.Value }

// Responses works out each player's best response to how the others play, among those that do the same
// wherever its seat cannot tell the difference.
func (t *Tree) Responses(f Profile) ([]Response, error) {
	if err := t.known(); err != nil {
		return nil, err
	}
	worth, err := t.Worth(f)
	if err != nil {
		return nil, err
	}
	out := make([]Response, t.Players)
	for p := range out {
		out[p] = Response{Player: p, Value: worth.Payoffs[p], Best: t.best(f, p)}
	}
	return out, nil
}

// NashConv is how much all players together could gain, each by a best response while the others go on
// as they play: 0 in an equilibrium.
func NashConv(list []Response) float64 {
	sum := 0.0
	for _, r := range list {
		sum += r.Gain()
	}
	return sum
}

// best is what the best response of a player to f is worth to it.
func (t *Tree) best(f Profile, p int) float64 {
	if t.Folded {
		v := make([]float64, len(t.nodes))
		for i := range t.nodes {
			switch x := &t.nodes[i]; {
			case x.n == 0:
				v[i] = t.payoff(x, p)
			case int(x.player) == p:
				v[i] = t.most(x, v)
			default:
				v[i] = t.mean(x, f, v)
			}
		}
		return v[len(v)-1]
	}
	r := responder{Tree: t, f: f, p: p, reach: t.reachOthers(f, p), v: make([]float64, len(t.nodes)), done: make([]bool, len(t.nodes))}
	return r.value(int32(len(t.nodes)-1), r.choose())
}

func (t *Tree) most(x *node, v []float64) float64 {
	best := v[t.kids(x)[0].to]
	for _, e := range t.kids(x) {
		best = max(best, v[e.to])
	}
	return best
}

// reachOthers is how likely chance and the other players come to each node of a tree.
func (t *Tree) reachOthers(f Profile, p int) []float64 {
	reach := make([]float64, len(t.nodes))
	reach[len(reach)-1] = 1
	for i := len(t.nodes) - 1; i >= 0; i-- {
		x := &t.nodes[i]
		for k, e := range t.kids(x) {
			reach[e.to] = reach[i]
			if int(x.player) != p {
				reach[e.to] *= f[int(x.edges)+k]
			}
		}
	}
	return reach
}

// responder works a best response out, set by set: those first before which the player decides most often. By
// then all that follows is known, since a player with perfect recall decides equally often before every
// node of a set.
type responder struct {
	*Tree
	f     Profile
	p     int
	reach []float64
	v     []float64
	done  []bool
}

// choose gives the best option in each set of the player.
func (r *responder) choose() []int32 {
	pick := make([]int32, len(r.Sets))
	var mine []int
	for i := range r.Sets {
		if r.Sets[i].Player == r.p {
			mine = append(mine, i)
		}
	}
	slices.SortStableFunc(mine, func(a, b int) int { return r.Sets[b].turns - r.Sets[a].turns })
	for _, i := range mine {
		s := &r.Sets[i]
		worth := make([]float64, len(s.Options))
		for _, at := range s.nodes {
			for k, e := range r.kids(&r.nodes[at]) {
				worth[k] += float64(r.reach[at] * r.value(e.to, pick))
			}
		}
		for k := range worth {
			if worth[k] > worth[pick[i]] {
				pick[i] = int32(k)
			}
		}
	}
	return pick
}

func (r *responder) value(i int32, pick []int32) float64 {
	if r.done[i] {
		return r.v[i]
	}
	x, sum := &r.nodes[i], 0.0
	switch {
	case x.n == 0:
		sum = r.payoff(x, r.p)
	case int(x.player) == r.p:
		sum = r.value(r.kids(x)[pick[x.item]].to, pick)
	default:
		for k, e := range r.kids(x) {
			sum += float64(r.f[int(x.edges)+k] * r.value(e.to, pick))
		}
	}
	r.v[i], r.done[i] = sum, true
	return sum
}

// Solve plays a game of perfect information back from its ends: whoever decides takes what is best for it,
// of equal options the first. Between two players whose payoffs add up to the same everywhere that is the value of the
// game, for one it is the best it can do, against chance too.
func (t *Tree) Solve() (Profile, error) {
	if t.Cyclic {
		return nil, errors.New("the game can come back to a position, so it has no ends to play back from")
	}
	if !t.Perfect() {
		return nil, errors.New("not everybody knows all that has happened, so there is no best play from the ends back")
	}
	v := make([][]float64, t.Players)
	for p := range v {
		v[p] = make([]float64, len(t.nodes))
	}
	pick := make([]int32, len(t.nodes))
	f := Profile(slices.Clone(t.chances))
	for i := range t.nodes {
		x := &t.nodes[i]
		kids := t.kids(x)
		if x.kind == game.Decision {
			mine := v[x.player]
			for k, e := range kids {
				if mine[e.to] > mine[kids[pick[i]].to] {
					pick[i] = int32(k)
				}
			}
			f[x.edges+pick[i]] = 1
		}
		for p := range v {
			switch {
			case x.n == 0:
				v[p][i] = t.payoff(x, p)
			case x.kind == game.Decision:
				v[p][i] = v[p][kids[pick[i]].to]
			default:
				v[p][i] = t.mean(x, f, v[p])
			}
		}
	}
	return f, nil
}
