package meter

import "unicode/utf8"

// Type is the type of a value as its byte in the binary format.
type Type byte

// The types that a module may use.
const (
	I32     Type = 0x7f
	I64     Type = 0x7e
	F32     Type = 0x7d
	F64     Type = 0x7c
	funcref Type = 0x70
	extern  Type = 0x6f
)

func (t Type) String() string {
	switch t {
	case I32:
		return "i32"
	case I64:
		return "i64"
	case F32:
		return "f32"
	case F64:
		return "f64"
	case funcref:
		return "funcref"
	case extern:
		return "externref"
	}
	return "?"
}

// Signature is the type of a function.
type Signature struct{ Params, Results []Type }

// Import is a function that a module wants from outside: there are no others.
type Import struct {
	Module, Name string
	Signature    Signature
}

// Kind is what an export is.
type Kind byte

// The kinds of exports.
const (
	Function Kind = iota
	Table
	Memory
	Global
)

// Export is what a module shows; Signature is that of a function.
type Export struct {
	Name      string
	Kind      Kind
	Index     uint32
	Signature Signature
}

type size struct {
	min, max uint32
	bounded  bool
}

type table struct {
	of   Type
	size size
}

type global struct {
	of      Type
	mutable bool
	init    []byte // as written anew
}

type locals struct {
	n  uint32
	of Type
}

type body struct {
	locals []locals
	code   []byte
	base   int // of code in the file
}

// module is what the sections of a file say. What the rewriter leaves as it is stays bytes.
type module struct {
	types    []Signature
	imports  []Import
	importOf []uint32 // the type of each import
	funcs    []uint32
	tables   []table
	memory   *size
	globals  []global
	exports  []Export
	start    *uint32
	elements []byte  // as written anew
	datas    *uint32 // how many, said ahead of the code
	data     []byte
	bodies   []body
	names    map[uint32]string
	moreType uint64
}

const (
	sectionCustom = iota
	sectionType
	sectionImport
	sectionFunction
	sectionTable
	sectionMemory
	sectionGlobal
	sectionExport
	sectionStart
	sectionElement
	sectionCode
	sectionData
	sectionDataCount
)

// read takes a module apart, as far as metering has to know it; what is inside the bodies is looked at
// when they are rewritten.
func read(file []byte, l Limits) *module {
	r := &reader{b: file}
	if len(file) < 8 || string(file[:4]) != "\x00asm" {
		refuse("it is no WebAssembly module: it does not begin with \\0asm")
	}
	if string(file[4:8]) != "\x01\x00\x00\x00" {
		refuse("it is no core module of version 1 (a component is none)")
	}
	r.at = 8
	m := &module{names: map[uint32]string{}}
	var code *reader // read last: by then the functions have names
	last := 0
	for r.left() > 0 {
		id := int(r.byte())
		s := r.sub(int(r.u32()))
		if id == sectionCustom {
			m.custom(s)
			continue
		}
		order := place(id)
		if order == 0 {
			if id == 13 {
				refuse("it uses exceptions (a section of tags), which evaluators may not")
			}
			s.refuse("a section has the unknown number %d", id)
		}
		if order <= last {
			s.refuse("section %d stands twice or in a wrong order", id)
		}
		last = order
		if id == sectionCode {
			code = s
			continue
		}
		m.section(id, s, l)
		if s.left() > 0 {
			s.refuse("section %d has %d bytes too many", id, s.left())
		}
	}
	if code != nil {
		m.section(sectionCode, code, l)
		if code.left() > 0 {
			code.refuse("section %d has %d bytes too many", sectionCode, code.left())
		}
	}
	if len(m.bodies) != len(m.funcs) {
		refuse("it has %d functions and %d bodies", len(m.funcs), len(m.bodies))
	}
	return m
}

// place is where a section stands: the count of data segments comes before the code.
func place(id int) int {
	switch {
	case id == sectionDataCount:
		return sectionCode
	case id >= sectionCode && id <= sectionData:
		return id + 1
	case id >= sectionType && id < sectionCode:
		return id
	}
	return 0
}

