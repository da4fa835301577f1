package sandbox_test

import (
	"context"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/sandbox"
	. "github.com/astragal-engine/astragal/host/sandbox/wasmtest"
)

// A random program is made twice: as code of a module, and as Go functions that do and count the same. So
// the test knows what comes out and how many instructions it takes without any engine.

// machine is what a program runs on in Go.
type machine struct {
	memory   []byte
	globals  [2]uint32
	count    int64
	funcs    []func(*machine, *frame) uint32
	maxPages int
}

type frame struct{ locals [6]uint32 }

const (
	goesOn  = -1
	returns = 1 << 20
)

type (
	expr struct {
		code Code
		eval func(*machine, *frame) uint32
	}
	// stmt gives how many blocks are left, or goesOn, or returns.
	stmt struct {
		code Code
		run  func(*machine, *frame) int
	}
)

type generator struct {
	*rand.Rand
	funcs int    // that may be called: those before
	open  []bool // blocks that are open; true: loops
	loops int    // loops that are open: each has a local of its own
	left  int    // how much code it may still make
}

func (g *generator) constant() expr {
	x := int32(g.Uint32() >> g.IntN(32))
	return expr{I32(int64(x)), func(m *machine, _ *frame) uint32 { m.count++; return uint32(x) }}
}

// expr makes an expression.
func (g *generator) expr(deep int) expr {
	if deep == 0 || g.left <= 0 {
		if g.IntN(2) == 0 {
			return g.constant()
		}
		i := uint64(g.IntN(6))
		return expr{Get(i), func(m *machine, f *frame) uint32 { m.count++; return f.locals[i] }}
	}
	g.left--
	a, b := g.expr(deep-1), g.expr(deep-1)
	two := func(op byte, f func(x, y uint32) uint32) expr {
		return expr{Join(a.code, b.code, Op(op)), func(m *machine, fr *frame) uint32 {
			x := a.eval(m, fr)
			y := b.eval(m, fr)
			m.count++
			return f(x, y)
		}}
	}
	switch g.IntN(14) {
	case 0:
		return two(0x6a, func(x, y uint32) uint32 { return x + y })
	case 1:
		return two(0x6b, func(x, y uint32) uint32 { return x - y })
	case 2:
		return two(0x6c, func(x, y uint32) uint32 { return x * y })
	case 3:
		return two(0x73, func(x, y uint32) uint32 { return x ^ y })
	case 4:
		return two(0x74, func(x, y uint32) uint32 { return x << (y & 31) })
	case 5:
		return two(0x77, func(x, y uint32) uint32 { return bits.RotateLeft32(x, int(y&31)) })
	case 6:
		return two(0x48, func(x, y uint32) uint32 {
			if int32(x) < int32(y) {
				return 1
			}
			return 0
		})
	case 7: // as numbers of 64 bits
		return expr{Join(a.code, Op(0xad), b.code, Op(0xad, 0x7e, 0x42, 7, 0x88, 0xa7)), func(m *machine, f *frame) uint32 {
			x := uint64(a.eval(m, f))
			y := uint64(b.eval(m, f))
			m.count += 6
			return uint32(x * y >> 7)
		}}
	case 8:
		i := uint64(g.IntN(2))
		return expr{GlobalGet(i), func(m *machine, _ *frame) uint32 { m.count++; return m.globals[i] }}
	case 9:
		return expr{Join(a.code, I32(0xfffc), Op(0x71), Mem(0x28, 0)), func(m *machine, f *frame) uint32 {
			at := a.eval(m, f) & 0xfffc
			m.count += 3
			return binary.LittleEndian.Uint32(m.memory[at:])
		}}
	case 10:
		c := g.expr(deep - 1)
		return expr{Join(a.code, b.code, c.code, Op(0x1b)), func(m *machine, f *frame) uint32 {
			x, y := a.eval(m, f), b.eval(m, f)
			z := c.eval(m, f)
			m.count++
			if z != 0 {
				return x
			}
			return y
		}}
	case 11:
		c := g.expr(deep - 1)
		return expr{Join(c.code, Op(0x04, 0x7f), a.code, Op(0x05), b.code, Op(0x0b)), func(m *machine, f *frame) uint32 {
			z := c.eval(m, f)
			m.count++
			if z != 0 {
				return a.eval(m, f)
			}
			return b.eval(m, f)
		}}
	case 12:
		return expr{U(0x3f, 0), func(m *machine, _ *frame) uint32 { m.count++; return uint32(len(m.memory) >> 16) }}
	default:
		if g.funcs == 0 {
			return a
		}
		callee := g.IntN(g.funcs)
		call := func(m *machine, f *frame, n int64) uint32 {
			x := a.eval(m, f)
			y := b.eval(m, f)
			m.count += n
			return m.funcs[callee](m, &frame{locals: [6]uint32{x, y}})
		}
		if g.IntN(2) == 0 {
			return expr{Join(a.code, b.code, I32(int64(callee)), U(0x11, 0, 0)), func(m *machine, f *frame) uint32 { return call(m, f, 2) }}
		}
		return expr{Join(a.code, b.code, Call(uint64(callee))), func(m *machine, f *frame) uint32 { return call(m, f, 1) }}
	}
}

