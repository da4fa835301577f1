package meter

// calculates is the type of the result of an instruction that may make a NaN of its own, or 0. What only
// moves bits (loads, constants, abs, neg, copysign) does not: there every bit is given by the standard.
func calculates(op byte) Type {
	switch {
	case op >= 0x8d && op <= 0x97, op == 0xb6:
		return F32
	case op >= 0x9b && op <= 0xa5, op == 0xbb:
		return F64
	}
	return 0
}

// forgets is the type of the operands of an instruction to which one NaN is as good as another: a
// calculation, a comparison, a conversion; and how many operands it has.
func forgets(op, more byte) (Type, int) {
	switch {
	case op >= 0x5b && op <= 0x60, op >= 0x92 && op <= 0x97:
		return F32, 2
	case op >= 0x61 && op <= 0x66, op >= 0xa0 && op <= 0xa5:
		return F64, 2
	case op >= 0x8d && op <= 0x91, op == 0xbb, op == 0xa8, op == 0xa9, op == 0xae, op == 0xaf:
		return F32, 1
	case op >= 0x9b && op <= 0x9f, op == 0xb6, op == 0xaa, op == 0xab, op == 0xb0, op == 0xb1:
		return F64, 1
	case op == opMore && more < moreMemoryInit && more&2 == 0:
		return F32, 1
	case op == opMore && more < moreMemoryInit:
		return F64, 1
	}
	return 0, 0
}

// forgotten reports whether the float on the stack is taken next by an instruction to which one NaN is as
// good as another, at once or after one more operand.
func (f *function) forgotten(t Type) bool {
	r := reader{b: f.r.b, at: f.r.at}
	peek := func() (op, more byte) {
		if r.left() == 0 {
			return opEnd, 0
		}
		if r.left() > 1 {
			more = r.b[r.at+1]
		}
		return r.b[r.at], more
	}
	op, more := peek()
	if of, _ := forgets(op, more); of == t {
		return true
	}
	skip := 0
	switch op {
	case opLocalGet, opGlobalGet:
		for r.at++; r.left() > 0 && r.b[r.at] >= 0x80; r.at++ {
		}
		skip = 1
	case opF32Const:
		skip = 5
	case opF64Const:
		skip = 9
	}
	if skip == 0 || r.left() < skip {
		return false
	}
	r.at += skip
	of, operands := forgets(peek())
	return of == t && operands == 2
}

// canonical makes the float on the stack the one NaN if it is any: a choice, no branch, which would be much
// more for the engine to compile.
func (f *function) canonical(t Type) {
	c, x := &f.pending, f.local(t, 0)
	c.with(opLocalTee, x)
	equal := byte(opF64Eq)
	if t == F64 {
		c.op(opF64Const, 0, 0, 0, 0, 0, 0, 0xf8, 0x7f)
	} else {
		c.op(opF32Const, 0, 0, 0xc0, 0x7f)
		equal = opF32Eq
	}
	c.with(opLocalGet, x)
	c.with(opLocalGet, x)
	c.op(equal, opSelect)
}
