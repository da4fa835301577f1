package search

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// Solver plays perfectly, by the exact value of every position that can come: for two players whose payoffs
// add up to 0, without chance or anything hidden. What it has found out it keeps for the next decision.
type Solver struct {
	// Positions is how many it may look at before it gives up; 0: 1,000,000.
	Positions int
	// Interrupt ends it with its error; nil: never.
	Interrupt func() error

	prog  *program.Program
	known map[digest]bounds
	way   map[digest]bool // positions on the way to where it looks
	games []*game.Game    // by depth
	text  []byte
}

type digest [16]byte

// bounds hold the value of a position for the first player.
type bounds struct{ low, high float64 }

const usualPositions = 1_000_000

// mostMoves is how many decisions deep a game that is solved may be.
const mostMoves = 10_000

// Choose gives the best option, of equal ones the first. An error says why the game is not solved.
func (s *Solver) Choose(g *game.Game, _ *prng.Source) (int, error) {
	values, err := s.Values(g)
	if err != nil {
		return 0, err
	}
	best := 0
	for i, x := range values {
		if x > values[best] {
			best = i
		}
	}
	return best, nil
}

// Values gives what each option of the current decision is worth to whoever decides, if both play well.
func (s *Solver) Values(g *game.Game) ([]float64, error) {
	if g.Kind() != game.Decision {
		return nil, fmt.Errorf("there is nothing to decide: the game waits for %s", g.Kind())
	}
	if err := s.begin(g); err != nil {
		return nil, err
	}
	sign := 1.0
	if g.Player() == 1 {
		sign = -1
	}
	out := make([]float64, g.Len())
	for i := range out {
		x, err := s.after(g, i, 0, math.Inf(-1), math.Inf(1))
		if err != nil {
			return nil, err
		}
		out[i] = float64(sign * x)
	}
	return out, nil
}

// Value gives what a game is worth to the first player from where it stands. An error says why it is not
// solved.
func (s *Solver) Value(g *game.Game) (float64, error) {
	if err := s.begin(g); err != nil {
		return 0, err
	}
	return s.value(g, 0, math.Inf(-1), math.Inf(1))
}

func (s *Solver) begin(g *game.Game) error {
	p := g.Program()
	switch {
	case g.Players() != 2:
		return fmt.Errorf("solve is for two players, not %d; use search", g.Players())
	case p.Cooperative:
		return errors.New("solve is for players who play against each other; use search")
	case p.Secret:
		return errors.New("solve is for games in which everything is open, and this one has something hidden or secret; use search")
	}
	if s.prog != p {
		s.prog, s.known = p, map[digest]bounds{}
	}
	s.way = map[digest]bool{}
	if s.Positions == 0 {
		s.Positions = usualPositions
	}
	return nil
}

// value is that for the first player; it is exact between low and high, and else a bound.
func (s *Solver) value(g *game.Game, depth int, low, high float64) (float64, error) {
	switch g.Kind() {
	case game.End:
		x := g.Payoffs()
		if x[0]+x[1] != 0 {
			return 0, fmt.Errorf("solve is for payoffs that add up to 0, and '%s' pays %v; use search", g.Reason(), x)
		}
		return x[0], nil
	case game.Stopped:
		return 0, fmt.Errorf("solve came to where the game stops: %w", g.Err())
	case game.Decision:
	default:
		return 0, fmt.Errorf("solve is for games without chance, and there is one at %s; use search", g.Place())
	}
	key := s.digest(g)
	is, seen := s.known[key]
	if !seen {
		is = bounds{math.Inf(-1), math.Inf(1)}
	}
	switch {
	case is.low == is.high || is.low >= high:
		return is.low, nil
	case is.high <= low:
		return is.high, nil
	case s.way[key] || depth > mostMoves:
		return 0, errors.New("solve is for games that end, and here a position can come again and again; use search")
	case !seen && len(s.known) >= s.Positions:
		return 0, fmt.Errorf("the game has more than %d positions, which is too many to solve; use search", s.Positions)
	}
	if s.Interrupt != nil && len(s.known)&63 == 0 {
		if err := s.Interrupt(); err != nil {
			return 0, err
		}
	}
	s.known[key] = is
	s.way[key] = true
	defer delete(s.way, key)
	best, err := s.best(g, depth, max(low, is.low), min(high, is.high))
	if err != nil {
		return 0, err
	}
	if best < high {
		is.high = min(is.high, best)
	}
	if best > low {
		is.low = max(is.low, best)
	}
	s.known[key] = is
	return best, nil
}

// best goes through the options, the first player for the most and the second for the least.
func (s *Solver) best(g *game.Game, depth int, low, high float64) (float64, error) {
	first := g.Player() == 0
	best := math.Inf(1)
	if first {
		best = math.Inf(-1)
	}
	for i := range g.Len() {
		x, err := s.after(g, i, depth, low, high)
		if err != nil {
			return 0, err
		}
		if first {
			best, low = max(best, x), max(low, x)
		} else {
			best, high = min(best, x), min(high, x)
		}
		if low >= high {
			break
		}
	}
	return best, nil
}

// after is the value of the position that an option leads to.
func (s *Solver) after(g *game.Game, option, depth int, low, high float64) (float64, error) {
	for len(s.games) <= depth {
		s.games = append(s.games, nil)
	}
	next := g.CloneInto(s.games[depth])
	s.games[depth] = next
	next.Record(false)
	next.SetHosted(nil)
	if err := next.Answer(option); err != nil {
		return 0, err
	}
	return s.value(next, depth+1, low, high)
}

func (s *Solver) digest(g *game.Game) digest {
	s.text = g.Position(s.text[:0])
	sum := sha256.Sum256(s.text)
	return digest(sum[:16])
}