func (m *module) section(id int, r *reader, l Limits) {
	switch id {
	case sectionType:
		for range r.count("types", l.Types) {
			m.types = append(m.types, signature(r, l))
		}
	case sectionImport:
		for range r.count("imports", l.Imports) {
			m.imported(r)
		}
	case sectionFunction:
		for range r.count("functions", l.Functions) {
			m.funcs = append(m.funcs, m.typeIndex(r))
		}
	case sectionTable:
		for range r.count("tables", l.Tables) {
			t := table{of: reference(r)}
			t.size = limits(r)
			m.tables = append(m.tables, t)
		}
	case sectionMemory:
		if n := r.count("memories", 1); n == 1 {
			s := limits(r)
			m.memory = &s
		}
	case sectionGlobal:
		for range r.count("globals", l.Globals) {
			g := global{of: value(r)}
			switch r.byte() {
			case 0:
			case 1:
				g.mutable = true
			default:
				r.refuse("a global is neither constant nor mutable")
			}
			g.init = m.constant(r)
			m.globals = append(m.globals, g)
		}
	case sectionExport:
		for range r.count("exports", l.Exports) {
			m.exported(r)
		}
	case sectionStart:
		i := m.functionIndex(r)
		m.start = &i
	case sectionElement:
		n := r.count("element segments", l.Segments)
		m.elements = uleb(nil, uint64(n))
		for range n {
			m.elements = m.element(m.elements, r, l)
		}
	case sectionDataCount:
		n := r.u32()
		m.datas = &n
	case sectionCode:
		for range r.count("bodies", l.Functions) {
			n := int(r.u32())
			if n > l.Body {
				panic(refusal{&TooMuch{What: "bytes of the body of " + m.nameOf(uint32(len(m.imports)+len(m.bodies))), Has: int64(n), Limit: int64(l.Body)}})
			}
			m.bodies = append(m.bodies, m.body(r.sub(n), l))
		}
	case sectionData:
		all := r.b
		for range r.count("data segments", l.Segments) {
			switch kind := r.u32(); kind {
			case 0:
				m.constant(r)
			case 1:
			case 2:
				r.refuse("a data segment names a memory, of which evaluators have only one")
			default:
				r.refuse("a data segment is of the unknown kind %d", kind)
			}
			r.bytes(int(r.u32()))
		}
		m.data = all
	}
}

func signature(r *reader, l Limits) Signature {
	if b := r.byte(); b != 0x60 {
		r.refuse("a type is none of a function (%#x): evaluators may not use garbage-collected types", b)
	}
	var s Signature
	for range r.count("params", l.Params) {
		s.Params = append(s.Params, value(r))
	}
	for range r.count("results", l.Params) {
		s.Results = append(s.Results, value(r))
	}
	return s
}

func value(r *reader) Type {
	switch t := Type(r.byte()); t {
	case I32, I64, F32, F64, funcref, extern:
		return t
	case 0x7b:
		refuse("it uses vectors (SIMD), which evaluators may not: build it without them")
	default:
		r.refuse("%#x is no type that evaluators may use", byte(t))
	}
	return 0
}

func reference(r *reader) Type {
	t := value(r)
	if t != funcref && t != extern {
		r.refuse("a table holds %s, not references", t)
	}
	return t
}

func limits(r *reader) size {
	flag := r.byte()
	switch {
	case flag == 2 || flag == 3:
		refuse("its memory is shared (threads), which evaluators may not use")
	case flag > 3:
		r.refuse("limits of the unknown kind %d (a memory of 64 bits is none that evaluators may use)", flag)
	}
	s := size{min: r.u32(), bounded: flag == 1}
	if s.bounded {
		if s.max = r.u32(); s.max < s.min {
			r.refuse("limits end (%d) before they begin (%d)", s.max, s.min)
		}
	}
	return s
}

func (m *module) typeIndex(r *reader) uint32 {
	i := r.u32()
	if int64(i) >= int64(len(m.types)) {
		r.refuse("there is no type %d", i)
	}
	return i
}

// functionIndex reads an index and holds it against the functions there are: later there are more, which
// are none of the module's business. The same goes for globals.
func (m *module) functionIndex(r *reader) uint32 {
	i := r.u32()
	if int64(i) >= int64(m.functions()) {
		r.refuse("there is no function %d", i)
	}
	return i
}

