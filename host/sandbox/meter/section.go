package meter

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
		m.ownTypes = len(m.types)
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
