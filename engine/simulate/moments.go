package simulate

import "math"

// Moments are what is kept of a row of numbers. Merging parts in one order gives one result, to the
// last bit.
type Moments struct {
	N        int
	Mean     float64
	Min, Max float64
	m2       float64 // sum of squared distances from the mean
}

func (m *Moments) add(x float64) {
	if m.N == 0 {
		m.Min, m.Max = x, x
	}
	m.Min, m.Max = min(m.Min, x), max(m.Max, x)
	m.N++
	d := x - m.Mean
	m.Mean += d / float64(m.N)
	m.m2 += float64(d * (x - m.Mean))
}

func (m *Moments) merge(o *Moments) {
	switch {
	case o.N == 0:
		return
	case m.N == 0:
		*m = *o
		return
	}
	a, b := float64(m.N), float64(o.N)
	d := o.Mean - m.Mean
	m.Mean += float64(d * b / (a + b))
	m.m2 += o.m2 + float64(d*d*a*b/(a+b))
	m.N += o.N
	m.Min, m.Max = min(m.Min, o.Min), max(m.Max, o.Max)
}

// Half is half the width of the 95% interval around the mean, by the normal distribution. Fewer than
// two numbers have none: it is infinite.
func (m *Moments) Half() float64 {
	if m.N < 2 {
		return math.Inf(1)
	}
	n := float64(m.N)
	return z * math.Sqrt(max(0, m.m2)/(n-1)/n)
}
