package meter

// run goes through a body, instruction by instruction.
func (f *function) run() {
	for {
		from := f.r.at
		op := f.r.byte()
		switch op {
		case opBlock, opIf:
			l := f.open(op)
			f.copy(from)
			if op == opIf {
				f.count++
				f.flush()
			}
			f.labels = append(f.labels, l)
		case opLoop:
			l := f.open(op)
			f.flush()
			f.out = append(f.out, f.r.b[from:f.r.at]...)
			f.labels = append(f.labels, l)
			f.round = true
			if f.loops++; f.loops > f.deepest {
				f.deepest = f.loops
			}
		case opElse:
			if n := len(f.labels); n == 0 || f.labels[n-1].op != opIf {
				f.r.refuse("%s has an else without an if", f.name)
			}
			l := &f.labels[len(f.labels)-1]
			l.op = opElse
			f.handed += l.takes
			f.flush()
			f.out.op(opElse)
		case opEnd:
			if f.end() {
				return
			}
		default:
			f.count++
			f.instruction(op, from)
		}
	}
}

// copy takes over what was read since a place.
func (f *function) copy(from int) { f.pending = append(f.pending, f.r.b[from:f.r.at]...) }

// end closes a block; it reports whether that was the function itself.
func (f *function) end() bool {
	n := len(f.labels)
	if n == 0 {
		f.flush()
		f.out.op(opEnd)
		if f.r.left() > 0 {
			f.r.refuse("%s goes on after its end", f.name)
		}
		return true
	}
	l := f.labels[n-1]
	f.handed += l.takes
	if l.op == opLoop {
		f.loops--
	}
	meets := l.op == opIf || l.op == opElse || l.op == opBlock && l.target
	if meets {
		f.flush()
	}
	f.labels = f.labels[:n-1]
	if meets {
		f.out.op(opEnd)
	} else {
		f.pending.op(opEnd)
	}
	return false
}
