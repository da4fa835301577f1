package evaluator

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

func dict(pairs ...any) value.Value {
	var keys value.KeysBuilder
	var items []value.Value
	for i := 0; i < len(pairs); i += 2 {
		keys.Add(value.OfText(pairs[i].(string)))
		items = append(items, pairs[i+1].(value.Value))
	}
	return value.OfDict(keys.Keys(), items)
}

func list(items ...value.Value) value.Value { return value.OfList(items) }

func TestWhatIsAskedHasOneForm(t *testing.T) {
	big, _ := new(big.Int).SetString("-36893488147419103232", 10)
	numbers := list()
	for _, i := range []int64{0, 127, 128, 255, 256, 65535, 65536, 1 << 32, -1, -32, -33, -128, -129, -32769, -1 << 31, -1<<31 - 1, 1<<63 - 1} {
		numbers = list(append(numbers.Items(), value.OfInt(i))...)
	}
	q := &program.Asked{Code: "storm", Kind: "content", Place: "action blow", Seat: -1, Store: &value.Store{}, Chance: list(value.OfText("far")),
		Args:  dict("z", numbers, "a", value.OfBig(big), "long", value.OfText(strings.Repeat("é", 200)), "none", value.Value{}, "yes", value.OfBool(true), "half", value.OfFloat(0.5)),
		Reads: dict("many", list(make([]value.Value, 20)...))}
	b, err := Asked(q)
	require.NoError(t, err)
	again, err := Asked(q)
	require.NoError(t, err)
	require.Equal(t, b, again)
	var got map[string]any
	require.ErrorContains(t, msgpack.Unmarshal(b, &got), "ext", "an integer beyond 64 bits is an extension")
	q.Args = dict("z", numbers, "long", value.OfText(strings.Repeat("é", 200)), "half", value.OfFloat(0.5))
	b, err = Asked(q)
	require.NoError(t, err)
	require.NoError(t, msgpack.Unmarshal(b, &got))
	require.Equal(t, "storm", got["code"])
	require.Nil(t, got["seat"])
	require.Equal(t, []any{"far"}, got["chance"])
	require.Equal(t, 0.5, got["args"].(map[string]any)["half"])
	require.True(t, strings.HasPrefix(string(b), "\x87\xa4args"))

	// What is read back is what was written.
	r := reader{in: b}
	v, err := r.value(0)
	require.NoError(t, err)
	args, _ := value.DictGet(nil, v, value.OfText("args"))
	z, _ := value.DictGet(nil, args, value.OfText("z"))
	require.Equal(t, value.Repr(nil, numbers), value.Repr(nil, z))
}

func TestAPolicyIsToldItsView(t *testing.T) {
	b, err := Asked(&program.Asked{Code: "bot", Kind: "policy", Place: "step main", Seat: 1, Options: 3, View: []byte(`{"seat":1,"zones":[{"name":"hand","count":2}],"big":36893488147419103232,"x":0.5,"none":null}`)})
	require.NoError(t, err)
	r := reader{in: b}
	v, err := r.value(0)
	require.NoError(t, err)
	require.Equal(t, "{'code': 'bot', 'kind': 'policy', 'options': 3, 'place': 'step main', 'seat': 1, 'view': {'seat': 1, 'zones': [{'name': 'hand', 'count': 2}], 'big': 36893488147419103232, 'x': 0.5, 'none': None}}", value.Repr(nil, v))
}

func TestAnswersThatAreNone(t *testing.T) {
	for bytes, want := range map[string]string{
		"\xc1":                              "a byte that begins no value",
		"\x81":                              "ends too early",
		"\x80":                              "one of the keys",
		"\x2a":                              "one of the keys",
		"\x81\xa1x\xc0":                     "one of the keys",
		"\x81\x01\x02":                      "a key is no text: 1",
		"\x82\xa5value\x01\xa3ops\x90":      "one of the keys",
		"\x82\xa5value\x01\xa5value\x01":    "the key 'value' is there twice",
		"\x81\xa5value\x01\x02":             "there is more behind it",
		"\x81\xa5value\xdd\xff\xff\xff\xff": "ends too early",
		"\x81\xa5value\xdf\xff\xff\xff\xff": "ends too early",
		"\x81\xa5value\xdb\xff\xff\xff\xff": "ends too early",
		"\x81\xa5value\xa2\xff\xfe":         "a text is not UTF-8",
		"\x81\xa5value\xc4\x01x":            "a byte that begins no value",
		"\x81\xa5value\xd4\x02\x00":         "an extension that is no integer",
		"\x81\xa5value" + strings.Repeat("\x91", 100): "nested more than 64 deep",
		"\x81\xa4pick\xff":                            "it picks -1, which is no option",
		"\x81\xa4pick\xc0":                            "it picks None, which is no option",
		"\x81\xa6chance\x01":                          "a chance is a list of [value, probability]",
		"\x81\xa6chance\x91\x91\x01":                  "a chance is a list of [value, probability]",
		"\x81\xa6chance\x91\x92\x01\xa1x":             "a chance is a list of [value, probability]",
		"\x81\xa5error\xc0":                           "failed",
		"\x81\xa5error\xa2no":                         "no",
	} {
		_, err := Answer([]byte(bytes))
		require.ErrorContains(t, err, want, "%q", bytes)
	}
	long := append([]byte("\x81\xa5error\xda\x07\xd0"), strings.Repeat("é", 1000)...)
	_, err := Answer(long)
	require.Len(t, err.Error(), 1000)
	a, err := Answer(nil)
	require.NoError(t, err)
	require.Equal(t, program.Answer{}, a)
	a, err = Answer([]byte("\x81\xa6chance\x92\x92\xa1a\xcb\x3f\xe0\x00\x00\x00\x00\x00\x00\x92\xc0\xca\x3f\x00\x00\x00"))
	require.NoError(t, err)
	require.Equal(t, []float64{0.5, 0.5}, a.Weights)
	require.Equal(t, "['a', None]", value.Repr(nil, a.Value))
}

func FuzzAnswer(f *testing.F) {
	for _, s := range []string{"", "\x81\xa5value\x01", "\x81\xa3ops\x91\x81\xa2op\xa3set", "\x81\xa6chance\x91\x92\xc0\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00", "\x81\xa5value\xc7\x0a\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := Answer(b)
		if err == nil && a.Form == program.GivesValue {
			value.Brief(nil, a.Value, 100)
		}
	})
}

type module func([]byte) ([]byte, int64, error)

func (m module) Call(_ context.Context, in []byte) ([]byte, int64, error) { return m(in) }

type failing struct{ host bool }

func (f failing) Error() string   { return "it failed" }
func (f failing) HostFault() bool { return f.host }

func TestErrorsOfAModule(t *testing.T) {
	q := &program.Asked{Store: &value.Store{}}
	for _, host := range []bool{true, false} {
		_, err := Of(module(func([]byte) ([]byte, int64, error) { return nil, 0, failing{host} }))(q)
		var fault *program.HostFault
		require.Equal(t, host, errors.As(err, &fault))
		require.EqualError(t, err, "it failed")
	}
	a, err := Of(module(func([]byte) ([]byte, int64, error) { return []byte("\x81\xa5value\x07"), 5000, nil }))(q)
	require.NoError(t, err)
	require.Equal(t, 100, a.Work)
	require.EqualValues(t, 7, a.Value.Int())
}
