package bench

import "math/rand/v2"

// picks answers questions: at random, or as written down, with how many options each must have.
type picks struct {
	rng     *rand.PCG
	count   int
	written []picked
	differs bool
}

type picked struct{ options, option int }

func (p *picks) pick(n int) int {
	p.count++
	if p.rng != nil {
		return below(p.rng, n)
	}
	if len(p.written) == 0 || p.written[0].options != n {
		p.differs = true
		return 0
	}
	i := p.written[0].option
	p.written = p.written[1:]
	return i
}

// choose is pick where nobody is asked about a single option.
func (p *picks) choose(n int) int {
	if n == 1 {
		return 0
	}
	return p.pick(n)
}
