package meter

import (
	"fmt"
	"math"
)

// refusal is what stops the reading of a module; Rewrite turns it into an error.
type refusal struct{ err error }

func refuse(format string, args ...any) { panic(refusal{fmt.Errorf(format, args...)}) }

// reader goes through bytes of a module. What does not fit is refused with the place in the file.
type reader struct {
	b    []byte
	at   int
	base int // of b in the file
}

func (r *reader) left() int { return len(r.b) - r.at }

func (r *reader) refuse(format string, args ...any) {
	refuse("at byte %d: %s", r.base+r.at, fmt.Sprintf(format, args...))
}

func (r *reader) byte() byte {
	if r.left() < 1 {
		r.refuse("it ends too early")
	}
	r.at++
	return r.b[r.at-1]
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > r.left() {
		r.refuse("it ends too early")
	}
	r.at += n
	return r.b[r.at-n : r.at : r.at]
}

// sub gives n bytes as a reader of their own.
func (r *reader) sub(n int) *reader {
	base := r.base + r.at
	return &reader{b: r.bytes(n), base: base}
}

// u32 reads an unsigned LEB128.
func (r *reader) u32() uint32 {
	if r.left() > 0 && r.b[r.at] < 0x80 {
		r.at++
		return uint32(r.b[r.at-1])
	}
	var x uint64
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		x |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if x > math.MaxUint32 {
				break
			}
			return uint32(x)
		}
	}
	r.refuse("a number is longer than 32 bits")
	return 0
}

// signed reads a signed LEB128 of so many bits.
func (r *reader) signed(bits int) int64 {
	var x int64
	for shift := 0; shift < bits; shift += 7 {
		b := r.byte()
		x |= int64(b&0x7f) << shift
		if b < 0x80 {
			if shift+7 < 64 && b&0x40 != 0 {
				x |= -1 << (shift + 7)
			}
			return x
		}
	}
	r.refuse("a number is longer than %d bits", bits)
	return 0
}

// count reads how many things follow, each of at least one byte.
func (r *reader) count(what string, limit int) int {
	n := r.u32()
	if int64(n) > int64(limit) {
		panic(refusal{&TooMuch{What: what, Has: int64(n), Limit: int64(limit)}})
	}
	if int(n) > r.left() {
		r.refuse("it ends before the last of %d %s", n, what)
	}
	return int(n)
}

func (r *reader) name() string { return string(r.bytes(int(r.u32()))) }
