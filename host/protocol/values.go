package protocol

import (
	"errors"
	"math/big"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/value"
)

// decodeValue reads a value of models from a frame that scan has passed.
func decodeValue(d *msgpack.Decoder) (value.Value, error) {
	code, err := d.PeekCode()
	if err != nil {
		return value.Value{}, err
	}
	switch {
	case code == msgpcode.Nil:
		return value.Value{}, d.DecodeNil()
	case code == msgpcode.True || code == msgpcode.False:
		x, err := d.DecodeBool()
		return value.OfBool(x), err
	case code == msgpcode.Float || code == msgpcode.Double:
		x, err := d.DecodeFloat64()
		return value.OfFloat(x), err
	case code == msgpcode.Uint64:
		x, err := d.DecodeUint64()
		return value.OfBig(new(big.Int).SetUint64(x)), err
	case msgpcode.IsFixedNum(code) || code >= msgpcode.Uint8 && code <= msgpcode.Int64:
		x, err := d.DecodeInt64()
		return value.OfInt(x), err
	case msgpcode.IsString(code):
		x, err := d.DecodeString()
		return value.OfText(x), err
	case msgpcode.IsFixedArray(code) || code == msgpcode.Array16 || code == msgpcode.Array32:
		return decodeList(d)
	case msgpcode.IsFixedMap(code) || code == msgpcode.Map16 || code == msgpcode.Map32:
		return decodeDict(d)
	case msgpcode.IsExt(code):
		return decodeBig(d)
	}
	return value.Value{}, errors.New("bytes are no value of a model")
}

// decodeBig reads an integer beyond 64 bits; see writer.Big.
func decodeBig(d *msgpack.Decoder) (value.Value, error) {
	_, n, err := d.DecodeExtHeader()
	if err != nil {
		return value.Value{}, err
	}
	b := make([]byte, n)
	if err := d.ReadFull(b); err != nil {
		return value.Value{}, err
	}
	x := new(big.Int).SetBytes(b[1:])
	if b[0] == 1 {
		x.Neg(x)
	}
	return value.OfBig(x), nil
}

func decodeList(d *msgpack.Decoder) (value.Value, error) {
	n, err := d.DecodeArrayLen()
	if err != nil {
		return value.Value{}, err
	}
	items := make([]value.Value, n)
	for i := range items {
		if items[i], err = decodeValue(d); err != nil {
			return value.Value{}, err
		}
	}
	return value.OfList(items), nil
}

func decodeDict(d *msgpack.Decoder) (value.Value, error) {
	n, err := d.DecodeMapLen()
	if err != nil {
		return value.Value{}, err
	}
	var keys value.KeysBuilder
	vals := make([]value.Value, 0, n)
	for ; n > 0; n-- {
		k, err := d.DecodeString()
		if err != nil {
			return value.Value{}, err
		}
		v, err := decodeValue(d)
		if err != nil {
			return value.Value{}, err
		}
		if at := keys.Add(value.OfText(k)); at < len(vals) {
			vals[at] = v
		} else {
			vals = append(vals, v)
		}
	}
	return value.OfDict(keys.Keys(), vals), nil
}

// Value writes a value of a game, in the form that transcripts have: an instance shows its attributes,
// keys that are no texts are written as Python does, what lies too deep is a text.
func (w *writer) Value(st *value.Store, v value.Value) { w.data(drive.Data(st, v)) }

func (w *writer) data(x any) {
	switch x := x.(type) {
	case nil:
		w.Nil()
	case bool:
		w.Bool(x)
	case int:
		w.Int(int64(x))
	case *big.Int:
		w.Big(x)
	case float64:
		w.Float(x)
	case string:
		w.Text(x)
	case drive.List:
		w.List(len(x))
		for _, e := range x {
			w.data(e)
		}
		w.EndList()
	case drive.Map:
		w.Map()
		for _, p := range x {
			w.Name(p.Key)
			w.data(p.Value)
		}
		w.EndMap()
	default:
		panic("protocol: a value of no known form")
	}
}
