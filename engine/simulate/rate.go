package simulate

import "math"

// z is how many standard deviations a 95% interval reaches to each side.
const z = 1.959963984540054

// Rate is how often something happened.
type Rate struct{ Count, Of int }

// Interval is the share and its 95% interval by Wilson's score, which lies within 0 and 1 and holds for
// shares near them too. Of nothing it is 0 to 1.
func (r Rate) Interval() (share, low, high float64) {
	if r.Of == 0 {
		return 0, 0, 1
	}
	// The conversions keep a compiler from fusing products with sums: every machine has the same bits.
	n := float64(r.Of)
	p := float64(r.Count) / n
	scale := 1 + z*z/n
	middle := (p + z*z/(2*n)) / scale
	half := float64(z*math.Sqrt(float64(p*(1-p))/n+z*z/float64(4*n*n))) / scale
	low, high = max(0, middle-half), min(1, middle+half)
	if r.Count == 0 {
		low = 0
	}
	if r.Count == r.Of {
		high = 1
	}
	return p, low, high
}
