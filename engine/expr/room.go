package expr

// Room is how much more than what is written the expressions of one model may come to, all together: short ones
// may name what is long. Where there is none left they run as they are written.
type Room struct {
	nodes         int   // of functions that stand in for their calls
	places        int   // of lines that are laid out
	values, steps int64 // made, and taken, to evaluate beforehand what is constant
}

// NewRoom gives room for one model.
func NewRoom() *Room {
	return &Room{nodes: 200_000, places: 1 << 18, values: 2_000_000, steps: 20_000_000}
}

// spend takes n of what is left, if there is so much.
func spend(left *int, n int) bool {
	if n > *left {
		return false
	}
	*left -= n
	return true
}
