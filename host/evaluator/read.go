package evaluator

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Bounds of an answer.
const (
	mostDepth = 64
	mostParts = 100_000
	mostBig   = 1 + 4096/8 // bytes of an integer beyond 64 bits, with its sign
	mostError = 1000       // bytes
)

// Answer reads what code answers: a map with one of the keys value, ops, chance, pick and error. Nothing at all is
// the value None. The error says what is wrong with the bytes, or is the one that the code gives.
func Answer(b []byte) (program.Answer, error) {
	if len(b) == 0 {
		return program.Answer{}, nil
	}
	r := reader{in: b}
	v, err := r.value(0)
	if err == nil && len(r.in) > 0 {
		err = errors.New("there is more behind it")
	}
	if err != nil {
		return program.Answer{}, fmt.Errorf("its answer cannot be read: %w", err)
	}
	return answer(v)
}

const forms = "an answer is a map with one of the keys value, ops, chance, pick and error"

func answer(v value.Value) (program.Answer, error) {
	if v.Kind() != value.Dict || len(v.Items()) != 1 {
		return program.Answer{}, fmt.Errorf("%s, not %s", forms, value.Brief(nil, v, 60))
	}
	x := v.Items()[0]
	switch key := v.Keys().At(0).Text(); key {
	case "value":
		return program.Answer{Form: program.GivesValue, Value: x}, nil
	case "ops":
		return program.Answer{Form: program.GivesOps, Value: x}, nil
	case "chance":
		return Chance(x)
	case "pick":
		if !x.IsInt() || x.Int() < 0 || x.Int() > math.MaxInt32 {
			return program.Answer{}, fmt.Errorf("it picks %s, which is no option", value.Brief(nil, x, 60))
		}
		return program.Answer{Form: program.GivesPick, Pick: int(x.Int())}, nil
	case "error":
		if x.Kind() != value.Text || x.Text() == "" {
			return program.Answer{}, errors.New("failed")
		}
		text := x.Text()
		if len(text) > mostError {
			text = text[:mostError]
			for !utf8.ValidString(text) {
				text = text[:len(text)-1]
			}
		}
		return program.Answer{}, errors.New(text)
	default:
		return program.Answer{}, fmt.Errorf("%s, not '%s'", forms, value.Brief(nil, v.Keys().At(0), 60))
	}
}

// Chance makes an answer of a list of [outcome, probability].
func Chance(v value.Value) (program.Answer, error) {
	bad := errors.New("a chance is a list of [value, probability]")
	if v.Kind() != value.List {
		return program.Answer{}, bad
	}
	a := program.Answer{Form: program.GivesChance}
	outcomes := make([]value.Value, len(v.Items()))
	for i, x := range v.Items() {
		if x.Kind() != value.List || len(x.Items()) != 2 {
			return program.Answer{}, bad
		}
		p, ok := value.Number(x.Items()[1])
		if !ok {
			return program.Answer{}, bad
		}
		outcomes[i] = x.Items()[0]
		a.Weights = append(a.Weights, p)
	}
	a.Value = value.OfList(outcomes)
	return a, nil
}

type reader struct {
	in    []byte
	parts int
}

var (
	errShort = errors.New("it ends too early")
	errText  = errors.New("a text is not UTF-8")
)

func (r *reader) take(n int) ([]byte, error) {
	if n > len(r.in) {
		return nil, errShort
	}
	b := r.in[:n]
	r.in = r.in[n:]
	return b, nil
}

// number reads an unsigned number of so many bytes.
func (r *reader) number(bytes int) (uint64, error) {
	b, err := r.take(bytes)
	if err != nil {
		return 0, err
	}
	var x [8]byte
	copy(x[8-bytes:], b)
	return binary.BigEndian.Uint64(x[:]), nil
}

