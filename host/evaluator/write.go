// Package evaluator speaks with code outside of models: what it is asked and what it answers, as MessagePack.
//
// What is asked has one form alone, so that the same question is the same bytes on every machine: ints in as few
// bytes as they take, floats in eight, maps in the order of what they show. What is answered is not trusted: every
// length is held against the bytes that are there.
package evaluator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/program"
)

// extInt is the extension in which integers that 64 bits do not hold travel: a byte 1 for those below zero, else 0, and the
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
	var out bytes.Buffer
	e := msgpack.GetEncoder()
	defer msgpack.PutEncoder(e)
	e.Reset(&out)
	e.UseCompactInts(true)
	if err := write(e, said); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
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

// write writes what drive.Data gives.
func write(e *msgpack.Encoder, x any) error {
	switch x := x.(type) {
	case nil:
		return e.EncodeNil()
	case bool:
		return e.EncodeBool(x)
	case int:
		return e.EncodeInt(int64(x))
	case float64:
		return e.EncodeFloat64(x)
	case string:
		return e.EncodeString(x)
	case *big.Int:
		return writeBig(e, x)
	case drive.List:
		err := e.EncodeArrayLen(len(x))
		for i := 0; i < len(x) && err == nil; i++ {
			err = write(e, x[i])
		}
		return err
	case drive.Map:
		err := e.EncodeMapLen(len(x))
		for i := 0; i < len(x) && err == nil; i++ {
			if err = e.EncodeString(x[i].Key); err == nil {
				err = write(e, x[i].Value)
			}
		}
		return err
	}
	panic(fmt.Sprintf("evaluator: a %T is no value of a game", x))
}

func writeBig(e *msgpack.Encoder, x *big.Int) error {
	if x.IsUint64() {
		return e.EncodeUint(x.Uint64())
	}
	size := []byte{0}
	if x.Sign() < 0 {
		size[0] = 1
	}
	size = append(size, x.Bytes()...)
	if err := e.EncodeExtHeader(extInt, len(size)); err != nil {
		return err
	}
	_, err := e.Writer().Write(size)
	return err
}
