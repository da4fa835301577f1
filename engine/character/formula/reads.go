package formula

import "slices"

// collect finds what a part of a formula reads.
func (f *Formula) collect(n *node) {
	var path []string
	base := n
	for base.op == opMember {
		path = append(path, base.name)
		base = base.kids[0]
	}
	if base.op == opName {
		slices.Reverse(path)
		f.add(Read{base.name, base.slot, path})
		return
	}
	for _, k := range n.kids {
		f.collect(k)
	}
}

func (f *Formula) add(r Read) {
	same := func(o Read) bool { return o.Name == r.Name && o.Slot == r.Slot && slices.Equal(o.Path, r.Path) }
	if !slices.ContainsFunc(f.reads, same) {
		f.reads = append(f.reads, r)
	}
}
