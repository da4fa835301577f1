package game

import (
	"encoding/binary"
	"math"
	"math/big"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// How a save writes values. Texts and heap values go into tables of their own, each once and after
// whatever it holds; a value is then a tag with a number. So neither side recurses, however deep a
// value is, and what many hold is written once. Model data is the number of the piece in the program.

const (
	tagNone byte = iota
	tagFalse
	tagTrue
	tagInt
	tagFloat
	tagInst
	tagText
	tagObject
	tagData
)

// Records of the table of heap values.
const (
	recKeys byte = iota
	recList
	recTuple
	recDict
	recSet
	recFrozen
	recRange
	recBig
)

// writer collects the sections of a save.
type writer struct {
	prog    *program.Program
	budgets bool              // write how much is used up of what is bounded: rounds, turns of priority
	rounds  bool              // write how often loops have gone round
	alike   map[string]uint64 // records of the table by their bytes: what is alike is written once; nil: what is the same
	texts   section
	objects section
	insts   section
	body    section

	textAt map[string]uint64
	objAt  map[*value.Object]uint64
	keysAt map[*value.Keys]uint64
	objN   uint64 // heap values in the table
	keyN   uint64 // key sets in it
	todo   []visit
}

// section is bytes being written.
type section struct {
	out []byte
	n   uint64 // entries of a table
}

func (s *section) byte(b byte)   { s.out = append(s.out, b) }
func (s *section) uint(n uint64) { s.out = binary.AppendUvarint(s.out, n) }
func (s *section) int(n int64)   { s.out = binary.AppendVarint(s.out, n) }
func (s *section) float(f float64) {
	s.out = binary.LittleEndian.AppendUint64(s.out, math.Float64bits(f))
}

func (s *section) bool(b bool) {
	if b {
		s.byte(1)
	} else {
		s.byte(0)
	}
}

func (w *writer) text(s *section, t string) { s.uint(w.textNo(t)) }

func (w *writer) textNo(t string) uint64 {
	if i, ok := w.textAt[t]; ok {
		return i
	}
	i := w.texts.n
	w.textAt[t] = i
	w.texts.n++
	w.texts.uint(uint64(len(t)))
	w.texts.out = append(w.texts.out, t...)
	return i
}

// value writes v to s, and to the tables what it is made of.
func (w *writer) value(s *section, v value.Value) {
	if w.pending(v) {
		w.reach(visit{v: v})
	}
	w.tagged(s, v)
}

func (w *writer) tagged(s *section, v value.Value) {
	switch v.Kind() {
	case value.None:
		s.byte(tagNone)
	case value.Bool:
		if v.Bool() {
			s.byte(tagTrue)
		} else {
			s.byte(tagFalse)
		}
	case value.Int:
		s.byte(tagInt)
		s.int(v.Int())
	case value.Float:
		s.byte(tagFloat)
		s.float(v.Float())
	case value.Inst:
		s.byte(tagInst)
		s.uint(uint64(v.Inst()))
	case value.Text:
		s.byte(tagText)
		w.text(s, v.Text())
	default:
		if i, ok := w.prog.DataIndex[v.Object()]; ok {
			s.byte(tagData)
			s.uint(uint64(i))
			return
		}
		s.byte(tagObject)
		s.uint(w.objAt[v.Object()])
	}
}

// pending reports whether v still has to go into the table of heap values.
func (w *writer) pending(v value.Value) bool {
	if !v.IsHeap() || v.Kind() == value.Text {
		return false
	}
	if _, ok := w.prog.DataIndex[v.Object()]; ok {
		return false
	}
	_, ok := w.objAt[v.Object()]
	return !ok
}

// visit is a heap value or a key set on its way into the table; next of its parts have been seen to.
type visit struct {
	v    value.Value
	keys *value.Keys
	next int
}

func (n *visit) parts() []value.Value {
	if n.keys != nil {
		return n.keys.List()
	}
	switch n.v.Kind() {
	case value.List, value.Tuple, value.Dict:
		return n.v.Items()
	}
	return nil
}

// reach writes what from is made of and then from itself.
func (w *writer) reach(from visit) {
	w.todo = append(w.todo[:0], from)
	for len(w.todo) > 0 {
		n := &w.todo[len(w.todo)-1]
		if more, ok := w.missing(n); ok {
			w.todo = append(w.todo, more)
			continue
		}
		done := *n
		w.todo = w.todo[:len(w.todo)-1]
		w.record(&done)
	}
}

// missing gives the next part of n that is not in the table.
func (w *writer) missing(n *visit) (visit, bool) {
	if n.next == 0 && n.keys == nil {
		switch n.v.Kind() {
		case value.Dict, value.Set, value.Frozen:
			if _, ok := w.keysAt[n.v.Keys()]; !ok {
				return visit{keys: n.v.Keys()}, true
			}
		}
	}
	for parts := n.parts(); n.next < len(parts); {
		x := parts[n.next]
		n.next++
		if w.pending(x) {
			return visit{v: x}, true
		}
	}
	return visit{}, false
}

// record writes n, all of whose parts are in the table.
func (w *writer) record(n *visit) {
	begun := len(w.objects.out)
	w.spell(n)
	count := &w.objN
	if n.keys != nil {
		count = &w.keyN
	}
	at, known := *count, false
	if w.alike != nil {
		if at, known = w.alike[string(w.objects.out[begun:])]; known {
			w.objects.out = w.objects.out[:begun]
		} else {
			at = *count
			w.alike[string(w.objects.out[begun:])] = at
		}
	}
	if !known {
		*count++
		w.objects.n++
	}
	if n.keys != nil {
		w.keysAt[n.keys] = at
	} else {
		w.objAt[n.v.Object()] = at
	}
}

func (w *writer) spell(n *visit) {
	s := &w.objects
	list := func(rec byte, items []value.Value) {
		s.byte(rec)
		s.uint(uint64(len(items)))
		for _, x := range items {
			w.tagged(s, x)
		}
	}
	if n.keys != nil {
		list(recKeys, n.keys.List())
		return
	}
	v := n.v
	switch v.Kind() {
	case value.List:
		list(recList, v.Items())
	case value.Tuple:
		list(recTuple, v.Items())
	case value.Dict:
		s.byte(recDict)
		s.uint(w.keysAt[v.Keys()])
		for _, x := range v.Items() {
			w.tagged(s, x)
		}
	case value.Set, value.Frozen:
		rec := recSet
		if v.Kind() == value.Frozen {
			rec = recFrozen
		}
		s.byte(rec)
		s.uint(w.keysAt[v.Keys()])
	case value.Range:
		s.byte(recRange)
		a, b, c := v.RangeParts()
		s.int(a)
		s.int(b)
		s.int(c)
	case value.BigInt:
		s.byte(recBig)
		s.bool(v.Big().Sign() < 0)
		b := v.Big().Bytes()
		s.uint(uint64(len(b)))
		s.out = append(s.out, b...)
	default:
		panic(internal("a " + v.Kind().String() + " in the state of a game"))
	}
}

// instances writes the store: of each uid whether it lives, then what the living are. used tells which
// of them something refers to; nil: all.
func (w *writer) instances(st *value.Store, used []bool) {
	s := &w.insts
	s.uint(uint64(st.Next()))
	for uid := int64(1); uid < st.Next(); uid++ {
		in := st.Get(uid)
		switch {
		case in == nil, used != nil && !used[uid]:
			s.byte(0)
		case w.template(st, uid) >= 0:
			s.byte(1)
		default:
			s.byte(2)
		}
	}
}

// attributes writes what the living instances are.
func (w *writer) attributes(st *value.Store, used []bool) {
	s := &w.insts
	for uid := int64(1); uid < st.Next(); uid++ {
		in := st.Get(uid)
		if in == nil || used != nil && !used[uid] {
			continue
		}
		if st.Tracks() {
			w.mark(s, st.Mark(uid))
		}
		if t := w.template(st, uid); t >= 0 {
			s.uint(uint64(t))
			continue
		}
		if _, ok := w.keysAt[in.Keys()]; !ok {
			w.reach(visit{keys: in.Keys()})
		}
		s.uint(w.keysAt[in.Keys()])
		for i := 1; i < in.Keys().Len(); i++ {
			w.value(s, in.At(uid, i))
		}
	}
}

// template gives the piece of model data that an unchanged instance was made from, -1: none.
func (w *writer) template(st *value.Store, uid int64) int32 {
	from, ok := st.Attr(uid, originKey)
	if !ok {
		return -1
	}
	t := from.Template()
	if t == nil || !st.Get(uid).Is(t) {
		return -1
	}
	if i, ok := w.prog.DataIndex[from.Object()]; ok {
		return i
	}
	return -1
}

// reader reads the sections of a save. Whatever is wrong panics with damage.
type reader struct {
	prog    *program.Program
	in      []byte
	rounds  bool // how often loops have gone round was written
	texts   []value.Value
	objects []value.Value
	weights []uint64 // of objects: how many values a walk through one meets
	load    uint64   // the weight of what has been read
	keys    []*value.Keys
	heavy   []uint64 // weights of keys
	next    int64
	alive   []byte        // by uid
	probes  uint64        // what may still be spent on hashing and comparing keys
	at      func() string // which part is being looked at, where that can be said
}

// maxProbes is what a whole save may spend on keys; maxWeight is where weights stop growing.
const (
	maxProbes = 50_000_000
	maxWeight = 1 << 31
)

// damage says why bytes are no save.
type damage string

func (r *reader) need(ok bool, what string) {
	if !ok {
		if r.at != nil {
			what = r.at() + ": " + what
		}
		panic(damage(what))
	}
}

func (r *reader) take(n int) []byte {
	r.need(n >= 0 && n <= len(r.in), "cut short")
	b := r.in[:n]
	r.in = r.in[n:]
	return b
}

func (r *reader) byte() byte { return r.take(1)[0] }

func (r *reader) bool() bool {
	b := r.byte()
	r.need(b <= 1, "a flag")
	return b == 1
}

func (r *reader) uint() uint64 {
	x, n := binary.Uvarint(r.in)
	r.need(n > 0, "a number")
	r.in = r.in[n:]
	return x
}

func (r *reader) int() int64 {
	x, n := binary.Varint(r.in)
	r.need(n > 0, "a number")
	r.in = r.in[n:]
	return x
}

func (r *reader) float() float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(r.take(8)))
}

