package expr

import (
	"slices"
)

// Reads is what an expression may read, found when it compiles; what it calls is included.
type Reads struct {
	State  []int    // slots, sorted
	Locals []int32  // symbols of local names, sorted
	Attrs  []string // keys read by subscript or get, sorted; "*" where any key may be read
	Calls  []string // natives, sorted
	All    bool     // something that is not known statically
}

// Reads gives what the expression and the functions that it calls may read. Call it when all
// functions have been compiled.
func (c *Code) Reads() *Reads {
	var r Reads
	seen := map[*Function]bool{}
	var visit func(c *Code)
	visit = func(c *Code) {
		r.State = append(r.State, c.reads.State...)
		r.Locals = append(r.Locals, c.reads.Locals...)
		r.Attrs = append(r.Attrs, c.reads.Attrs...)
		r.Calls = append(r.Calls, c.reads.Calls...)
		r.All = r.All || c.reads.All
		for _, f := range c.funcs {
			if seen[f] {
				continue
			}
			seen[f] = true
			if f.Body != nil {
				visit(f.Body)
			}
		}
	}
	visit(c)
	r.State, r.Locals = sorted(r.State), sorted(r.Locals)
	r.Attrs, r.Calls = sorted(r.Attrs), sorted(r.Calls)
	return &r
}

func sorted[T int | int32 | string](s []T) []T {
	slices.Sort(s)
	return slices.Compact(s)
}
