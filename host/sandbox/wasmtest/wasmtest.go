// Package wasmtest writes WebAssembly modules by hand, for tests: also such as no compiler would write.
package wasmtest

import (
	"encoding/binary"
	"math"
)

// Code is a piece of code.
type Code []byte

// Join puts pieces one after another.
func Join(parts ...Code) Code {
	var c Code
	for _, p := range parts {
		c = append(c, p...)
	}
	return c
}

// Op is instructions as they stand in the file.
func Op(b ...byte) Code { return b }

// U is an instruction with a number, such as a local, a global, a function or a label.
func U(op byte, x ...uint64) Code {
	c := Code{op}
	for _, x := range x {
		c = uleb(c, x)
	}
	return c
}

// The instructions that tests use most.
func Get(i uint64) Code       { return U(0x20, i) }
func Set(i uint64) Code       { return U(0x21, i) }
func Tee(i uint64) Code       { return U(0x22, i) }
func GlobalGet(i uint64) Code { return U(0x23, i) }
func GlobalSet(i uint64) Code { return U(0x24, i) }
func Call(f uint64) Code      { return U(0x10, f) }
func Br(n uint64) Code        { return U(0x0c, n) }
func BrIf(n uint64) Code      { return U(0x0d, n) }
func I32(x int64) Code        { return sleb(Code{0x41}, x) }
func I64(x int64) Code        { return sleb(Code{0x42}, x) }

// F64 is a constant by its bits.
func F64(bits uint64) Code { return binary.LittleEndian.AppendUint64(Code{0x44}, bits) }

// F32 is a constant by its bits.
func F32(bits uint32) Code { return binary.LittleEndian.AppendUint32(Code{0x43}, bits) }

// Float is a constant.
func Float(x float64) Code { return F64(math.Float64bits(x)) }

// Block, Loop and If hold pieces; they take and give nothing.
func Block(parts ...Code) Code { return Join(Op(0x02, 0x40), Join(parts...), Op(0x0b)) }
func Loop(parts ...Code) Code  { return Join(Op(0x03, 0x40), Join(parts...), Op(0x0b)) }
func If(parts ...Code) Code    { return Join(Op(0x04, 0x40), Join(parts...), Op(0x0b)) }

// Mem is a load or a store with an offset.
func Mem(op byte, offset uint64) Code { return U(op, 0, offset) }

// Packed gives an address and a length from two i32 expressions as astragal_call does.
func Packed(address, n Code) Code {
	return Join(address, Op(0xad), I64(32), Op(0x86), n, Op(0xad, 0x84))
}

// Module is a module under construction; indexes are given in the order of making, imports first.
type Module struct {
	types, imports, funcs, tables, memory, globals, exports, elems, codes, datas [][]byte
	start                                                                        []byte
	names                                                                        []byte
	named                                                                        int
	// Extra is put behind everything else.
	Extra []byte
	// DataCount writes the section that instructions with data segments need.
	DataCount bool
}

func types(s string) []byte {
	b := uleb(nil, uint64(len(s)))
	for _, c := range s {
		b = append(b, map[rune]byte{'i': 0x7f, 'I': 0x7e, 'f': 0x7d, 'F': 0x7c, 'r': 0x70, 'x': 0x6f, 'v': 0x7b}[c])
	}
	return b
}

// Type adds the type of a function, as in "iI:i", and gives its index.
func (m *Module) Type(signature string) uint64 {
	for i, c := range signature {
		if c == ':' {
			m.types = append(m.types, append(append([]byte{0x60}, types(signature[:i])...), types(signature[i+1:])...))
		}
	}
	return uint64(len(m.types) - 1)
}

// Import adds a function from outside.
func (m *Module) Import(module, name, signature string) uint64 {
	b := append(str(str(nil, module), name), 0)
	m.imports = append(m.imports, uleb(b, m.Type(signature)))
	return uint64(len(m.imports) - 1)
}

// Func adds a function with locals as in "iF" and a name.
func (m *Module) Func(name, signature, locals string, parts ...Code) uint64 {
	return m.Raw(name, signature, len(locals), types(locals)[len(uleb(nil, uint64(len(locals)))):], Join(parts...))
}

// Raw adds a function whose locals are each of the types given.
func (m *Module) Raw(name, signature string, n int, locals []byte, code Code) uint64 {
	m.funcs = append(m.funcs, uleb(nil, m.Type(signature)))
	b := uleb(nil, uint64(n))
	for _, t := range locals {
		b = append(append(b, 1), t)
	}
	return m.body(name, append(append(b, code...), 0x0b))
}

// Typed adds a function without locals of a type that is there.
func (m *Module) Typed(t uint64, parts ...Code) uint64 {
	m.funcs = append(m.funcs, uleb(nil, t))
	return m.body("", append(append([]byte{0}, Join(parts...)...), 0x0b))
}

// Many adds a function that has n locals of type i32.
func (m *Module) Many(name, signature string, n int, parts ...Code) uint64 {
	m.funcs = append(m.funcs, uleb(nil, m.Type(signature)))
	b := append(uleb(uleb(nil, 1), uint64(n)), 0x7f)
	return m.body(name, append(append(b, Join(parts...)...), 0x0b))
}

