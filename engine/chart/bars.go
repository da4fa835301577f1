package chart

import (
	"fmt"
	"math"

	"github.com/astragal-engine/astragal/engine/simulate"
)

// mostPlayers is how many players a picture has room for.
const mostPlayers = 64

// span is a mean or share with its interval, in which at is the middle.
type span struct{ at, low, high float64 }

func players(r *simulate.Result) int { return min(len(r.Variants[0].Seats), mostPlayers) }

func (p *picture) payoffs(r *simulate.Result) {
	p.bars("Payoff, with 95% interval", r, func(t *simulate.Tally, seat int) span {
		m := &t.Seats[seat].Payoff
		s := span{m.Mean, m.Mean, m.Mean}
		if half := m.Half(); !math.IsInf(half, 0) {
			s.low, s.high = m.Mean-half, m.Mean+half
		}
		return s
	}, func(x float64) string { return fmt.Sprintf("%+.4g", x) }, span{})
}

func (p *picture) wins(r *simulate.Result) {
	p.bars("Share of games won, with 95% interval", r, func(t *simulate.Tally, seat int) span {
		share, low, high := simulate.Rate{Count: t.Seats[seat].Wins, Of: t.Finished}.Interval()
		return span{share, low, high}
	}, func(x float64) string { return fmt.Sprintf("%.1f%%", 100*x) }, span{0, 0, 1})
}

// bars draws a bar from 0 for each player and variant. Room is what is shown at least.
func (p *picture) bars(head string, r *simulate.Result, of func(t *simulate.Tally, seat int) span, say func(float64) string, room span) {
	p.head(head)
	low, high := room.low, room.high
	for _, t := range r.Variants {
		for seat := range players(r) {
			if s := of(t, seat); t.Finished > 0 && !math.IsNaN(s.at) && !math.IsInf(s.at, 0) {
				low, high = min(low, s.low), max(high, s.high)
			}
		}
	}
	if high == low {
		high = low + 1
	}
	const numbers = 70.0
	left, right := margin+label, width-margin-numbers
	x := func(v float64) float64 {
		return left + (min(max(v, low), high)-low)/(high-low)*(right-left)
	}
	top := p.y
	for seat := range players(r) {
		for i, t := range r.Variants {
			s := of(t, seat)
			p.y += line
			if i == 0 {
				p.text("n", margin, p.y, "start", fmt.Sprintf("player %d", seat))
			}
			if t.Finished == 0 || math.IsNaN(s.at) {
				continue
			}
			from, to := min(x(0), x(s.at)), max(x(0), x(s.at))
			p.rect(bar(i), from, p.y-12, to-from, 14, fmt.Sprintf("%s (%s to %s)", say(s.at), say(s.low), say(s.high)))
			p.line("ci", x(s.low), p.y-5, x(s.high), p.y-5)
			p.line("ci", x(s.low), p.y-9, x(s.low), p.y-1)
			p.line("ci", x(s.high), p.y-9, x(s.high), p.y-1)
			p.text("n", width-margin, p.y, "end", say(s.at))
		}
		p.y += 4
	}
	p.line("axis", x(0), top+2, x(0), p.y+4)
	if n := len(r.Variants[0].Seats) - mostPlayers; n > 0 {
		p.y += line
		p.text("n", margin, p.y, "start", fmt.Sprintf("and %d players more", n))
	}
}

// lengths draws how many games had how many requests.
func (p *picture) lengths(head string, variant int, t *simulate.Tally) {
	p.head(head)
	bins := t.Lengths.Bins()
	most := 0
	for _, b := range bins {
		most = max(most, b.Games)
	}
	if most == 0 {
		p.y += line
		p.text("n", margin, p.y, "start", "no game came to its end")
		return
	}
	const height = 110.0
	each := min((width-2*margin)/float64(len(bins)), 40)
	base := p.y + height
	for i, b := range bins {
		h := height * float64(b.Games) / float64(most)
		p.rect(bar(variant), margin+float64(i)*each+0.5, base-h, each-1, h, fmt.Sprintf("%s: %d games", lengthOf(b), b.Games))
	}
	end := margin + float64(len(bins))*each
	p.line("axis", margin, base, end, base)
	p.y = base + 16
	p.text("n", margin, p.y, "start", fmt.Sprint(bins[0].From))
	if len(bins) > 1 {
		p.text("n", end, p.y, "end", fmt.Sprint(bins[len(bins)-1].To))
	}
	p.y += 18
	p.text("n", margin, p.y, "start", fmt.Sprintf("%.1f on average, median %d, from %g to %g", t.Requests.Mean, t.Lengths.Median(), t.Requests.Min, t.Requests.Max))
}

func lengthOf(b simulate.Bin) string {
	if b.From == b.To {
		return fmt.Sprintf("%d requests", b.From)
	}
	return fmt.Sprintf("%d to %d requests", b.From, b.To)
}