// count reads how many entries follow, each of at least size bytes.
func (r *reader) count(size int, what string) int {
	n := r.uint()
	r.need(n <= uint64(len(r.in)/size), what)
	return int(n)
}

// index reads a number from 0 to n-1; within one from lo to hi.
func (r *reader) index(n int, what string) int32 {
	x := r.uint()
	r.need(x < uint64(n), what)
	return int32(x)
}

func (r *reader) within(lo, hi int64, what string) int32 {
	x := r.int()
	r.need(lo <= x && x <= hi, what)
	return int32(x)
}

func (r *reader) text() string { return r.texts[r.index(len(r.texts), "a text")].Text() }

func (r *reader) readTexts() {
	n := r.count(1, "texts")
	r.texts = make([]value.Value, n)
	for i := range r.texts {
		r.texts[i] = value.OfText(string(r.take(r.count(1, "length of a text"))))
	}
}

func (r *reader) value() value.Value {
	r.load++
	switch r.byte() {
	case tagNone:
		return value.Value{}
	case tagFalse:
		return value.OfBool(false)
	case tagTrue:
		return value.OfBool(true)
	case tagInt:
		return value.OfInt(r.int())
	case tagFloat:
		return value.OfFloat(r.float())
	case tagInst:
		uid := r.uint()
		r.need(uid < uint64(r.next) && uid > 0 && r.alive[uid] != 0, "an instance")
		return value.OfInst(int64(uid))
	case tagText:
		return r.texts[r.index(len(r.texts), "a text")]
	case tagObject:
		i := r.index(len(r.objects), "a value")
		r.load += r.weights[i]
		return r.objects[i]
	case tagData:
		return r.prog.Data[r.index(len(r.prog.Data), "a piece of model data")]
	}
	panic(damage("kind of a value"))
}