func (m *module) globalIndex(r *reader) uint32 {
	i := r.u32()
	if int64(i) >= int64(len(m.globals)) {
		r.refuse("there is no global %d", i)
	}
	return i
}

func (m *module) functions() int { return len(m.imports) + len(m.funcs) }

// moved is the index of a function in the module written anew: one import more stands behind those there are.
func (m *module) moved(f uint32) uint64 {
	if int(f) >= len(m.imports) {
		return uint64(f) + 1
	}
	return uint64(f)
}

// typeOf is the signature of a function.
func (m *module) typeOf(f uint32) Signature {
	if int(f) < len(m.imports) {
		return m.imports[f].Signature
	}
	return m.types[m.funcs[int(f)-len(m.imports)]]
}

func (m *module) imported(r *reader) {
	im := Import{Module: r.name(), Name: r.name()}
	kind := r.byte()
	if kind != byte(Function) {
		what := map[byte]string{1: "a table", 2: "a memory", 3: "a global"}[kind]
		if what == "" {
			what = "something unknown"
		}
		refuse("it imports %s, %q of %q: an evaluator may import functions only", what, im.Name, im.Module)
	}
	t := m.typeIndex(r)
	im.Signature = m.types[t]
	m.imports = append(m.imports, im)
	m.importOf = append(m.importOf, t)
}

func (m *module) exported(r *reader) {
	e := Export{Name: r.name(), Kind: Kind(r.byte())}
	if !utf8.ValidString(e.Name) {
		r.refuse("the name of an export is no UTF-8")
	}
	switch e.Kind {
	case Function:
		e.Index = m.functionIndex(r)
		e.Signature = m.typeOf(e.Index)
	case Global:
		e.Index = m.globalIndex(r)
	case Table, Memory:
		e.Index = r.u32()
	default:
		r.refuse("the export %q is of the unknown kind %d", e.Name, e.Kind)
	}
	m.exports = append(m.exports, e)
}

// constant reads an expression of a global, an offset or an element, and gives it as written anew.
func (m *module) constant(r *reader) (c code) {
	for {
		from := r.at
		op := r.byte()
		switch op {
		case opEnd:
			return append(c, opEnd)
		case opI32Const:
			r.signed(32)
		case opI64Const:
			r.signed(64)
		case opF32Const:
			r.bytes(4)
		case opF64Const:
			r.bytes(8)
		case opRefNull:
			reference(r)
		case opRefFunc:
			c.with(opRefFunc, m.moved(m.functionIndex(r)))
			continue
		case opGlobalGet:
			m.globalIndex(r)
		default:
			r.refuse("a constant may not use the instruction %#x", op)
		}
		c = append(c, r.b[from:r.at]...)
	}
}

// element writes an element segment anew.
func (m *module) element(b []byte, r *reader, l Limits) []byte {
	kind := r.u32()
	if kind > 7 {
		r.refuse("an element segment is of the unknown kind %d", kind)
	}
	b = uleb(b, uint64(kind))
	if kind&1 == 0 {
		if kind&2 != 0 {
			b = uleb(b, uint64(r.u32()))
		}
		b = append(b, m.constant(r)...)
	}
	expressions := kind&4 != 0
	if kind&3 != 0 {
		t := byte(0)
		if expressions {
			t = byte(reference(r))
		} else if r.byte() != 0 {
			r.refuse("an element segment is of an unknown kind")
		}
		b = append(b, t)
	}
	n := r.count("elements", l.TableSize)
	b = uleb(b, uint64(n))
	for range n {
		if expressions {
			b = append(b, m.constant(r)...)
		} else {
			b = uleb(b, m.moved(m.functionIndex(r)))
		}
	}
	return b
}

func (m *module) body(r *reader, l Limits) body {
	var b body
	total := int64(0)
	for range r.count("groups of locals", l.Locals) {
		run := locals{n: r.u32()}
		run.of = value(r)
		if total += int64(run.n); total > int64(l.Locals) {
			panic(refusal{&TooMuch{What: "locals in " + m.nameOf(uint32(len(m.imports)+len(m.bodies))), Has: total, Limit: int64(l.Locals)}})
		}
		b.locals = append(b.locals, run)
	}
	b.base = r.base + r.at
	b.code = r.bytes(r.left())
	return b
}
