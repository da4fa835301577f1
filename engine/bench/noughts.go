package bench

import "math/rand/v2"

var rows = [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

// NoughtsPlayouts plays noughts and crosses.
func NoughtsPlayouts(n int, rng *rand.PCG) (plies int, score float64) {
	moves := make([]int, 0, 9)
	for range n {
		var board [9]int8
		player := int8(1)
		ply := 0
		for {
			moves = moves[:0]
			for cell, owner := range board {
				if owner == 0 {
					moves = append(moves, cell)
				}
			}
			if len(moves) == 0 {
				score += 0.5
				break
			}
			board[moves[below(rng, len(moves))]] = player
			ply++
			if threeInARow(&board, player) {
				if player == 1 {
					score++
				}
				break
			}
			player = 3 - player
		}
		plies += ply
	}
	return plies, score
}

func threeInARow(board *[9]int8, player int8) bool {
	for _, row := range rows {
		if board[row[0]] == player && board[row[1]] == player && board[row[2]] == player {
			return true
		}
	}
	return false
}
