// Package evaluator speaks with code outside of models: what it is asked and what it answers, as MessagePack.
//
// What is asked has one form alone, so that the same question is the same bytes on every machine: ints in as few
// bytes as they take, floats in eight, maps in the order of what they show. What is answered is not trusted: every
// length is held against the bytes that are there.
package evaluator

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/program"
)

// extInt is the extension in which integers beyond 64 bits travel: a byte 1 for those below zero, else 0, and the
// bytes of the size, the highest first.
const extInt = 1

// Asked writes what code is asked: a map {args, chance, code, kind, place, reads, seat}, for a policy {code, kind,
// options, place, seat, view}. Values have the form of transcripts: an instance shows its attributes.
func Asked(q *program.Asked) ([]byte, error) {
	seat := any(nil)
	if q.Seat >= 0 {
		seat = q.Seat
	}
	said := drive.Map{}
	say := func(key string, x any) { said = append(said, drive.Pair{Key: key, Value: x}) }
	if q.Kind == program.PolicyKind {
		view, err := dataOf(q.View)
		if err != nil {
			return nil, err
		}
		say("code", q.Code)
		say("kind", q.Kind)
		say("options", q.Options)
		say("place", q.Place)
		say("seat", seat)
		say("view", view)
	} else {
		say("args", drive.Data(q.Store, q.Args))
		say("chance", drive.Data(q.Store, q.Chance))
		say("code", q.Code)
		say("kind", q.Kind)
		say("place", q.Place)
		say("reads", drive.Data(q.Store, q.Reads))
		say("seat", seat)
	}
	w := writer{}
	w.data(said)
	return w.out, nil
}

// dataOf reads JSON into the forms that values are written from.
func dataOf(text json.RawMessage) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return readJSON(d)
}

func readJSON(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Number:
		if i, err := strconv.Atoi(string(t)); err == nil {
			return i, nil
		}
		if i, ok := new(big.Int).SetString(string(t), 10); ok {
			return i, nil
		}
		return t.Float64()
	case json.Delim:
		if t == '[' {
			list := drive.List{}
			for d.More() {
				x, err := readJSON(d)
				if err != nil {
					return nil, err
				}
				list = append(list, x)
			}
			_, err := d.Token()
			return list, err
		}
		m := drive.Map{}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			x, err := readJSON(d)
			if err != nil {
				return nil, err
			}
			m = append(m, drive.Pair{Key: key.(string), Value: x})
		}
		_, err := d.Token()
		return m, err
	}
	return t, nil
}

type writer struct{ out []byte }

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
