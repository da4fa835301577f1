package expr

import "strings"

// methodNames are the only attributes that exist; each can only be called.
var methodNames = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`lower upper title strip lstrip rstrip split rsplit join replace startswith
		endswith find index count format isdigit isalpha removeprefix removesuffix zfill
		get keys values items
		union intersection difference symmetric_difference issubset issuperset isdisjoint`) {
		m[n] = true
	}
	return m
}()
