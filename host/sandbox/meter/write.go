package meter

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

func text(b []byte, s string) []byte { return append(uleb(b, uint64(len(s))), s...) }

func sized(b, content []byte) []byte { return append(uleb(b, uint64(len(content))), content...) }

func (s size) append(b []byte) []byte {
	if !s.bounded {
		return uleb(append(b, 0), uint64(s.min))
	}
	return uleb(uleb(append(b, 1), uint64(s.min)), uint64(s.max))
}

func (s Signature) append(b []byte) []byte {
	b = append(b, 0x60)
	for _, list := range [][]Type{s.Params, s.Results} {
		b = uleb(b, uint64(len(list)))
		for _, t := range list {
			b = append(b, byte(t))
		}
	}
	return b
}

// vector writes a section of n things, unless there are none.
func vector(file []byte, id byte, n int, each func(i int, b []byte) []byte) []byte {
	if n == 0 {
		return file
	}
	b := uleb(nil, uint64(n))
	for i := range n {
		b = each(i, b)
	}
	return sized(append(file, id), b)
}

// write puts a module together again. Its start function is left to the caller.
func (m *module) write() []byte {
	file := []byte("\x00asm\x01\x00\x00\x00")
	file = vector(file, sectionType, len(m.types), func(i int, b []byte) []byte { return m.types[i].append(b) })
	file = vector(file, sectionImport, len(m.imports)+1, func(i int, b []byte) []byte {
		if i == len(m.imports) {
			return uleb(append(text(text(b, ImportModule), ImportMore), byte(Function)), uint64(m.moreType))
		}
		im := m.imports[i]
		return uleb(append(text(text(b, im.Module), im.Name), byte(Function)), uint64(m.importOf[i]))
	})
	file = vector(file, sectionFunction, len(m.funcs), func(i int, b []byte) []byte { return uleb(b, uint64(m.funcs[i])) })
	file = vector(file, sectionTable, len(m.tables), func(i int, b []byte) []byte {
		return m.tables[i].size.append(append(b, byte(m.tables[i].of)))
	})
	if m.memory != nil {
		file = vector(file, sectionMemory, 1, func(_ int, b []byte) []byte { return m.memory.append(b) })
	}
	file = vector(file, sectionGlobal, len(m.globals), func(i int, b []byte) []byte {
		g, mutable := m.globals[i], byte(0)
		if g.mutable {
			mutable = 1
		}
		return append(append(b, byte(g.of), mutable), g.init...)
	})
	file = vector(file, sectionExport, len(m.exports), func(i int, b []byte) []byte {
		e, index := m.exports[i], uint64(m.exports[i].Index)
		if e.Kind == Function {
			index = m.moved(e.Index)
		}
		return uleb(append(text(b, e.Name), byte(e.Kind)), index)
	})
	if m.elements != nil {
		file = sized(append(file, sectionElement), m.elements)
	}
	if m.datas != nil {
		file = sized(append(file, sectionDataCount), uleb(nil, uint64(*m.datas)))
	}
	file = vector(file, sectionCode, len(m.bodies), func(i int, b []byte) []byte {
		body := uleb(nil, uint64(len(m.bodies[i].locals)))
		for _, run := range m.bodies[i].locals {
			body = append(uleb(body, uint64(run.n)), byte(run.of))
		}
		return sized(b, append(body, m.bodies[i].code...))
	})
	if m.data != nil {
		file = sized(append(file, sectionData), m.data)
	}
	return sized(append(file, sectionCustom), m.nameSection())
}
