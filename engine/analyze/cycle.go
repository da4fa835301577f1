package analyze

import "math/big"

// exactCyclic is exact where the game can come back to a position: each value is a mean of others, and
// elimination gives them all. f has been read as fractions.
func (t *Tree) exactCyclic(f Profile, read map[float64]*big.Rat) []*big.Rat {
	n := len(t.nodes)
	rows := make([][]*big.Rat, n) // of (1 - f) v = payoffs, with a column for each player
	for i := range rows {
		rows[i] = make([]*big.Rat, n+t.Players)
		for k := range rows[i] {
			rows[i][k] = new(big.Rat)
		}
		x := &t.nodes[i]
		rows[i][i].SetInt64(1)
		for k, e := range t.kids(x) {
			rows[i][e.to].Sub(rows[i][e.to], read[f[int(x.edges)+k]])
		}
		for p := range t.Players {
			rows[i][n+p].SetFloat64(t.payoff(x, p))
		}
	}
	for i := range rows {
		pivot := rows[i][i]
		if pivot.Sign() == 0 || pivot.Denom().BitLen() > exactBits {
			return nil // a position from which there is no end
		}
		by := new(big.Rat).Inv(pivot)
		for k := i; k < len(rows[i]); k++ {
			rows[i][k].Mul(rows[i][k], by)
		}
		for j := i + 1; j < n; j++ {
			if q := new(big.Rat).Set(rows[j][i]); q.Sign() != 0 {
				for k := i; k < len(rows[j]); k++ {
					rows[j][k].Sub(rows[j][k], new(big.Rat).Mul(q, rows[i][k]))
				}
			}
		}
	}
	return rows[n-1][n:] // the root is last, and nothing else is left in its row
}
