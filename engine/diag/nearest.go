package diag

// longest is how many bytes a name has that is compared: a longer one is no slip of the pen.
const longest = 40

// Nearest gives the known word that is closest to s, the first of equals, or nothing if none is close.
func Nearest(s string, known []string) string {
	if len(s) > longest {
		return ""
	}
	best, least := "", max(1, len(s)/3)
	for _, k := range known {
		if d := distance(s, k, least); d <= least && (best == "" || d < least) {
			best, least = k, d
		}
	}
	return best
}

// distance counts the letters to change, add, drop or swap with a neighbour; beyond the limit it may be anything
// above it.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	var rows [3][longest + longest/3 + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur, up, upup := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(up[j]+1, cur[j-1]+1, up[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], upup[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}
