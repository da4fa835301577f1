package model

// ParseData reads YAML (or JSON) that is no model, such as a script of answers, into a tree with
// places, within the limits of a model; name stands for the file. The error is a *Failure.
func ParseData(name, text string, opts Options) (*Node, error) {
	l := &loader{limits: opts.Limits.withDefaults()}
	root, fail := l.tree(name, text)
	if fail != nil {
		fail.Files = sources(l.files)
		return nil, fail
	}
	return root, nil
}