func (r *reader) values(n int) []value.Value {
	r.need(n <= len(r.in), "values")
	out := make([]value.Value, n)
	for i := range out {
		out[i] = r.value()
	}
	return out
}

func (r *reader) readObjects() {
	for n := r.count(2, "values"); n > 0; n-- {
		rec := r.byte()
		r.load = 0
		if rec == recKeys {
			list := r.values(r.count(1, "keys"))
			r.heavy = append(r.heavy, min(r.load, maxWeight))
			r.keys = append(r.keys, r.keySet(list))
			continue
		}
		r.objects = append(r.objects, r.object(rec))
		r.weights = append(r.weights, min(r.load, maxWeight))
	}
}

func (r *reader) someKeys() *value.Keys {
	i := r.index(len(r.keys), "keys")
	r.load += r.heavy[i]
	return r.keys[i]
}

func (r *reader) object(rec byte) value.Value {
	switch rec {
	case recList:
		return value.OfList(r.values(r.count(1, "elements")))
	case recTuple:
		return value.OfTuple(r.values(r.count(1, "elements")))
	case recDict:
		k := r.someKeys()
		return value.OfDict(k, r.values(k.Len()))
	case recSet, recFrozen:
		k := r.someKeys()
		r.spend(uint64(k.Len()))
		if rec == recFrozen {
			return value.OfFrozen(k)
		}
		return value.OfSet(k)
	case recRange:
		a, b, c := r.int(), r.int(), r.int()
		return value.OfRange(a, b, c)
	case recBig:
		minus := r.bool()
		b := r.take(r.count(1, "an integer"))
		r.need(len(b) <= maxBigBytes, "size of an integer")
		i := new(big.Int).SetBytes(b)
		r.need(!i.IsInt64(), "an integer")
		if minus {
			i.Neg(i)
			r.need(!i.IsInt64(), "an integer")
		}
		return value.OfBig(i)
	}
	panic(damage("kind of a value"))
}

