package sandbox_test

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/sandbox"
	. "github.com/astragal-engine/astragal/host/sandbox/wasmtest"
)

// floats makes a module that calculates with the floats of its input, whose bits are anything, and gives
// every result as bits; kinds says of each result whether a calculation made it.
func floats(r *rand.Rand) (wasm []byte, calculated []bool) {
	const input, results = 1024, 8192
	m := new(Module)
	var code Code
	f64 := func() Code { return Join(I32(0), Mem(0x2b, uint64(input+8*r.IntN(16)))) }
	f32 := func() Code { return Join(I32(0), Mem(0x2a, uint64(input+4*r.IntN(32)))) }
	pick := func(ops ...byte) Code { return Op(ops[r.IntN(len(ops))]) }
	for n := range 200 {
		at := uint64(results + 8*n)
		c, made := Code(nil), true
		switch r.IntN(8) {
		case 0, 1:
			c = Join(f64(), f64(), pick(0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5))
		case 2:
			c = Join(f64(), f64(), pick(0xa0, 0xa1, 0xa2, 0xa3), f64(), pick(0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5))
		case 3:
			c = Join(f64(), pick(0x9b, 0x9c, 0x9d, 0x9e, 0x9f))
		case 4:
			c, made = Join(f64(), f64(), pick(0xa0, 0xa2), pick(0x99, 0x9a)), false // abs, neg
		case 5:
			c, made = Join(f64(), f64(), f64(), pick(0xa0, 0xa2), Op(0xa6)), false // copysign
		case 6:
			c = Join(f32(), f32(), pick(0x92, 0x93, 0x94, 0x95, 0x96, 0x97), Op(0xbb))
		case 7:
			c, made = Join(f32(), f64(), f64(), pick(0xa0, 0xa1), Op(0xb6), pick(0x92, 0x98), pick(0x8b, 0x8c), Op(0xbc, 0xad, 0xbf)), false
		}
		code = Join(code, I32(0), c, Mem(0x39, at))
		calculated = append(calculated, made)
	}
	return m.Evaluator(1, -1, "", code, I64(results<<32|200*8)), calculated
}

// floatInput is sixteen floats: NaNs of all kinds, infinities, zeros, any bits.
func floatInput(r *rand.Rand) (input []byte) {
	some := []uint64{0x7ff8000000000000, 0xfff8000000000000, 0x7ff0000000000001, 0xfff4000000000000, 0x7fffffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0, 1 << 63, 0x7fc000007fa00000, 0xffc00001ff800001}
	for range 16 {
		x := some[r.IntN(len(some))]
		if r.IntN(4) == 0 {
			x = r.Uint64()
		}
		input = binary.LittleEndian.AppendUint64(input, x)
	}
	return input
}

func TestEveryNaNIsTheSame(t *testing.T) {
	nans := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 2))
		wasm, calculated := floats(r)
		input := floatInput(r)
		var first []byte
		for _, interpreted := range engines {
			m, err := sandbox.Compiler{Interpreted: interpreted}.Compile(context.Background(), "test", wasm)
			require.NoError(t, err)
			out, _, err := m.Call(context.Background(), input)
			require.NoError(t, err)
			m.Close()
			if first == nil {
				first = out
			}
			for n, made := range calculated {
				x, before := binary.LittleEndian.Uint64(out[8*n:]), binary.LittleEndian.Uint64(first[8*n:])
				require.Equal(t, before, x, "seed %d, result %d: %#x and interpreted %#x", seed, n, before, x)
				if made && math.IsNaN(math.Float64frombits(x)) {
					require.Equal(t, uint64(0x7ff8000000000000), x, "seed %d, result %d, interpreted %v", seed, n, interpreted)
					nans++
				}
			}
		}
	}
	require.Greater(t, nans, 1000)
}
