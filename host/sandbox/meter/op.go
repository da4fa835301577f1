package meter

import "fmt"

// The instructions that the rewriter has to know by name.
const (
	opUnreachable  = 0x00
	opNop          = 0x01
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opDrop         = 0x1a
	opSelect       = 0x1b
	opSelectTyped  = 0x1c
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opLocalTee     = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opTableGet     = 0x25
	opTableSet     = 0x26
	opI32Load      = 0x28
	opI32Store     = 0x36
	opI64Store32   = 0x3e
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opI32Eq        = 0x46
	opI32Ne        = 0x47
	opI32LtS       = 0x48
	opI64LtS       = 0x53
	opI64GeU       = 0x5a
	opF32Eq        = 0x5b
	opF64Eq        = 0x61
	opI32Add       = 0x6a
	opI32Sub       = 0x6b
	opI32Or        = 0x72
	opI64Add       = 0x7c
	opI64Sub       = 0x7d
	opI64Or        = 0x84
	opI64Shl       = 0x86
	opI64ShrU      = 0x88
	opI64Rotl      = 0x89
	opI64ExtendU   = 0xad
	opLastPlain    = 0xc4 // from i32.eqz to i64.extend32_s there are no immediates
	opRefNull      = 0xd0
	opRefIsNull    = 0xd1
	opRefFunc      = 0xd2
	opMore         = 0xfc
	opVector       = 0xfd
	opAtomic       = 0xfe

	moreMemoryInit = 8
	moreDataDrop   = 9
	moreMemoryCopy = 10
	moreMemoryFill = 11
	moreTableInit  = 12
	moreElemDrop   = 13
	moreTableCopy  = 14
	moreTableGrow  = 15
	moreTableSize  = 16
	moreTableFill  = 17
)

// foreign says why an instruction outside of the accepted ones is refused.
func foreign(op byte) string {
	switch op {
	case 0x06, 0x07, 0x08, 0x09, 0x0a, 0x18, 0x19, 0x1f:
		return "it uses exceptions, which evaluators may not"
	case 0x12, 0x13:
		return "it uses tail calls, which evaluators may not"
	case 0x14, 0x15, 0xd3, 0xd4, 0xd5, 0xd6:
		return "it uses typed function references, which evaluators may not"
	case 0xfb:
		return "it uses garbage-collected types, which evaluators may not"
	case opVector:
		return "it uses vectors (SIMD), which evaluators may not: build it without them"
	case opAtomic:
		return "it uses atomics (threads), which evaluators may not"
	}
	return fmt.Sprintf("it uses the unknown instruction %#x", op)
}

// traps reports whether a calculation may: divisions, and conversions that do not saturate.
func traps(op byte) bool {
	return op >= 0x6d && op <= 0x70 || op >= 0x7f && op <= 0x82 || op >= 0xa8 && op <= 0xab || op >= 0xae && op <= 0xb1
}

// stored is the type of what a store writes.
func stored(op byte) Type {
	switch op {
	case 0x36, 0x3a, 0x3b:
		return I32
	case 0x38:
		return F32
	case 0x39:
		return F64
	}
	return I64
}
