package meter

import "unicode/utf8"

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
	if m.inSegments += n; m.inSegments > l.TableSize {
		panic(refusal{&TooMuch{What: "elements in all segments", Has: int64(m.inSegments), Limit: int64(l.TableSize)}})
	}
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
