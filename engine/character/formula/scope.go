package formula

// Scope is a set of names with their types. Scopes extend one another: what an inner one declares hides
// what an outer one does. Once a formula was compiled in a scope, or it was extended, it is not to change.
type Scope struct {
	parent  *Scope
	names   map[string]declared
	library Library
}

type declared struct {
	slot Slot
	t    *Type
}

// NewScope gives a scope that begins with all names of a parent, or with none when it is nil.
func NewScope(parent *Scope) *Scope {
	s := &Scope{parent: parent, names: map[string]declared{}}
	if parent != nil {
		s.library = parent.library
	}
	return s
}

// Declare adds a name: one identifier, or several with dots between them for a name that formulas read
// as a path. No name may be the beginning of another one's path; who declares sees to that.
func (s *Scope) Declare(name string, slot Slot, t *Type) { s.names[name] = declared{slot, t} }

// SetLibrary allows the character functions, in this scope and those that will extend it.
func (s *Scope) SetLibrary(l Library) { s.library = l }

// Lookup finds a name.
func (s *Scope) Lookup(name string) (Slot, *Type, bool) {
	for ; s != nil; s = s.parent {
		if d, ok := s.names[name]; ok {
			return d.slot, d.t, true
		}
	}
	return 0, nil, false
}
