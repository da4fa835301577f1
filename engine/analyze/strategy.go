package analyze

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Strategy is how players play, as data: at each information set how likely each option is.
type Strategy struct {
	Model   string `json:"model"`
	Players int    `json:"players"`
	Sets    []Play `json:"sets"`
}

// Play is a strategy at one set. It is found by Key, or without one by what the player had been shown.
type Play struct {
	Player  int       `json:"player"`
	Place   string    `json:"place,omitempty"`
	Seen    []string  `json:"seen"`
	Key     string    `json:"key,omitempty"`
	Options []string  `json:"options"`
	Play    []float64 `json:"play"`
}

// Strategy writes a profile down, set by set; the tree must know its sets. Those of a player stand
// together, the earlier first.
func (t *Tree) Strategy(f Profile) Strategy {
	out := Strategy{Model: t.Program.Name, Players: t.Players, Sets: []Play{}}
	for i := range t.Sets {
		s := &t.Sets[i]
		x := &t.nodes[s.nodes[0]]
		out.Sets = append(out.Sets, Play{s.Player, s.Place, s.Seen, s.Key.String(), s.Options, f[x.edges : x.edges+x.n]})
	}
	slices.SortStableFunc(out.Sets, func(a, b Play) int {
		return cmp.Or(cmp.Compare(a.Player, b.Player), cmp.Compare(len(a.Seen), len(b.Seen)), slices.Compare(a.Seen, b.Seen))
	})
	return out
}

// ReadStrategy reads a strategy from JSON. Whether it fits a tree is seen when it is followed.
func ReadStrategy(b []byte) (Strategy, error) {
	var s Strategy
	if err := json.Unmarshal(b, &s); err != nil {
		return s, fmt.Errorf("this is no strategy: %w", err)
	}
	if len(s.Sets) == 0 {
		return s, errors.New("this is no strategy: it has no sets")
	}
	return s, nil
}

// Follow gives the profile in which a strategy is followed where it says anything, and f elsewhere. missing
// counts the sets, of the players that it speaks of, at which it says nothing.
func (t *Tree) Follow(s Strategy, f Profile) (out Profile, missing int, err error) {
	out = slices.Clone(f)
	byKey, bySeen := t.index()
	speaks, said := map[int]bool{}, make([]bool, len(t.Sets))
	for n := range s.Sets {
		p := &s.Sets[n]
		i, err := find(p, byKey, bySeen)
		if err == nil && said[i] {
			err = errors.New("it is there twice")
		}
		if err == nil {
			err = t.play(out, &t.Sets[i], p)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("set %d of the strategy, of player %d after %q: %w", n, p.Player, p.Seen, err)
		}
		speaks[p.Player], said[i] = true, true
	}
	for i := range t.Sets {
		if speaks[t.Sets[i].Player] && !said[i] {
			missing++
		}
	}
	return out, missing, nil
}

// ambiguous stands for several sets in an index.
const ambiguous = -1

func (t *Tree) index() (byKey, bySeen map[string]int) {
	byKey, bySeen = map[string]int{}, map[string]int{}
	for i := range t.Sets {
		s := &t.Sets[i]
		byKey[s.Key.String()] = i
		seen := seenKey(s.Player, s.Seen)
		if _, ok := bySeen[seen]; ok {
			i = ambiguous
		}
		bySeen[seen] = i
	}
	return byKey, bySeen
}

func seenKey(player int, seen []string) string { return fmt.Sprintf("%d %q", player, seen) }

func find(p *Play, byKey, bySeen map[string]int) (int, error) {
	i, ok := 0, false
	if p.Key != "" {
		i, ok = byKey[p.Key]
	} else {
		i, ok = bySeen[seenKey(p.Player, p.Seen)]
	}
	switch {
	case !ok:
		return 0, errors.New("the game has no such set")
	case i == ambiguous:
		return 0, errors.New("several sets look like that; give the key of one")
	}
	return i, nil
}

func (t *Tree) play(f Profile, s *Set, p *Play) error {
	if s.Player != p.Player {
		return fmt.Errorf("the set is one of player %d", s.Player)
	}
	if !slices.Equal(s.Options, p.Options) || len(p.Play) != len(p.Options) {
		return fmt.Errorf("it must have a number for each of the options %q", s.Options)
	}
	sum := 0.0
	for _, x := range p.Play {
		if !(x >= 0) {
			return fmt.Errorf("%v is no probability", x)
		}
		sum += x
	}
	if !(math.Abs(sum-1) < 1e-6) {
		return fmt.Errorf("its probabilities add up to %v, not 1", sum)
	}
	for _, at := range s.nodes {
		x := &t.nodes[at]
		for k := range x.n {
			f[x.edges+k] = p.Play[k] / sum
		}
	}
	return nil
}
