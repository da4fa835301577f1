package model

// ParseValue reads a YAML document that is no model: a value on its own, such as one for a constant. name
// stands for the file in places. The error is a *Failure.
func ParseValue(name, text string, limits Limits) (*Node, error) {
	l := &loader{limits: limits.withDefaults()}
	n, fail := l.tree(name, text)
	if fail == nil && len(l.diags) > 0 {
		d := l.diags[0]
		fail = failure(d.Code, d.Pos, "%s", d.Text)
	}
	if fail != nil {
		fail.Files = sources(l.files)
		return nil, fail
	}
	return n, nil
}
