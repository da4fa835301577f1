package search

import "math"

// bound is the upper confidence bound of an arm: what it brought on average, and more the less it was
// tried. Of one that is proven there is no doubt. The conversions keep a compiler from fusing operations: the bits must be the same everywhere.
func (a *arm) bound(log, c float64) float64 {
	if a.proven {
		return a.value
	}
	n := float64(a.visits)
	return float64(a.sum/n) + float64(c*math.Sqrt(log/n))
}

var logs = table()

const tabled = 4096

// table holds the natural logarithms of small numbers, from nothing but sums, products and quotients: those
// of the standard library differ in their last bits between platforms.
func table() *[tabled + 1]float64 {
	var t [tabled + 1]float64
	for n := 2; n <= tabled; n++ {
		// ln n - ln (n-1) = 2 artanh(1 / (2n-1))
		y := 1 / float64(2*n-1)
		y2, term, sum := float64(y*y), y, y
		for k := 3; k < 60; k += 2 {
			term = float64(term * y2)
			sum += float64(term / float64(k))
		}
		t[n] = t[n-1] + float64(2*sum)
	}
	return &t
}

func ln(n int32) float64 {
	x := 0.0
	for n > tabled {
		x += logs[16]
		n >>= 4
	}
	return x + logs[max(n, 1)]
}
