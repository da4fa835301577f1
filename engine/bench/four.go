package bench

import "math/rand/v2"

const (
	columns = 7
	height  = 6
)

// FourPlayouts plays four in a row on a board of 7 columns and 6 rows.
func FourPlayouts(n int, rng *rand.PCG) (plies int, score float64) {
	moves := make([]int, 0, columns)
	for range n {
		var board [columns * height]int8
		var filled [columns]int
		player := int8(1)
		ply := 0
		for {
			moves = moves[:0]
			for column, n := range filled {
				if n < height {
					moves = append(moves, column)
				}
			}
			if len(moves) == 0 {
				score += 0.5
				break
			}
			column := moves[below(rng, len(moves))]
			row := filled[column]
			filled[column]++
			board[row*columns+column] = player
			ply++
			if fourInARow(&board, row, column, player) {
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

// fourInARow reports whether the stone just set completes a line.
func fourInARow(board *[columns * height]int8, row, column int, player int8) bool {
	for _, way := range [4][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		length := 1
		for side := -1; side <= 1; side += 2 {
			r, c := row+side*way[0], column+side*way[1]
			for r >= 0 && r < height && c >= 0 && c < columns && board[r*columns+c] == player {
				length++
				r, c = r+side*way[0], c+side*way[1]
			}
		}
		if length >= 4 {
			return true
		}
	}
	return false
}
