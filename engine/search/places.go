package search

// places finds the node for what was seen, by open addressing.
type places struct {
	table []place
	size  int
}

// place is a node and its key; an empty one has no node.
type place struct {
	key  uint64
	node int32
}

const fewPlaces = 1 << 10

func (p *places) clear() {
	if p.table == nil {
		p.table = make([]place, fewPlaces)
	}
	clear(p.table)
	p.size = 0
}

// of gives the place of a key: the one that holds it, or the empty one where it belongs, until the next is added.
func (p *places) of(key uint64) *place {
	mask := uint64(len(p.table) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		if at := &p.table[i]; at.node == 0 || at.key == key {
			return at
		}
	}
}

// added counts one that was filled, and makes room where the table is half full.
func (p *places) added() {
	if p.size++; 2*p.size < len(p.table) {
		return
	}
	old := p.table
	p.table = make([]place, 2*len(old))
	for _, x := range old {
		if x.node > 0 {
			*p.of(x.key) = x
		}
	}
}
