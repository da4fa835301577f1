package meter

// code is a piece of code under construction.
type code []byte

func (c *code) op(ops ...byte) { *c = append(*c, ops...) }

func (c *code) with(op byte, x uint64) { *c = uleb(append(*c, op), x) }

func (c *code) i32(x int64) { *c = sleb(append(*c, opI32Const), x) }

func (c *code) i64(x int64) { *c = sleb(append(*c, opI64Const), x) }

// settle sets what is left from the stack, and asks for more if it is below zero. It needs a local.
func (w *rewriter) settle(c *code, local uint64) {
	c.with(opLocalTee, local)
	c.i64(0)
	c.op(opI64LtS, opIf, 0x40)
	w.store(c, local)
	c.with(opCall, w.more)
	w.load(c, local)
	c.op(opEnd)
}

// store tells everyone how many instructions are left; load hears it.
func (w *rewriter) store(c *code, local uint64) {
	c.with(opLocalGet, local)
	c.with(opGlobalSet, w.left)
}

func (w *rewriter) load(c *code, local uint64) {
	c.with(opGlobalGet, w.left)
	c.with(opLocalSet, local)
}

// mark sets the bits of the places around an address, an i64 in a local.
func (w *rewriter) mark(c *code, address uint64) {
	for _, m := range []struct {
		global uint64
		shift  uint
	}{{w.coarse, w.coarseShift}, {w.fine, w.fineShift}} {
		c.with(opGlobalGet, m.global)
		c.i64(1)
		c.with(opLocalGet, address)
		c.i64(int64(m.shift))
		c.op(opI64ShrU, opI64Shl, opI64Or)
		c.with(opGlobalSet, m.global)
	}
}

// flag sets a bit of Flags.
func (w *rewriter) flag(c *code, bit int64) {
	c.with(opGlobalGet, w.flags)
	c.i32(bit)
	c.op(opI32Or)
	c.with(opGlobalSet, w.flags)
}

const (
	bulkShift = 3  // eight bytes of memory.fill, copy and init cost an instruction
	pageShift = 13 // a page of memory.grow costs as much as to fill it
)

// helpers adds the functions that charge what is charged by size.
func (w *rewriter) helpers() {
	add := func(name string, s Signature, locals []locals, c code) {
		w.m.names[uint32(w.m.functions())] = Prefix + name
		w.m.funcs = append(w.m.funcs, uint32(w.typeFor(s)))
		c.op(opEnd)
		w.m.bodies = append(w.m.bodies, body{locals: locals, code: c})
	}

	// bulk(address, n): n bytes from an address on are about to be written.
	var c code
	c.with(opGlobalGet, w.left)
	c.with(opLocalGet, 1)
	c.op(opI64ExtendU)
	c.i64(bulkShift)
	c.op(opI64ShrU, opI64Sub)
	w.settle(&c, 2)
	w.store(&c, 2)
	c.with(opLocalGet, 1)
	c.op(opIf, 0x40)
	w.markRange(&c, w.coarse, w.coarseShift)
	w.markRange(&c, w.fine, w.fineShift)
	c.op(opEnd)
	add("bulk", Signature{Params: []Type{I32, I32}}, []locals{{3, I64}}, c)

	// spend(n): n elements of a table have been or will be changed.
	c = nil
	c.with(opGlobalGet, w.left)
	c.with(opLocalGet, 0)
	c.op(opI64ExtendU, opI64Sub)
	w.settle(&c, 1)
	w.store(&c, 1)
	w.flag(&c, Spoiled)
	add("spend", Signature{Params: []Type{I32}}, []locals{{1, I64}}, c)

	// grow(n): memory.grow, charged if it grows.
	c = nil
	if w.m.memory != nil {
		c.with(opLocalGet, 0)
		c.op(opMemoryGrow, 0)
		c.with(opLocalTee, 1)
		c.i32(-1)
		c.op(opI32Eq, opIf, 0x40)
		w.flag(&c, Refused)
		c.op(opElse)
		c.with(opGlobalGet, w.left)
		c.with(opLocalGet, 0)
		c.op(opI64ExtendU)
		c.i64(pageShift)
		c.op(opI64Shl, opI64Sub)
		w.settle(&c, 2)
		w.store(&c, 2)
		c.op(opEnd)
	}
	c.with(opLocalGet, 1)
	add("grow", Signature{Params: []Type{I32}, Results: []Type{I32}}, []locals{{1, I32}, {1, I64}}, c)
}

// markRange sets in a global the bits of all places from address (param 0) on for n bytes (param 1), n > 0:
// k ones, turned to where the first place is.
func (w *rewriter) markRange(c *code, global uint64, shift uint) {
	const first, k = 3, 4
	c.with(opLocalGet, 0)
	c.op(opI64ExtendU)
	c.i64(int64(shift))
	c.op(opI64ShrU)
	c.with(opLocalSet, first)
	c.with(opLocalGet, 0)
	c.op(opI64ExtendU)
	c.with(opLocalGet, 1)
	c.op(opI64ExtendU, opI64Add)
	c.i64(1)
	c.op(opI64Sub)
	c.i64(int64(shift))
	c.op(opI64ShrU)
	c.with(opLocalGet, first)
	c.op(opI64Sub)
	c.i64(1)
	c.op(opI64Add)
	c.with(opLocalSet, k)
	// global |= k >= 64 ? -1 : rotl((1 << k) - 1, first)
	c.with(opGlobalGet, global)
	c.i64(-1)
	c.i64(1)
	c.with(opLocalGet, k)
	c.op(opI64Shl)
	c.i64(1)
	c.op(opI64Sub)
	c.with(opLocalGet, first)
	c.op(opI64Rotl)
	c.with(opLocalGet, k)
	c.i64(64)
	c.op(opI64GeU, opSelect, opI64Or)
	c.with(opGlobalSet, global)
}
