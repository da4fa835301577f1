package search

import "math"

// sample draws an outcome. A node tells few outcomes apart at first, and more the more often it has been
// visited (progressive widening): once they are as many as it may have, only they are drawn, each as likely
// as its share in them.
func (t *tree) sample(n *node, weights []float64) int {
	pick := t.drawn(int(n.size), weights)
	arms := t.arms[n.first : n.first+n.size]
	if arms[pick].visits > 0 || n.tried < width(n.visits) {
		return pick
	}
	total := 0.0
	for i := range arms {
		if arms[i].visits > 0 {
			total += weight(weights, i)
		}
	}
	target := float64(t.src.Float() * total)
	for i := range arms {
		if arms[i].visits > 0 {
			pick = i
			if target -= weight(weights, i); target < 0 {
				break
			}
		}
	}
	return pick
}

func (t *tree) drawn(n int, weights []float64) int {
	if len(weights) > 0 {
		return t.src.Weighted(weights)
	}
	return t.src.Intn(n)
}

func weight(weights []float64, i int) float64 {
	if len(weights) > 0 {
		return weights[i]
	}
	return 1
}

// width is how many outcomes a node may tell apart after so many visits.
func width(visits int32) int32 { return 2 + int32(2*math.Sqrt(float64(visits))) }
