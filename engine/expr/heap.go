package expr

// Heap says whether expressions make ordinary objects instead of ones that the arena takes back: the
// slow and safe way, which must give the same results.
func (e *Env) Heap(on bool) { e.arena.Heap = on }
