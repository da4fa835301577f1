package formula

// collect finds what a part of a formula reads.
func (f *Formula) collect(n *node) {
	var path []string
	base := n
	for base.op == opMember {
		path = append(path, base.name)
		base = base.kids[0]
	}
	if base.op == opName {
		for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
			path[i], path[j] = path[j], path[i]
		}
		f.add(Read{base.name, base.slot, path})
		return
	}
	for _, k := range n.kids {
		f.collect(k)
	}
}

func (f *Formula) add(r Read) {
next:
	for i := range f.reads {
		if f.reads[i].Name != r.Name || f.reads[i].Slot != r.Slot || len(f.reads[i].Path) != len(r.Path) {
			continue
		}
		for j := range r.Path {
			if f.reads[i].Path[j] != r.Path[j] {
				continue next
			}
		}
		return
	}
	f.reads = append(f.reads, r)
}
