package formula

// PassOn gives the formula as it is passed on with a change: each greatest name or member path rooted at
// one of roots (steps, flags, params, action), and has() of it, is replaced by its value. later are the
// roots that mean something else where the formula is passed to (self, item, batch): an index that reads
// one of them ends a path. A formula that reads none of the roots is given as it is written.
//
// A path that fails fails, unless a guard that has become literal skips it. An object has no literal:
// TypeMismatch. The seed's section on changes steps rules.
func (f *Formula) PassOn(names Names, b *Budget, roots, later []string) (string, *Error) {
	return f.source, nil
}
