package sandbox_test

import (
	"context"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/sandbox"
	. "github.com/astragal-engine/astragal/host/sandbox/wasmtest"
)

// result writes an i32 to address 0 and gives it as the output of four bytes.
func result(c Code) Code {
	return Join(I32(0), c, Mem(0x36, 0), I64(4))
}

// keepers are modules that count their calls, each in another place. A call must always be the first.
var keepers = map[string]func() []byte{
	"global": func() []byte {
		m := new(Module)
		g := m.Global("i", true, I32(0))
		return m.Evaluator(1, -1, "", GlobalGet(g), I32(1), Op(0x6a), GlobalSet(g), result(GlobalGet(g)))
	},
	"globals of all types": func() []byte {
		m := new(Module)
		i, f, d := m.Global("I", true, I64(0)), m.Global("f", true, F32(0)), m.Global("F", true, Float(0))
		one := F32(0x3f800000)
		return m.Evaluator(1, -1, "",
			GlobalGet(i), I64(1), Op(0x7c), GlobalSet(i),
			GlobalGet(f), one, Op(0x92), GlobalSet(f),
			GlobalGet(d), Float(1), Op(0xa0), GlobalSet(d),
			result(Join(GlobalGet(i), Op(0xa7), GlobalGet(f), Op(0xa8, 0x6c), GlobalGet(d), Op(0xaa, 0x6c))))
	},
	"memory": func() []byte {
		return new(Module).Evaluator(1, -1, "",
			I32(4096), I32(4096), Mem(0x28, 0), I32(1), Op(0x6a), Mem(0x36, 0),
			result(Join(I32(4096), Mem(0x28, 0))))
	},
	"across two places": func() []byte {
		return new(Module).Evaluator(1, -1, "",
			I32(4093), I32(4093), Mem(0x29, 0), I64(1<<55+1), Op(0x7c), Mem(0x37, 0),
			result(Join(I32(4097), Mem(0x28, 0), I32(4093), Mem(0x28, 0), Op(0x6a), I32(24), Op(0x75), I32(4093), Mem(0x2d, 0), Op(0x6a))))
	},
	"the last bytes": func() []byte {
		return new(Module).Evaluator(3, -1, "",
			I32(4), I32(4), Mem(0x28, 3*65536-8), I32(1), Op(0x6a), Mem(0x36, 3*65536-8),
			result(Join(I32(0), Mem(0x28, 3*65536-4))))
	},
	"memory.fill": func() []byte {
		return new(Module).Evaluator(2, -1, "i",
			I32(70000), Mem(0x2d, 0), I32(1), Op(0x6a), Set(2),
			I32(10), Get(2), I32(100000), U(0xfc, 11, 0),
			result(Join(I32(100009), Mem(0x2d, 0))))
	},
	"memory.copy": func() []byte {
		return new(Module).Evaluator(2, -1, "",
			I32(8), I32(70000), Mem(0x28, 0), I32(1), Op(0x6a), Mem(0x36, 0),
			I32(70000), I32(8), I32(4), U(0xfc, 10, 0, 0),
			result(Join(I32(70000), Mem(0x28, 0))))
	},
	"memory.init": func() []byte {
		m := new(Module)
		m.PassiveData([]byte{7, 7, 7, 7})
		return m.Evaluator(1, -1, "i", I32(500), Mem(0x28, 0), Set(2),
			I32(500), I32(0), I32(4), U(0xfc, 8, 0, 0),
			result(Join(Get(2), I32(1), Op(0x6a))))
	},
	"data.drop": func() []byte {
		m := new(Module)
		m.PassiveData([]byte{1, 0, 0, 0})
		return m.Evaluator(1, -1, "", I32(500), I32(0), I32(4), U(0xfc, 8, 0, 0), U(0xfc, 9, 0),
			result(Join(I32(500), Mem(0x28, 0))))
	},
	"memory that grows": func() []byte {
		return new(Module).Evaluator(1, 20, "i",
			I32(3), U(0x40, 0), I32(16), Op(0x74), Set(2), // where it begins
			Get(2), Get(2), Mem(0x28, 150000), I32(1), Op(0x6a), Mem(0x36, 150000),
			result(Join(Get(2), Mem(0x28, 150000))))
	},
	"the size of memory": func() []byte {
		return new(Module).Evaluator(1, 20, "", I32(1), U(0x40, 0), Op(0x1a), result(Join(U(0x3f, 0), I32(1), Op(0x6b))))
	},
	"a table": func() []byte {
		m := new(Module)
		m.Table(2, 10)
		one := m.Func("one", ":i", "", I32(1))
		two := m.Func("two", ":i", "", I32(2))
		m.Elem(0, one, two)
		t := m.Type(":i")
		return m.Evaluator(1, -1, "i", I32(0), U(0x11, t, 0), Set(2),
			I32(0), I32(1), U(0x25, 0), U(0x26, 0), result(Get(2)))
	},
	"a table that grows": func() []byte {
		m := new(Module)
		m.Table(2, 10)
		m.Elem(0, m.Func("one", ":i", "", I32(1)))
		return m.Evaluator(1, -1, "i", U(0xfc, 16, 0), Set(2), I32(0), U(0x25, 0), I32(3), U(0xfc, 15, 0), Op(0x1a),
			result(Join(Get(2), I32(1), Op(0x6b))))
	},
	"elem.drop": func() []byte {
		m := new(Module)
		m.Table(2, 10)
		one := m.Func("one", ":i", "", I32(1))
		m.PassiveElem(one)
		t := m.Type(":i")
		return m.Evaluator(1, -1, "", I32(0), I32(0), I32(1), U(0xfc, 12, 0, 0), U(0xfc, 13, 0),
			result(Join(I32(0), U(0x11, t, 0))))
	},
	"the input": func() []byte {
		return new(Module).Evaluator(1, -1, "", result(Join(I32(1024), Mem(0x2d, 200), I32(1), Op(0x6a))))
	},
	"random numbers": func() []byte {
		m := new(Module)
		f := m.Import("wasi_snapshot_preview1", "random_get", "ii:i")
		return m.Evaluator(1, -1, "", I32(64), I32(8), Call(f), Op(0x1a), I32(64), Mem(0x28, 0), I32(64), I32(8), Call(f), Op(0x1a), Op(0x1a),
			result(Join(I32(64), Mem(0x28, 0), I32(64), Mem(0x28, 0), Op(0x6b), I32(1), Op(0x6a))))
	},
}

func TestEveryCallIsTheFirst(t *testing.T) {
	both(t, func(t *testing.T, c sandbox.Compiler) {
		for name, wasm := range keepers {
			t.Run(name, func(t *testing.T) {
				m := compile(t, c, wasm())
				var first int64
				for n := range 5 {
					in := make([]byte, 201+50*(5-n))
					if name != "the input" {
						in = in[:10]
					} else if n > 0 {
						in = in[:10] // a shorter one does not see the one before
					}
					if name == "the input" && n == 0 {
						in[200] = 9
						_, _, err := m.Call(context.Background(), in)
						require.NoError(t, err)
						continue
					}
					out, used, err := m.Call(context.Background(), in)
					require.NoError(t, err)
					require.EqualValues(t, 1, binary.LittleEndian.Uint32(out), "call %d", n)
					if first == 0 {
						first = used
					}
					require.Equal(t, first, used, "call %d", n)
				}
			})
		}
	})
}
