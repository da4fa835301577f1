package simulate

// Result of a simulation: a tally for each variant.
type Result struct {
	Variants []*Tally
	// Of two variants: how the second differs from the first over the Pairs of games with one seed that
	// both finished. Payoffs and wins (of 0 or 1 in a game) by seat.
	Pairs       int
	Payoffs     []Moments
	Wins        []Moments
	Requests    Moments
	Interrupted bool // the context ended before the last game

	save *Save
}

func newResult(variants, players int) *Result {
	r := &Result{}
	for range variants {
		r.Variants = append(r.Variants, newTally(players))
	}
	if variants == 2 {
		r.Payoffs, r.Wins = make([]Moments, players), make([]Moments, players)
	}
	return r
}

// Games is how many games were played, of each variant.
func (r *Result) Games() int { return r.Variants[0].Games }

func (r *Result) players() int { return len(r.Variants[0].Seats) }

// pair compares two games of one seed.
func (r *Result) pair(a, b *Game, cooperative [2]bool) {
	if !a.ended() || !b.ended() {
		return
	}
	r.Pairs++
	r.Requests.add(float64(b.Requests - a.Requests))
	for p := range r.Payoffs {
		r.Payoffs[p].add(b.Payoffs[p] - a.Payoffs[p])
		won := 0.0
		if wins(b.Payoffs, p, cooperative[1]) {
			won++
		}
		if wins(a.Payoffs, p, cooperative[0]) {
			won--
		}
		r.Wins[p].add(won)
	}
}

// merge adds the games of o, which come after those of r.
func (r *Result) merge(o *Result) {
	for i, t := range o.Variants {
		r.Variants[i].merge(t)
	}
	r.Pairs += o.Pairs
	r.Requests.merge(&o.Requests)
	for i := range r.Payoffs {
		r.Payoffs[i].merge(&o.Payoffs[i])
		r.Wins[i].merge(&o.Wins[i])
	}
}

// clone gives a copy that merging leaves alone.
func (r *Result) clone() *Result {
	c := newResult(len(r.Variants), r.players())
	c.merge(r)
	return c
}

// fewest is how many games there are before the intervals may end a simulation.
const fewest = 1000

// Precise reports whether every 95% interval of a payoff (of a difference of payoffs, where two variants
// are compared) is no wider than width, after enough games to tell.
func (r *Result) Precise(width float64) bool { return r.Games() >= fewest && r.width() <= width }

// expected is how many of most games it takes to be precise, going by those that have been played.
func (r *Result) expected(width float64, most int) int {
	n := r.Games()
	if width <= 0 || n < fewest {
		return most
	}
	ratio := r.width() / width
	return int(min(float64(most), max(float64(n), float64(n)*ratio*ratio)))
}

// width is that of the widest 95% interval.
func (r *Result) width() float64 {
	most := 0.0
	if len(r.Variants) == 2 {
		for i := range r.Payoffs {
			most = max(most, 2*r.Payoffs[i].Half())
		}
		return most
	}
	for i := range r.Variants[0].Seats {
		most = max(most, 2*r.Variants[0].Seats[i].Payoff.Half())
	}
	return most
}
