package model

import "github.com/astragal-engine/astragal/engine/diag"

// Trees reads YAML files that are no models into trees with places, the way models are read: the same
// YAML, the same care with strangers' text, limits that all files share.
type Trees struct{ l loader }

// NewTrees reads with limits (zero fields take the defaults); noun is what the files make, for messages.
func NewTrees(noun string, limits Limits) *Trees {
	return &Trees{loader{limits: limits.withDefaults(), noun: noun}}
}

// Read reads one file; name stands for it in places. The list is what is wrong with the text in
// passing, such as a key that stands twice; the failure says why there is no tree.
func (t *Trees) Read(name, text string) (*Node, diag.List, *Failure) {
	t.l.diags = nil
	n, fail := t.l.tree(name, text)
	return n, unique(t.l.diags), fail
}

// Raw gives a scalar as it is written, before YAML's meaning.
func (n *Node) Raw() string { return n.raw }

func (l *loader) what() string {
	if l.noun == "" {
		return "model"
	}
	return l.noun
}

// single names one file of what is read.
func (l *loader) single() string {
	if l.noun == "" {
		return "model"
	}
	return "file"
}
