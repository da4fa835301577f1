package bench

import (
	"sort"
	"time"
)

// clock is the processor time that the process has used, where the system tells: other programs on
// the machine then do not count. It is the time of day elsewhere.
var clock = func() time.Duration { return time.Since(began) }

var began = time.Now()

// Work is something to be timed: it does about n units and says how many it did.
type Work func(n int) (units int, err error)

// Sample holds what several interleaved runs of a work gave: nanoseconds a unit.
type Sample struct {
	Name string
	Runs []float64

	work  Work
	clock func(n int) (float64, error) // times itself, in nanoseconds a unit; nil: work is timed
	n     int
}

// NewSample prepares a work so that one run takes about d.
func NewSample(name string, d time.Duration, w Work) (*Sample, error) {
	s := &Sample{Name: name, work: w, n: 1}
	for {
		start := clock()
		if _, err := w(s.n); err != nil {
			return nil, err
		}
		took := clock() - start
		if took > d/2 {
			return s, nil
		}
		if took < d/20 {
			s.n *= 10
		} else {
			s.n = int(float64(s.n) * float64(d) / float64(took))
		}
	}
}

// Run takes one more measurement.
func (s *Sample) Run() error {
	if s.clock != nil {
		t, err := s.clock(s.n)
		s.Runs = append(s.Runs, t)
		return err
	}
	start := clock()
	units, err := s.work(s.n)
	if err != nil {
		return err
	}
	s.Runs = append(s.Runs, float64((clock()-start).Nanoseconds())/float64(units))
	return nil
}

// Median is the middle of the runs, in nanoseconds a unit; Spread half the distance between the
// outer ones as a share of it.
func (s *Sample) Median() float64 {
	r := append([]float64(nil), s.Runs...)
	sort.Float64s(r)
	return r[len(r)/2]
}

func (s *Sample) Spread() float64 {
	r := append([]float64(nil), s.Runs...)
	sort.Float64s(r)
	return (r[len(r)-1] - r[0]) / 2 / r[len(r)/2]
}
