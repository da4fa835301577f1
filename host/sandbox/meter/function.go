package meter

// function is a body that is written anew. How many instructions are left it keeps in a local of its own,
// which stands in the global whenever others may look. If it calls others it keeps room on the stack while it
// runs:
//
//	<room taken>
//	block (results)     ; what was the function: its labels are where they were
//	  <charged code>
//	end
//	<room given back, what is left told>
type function struct {
	w    *rewriter
	m    *module
	r    *reader
	name string

	out     code // done
	pending code // the straight piece of code that is being read
	count   int64
	round   bool // it begins the function or the round of a loop

	labels  []label // of the blocks that are open
	results int
	own     int // locals, params included
	added   []Type
	left    uint64 // the local
	pieces  int    // that the engine has to compile: each straight piece of code, each way of a br_table
	handed  int    // values that calls, blocks and jumps hand on
	checked int    // what may trap: each check has its own way out
	nested  int    // depths of all blocks
	calls   bool
	loops   int // that are open
	deepest int // at most
}

type label struct {
	op     byte
	target bool // something jumps to its end
	takes  int  // values that a jump to it hands on
}

// One more of room is taken for so many bytes of a body and its locals, and for so many values that may
// have to be kept where branches meet: a frame of the engine then has at most about 8 KiB for each.
const (
	bytesOfRoom  = 2048
	valuesOfRoom = 1024
)

func (w *rewriter) function(i int) body {
	m := w.m
	index := uint32(len(m.imports) + i)
	s := m.types[m.funcs[i]]
	b := m.bodies[i]
	f := &function{w: w, m: m, r: &reader{b: b.code, base: b.base}, name: m.nameOf(index), own: len(s.Params), results: len(s.Results)}
	for _, run := range b.locals {
		f.own += int(run.n)
	}
	f.most("locals", f.own, w.l.Locals)

	f.left = f.local(I64, leftLocal)
	f.count, f.round = 1, true // for being called
	w.load(&f.out, f.left)
	f.run()
	f.most("loops in one another", f.deepest, w.l.Loops)

	frame := int64(1 + (len(b.code)+8*f.own)/bytesOfRoom + f.pieces*f.own/valuesOfRoom)
	c := f.wrap(s.Results, frame)
	f.handed += len(s.Params) + len(s.Results)
	work := f.work(len(c))
	f.most("units of work to compile", work, w.l.Work)
	if w.work += work; w.work > w.l.AllWork {
		panic(refusal{&TooMuch{What: "units of work to compile in all its functions", Has: int64(w.work), Limit: int64(w.l.AllWork)}})
	}
	runs := append([]locals(nil), b.locals...)
	for _, t := range f.added {
		runs = append(runs, locals{1, t})
	}
	return body{locals: runs, code: c}
}

// work is how much the engine has to do for a function whose code has so many bytes when it is written anew. A unit was half a
// microsecond and 200 bytes of memory where it was measured, in the worst shape that was found of each: long straight code; calls and jumps that hand on many
// values; memory at ever new addresses, divisions; locals that have to be told apart wherever pieces meet; very many pieces;
// blocks in blocks.
func (f *function) work(bytes int) int {
	return bytes + 5*f.handed + 25*f.checked + 4*f.pieces*f.own + f.pieces*f.pieces/20 + f.nested/30
}

func (f *function) most(what string, has, limit int) {
	if has > limit {
		panic(refusal{&TooMuch{What: what + " in " + f.name, Has: int64(has), Limit: int64(limit)}})
	}
}

// wrap puts around a function what has to be done whichever way it ends.
func (f *function) wrap(results []Type, frame int64) (c code) {
	w, t := f.w, f.local(I32, 0)
	room := f.calls || frame > 1
	if room {
		c.with(opGlobalGet, w.room)
		c.i32(frame)
		c.op(opI32Sub)
		c.with(opLocalTee, t)
		c.with(opGlobalSet, w.room)
		c.with(opLocalGet, t)
		c.i32(0)
		c.op(opI32LtS, opIf, 0x40, opUnreachable, opEnd)
	}
	c.op(opBlock)
	switch len(results) {
	case 0:
		c.op(0x40)
	case 1:
		c.op(byte(results[0]))
	default:
		c = sleb(c, int64(w.typeFor(Signature{Results: results})))
	}
	c = append(c, f.out...)
	if room {
		c.with(opGlobalGet, w.room)
		c.i32(frame)
		c.op(opI32Add)
		c.with(opGlobalSet, w.room)
	}
	w.store(&c, f.left)
	c.op(opEnd)
	return c
}

// leftLocal, atLocal and whatLocal are the locals of type i64 that a function may get.
const (
	leftLocal = iota
	atLocal
	whatLocal
)

// told has a call stand between telling what is left and hearing it.
func (f *function) told(call func(c *code)) {
	c := &f.pending
	f.w.store(c, f.left)
	call(c)
	f.w.load(c, f.left)
}

// local is a local of the rewriter's own, the nth of its type.
func (f *function) local(t Type, nth int) uint64 {
	for i, has := range f.added {
		if has == t {
			if nth == 0 {
				return uint64(f.own + i)
			}
			nth--
		}
	}
	for ; nth >= 0; nth-- {
		f.added = append(f.added, t)
	}
	return uint64(f.own + len(f.added) - 1)
}

// flush ends a straight piece of code: it is charged before it runs.
func (f *function) flush() {
	f.pieces++
	if f.count > 0 || f.round {
		c := &f.out
		c.with(opLocalGet, f.left)
		c.i64(f.count)
		c.op(opI64Sub)
		if f.round {
			f.pieces += 2
			f.w.settle(c, f.left)
		} else {
			c.with(opLocalSet, f.left)
		}
	}
	f.out = append(f.out, f.pending...)
	f.pending, f.count, f.round = f.pending[:0], 0, false
}

// jump notes a target; the function itself is one too.
func (f *function) jump(depth uint32) {
	switch n := len(f.labels); {
	case int64(depth) > int64(n):
		f.r.refuse("%s jumps out of itself", f.name)
	case int64(depth) < int64(n):
		l := &f.labels[n-1-int(depth)]
		l.target = true
		f.handed += l.takes
	default:
		f.handed += f.results
	}
}

func (f *function) localIndex() {
	if i := f.r.u32(); int64(i) >= int64(f.own) {
		f.r.refuse("%s has no local %d", f.name, i)
	}
}

// open reads the type of a block, loop or if that begins.
func (f *function) open(op byte) label {
	t := f.r.signed(33)
	params, results := 0, 0
	switch {
	case t >= 0:
		if t >= int64(f.m.ownTypes) {
			f.r.refuse("there is no type %d", t)
		}
		s := &f.m.types[t]
		params, results = len(s.Params), len(s.Results)
	case t == -64: // none
	case t == -5:
		refuse("%s", foreign(opVector))
	default:
		if t < -64 || t > -1 {
			f.r.refuse("a block has an unknown type")
		}
		results = 1
	}
	f.handed += params + results
	f.nested += len(f.labels)
	if op == opLoop {
		return label{op: op, takes: params}
	}
	return label{op: op, takes: results}
}
