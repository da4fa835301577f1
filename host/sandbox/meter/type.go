package meter

// Type is the type of a value as its byte in the binary format.
type Type byte

// The types that a module may use.
const (
	I32     Type = 0x7f
	I64     Type = 0x7e
	F32     Type = 0x7d
	F64     Type = 0x7c
	funcref Type = 0x70
	extern  Type = 0x6f
)

func (t Type) String() string {
	switch t {
	case I32:
		return "i32"
	case I64:
		return "i64"
	case F32:
		return "f32"
	case F64:
		return "f64"
	case funcref:
		return "funcref"
	case extern:
		return "externref"
	}
	return "?"
}

// Signature is the type of a function.
type Signature struct{ Params, Results []Type }

// key is the same for signatures that are.
func (s Signature) key() string { return string(s.append(nil)) }

func signature(r *reader, l Limits) Signature {
	if b := r.byte(); b != 0x60 {
		r.refuse("a type is none of a function (%#x): evaluators may not use garbage-collected types", b)
	}
	var s Signature
	for range r.count("params", l.Params) {
		s.Params = append(s.Params, value(r))
	}
	for range r.count("results", l.Params) {
		s.Results = append(s.Results, value(r))
	}
	return s
}

func value(r *reader) Type {
	switch t := Type(r.byte()); t {
	case I32, I64, F32, F64, funcref, extern:
		return t
	case 0x7b:
		refuse("it uses vectors (SIMD), which evaluators may not: build it without them")
	default:
		r.refuse("%#x is no type that evaluators may use", byte(t))
	}
	return 0
}

func reference(r *reader) Type {
	t := value(r)
	if t != funcref && t != extern {
		r.refuse("a table holds %s, not references", t)
	}
	return t
}

func limits(r *reader) size {
	flag := r.byte()
	switch {
	case flag == 2 || flag == 3:
		refuse("its memory is shared (threads), which evaluators may not use")
	case flag > 3:
		r.refuse("limits of the unknown kind %d (a memory of 64 bits is none that evaluators may use)", flag)
	}
	s := size{min: r.u32(), bounded: flag == 1}
	if s.bounded {
		if s.max = r.u32(); s.max < s.min {
			r.refuse("limits end (%d) before they begin (%d)", s.max, s.min)
		}
	}
	return s
}
