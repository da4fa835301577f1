package value

import (
	"math"
	"math/big"
)

// Hash gives the hash of v, equal for equal values (1, 1.0 and True alike) and the same on every
// platform. It throws TypeError for a list, dict, set, instance or slice.
func Hash(v Value) uint64 {
	switch v.Kind() {
	case Text, Int, Bool:
		return v.n
	}
	left := maxWork
	return hash(v, 0, &left)
}

// hash counts the parts it visits: a tuple may hold another many times over.
func hash(v Value, depth int, left *int) uint64 {
	if *left--; *left < 0 {
		tooLarge()
	}
	switch v.Kind() {
	case None:
		return 0x9e3779b97f4a7c15
	case Text, Int, Bool:
		return v.n
	case Float:
		return hashFloat(v.Float())
	case BigInt:
		if f, acc := new(big.Float).SetInt(v.Big()).Float64(); acc == big.Exact && !math.IsInf(f, 0) {
			return hashFloat(f)
		}
		return HashText(v.Big().Text(62))
	case Tuple:
		deep(depth, "")
		h := uint64(0x345678)
		for _, x := range v.ref.items {
			h = mix(h ^ hash(x, depth+1, left))
		}
		return h
	case Frozen:
		deep(depth, "")
		h := uint64(len(v.ref.keys.list))
		for _, x := range v.ref.keys.list {
			h += mix(hash(x, depth+1, left))
		}
		return mix(h)
	case Range:
		start, _, step := v.RangeParts()
		n := v.RangeLen()
		h := mix(uint64(n))
		if n > 0 {
			h = mix(h ^ uint64(start))
		}
		if n > 1 {
			h = mix(h ^ uint64(step))
		}
		return h
	case Func, Iter, Type:
		return HashText(v.ref.text)
	}
	Throw("TypeError", "unhashable type: '%s'", v.Kind())
	return 0
}

func hashFloat(f float64) uint64 {
	if f == math.Trunc(f) && f >= -(1<<63) && f < 1<<63 {
		return uint64(int64(f))
	}
	return mix(math.Float64bits(f))
}

// mix is the finaliser of splitmix64.
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
