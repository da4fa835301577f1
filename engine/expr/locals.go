package expr

import "github.com/astragal-engine/astragal/engine/value"

// Bind is a local name with its value; Scope a run of binds (from Start to the next scope's Start,
// or the end) that looks further in scope Parent (an index, -1: none).
type Bind struct {
	Sym   int32
	in    int32 // the scope that it is in, as a mark; 0: nobody has looked yet
	Value value.Value
}
type Scope struct{ Start, Parent int32 }

// Locals are the dynamically scoped names: the last scope is the innermost. Cur is the scope that
// the running expression starts to look in; -1: it sees no locals.
type Locals struct {
	Binds  []Bind
	Scopes []Scope
	Cur    int32
}

// mark is what a bind in scope s has in its field in. That of the scope -1, where nothing is bound, is not 0.
func scopeMark(s int32) int32 { return s + 2 }

// Bind adds a name to the newest scope, which does not have it yet; v must be kept.
func (l *Locals) Bind(sym int32, v value.Value) {
	l.Binds = append(l.Binds, Bind{sym, scopeMark(int32(len(l.Scopes)) - 1), v})
}

// Lookup finds sym from scope Cur outwards.
func (l *Locals) Lookup(sym int32) (value.Value, bool) {
	if i, _ := l.lookup(sym); i >= 0 {
		return l.Binds[i].Value, true
	}
	return value.Value{}, false
}

// lookup gives the place of what Lookup finds, or -1, and the scope that it is in.
func (l *Locals) lookup(sym int32) (at int, in int32) {
	binds, scopes := l.Binds, l.Scopes
	for s := uint32(l.Cur); int(s) < len(scopes); s = uint32(scopes[s].Parent) {
		i, end := uint(scopes[s].Start), uint(len(binds))
		if int(s)+1 < len(scopes) {
			end = min(uint(scopes[s+1].Start), end)
		}
		for ; i < end; i++ {
			if binds[i].Sym == sym {
				return int(i), int32(s)
			}
		}
	}
	return -1, -1
}

// local is the reading of one local name. hint is where among all binds it stood last time in the current scope: an op
// mostly runs with as many names around it.
type local struct {
	sym int32
	hint
}

// find gives the value that the name is bound to.
func (n *local) find(l *Locals) (value.Value, bool) {
	if v, ok := n.glance(l); ok {
		return v, true
	}
	return n.search(l)
}

// glance is find where the name stands in the current scope as it did last time.
func (n *local) glance(l *Locals) (value.Value, bool) {
	if i := uint(uint32(n.place.Load())); i < uint(len(l.Binds)) {
		if b := &l.Binds[i]; b.Sym == n.sym && b.in == l.Cur+2 {
			return b.Value, true
		}
	}
	return value.Value{}, false
}

func (n *local) search(l *Locals) (value.Value, bool) {
	i, in := l.lookup(n.sym)
	if i < 0 {
		return value.Value{}, false
	}
	b := &l.Binds[i]
	if in == l.Cur {
		b.in = scopeMark(in)
		n.moved(i)
	}
	return b.Value, true
}