// list makes some statements.
func (g *generator) list(deep int) stmt {
	var all []stmt
	var code Code
	for range 1 + g.IntN(4) {
		s := g.stmt(deep)
		all, code = append(all, s), Join(code, s.code)
	}
	return stmt{code, func(m *machine, f *frame) int {
		for _, s := range all {
			if r := s.run(m, f); r != goesOn {
				return r
			}
		}
		return goesOn
	}}
}

// inBlock says where a statement in a block ends up after it: its own label is 0.
func inBlock(r int) int {
	switch {
	case r == goesOn || r == 0:
		return goesOn
	case r == returns:
		return returns
	}
	return r - 1
}

func (g *generator) stmt(deep int) stmt {
	g.left--
	if deep == 0 || g.left <= 0 {
		i, e := uint64(g.IntN(4)), g.expr(1)
		return stmt{Join(e.code, Set(i)), func(m *machine, f *frame) int {
			f.locals[i] = e.eval(m, f)
			m.count++
			return goesOn
		}}
	}
	e, e2 := g.expr(2), g.expr(2)
	switch g.IntN(13) {
	case 0, 1:
		i := uint64(g.IntN(2))
		return stmt{Join(e.code, GlobalSet(i)), func(m *machine, f *frame) int {
			m.globals[i] = e.eval(m, f)
			m.count++
			return goesOn
		}}
	case 2, 3:
		offset := uint64(g.IntN(5))
		return stmt{Join(e.code, I32(0xffff), Op(0x71), e2.code, Mem(0x36, offset)), func(m *machine, f *frame) int {
			at := uint64(e.eval(m, f)&0xffff) + offset
			x := e2.eval(m, f)
			m.count += 3
			binary.LittleEndian.PutUint32(m.memory[at:], x)
			return goesOn
		}}
	case 4:
		a, b := g.within(deep, false), g.within(deep, false)
		return stmt{Join(e.code, Op(0x04, 0x40), a.code, Op(0x05), b.code, Op(0x0b)), func(m *machine, f *frame) int {
			z := e.eval(m, f)
			m.count++
			if z != 0 {
				return inBlock(a.run(m, f))
			}
			return inBlock(b.run(m, f))
		}}
	case 5:
		a := g.within(deep, false)
		return stmt{Join(e.code, If(a.code)), func(m *machine, f *frame) int {
			z := e.eval(m, f)
			m.count++
			if z == 0 {
				return goesOn
			}
			return inBlock(a.run(m, f))
		}}
	case 6, 7:
		a := g.within(deep, false)
		return stmt{Block(a.code), func(m *machine, f *frame) int { return inBlock(a.run(m, f)) }}
	case 8: // a loop of some rounds, which are counted in a local
		if g.loops == 2 {
			return g.stmt(deep - 1)
		}
		i, n := uint64(4+g.loops), int64(1+g.IntN(6))
		g.loops++
		a := g.within(deep, false, true)
		g.loops--
		return stmt{Join(I32(n), Set(i), Block(Loop(a.code, Get(i), I32(1), Op(0x6b), Tee(i), BrIf(0)))), func(m *machine, f *frame) int {
			f.locals[i] = uint32(n)
			m.count += 2
			for {
				switch r := a.run(m, f); r {
				case goesOn:
					m.count += 5
					if f.locals[i]--; f.locals[i] == 0 {
						return goesOn
					}
				case 0: // the next round: not without counting, or it would not end
					panic("jumps to loops are not made")
				default:
					return inBlock(inBlock2(r))
				}
			}
		}}
	case 9:
		to, ok := g.target()
		if !ok {
			return g.stmt(deep - 1)
		}
		return stmt{Join(e.code, BrIf(uint64(to))), func(m *machine, f *frame) int {
			z := e.eval(m, f)
			m.count++
			if z != 0 {
				return to
			}
			return goesOn
		}}
	case 10:
		to, ok := g.target()
		to2, ok2 := g.target()
		if !ok || !ok2 {
			return g.stmt(deep - 1)
		}
		// In a block, so that what follows is not dead.
		return stmt{Block(e.code, U(0x0e, 1, uint64(to+1), uint64(to2+1))), func(m *machine, f *frame) int {
			z := e.eval(m, f)
			m.count++
			if z == 0 {
				return to
			}
			return to2
		}}
	case 11:
		if g.IntN(3) > 0 {
			return g.stmt(deep - 1)
		}
		return stmt{Join(e2.code, If(e.code, Op(0x0f))), func(m *machine, f *frame) int {
			z := e2.eval(m, f)
			m.count++
			if z == 0 {
				return goesOn
			}
			f.locals[0] = e.eval(m, f)
			m.count++
			return returns
		}}
	default:
		return g.many(e, e2)
	}
}

// inBlock2 is inBlock for what cannot be goesOn or 0.
func inBlock2(r int) int {
	if r == returns {
		return returns
	}
	return r - 1
}

// within makes statements in blocks.
func (g *generator) within(deep int, loops ...bool) stmt {
	g.open = append(g.open, loops...)
	s := g.list(deep - 1)
	g.open = g.open[:len(g.open)-len(loops)]
	return s
}

