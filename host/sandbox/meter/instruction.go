package meter

// instruction takes over one that opens and closes nothing, with what has to stand around it.
func (f *function) instruction(op byte, from int) {
	r := f.r
	switch {
	case op == opUnreachable:
		f.w.store(&f.pending, f.left)
		f.copy(from)
		f.flush()
	case op == opBr, op == opBrIf:
		f.jump(r.u32())
		f.copy(from)
		f.flush()
	case op == opBrTable:
		n := r.count("ways of a br_table", f.w.l.Body)
		f.pieces += n
		for range n {
			f.jump(r.u32())
		}
		f.jump(r.u32())
		f.copy(from)
		f.flush()
	case op == opReturn:
		f.handed += f.results
		f.pending.with(opBr, uint64(len(f.labels)))
		f.flush()
	case op == opCall:
		f.calls = true
		i := f.m.functionIndex(r)
		f.hands(f.m.typeOf(i))
		callee := f.m.moved(i)
		f.told(func(c *code) { c.with(opCall, callee) })
	case op == opCallIndirect:
		f.calls = true
		f.hands(f.m.types[f.m.typeIndex(r)])
		f.checked += 4
		r.u32()
		f.told(func(*code) { f.copy(from) })
	case op == opNop, op == opDrop, op == opSelect, op == opRefIsNull:
		f.copy(from)
	case op == opSelectTyped:
		for range r.count("types of a select", 1) {
			value(r)
		}
		f.copy(from)
	case op >= opLocalGet && op <= opLocalTee:
		f.localIndex()
		f.copy(from)
	case op == opGlobalGet, op == opGlobalSet:
		f.m.globalIndex(r)
		f.copy(from)
	case op == opTableGet:
		r.u32()
		f.checked++
		f.copy(from)
	case op == opTableSet:
		r.u32()
		f.checked++
		f.w.flag(&f.pending, Spoiled)
		f.copy(from)
	case op >= opI32Load && op < opI32Store:
		f.address()
		f.checked++
		f.copy(from)
	case op >= opI32Store && op <= opI64Store32:
		f.store(op, from)
	case op == opMemorySize:
		f.zero()
		f.copy(from)
	case op == opMemoryGrow:
		f.zero()
		if f.m.memory == nil {
			r.refuse("%s grows a memory, and there is none", f.name)
		}
		f.told(func(c *code) { c.with(opCall, f.w.grow) })
	case op == opI32Const:
		r.signed(32)
		f.copy(from)
	case op == opI64Const:
		r.signed(64)
		f.copy(from)
	case op == opF32Const:
		r.bytes(4)
		f.copy(from)
	case op == opF64Const:
		r.bytes(8)
		f.copy(from)
	case op > opF64Const && op <= opLastPlain:
		if traps(op) {
			f.checked++
		}
		f.copy(from)
		if t := calculates(op); t != 0 && !f.forgotten(t) {
			f.canonical(t)
		}
	case op == opRefNull:
		value(r)
		f.copy(from)
	case op == opRefFunc:
		f.pending.with(opRefFunc, f.m.moved(f.m.functionIndex(r)))
	case op == opMore:
		f.more(r.u32(), from)
	default:
		refuse("%s (%s)", foreign(op), f.name)
	}
}

// hands counts what a call hands on; itself, too.
func (f *function) hands(s Signature) { f.handed += 1 + len(s.Params) + len(s.Results) }

func (f *function) zero() {
	if f.r.byte() != 0 {
		f.r.refuse("it names a second memory, of which evaluators have only one")
	}
}

// address reads alignment and offset of a load or a store.
func (f *function) address() uint32 {
	if f.r.u32() >= 32 {
		f.r.refuse("it names a second memory, of which evaluators have only one")
	}
	return f.r.u32()
}

// store marks where it writes.
func (f *function) store(op byte, from int) {
	offset := f.address()
	f.checked++
	t := stored(op)
	nth := 0
	switch t {
	case I64:
		nth = whatLocal
	case I32:
		nth = 1
	}
	address, at, what := f.local(I64, atLocal), f.local(I32, 0), f.local(t, nth)
	c := &f.pending
	c.with(opLocalSet, what)
	c.with(opLocalTee, at)
	c.with(opLocalGet, at)
	c.op(opI64ExtendU)
	if offset > 0 {
		c.i64(int64(offset))
		c.op(opI64Add)
	}
	c.with(opLocalSet, address)
	f.w.mark(c, address)
	c.with(opLocalGet, what)
	f.copy(from)
}

// bulkPieces is how many pieces the engine makes of an instruction that works on many bytes, about.
const bulkPieces = 4

// more takes over what has two bytes: conversions that saturate, and what works on many bytes or elements.
func (f *function) more(op uint32, from int) {
	r, c, w := f.r, &f.pending, f.w
	if op < moreMemoryInit {
		f.copy(from)
		return
	}
	f.pieces += bulkPieces
	n, other := f.local(I32, 0), f.local(I32, 1)
	switch op {
	case moreMemoryInit, moreMemoryCopy, moreMemoryFill:
		if op == moreMemoryInit {
			r.u32()
		}
		f.zero()
		if op == moreMemoryCopy {
			f.zero()
		}
		to := f.local(I32, 2)
		c.with(opLocalSet, n)
		c.with(opLocalSet, other)
		c.with(opLocalTee, to)
		c.with(opLocalGet, to)
		c.with(opLocalGet, n)
		f.told(func(c *code) { c.with(opCall, w.bulk) })
		c.with(opLocalGet, other)
		c.with(opLocalGet, n)
		f.copy(from)
	case moreDataDrop, moreElemDrop:
		r.u32()
		w.flag(c, Spoiled)
		f.copy(from)
	case moreTableInit, moreTableCopy, moreTableFill:
		r.u32()
		if op != moreTableFill {
			r.u32()
		}
		c.with(opLocalTee, n)
		c.with(opLocalGet, n)
		f.told(func(c *code) { c.with(opCall, w.spend) })
		f.copy(from)
	case moreTableGrow:
		r.u32()
		c.with(opLocalTee, n)
		f.copy(from)
		c.with(opLocalTee, other)
		c.i32(-1)
		c.op(opI32Ne, opIf, 0x40)
		c.with(opLocalGet, n)
		f.told(func(c *code) { c.with(opCall, w.spend) })
		c.op(opEnd)
		c.with(opLocalGet, other)
	case moreTableSize:
		r.u32()
		f.copy(from)
	default:
		refuse("it uses the unknown instruction 0xfc %d (%s)", op, f.name)
	}
}