const maxBigBytes = 513 // of an integer of 4096 bits and a little more

// keySet makes keys of list, just read, which must be hashable and all different.
func (r *reader) keySet(list []value.Value) *value.Keys {
	r.spend(r.load)
	k, probes := value.RestoreKeys(list, int(r.probes))
	r.need(k != nil, "keys")
	r.spend(uint64(probes))
	return k
}

// spend takes n off what a save may cost beyond its length.
func (r *reader) spend(n uint64) {
	r.need(n <= r.probes, "keys")
	r.probes -= n
}

// readAlive reads which uids live; instances reads what they are into st.
func (r *reader) readAlive() {
	n := r.uint()
	r.need(n >= 1 && n <= uint64(len(r.in))+1, "instances")
	r.next = int64(n)
	r.alive = append([]byte{0}, r.take(int(n-1))...)
	for _, a := range r.alive {
		r.need(a <= 2, "kind of an instance")
	}
}

func (r *reader) instances(st *value.Store) {
	for uid := int64(1); uid < r.next; uid++ {
		var m value.Mark
		if st.Tracks() && r.alive[uid] != 0 {
			m = r.mark()
		}
		switch r.alive[uid] {
		case 0:
			st.Skip()
		case 1:
			t := r.prog.Data[r.index(len(r.prog.Data), "a piece of model data")].Template()
			r.need(t != nil, "template of an instance")
			r.add(st, t, m)
		default:
			r.add(st, r.face(), m)
		}
	}
}
