package bench

import (
	"slices"
	"time"
)

// clock is the processor time that the process has used, where the system tells: other programs on
// the machine then do not count. It is the time of day elsewhere.
var clock = func() time.Duration { return time.Since(began) }

var began = time.Now()

// Work is something to be timed: it does about n units and says how many it did.
type Work func(n int) (units int, err error)

// Whole is a work that allocates: it does at least so many units at once, so that the collector's part is in
// every slice.
func Whole(least int, w Work) Work {
	return func(n int) (int, error) { return w(max(n, least)) }
}

// Timer does about n units and says how many it did and how long that took.
type Timer func(n int) (units int, took time.Duration, err error)

// Processor times a work by the processor time that this process takes for it.
func Processor(w Work) Timer {
	return func(n int) (int, time.Duration, error) {
		start := clock()
		units, err := w(n)
		return units, clock() - start, err
	}
}

// Daytime times a work by the clock, for works on several cores.
func Daytime(w Work) Timer {
	return func(n int) (int, time.Duration, error) {
		start := time.Now()
		units, err := w(n)
		return units, time.Since(start), err
	}
}

// Pace says how long is measured. A block takes so much of the time of each work; there are seven. In a
// block the works take turns in slices, of which the fastest counts, or, of works of several threads, all do.
type Pace struct {
	Block, Slice time.Duration
	All          bool
}

// Blocks is how many blocks are measured.
const Blocks = 7

// Side measures works side by side. What other programs do to a shared machine lasts some milliseconds or
// some seconds, and it hits a large program more than a small one (their caches and branch predictions are
// gone), so that neither a mean nor a median of ratios is free of it: of the short slices the fastest
// counts, in each block and for each work. What lasts for a whole block or two is outvoted by the others.
func Side(p Pace, works ...Timer) (Times, error) {
	sizes := make([]int, len(works))
	for i, w := range works {
		n, err := size(p.Slice, w)
		if err != nil {
			return nil, err
		}
		sizes[i] = n
	}
	times := make(Times, Blocks)
	for b := range times {
		times[b] = make([]float64, len(works))
		spent, done, took := time.Duration(0), make([]int, len(works)), make([]time.Duration, len(works))
		for s := 0; s == 0 || spent < p.Block*time.Duration(len(works)); s++ {
			for k := range works {
				i := k
				if s%2 == 1 { // the other way round, so that a drift favours nobody
					i = len(works) - 1 - k
				}
				units, slice, err := works[i](sizes[i])
				if err != nil {
					return nil, err
				}
				spent += slice
				if !p.All {
					done[i], took[i] = 0, 0
				}
				done[i] += units
				took[i] += slice
				if each := float64(took[i].Nanoseconds()) / float64(max(1, done[i])); s == 0 || p.All || each < times[b][i] {
					times[b][i] = each
				}
			}
		}
	}
	return times, nil
}

// size finds how many units fill a slice. What was slow once only, because it was the first time or because
// the machine did something else, is no measure.
func size(slice time.Duration, w Timer) (n int, err error) {
	for n = 1; ; {
		var took time.Duration
		for try := 0; try < 3 && (try == 0 || took > slice/2); try++ {
			_, again, err := w(n)
			if err != nil {
				return 0, err
			}
			if try == 0 || again < took {
				took = again
			}
		}
		if took > slice/2 {
			return n, nil
		}
		n = max(n+1, int(float64(n)*min(10, float64(slice)/float64(took+1))))
	}
}

// Times are those of the fastest slices, in nanoseconds a unit: by block, then by work.
type Times [][]float64

// Figure is the median over the blocks, between the outermost.
type Figure struct{ Value, Low, High float64 }

// Spread is half the distance between the outermost as a share of the median.
func (f Figure) Spread() float64 { return (f.High - f.Low) / 2 / f.Value }

// Of gives the nanoseconds a unit of a work.
func (t Times) Of(work int) Figure {
	return t.figure(func(block []float64) float64 { return block[work] })
}

// Ratio gives the time of one work over that of another in the same block.
func (t Times) Ratio(work, over int) Figure {
	return t.figure(func(block []float64) float64 { return block[work] / block[over] })
}

func (f Figure) times(x float64) Figure { return Figure{f.Value * x, f.Low * x, f.High * x} }

func (t Times) figure(of func(block []float64) float64) Figure {
	all := make([]float64, len(t))
	for i, block := range t {
		all[i] = of(block)
	}
	slices.Sort(all)
	return Figure{all[len(all)/2], all[0], all[len(all)-1]}
}