func (r *reader) value(depth int) (value.Value, error) {
	if r.parts++; r.parts > mostParts {
		return value.Value{}, fmt.Errorf("it has more than %d values", mostParts)
	}
	if depth > mostDepth {
		return value.Value{}, fmt.Errorf("it is nested more than %d deep", mostDepth)
	}
	head, err := r.take(1)
	if err != nil {
		return value.Value{}, err
	}
	switch c := head[0]; {
	case c < 0x80 || c >= 0xe0:
		return value.OfInt(int64(int8(c))), nil
	case c < 0x90:
		return r.dict(uint64(c&15), depth)
	case c < 0xa0:
		return r.list(uint64(c&15), depth)
	case c < 0xc0:
		return r.text(uint64(c & 31))
	case c == 0xc0:
		return value.Value{}, nil
	case c == 0xc2 || c == 0xc3:
		return value.OfBool(c == 0xc3), nil
	case c == 0xca:
		x, err := r.number(4)
		return value.OfFloat(float64(math.Float32frombits(uint32(x)))), err
	case c == 0xcb:
		x, err := r.number(8)
		return value.OfFloat(math.Float64frombits(x)), err
	case c >= 0xcc && c <= 0xcf:
		x, err := r.number(1 << (c - 0xcc))
		if x > math.MaxInt64 {
			return value.OfBig(new(big.Int).SetUint64(x)), err
		}
		return value.OfInt(int64(x)), err
	case c >= 0xd0 && c <= 0xd3:
		bytes := 1 << (c - 0xd0)
		x, err := r.number(bytes)
		shift := 64 - 8*bytes
		return value.OfInt(int64(x<<shift) >> shift), err
	case c >= 0xd9 && c <= 0xdb:
		return sized(r, 1<<(c-0xd9), func(n uint64) (value.Value, error) { return r.text(n) })
	case c == 0xdc || c == 0xdd:
		return sized(r, 2<<(c-0xdc), func(n uint64) (value.Value, error) { return r.list(n, depth) })
	case c == 0xde || c == 0xdf:
		return sized(r, 2<<(c-0xde), func(n uint64) (value.Value, error) { return r.dict(n, depth) })
	case c >= 0xc7 && c <= 0xc9:
		return sized(r, 1<<(c-0xc7), r.ext)
	case c >= 0xd4 && c <= 0xd8:
		return r.ext(1 << (c - 0xd4))
	}
	return value.Value{}, errors.New("it has a byte that begins no value")
}

// sized reads the length of what follows and then that.
func sized(r *reader, bytes int, read func(n uint64) (value.Value, error)) (value.Value, error) {
	n, err := r.number(bytes)
	if err != nil {
		return value.Value{}, err
	}
	return read(n)
}

func (r *reader) text(n uint64) (value.Value, error) {
	if n > uint64(len(r.in)) {
		return value.Value{}, errShort
	}
	b, _ := r.take(int(n))
	if !utf8.Valid(b) {
		return value.Value{}, errText
	}
	return value.OfText(string(b)), nil
}

func (r *reader) list(n uint64, depth int) (value.Value, error) {
	if n > uint64(len(r.in)) {
		return value.Value{}, errShort
	}
	items := make([]value.Value, 0, n)
	for range n {
		x, err := r.value(depth + 1)
		if err != nil {
			return value.Value{}, err
		}
		items = append(items, x)
	}
	return value.OfList(items), nil
}

func (r *reader) dict(n uint64, depth int) (value.Value, error) {
	if n > uint64(len(r.in)) {
		return value.Value{}, errShort
	}
	var keys value.KeysBuilder
	items := make([]value.Value, 0, n)
	for range n {
		k, err := r.value(depth + 1)
		if err != nil {
			return value.Value{}, err
		}
		if k.Kind() != value.Text {
			return value.Value{}, fmt.Errorf("a key is no text: %s", value.Brief(nil, k, 60))
		}
		if keys.Add(k) != len(items) {
			return value.Value{}, fmt.Errorf("the key '%s' is there twice", value.Brief(nil, k, 60))
		}
		x, err := r.value(depth + 1)
		if err != nil {
			return value.Value{}, err
		}
		items = append(items, x)
	}
	return value.OfDict(keys.Keys(), items), nil
}

// ext reads an integer beyond 64 bits.
func (r *reader) ext(n uint64) (value.Value, error) {
	if n < 2 || n > mostBig {
		return value.Value{}, errors.New("it has an extension that is no integer")
	}
	b, err := r.take(int(n) + 1)
	if err != nil {
		return value.Value{}, err
	}
	if b[0] != extInt || b[1] > 1 {
		return value.Value{}, errors.New("it has an extension that is no integer")
	}
	x := new(big.Int).SetBytes(b[2:])
	if b[1] == 1 {
		x.Neg(x)
	}
	return value.OfBig(x), nil
}
