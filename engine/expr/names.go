package expr

import "slices"

// Names gives the names that the expression takes from outside, in order of appearance, each once.
// Python's builtins are among them; what comprehensions and lambdas bind is not.
func (s *Syntax) Names() []string {
	seen := map[string]bool{}
	var names []string
	for _, u := range s.Uses() {
		if !u.Bound && !seen[u.Name] {
			seen[u.Name] = true
			names = append(names, u.Name)
		}
	}
	return names
}

// Use is a name where an expression reads it: Off bytes into its text. Bound says that a comprehension or a
// lambda around it binds it.
type Use struct {
	Name  string
	Off   int
	Bound bool
}

// Uses gives every reading of a name.
func (s *Syntax) Uses() []Use {
	var f freeNames
	f.visit(s.root)
	return f.uses
}

type freeNames struct {
	bound []string
	uses  []Use
}

func (f *freeNames) visit(n node) {
	walk(n, func(n node) bool {
		switch n := n.(type) {
		case *name:
			f.uses = append(f.uses, Use{Name: n.id, Off: n.off(), Bound: slices.Contains(f.bound, n.id)})
		case *lambda:
			depth := len(f.bound)
			for _, p := range n.params {
				f.visit(p.def)
			}
			for _, p := range n.params {
				f.bound = append(f.bound, p.name)
			}
			f.visit(n.body)
			f.bound = f.bound[:depth]
			return false
		case *comp:
			// The first iterable is evaluated outside; every other part sees all targets.
			f.visit(n.clauses[0].iter)
			depth := len(f.bound)
			for _, c := range n.clauses {
				f.bound = append(f.bound, targetNames(c.target, nil)...)
			}
			f.visit(n.key)
			f.visit(n.elt)
			for i, c := range n.clauses {
				if i > 0 {
					f.visit(c.iter)
				}
				for _, x := range c.conds {
					f.visit(x)
				}
			}
			f.bound = f.bound[:depth]
			return false
		}
		return true
	})
}

// targetNames appends the names that a comprehension target binds.
func targetNames(t node, names []string) []string {
	switch t := t.(type) {
	case *name:
		return append(names, t.id)
	case *starred:
		return targetNames(t.x, names)
	case *display:
		for _, x := range t.items {
			names = targetNames(x, names)
		}
	}
	return names
}

// IsBuiltin reports whether name is one of the language's own functions or types (len, int, ...).
func IsBuiltin(name string) bool { return builtins[name] != nil }

// Builtins gives the names of the language's own functions and types, sorted.
func Builtins() []string {
	out := make([]string, 0, len(builtins))
	for name := range builtins {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}