// target is a label that is no loop's.
func (g *generator) target() (int, bool) {
	if len(g.open) == 0 {
		return 0, false
	}
	to := g.IntN(len(g.open))
	return to, !g.open[len(g.open)-1-to]
}

// many writes many bytes, or asks for memory.
func (g *generator) many(e, e2 expr) stmt {
	switch g.IntN(3) {
	case 0:
		return stmt{Join(e.code, I32(0x7fff), Op(0x71), e2.code, e.code, I32(0x3fff), Op(0x71), U(0xfc, 11, 0)), func(m *machine, f *frame) int {
			at := e.eval(m, f) & 0x7fff
			x := e2.eval(m, f)
			n := e.eval(m, f) & 0x3fff
			m.count += 5 + int64(n)/8
			for i := range n {
				m.memory[at+i] = byte(x)
			}
			return goesOn
		}}
	case 1:
		return stmt{Join(e.code, I32(0x7fff), Op(0x71), e2.code, I32(0x7fff), Op(0x71), e.code, I32(0x3ff), Op(0x71), U(0xfc, 10, 0, 0)), func(m *machine, f *frame) int {
			to := e.eval(m, f) & 0x7fff
			from := e2.eval(m, f) & 0x7fff
			n := e.eval(m, f) & 0x3ff
			m.count += 7 + int64(n)/8
			copy(m.memory[to:to+n], m.memory[from:from+n])
			return goesOn
		}}
	}
	return stmt{Join(e.code, I32(3), Op(0x71), U(0x40, 0), GlobalSet(0)), func(m *machine, f *frame) int {
		n := e.eval(m, f) & 3
		m.count += 4
		old := uint32(len(m.memory) >> 16)
		if int(old+n) > m.maxPages {
			m.globals[0] = ^uint32(0)
			return goesOn
		}
		m.count += int64(n) * 8192
		m.memory = append(m.memory, make([]byte, n<<16)...)
		m.globals[0] = old
		return goesOn
	}}
}

// program makes a module and the machine that does the same.
func program(seed uint64) ([]byte, func(input []byte) ([]byte, int64)) {
	r := rand.New(rand.NewPCG(seed, 1))
	mod := new(Module)
	var funcs []func(*machine, *frame) uint32
	n := 1 + r.IntN(4)
	for i := range n {
		g := &generator{Rand: r, funcs: i, left: 120}
		body, value := g.list(4), g.expr(2)
		mod.Func("", "ii:i", "iiii", body.code, value.code)
		funcs = append(funcs, func(m *machine, f *frame) uint32 {
			m.count++
			if body.run(m, f) == returns {
				return f.locals[0]
			}
			return value.eval(m, f)
		})
	}
	mod.Table(n, n)
	var all []uint64
	for i := range n {
		all = append(all, uint64(i))
	}
	mod.Elem(0, all...)
	init := [2]uint32{r.Uint32(), r.Uint32()}
	mod.Global("i", true, I32(int64(int32(init[0]))))
	mod.Global("i", true, I32(int64(int32(init[1]))))
	// The result is all of the memory, with what the last function gives at its beginning.
	last := uint64(n - 1)
	wasm := mod.Evaluator(2, 6, "i", Get(0), Mem(0x28, 0), Get(0), Mem(0x28, 4), Call(last), Set(2),
		I32(0), Get(2), Mem(0x36, 0), U(0x3f, 0), Op(0xad), I64(16), Op(0x86))
	return wasm, func(input []byte) ([]byte, int64) {
		m := &machine{memory: make([]byte, 2<<16), globals: init, funcs: funcs, maxPages: 6, count: 2 + 1 + 5}
		copy(m.memory[1024:], input)
		x := funcs[last](m, &frame{locals: [6]uint32{binary.LittleEndian.Uint32(input), binary.LittleEndian.Uint32(input[4:])}})
		m.count += 8
		binary.LittleEndian.PutUint32(m.memory, x)
		return m.memory, m.count
	}
}

func TestRandomPrograms(t *testing.T) {
	programs := uint64(400)
	if testing.Short() {
		programs = 100
	}
	counted := int64(0)
	for seed := range programs {
		wasm, byHand := program(seed)
		for _, interpreted := range engines {
			c := sandbox.Compiler{Interpreted: interpreted}
			m, err := c.Compile(context.Background(), "test", wasm)
			require.NoError(t, err, "seed %d", seed)
			for in := range uint64(3) {
				input := binary.LittleEndian.AppendUint64(nil, in*0x9e3779b97f4a7c15)
				want, instructions := byHand(input)
				got, used, err := m.Call(context.Background(), input)
				require.NoError(t, err, "seed %d", seed)
				require.Equal(t, instructions, used, "seed %d, interpreted %v, input %d", seed, interpreted, in)
				require.True(t, string(want) == string(got), "seed %d, interpreted %v, input %d: other memory", seed, interpreted, in)
				counted += used
			}
			m.Close()
		}
	}
	require.Greater(t, counted, int64(programs)*100, "the programs do nothing")
}
