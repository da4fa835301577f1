package compile

import "github.com/astragal-engine/astragal/engine/program"

// mostReaders is how many end conditions are known by a bit.
const mostReaders = 63

// readers finds the end conditions of which all that they read is known: they need not be asked again while
// nothing of it is written. One that reads the variable of a loop, which is another at every turn, is asked
// each time.
func (c *compiler) readers() {
	c.p.Readers = make([]uint64, c.p.Slots())
	turning := map[int]bool{}
	for i := range c.p.Nodes {
		if n := &c.p.Nodes[i]; n.Kind == program.Loop && n.Over != nil && n.As.Stop == nil {
			turning[n.As.Slot] = true
		}
	}
	for i := range min(len(c.p.Ends), mostReaders) {
		if e := &c.p.Ends[i]; e.Stop == nil {
			c.reader(e, 1<<i, turning)
		}
	}
	c.p.Calm = program.NeverCalm
	calm := uint64(0)
	for i := range c.p.Ends {
		if c.p.Ends[i].Bit == 0 {
			return
		}
		calm |= c.p.Ends[i].Bit
	}
	c.p.Calm = calm
}

func (c *compiler) reader(e *program.End, bit uint64, turning map[int]bool) {
	r := e.If.Reads()
	if r.All || len(r.Locals) > 0 {
		return
	}
	for _, name := range r.Calls {
		if program.NeedsGame(name) {
			return
		}
	}
	for _, slot := range r.State {
		if turning[slot] {
			return
		}
	}
	if !c.mode.Quick("read set of an end condition") {
		return
	}
	e.Bit = bit
	for _, slot := range r.State {
		c.p.Readers[slot] |= bit
	}
}
