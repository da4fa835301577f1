package meter

// Import is a function that a module wants from outside: there are no others.
type Import struct {
	Module, Name string
	Signature    Signature
}

// Kind is what an export is.
type Kind byte

// The kinds of exports.
const (
	Function Kind = iota
	Table
	Memory
	Global
)

// Export is what a module shows; Signature is that of a function.
type Export struct {
	Name      string
	Kind      Kind
	Index     uint32
	Signature Signature
}

type size struct {
	min, max uint32
	bounded  bool
}

type table struct {
	of   Type
	size size
}

type global struct {
	of      Type
	mutable bool
	init    []byte // as written anew
}

type locals struct {
	n  uint32
	of Type
}

type body struct {
	locals []locals
	code   []byte
	base   int // of code in the file
}

// module is what the sections of a file say. What the rewriter leaves as it is stays bytes.
type module struct {
	types      []Signature
	ownTypes   int // of types: what the rewriter adds stands behind
	imports    []Import
	importOf   []uint32 // the type of each import
	funcs      []uint32
	tables     []table
	memory     *size
	globals    []global
	exports    []Export
	start      *uint32
	elements   []byte  // as written anew
	inSegments int     // elements
	datas      *uint32 // how many, said ahead of the code
	data       []byte
	bodies     []body
	names      map[uint32]string
	moreType   uint64
}

// typeIndex reads an index and holds it against the types there are: later there are more, which are none of the
// module's business. The same goes for functions and globals.
func (m *module) typeIndex(r *reader) uint32 {
	i := r.u32()
	if int64(i) >= int64(m.ownTypes) {
		r.refuse("there is no type %d", i)
	}
	return i
}

func (m *module) functionIndex(r *reader) uint32 {
	i := r.u32()
	if int64(i) >= int64(m.functions()) {
		r.refuse("there is no function %d", i)
	}
	return i
}

func (m *module) globalIndex(r *reader) uint32 {
	i := r.u32()
	if int64(i) >= int64(len(m.globals)) {
		r.refuse("there is no global %d", i)
	}
	return i
}

func (m *module) functions() int { return len(m.imports) + len(m.funcs) }

// moved is the index of a function in the module written anew: one import more stands behind those there are.
func (m *module) moved(f uint32) uint64 {
	if int(f) >= len(m.imports) {
		return uint64(f) + 1
	}
	return uint64(f)
}

// typeOf is the signature of a function.
func (m *module) typeOf(f uint32) Signature {
	if int(f) < len(m.imports) {
		return m.imports[f].Signature
	}
	return m.types[m.funcs[int(f)-len(m.imports)]]
}
