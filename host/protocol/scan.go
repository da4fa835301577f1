package protocol

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

// What a frame may be. A decoder believes the lengths that a frame announces, so no frame comes near
// one before scan has held every length against the bytes that are there.
const (
	maxDepth = 64
	maxNodes = 200_000
	maxExt   = 1 + 4096/8 // an integer: a sign and its bytes
	extInt   = 1
)

// kind is what a msgpack byte begins.
type kind uint8

const (
	kindNone kind = iota
	kindNil
	kindBool
	kindInt // u holds it, neg says that it is below 0
	kindFloat
	kindText
	kindBin
	kindExt
	kindList
	kindMap
)

func (k kind) String() string {
	return [...]string{"nothing", "nil", "a bool", "an int", "a float", "a text", "bytes", "a large int", "a list", "a map"}[k]
}

// head is what stands before a value: what it is, where its body is, how long.
type head struct {
	kind kind
	neg  bool
	u    uint64 // an int (two's complement where neg), a bool, the bits of a float
	body int    // where the bytes of a text, bin or ext begin, or the first element
	n    int    // how many bytes or elements
}

var (
	errShort  = errors.New("the frame ends too early")
	errFormat = errors.New("the frame has a byte that begins no value")
)

// readHead reads a value's head at b[at:]. It never looks beyond b, and n is never more than b has
// bytes left.
func readHead(b []byte, at int) (head, error) {
	if at >= len(b) {
		return head{}, errShort
	}
	c := b[at]
	at++
	switch {
	case c < 0x80:
		return head{kind: kindInt, u: uint64(c), body: at}, nil
	case c >= 0xe0:
		return head{kind: kindInt, u: uint64(int64(int8(c))), neg: true, body: at}, nil
	case c < 0x90:
		return sized(b, kindMap, at, uint64(c&15))
	case c < 0xa0:
		return sized(b, kindList, at, uint64(c&15))
	case c < 0xc0:
		return sized(b, kindText, at, uint64(c&31))
	}
	width := [32]uint8{
		0, 0xff, 0, 0, 1, 2, 4, 1, 2, 4, 4, 8, 1, 2, 4, 8, // c0 to cf
		1, 2, 4, 8, 0, 0, 0, 0, 0, 1, 2, 4, 2, 4, 2, 4, // d0 to df
	}[c-0xc0]
	if width == 0xff {
		return head{}, errFormat
	}
	if len(b)-at < int(width) {
		return head{}, errShort
	}
	var x uint64
	switch width {
	case 1:
		x = uint64(b[at])
	case 2:
		x = uint64(binary.BigEndian.Uint16(b[at:]))
	case 4:
		x = uint64(binary.BigEndian.Uint32(b[at:]))
	case 8:
		x = binary.BigEndian.Uint64(b[at:])
	}
	at += int(width)
	switch c {
	case 0xc0:
		return head{kind: kindNil, body: at}, nil
	case 0xc2, 0xc3:
		return head{kind: kindBool, u: uint64(c & 1), body: at}, nil
	case 0xc4, 0xc5, 0xc6:
		return sized(b, kindBin, at, x)
	case 0xc7, 0xc8, 0xc9:
		return extended(b, at, x)
	case 0xca:
		return head{kind: kindFloat, u: math.Float64bits(float64(math.Float32frombits(uint32(x)))), body: at}, nil
	case 0xcb:
		return head{kind: kindFloat, u: x, body: at}, nil
	case 0xcc, 0xcd, 0xce, 0xcf:
		return head{kind: kindInt, u: x, body: at}, nil
	case 0xd0:
		x = uint64(int64(int8(x)))
	case 0xd1:
		x = uint64(int64(int16(x)))
	case 0xd2:
		x = uint64(int64(int32(x)))
	case 0xd3:
	case 0xd4, 0xd5, 0xd6, 0xd7, 0xd8:
		return extended(b, at, 1<<(c-0xd4))
	case 0xd9, 0xda, 0xdb:
		return sized(b, kindText, at, x)
	case 0xdc, 0xdd:
		return sized(b, kindList, at, x)
	case 0xde, 0xdf:
		return sized(b, kindMap, at, x)
	}
	return head{kind: kindInt, u: x, neg: int64(x) < 0, body: at}, nil
}

// sized makes a head of n bytes or elements, each of which takes at least a byte.
func sized(b []byte, k kind, at int, n uint64) (head, error) {
	least := n
	if k == kindMap {
		least = 2 * n
	}
	if least > uint64(len(b)-at) {
		return head{}, errShort
	}
	return head{kind: k, body: at, n: int(n)}, nil
}

func extended(b []byte, at int, n uint64) (head, error) {
	if uint64(len(b)-at) < n+1 {
		return head{}, errShort
	}
	if b[at] != extInt {
		return head{}, fmt.Errorf("the frame has an extension of type %d", int8(b[at]))
	}
	if n < 2 || n > maxExt || b[at+1] > 1 {
		return head{}, errors.New("the frame has an integer of a wrong form, or a far too large one")
	}
	return head{kind: kindExt, body: at + 1, n: int(n)}, nil
}

// end is where a value ends whose body is plain bytes; of a list or map where its first element begins.
func (h *head) end() int {
	switch h.kind {
	case kindText, kindBin, kindExt:
		return h.body + h.n
	}
	return h.body
}

// scan reports what makes a frame unfit to be decoded: lengths beyond its end, too deep, too many
// values, texts that are no UTF-8, keys that are no texts, bytes behind the value.
func scan(b []byte) error {
	type level struct {
		left  int // values to come
		isMap bool
	}
	var stack [maxDepth]level
	depth, at := 0, 0
	for nodes := 0; ; nodes++ {
		if nodes == maxNodes {
			return fmt.Errorf("the frame has more than %d values", maxNodes)
		}
		h, err := readHead(b, at)
		if err != nil {
			return err
		}
		if depth > 0 {
			top := &stack[depth-1]
			if top.isMap && top.left%2 == 0 && h.kind != kindText {
				return fmt.Errorf("a map has %s as a key; keys are texts", h.kind)
			}
			top.left--
		}
		at = h.end()
		switch h.kind {
		case kindText:
			if !utf8.Valid(b[h.body:at]) {
				return errors.New("the frame has a text that is not UTF-8")
			}
		case kindList, kindMap:
			if depth == maxDepth {
				return fmt.Errorf("the frame is nested more than %d deep", maxDepth)
			}
			n := h.n
			if h.kind == kindMap {
				n *= 2
			}
			stack[depth] = level{n, h.kind == kindMap}
			depth++
		}
		for depth > 0 && stack[depth-1].left == 0 {
			depth--
		}
		if depth == 0 {
			break
		}
	}
	if at != len(b) {
		return errors.New("bytes follow behind the end of the frame")
	}
	return nil
}

// skip gives where the value at b[at:] ends, in a frame that scan has passed.
func skip(b []byte, at int) int {
	for n := 1; n > 0; n-- {
		h, err := readHead(b, at)
		if err != nil {
			return len(b)
		}
		at = h.end()
		switch h.kind {
		case kindList:
			n += h.n
		case kindMap:
			n += 2 * h.n
		}
	}
	return at
}
