package expr

import "github.com/astragal-engine/astragal/engine/value"

// lines is a constant list of lists of places of a board, such as [[0, 1, 2], [3, 4, 5]], none of them empty: all
// places in a row.
type lines struct {
	places []linePlace
	most   int       // the greatest place
	sets   []lineSet // where all places are bits of a word
}

// lineSet is a line as a set of places; next is where the next line begins.
type lineSet struct {
	places uint64
	next   int32
}

type linePlace struct {
	place int32
	next  int32 // where the next line begins
	last  bool  // of its line
}

// linesOf gives v as lines, or nil where it is something else, or more than the places left.
func linesOf(v value.Value, left *int) *lines {
	if !isList(v) {
		return nil
	}
	var t lines
	for _, line := range v.Items() {
		if !isList(line) || len(line.Items()) == 0 || !spend(left, len(line.Items())) {
			return nil
		}
		next, set := int32(len(t.places)+len(line.Items())), uint64(0)
		for _, x := range line.Items() {
			if !x.IsInt() || x.Int() < 0 || x.Int() >= 1<<31 {
				return nil
			}
			t.places = append(t.places, linePlace{int32(x.Int()), next, len(t.places) == int(next)-1})
			t.most = max(t.most, int(x.Int()))
			set |= 1 << uint64(x.Int())
		}
		t.sets = append(t.sets, lineSet{set, next})
	}
	if t.most >= value.Most {
		t.sets = nil
	}
	return &t
}

// find gives where the next line begins after the first that has a place which holds r, or, where inner is unset,
// another; after the first that has none, where want is unset. It gives 0 where there is no such line; ok is false
// where a cell that it looks at is neither a whole number nor None. All places must be within cells.
func (t *lines) find(cells []value.Value, r value.Value, inner, want bool) (next int, ok bool) {
	if t.sets != nil && len(cells) <= value.Most && len(t.places) >= 2*len(cells) {
		return t.findSet(cells, r, inner, want)
	}
	if !inner && !want {
		return t.whole(cells, r)
	}
	places := t.places
	for j := 0; j < len(places); {
		x := &places[j]
		c := &cells[x.place]
		same := *c == r
		if !same && !c.IsInt() && !c.IsNone() {
			return 0, false
		}
		if same != inner {
			if j++; !x.last {
				continue
			}
		} else {
			j = int(x.next)
		}
		if (same == inner) == want {
			return j, true
		}
	}
	return 0, true
}

// whole is find for the first line of which all places hold r.
func (t *lines) whole(cells []value.Value, r value.Value) (next int, ok bool) {
	places := t.places
	for j := 0; j < len(places); {
		x := &places[j]
		switch c := &cells[x.place]; {
		case *c != r:
			if !c.IsInt() && !c.IsNone() {
				return 0, false
			}
			j = int(x.next)
		case x.last:
			return int(x.next), true
		default:
			j++
		}
	}
	return 0, true
}

// findSet is find for lines that have so many places in all that each cell is better looked at once.
func (t *lines) findSet(cells []value.Value, r value.Value, inner, want bool) (next int, ok bool) {
	hits, ok := value.Alike(cells, r)
	if !inner {
		hits = ^hits
	}
	for i := range t.sets {
		if s := &t.sets[i]; (s.places&hits != 0) == want {
			return int(s.next), ok
		}
	}
	return 0, ok
}

// tables are the lines that a loop goes over: always the same, or those that stand at a place of a constant list.
type tables struct {
	*pick
	all []*lines
}

func (it *iterable) tables(room *Room) *tables {
	p := it.pick
	switch {
	case it.kind == constPart:
		p = &pick{from: value.OfList([]value.Value{it.val}), at: nought}
	case p == nil:
		return nil
	}
	if p.at.glance() == nil {
		return nil
	}
	t := &tables{pick: p}
	for _, v := range p.from.Items() {
		x := linesOf(v, &room.places)
		if x == nil {
			return nil
		}
		t.all = append(t.all, x)
	}
	return t
}

// pick is a part that is what stands at a place of a constant list.
type pick struct {
	from value.Value
	at   operand
	off  int
}

// get gives what stands at place at.
func (p *pick) get(env *Env, at value.Value) value.Value {
	if v, ok := env.place(p.from, at); ok {
		return v
	}
	return env.subscript(p.off, p.from, at)
}

// siftLines asks of lines, until one passes, whether any place of it holds a value:
// any(all(board[i] == p for i in line) for line in lines).
//
//go:noinline
func (l *loop) siftLines(t *tables) test {
	a := &l.sieve.atoms[0]
	slow, turn := l.siftList(), l.price+a.inner.price
	want, inner := a.want != l.sieve.neg, a.inner.wants()
	of := &a.inner.atoms[0]
	at, list, fixed, op := t.at.framed(), of.list.framed(), of.fixed.framed(), of.op
	quick := func(env *Env) (yes, sure bool) {
		k, in, r := at.peek(env), list.peek(env), fixed.peek(env)
		if !k.IsInt() || uint64(k.Int()) >= uint64(len(t.all)) || !isList(in) || !op.simple(r) {
			return false, false
		}
		cells, lines := in.Items(), t.all[k.Int()]
		if lines.most >= len(cells) || turn*int64(len(lines.places)) > env.steps {
			return false, false
		}
		next, ok := lines.find(cells, r, inner, want)
		switch {
		case !ok:
			return false, false
		case next == 0:
			env.steps -= turn * int64(len(lines.places))
			return false, true
		}
		env.steps -= turn * int64(next)
		return true, true
	}
	if l.sink.ask != nil && t.at.look != nil && of.list.look != nil && of.fixed.look != nil {
		*l.sink.ask = quick
	}
	return func(env *Env) bool {
		if yes, sure := quick(env); sure {
			return yes
		}
		return slow(env, t.get(env, t.at.get(env)))
	}
}
