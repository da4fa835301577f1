// Package evaluator speaks with code outside of models: what it is asked and what it answers, as MessagePack.
//
// What is asked has one form alone, so that the same question is the same bytes on every machine: ints in as few
// bytes as they take, floats in eight, maps in the order of what they show. What is answered is not trusted: every
// length is held against the bytes that are there.
package evaluator

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// extInt is the extension in which integers beyond 64 bits travel: a byte 1 for those below zero, else 0, and the
// bytes of the size, the highest first.
const extInt = 1

// Asked writes what code is asked: a map {code, kind, args, reads, seat, place, chance}, for a policy {code, kind,
// seat, place, options, view}. Values have the form of transcripts: an instance shows its attributes.
func Asked(q *program.Asked) []byte {
	w := writer{}
	policy := q.Kind == program.PolicyKind
	keys := 7
	if policy {
		keys = 6
	}
	w.head(0x80, 0xde, 0xdf, keys)
	w.text("code")
	w.text(q.Code)
	w.text("kind")
	w.text(q.Kind)
	if !policy {
		w.text("args")
		w.value(q.Store, q.Args)
		w.text("reads")
		w.value(q.Store, q.Reads)
	}
	w.text("seat")
	if q.Seat >= 0 {
		w.int(int64(q.Seat))
	} else {
		w.out = append(w.out, 0xc0)
	}
	w.text("place")
	w.text(q.Place)
	if policy {
		w.text("options")
		w.int(int64(q.Options))
		w.text("view")
		w.data(q.View)
	} else {
		w.text("chance")
		w.value(q.Store, q.Chance)
	}
	return w.out
}

type writer struct{ out []byte }

func (w *writer) value(st *value.Store, v value.Value) { w.data(drive.Data(st, v)) }

func (w *writer) data(x any) {
	switch x := x.(type) {
	case nil:
		w.out = append(w.out, 0xc0)
	case bool:
		if x {
			w.out = append(w.out, 0xc3)
		} else {
			w.out = append(w.out, 0xc2)
		}
	case int:
		w.int(int64(x))
	case *big.Int:
		w.big(x)
	case float64:
		w.out = binary.BigEndian.AppendUint64(append(w.out, 0xcb), math.Float64bits(x))
	case string:
		w.text(x)
	case drive.List:
		w.head(0x90, 0xdc, 0xdd, len(x))
		for _, e := range x {
			w.data(e)
		}
	case drive.Map:
		w.head(0x80, 0xde, 0xdf, len(x))
		for _, p := range x {
			w.text(p.Key)
			w.data(p.Value)
		}
	default:
		panic(fmt.Sprintf("evaluator: a %T is no value of a game", x))
	}
}

// head begins a list or a map of n entries.
func (w *writer) head(short, medium, long byte, n int) {
	switch {
	case n < 16:
		w.out = append(w.out, short|byte(n))
	case n < 1<<16:
		w.out = binary.BigEndian.AppendUint16(append(w.out, medium), uint16(n))
	default:
		w.out = binary.BigEndian.AppendUint32(append(w.out, long), uint32(n))
	}
}

func (w *writer) text(s string) {
	switch n := len(s); {
	case n < 32:
		w.out = append(w.out, 0xa0|byte(n))
	case n < 1<<8:
		w.out = append(w.out, 0xd9, byte(n))
	case n < 1<<16:
		w.out = binary.BigEndian.AppendUint16(append(w.out, 0xda), uint16(n))
	default:
		w.out = binary.BigEndian.AppendUint32(append(w.out, 0xdb), uint32(n))
	}
	w.out = append(w.out, s...)
}

func (w *writer) int(i int64) {
	switch {
	case i >= -32 && i < 128:
		w.out = append(w.out, byte(i))
	case i >= 0 && i < 1<<8:
		w.out = append(w.out, 0xcc, byte(i))
	case i >= 0 && i < 1<<16:
		w.out = binary.BigEndian.AppendUint16(append(w.out, 0xcd), uint16(i))
	case i >= 0 && i < 1<<32:
		w.out = binary.BigEndian.AppendUint32(append(w.out, 0xce), uint32(i))
	case i >= 0:
		w.out = binary.BigEndian.AppendUint64(append(w.out, 0xcf), uint64(i))
	case i >= -1<<7:
		w.out = append(w.out, 0xd0, byte(i))
	case i >= -1<<15:
		w.out = binary.BigEndian.AppendUint16(append(w.out, 0xd1), uint16(i))
	case i >= -1<<31:
		w.out = binary.BigEndian.AppendUint32(append(w.out, 0xd2), uint32(i))
	default:
		w.out = binary.BigEndian.AppendUint64(append(w.out, 0xd3), uint64(i))
	}
}

func (w *writer) big(x *big.Int) {
	size := x.Bytes()
	sign := byte(0)
	if x.Sign() < 0 {
		sign = 1
	}
	n := 1 + len(size)
	if n < 1<<8 {
		w.out = append(w.out, 0xc7, byte(n), extInt, sign)
	} else {
		w.out = append(binary.BigEndian.AppendUint16(append(w.out, 0xc8), uint16(n)), extInt, sign)
	}
	w.out = append(w.out, size...)
}