func (m *Module) body(name string, b []byte) uint64 {
	m.codes = append(m.codes, append(uleb(nil, uint64(len(b))), b...))
	i := uint64(len(m.imports) + len(m.funcs) - 1)
	if name != "" {
		m.names = str(uleb(m.names, i), name)
		m.named++
	}
	return i
}

// Memory declares the memory; max below zero: none.
func (m *Module) Memory(min, max int) {
	m.memory = [][]byte{bounds(min, max)}
}

// Table adds a table of functions.
func (m *Module) Table(min, max int) uint64 {
	m.tables = append(m.tables, append([]byte{0x70}, bounds(min, max)...))
	return uint64(len(m.tables) - 1)
}

func bounds(min, max int) []byte {
	if max < 0 {
		return uleb([]byte{0}, uint64(min))
	}
	return uleb(uleb([]byte{1}, uint64(min)), uint64(max))
}

// Global adds a global of a type as in "i".
func (m *Module) Global(of string, mutable bool, init Code) uint64 {
	b := types(of)[1:]
	if mutable {
		b = append(b, 1)
	} else {
		b = append(b, 0)
	}
	m.globals = append(m.globals, append(append(b, init...), 0x0b))
	return uint64(len(m.globals) - 1)
}

// Export shows a function (0), table (1), memory (2) or global (3).
func (m *Module) Export(name string, kind byte, index uint64) {
	m.exports = append(m.exports, uleb(append(str(nil, name), kind), index))
}

// Start has a function run when the module is loaded.
func (m *Module) Start(f uint64) { m.start = uleb(nil, f) }

// Elem fills table 0.
func (m *Module) Elem(offset int64, functions ...uint64) {
	b := append(Join(Op(0), I32(offset)), 0x0b)
	b = uleb(b, uint64(len(functions)))
	for _, f := range functions {
		b = uleb(b, f)
	}
	m.elems = append(m.elems, b)
}

// PassiveElem is a segment for table.init.
func (m *Module) PassiveElem(functions ...uint64) {
	b := uleb([]byte{1, 0}, uint64(len(functions)))
	for _, f := range functions {
		b = uleb(b, f)
	}
	m.elems = append(m.elems, b)
}

// Data fills the memory.
func (m *Module) Data(offset int64, b []byte) {
	m.datas = append(m.datas, append(uleb(append(Join(Op(0), I32(offset)), 0x0b), uint64(len(b))), b...))
}

// PassiveData is a segment for memory.init.
func (m *Module) PassiveData(b []byte) {
	m.datas = append(m.datas, append(uleb([]byte{1}, uint64(len(b))), b...))
	m.DataCount = true
}

// Bytes is the file.
func (m *Module) Bytes() []byte {
	file := []byte("\x00asm\x01\x00\x00\x00")
	section := func(id byte, list [][]byte) {
		if len(list) == 0 {
			return
		}
		b := uleb(nil, uint64(len(list)))
		for _, x := range list {
			b = append(b, x...)
		}
		file = append(uleb(append(file, id), uint64(len(b))), b...)
	}
	section(1, m.types)
	section(2, m.imports)
	section(3, m.funcs)
	section(4, m.tables)
	section(5, m.memory)
	section(6, m.globals)
	section(7, m.exports)
	if m.start != nil {
		file = append(append(file, 8, byte(len(m.start))), m.start...)
	}
	section(9, m.elems)
	if m.DataCount {
		n := uleb(nil, uint64(len(m.datas)))
		file = append(append(file, 12, byte(len(n))), n...)
	}
	section(10, m.codes)
	section(11, m.datas)
	if m.named > 0 {
		names := append(uleb(nil, uint64(m.named)), m.names...)
		b := append(uleb(append(str(nil, "name"), 1), uint64(len(names))), names...)
		file = append(uleb(append(file, 0), uint64(len(b))), b...)
	}
	return append(file, m.Extra...)
}

// Evaluator is a module with a memory of so many pages, an allocator that always gives the address 1024,
// and the two exports beside it; call is the code of astragal_call, which has the input's address and
// length as locals 0 and 1.
func (m *Module) Evaluator(pages, max int, locals string, call ...Code) []byte {
	m.Memory(pages, max)
	m.Export("memory", 2, 0)
	m.Export("astragal_alloc", 0, m.Func("alloc", "i:i", "", I32(1024)))
	m.Export("astragal_free", 0, m.Func("free", "ii:", ""))
	m.Export("astragal_call", 0, m.Func("call", "ii:I", locals, call...))
	return m.Bytes()
}

func uleb(b []byte, x uint64) []byte {
	for x >= 0x80 {
		b = append(b, byte(x)|0x80)
		x >>= 7
	}
	return append(b, byte(x))
}

func sleb(b []byte, x int64) []byte {
	for {
		low := byte(x & 0x7f)
		x >>= 7
		if x == 0 && low&0x40 == 0 || x == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}

func str(b []byte, s string) []byte { return append(uleb(b, uint64(len(s))), s...) }
