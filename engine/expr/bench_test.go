package expr

import (
	"fmt"
	"testing"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/value"
	"github.com/stretchr/testify/require"
)

func benchBool(b *testing.B, w *world, src string, want bool) {
	c := w.compile(b, src)
	w.env.Begin()
	require.Equal(b, want, c.RunBool(w.env))
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		w.env.Begin()
		if c.RunBool(w.env) {
			n++
		}
	}
	require.Equal(b, want, n > 0)
}

func BenchmarkArithmetic(b *testing.B) {
	w := newWorld()
	w.state("a", "3")
	w.state("b", "4")
	w.state("c", "10")
	benchBool(b, w, "a + b * 2 > c", true)
}

func cardWorld() *world {
	w := newWorld()
	w.local("card", "item(0, id='c3', cost=1, name='x', text='y')")
	hand := "["
	for i := range 7 {
		hand += fmt.Sprintf("item(0, id='c%d', cost=%d, name='n', text='t'),", i, i)
	}
	w.state("hand", hand+"]")
	w.state("gold", "3")
	w.local("self", "item(0, id='c3', cost=1, name='x', text='y')")
	return w
}

func BenchmarkCards(b *testing.B) {
	benchBool(b, cardWorld(), "card['id'] == self['id'] and len([c for c in hand if c['cost'] <= gold]) > 0", true)
}

const boardLines = "[[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]]"

// 8 lines, of which each fails at its first or second cell: 11 inner tests.
func BenchmarkLines(b *testing.B) {
	w := newWorld()
	w.state("board", "[1, 0, 1, 0, 1, 0, 0, 0, 0]")
	w.constant("lines", boardLines)
	f := &Function{Name: "won", Params: []string{"p"}}
	s, err := Parse("any(all(board[i] == p for i in line) for line in lines)", diag.Pos{})
	require.NoError(b, err)
	CompileFunction(f, nil, s, w)
	one := value.OfInt(1)
	require.False(b, w.env.Call(f, one).Bool())
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		w.env.Begin()
		if w.env.Call(f, one).Bool() {
			n++
		}
	}
	require.Zero(b, n)
}

func BenchmarkCompile(b *testing.B) {
	w := cardWorld()
	b.ReportAllocs()
	for b.Loop() {
		s, _ := Parse("card['id'] == self['id'] and len([c for c in hand if c['cost'] <= gold]) > 0", diag.Pos{})
		Compile(s, w)
	}
}

func BenchmarkList(b *testing.B) {
	w := cardWorld()
	benchBool(b, w, "[c for c in hand if c['cost'] <= gold]", true)
}
