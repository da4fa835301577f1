package analyze

import "strings"

// Match reports whether a place fits a pattern, in which `*` stands for any text.
func Match(pattern, place string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == place
	}
	if !strings.HasPrefix(place, parts[0]) {
		return false
	}
	place = place[len(parts[0]):]
	last := parts[len(parts)-1]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(place, part)
		if i < 0 {
			return false
		}
		place = place[i+len(part):]
	}
	return strings.HasSuffix(place, last)
}
