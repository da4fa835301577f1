package expr

import "github.com/astragal-engine/astragal/engine/value"

// lines is a constant list of lists of places of a board, such as [[0, 1, 2], [3, 4, 5]], none of them empty: all
// places in a row.
type lines struct {
	places []linePlace
	most   int // the greatest place
}

type linePlace struct {
	place int32
	next  int32 // where the next line begins
	last  bool  // of its line
}

const mostPlaces = 1 << 16

// linesOf gives v as lines, or nil where it is something else.
func linesOf(v value.Value) *lines {
	if !isList(v) {
		return nil
	}
	var t lines
	for _, line := range v.Items() {
		if !isList(line) || len(line.Items()) == 0 || len(t.places)+len(line.Items()) > mostPlaces {
			return nil
		}
		next := int32(len(t.places) + len(line.Items()))
		for _, x := range line.Items() {
			if !x.IsInt() || x.Int() < 0 || x.Int() >= 1<<31 {
				return nil
			}
			t.places = append(t.places, linePlace{int32(x.Int()), next, len(t.places) == int(next)-1})
			t.most = max(t.most, int(x.Int()))
		}
	}
	return &t
}

// tables are the lines that a loop goes over: always the same, or those that stand at a place of a constant list.
type tables struct {
	all []*lines
	at  operand // which of them
}

func (it *iterable) tables() *tables {
	switch {
	case it.kind == constPart:
		if t := linesOf(it.val); t != nil {
			return &tables{all: []*lines{t}, at: operand{kind: constPart, val: value.OfInt(0)}}
		}
	case it.pick != nil:
		t := &tables{at: it.pick.at}
		for _, v := range it.pick.from {
			x := linesOf(v)
			if x == nil {
				return nil
			}
			t.all = append(t.all, x)
		}
		return t
	}
	return nil
}

// pick is a part that is what stands at a place of a constant list.
type pick struct {
	from []value.Value
	at   operand
}

// siftLines asks of lines, until one passes, whether any place of it holds a value:
// any(all(board[i] == p for i in line) for line in lines).
//
//go:noinline
func (l *loop) siftLines(t *tables) test {
	a := &l.sieve.atoms[0]
	slow, turn := l.siftList(), l.price+a.inner.price
	want, inner := a.want != l.sieve.neg, a.inner.wants()
	list, fixed, op := a.inner.atoms[0].list, a.inner.atoms[0].fixed, a.inner.atoms[0].op
	return func(env *Env) bool {
		at, in, r := t.at.get(env), list.get(env), fixed.get(env)
		if !at.IsInt() || uint64(at.Int()) >= uint64(len(t.all)) || !isList(in) || !op.simple(r) {
			return slow(env)
		}
		cells, t := in.Items(), t.all[at.Int()]
		if t.most >= len(cells) || turn*int64(len(t.places)) > env.steps {
			return slow(env)
		}
		j := 0
		for j < len(t.places) {
			x := &t.places[j]
			c := &cells[x.place]
			same := *c == r
			if !same && !c.IsInt() && !c.IsNone() {
				return slow(env)
			}
			if same != inner {
				if j++; !x.last {
					continue
				}
			} else {
				j = int(x.next)
			}
			if (same == inner) == want {
				env.steps -= turn * int64(j)
				return true
			}
		}
		env.steps -= turn * int64(j)
		return false
	}
}
