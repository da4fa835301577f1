package simulate

import (
	"maps"
	"slices"

	"github.com/astragal-engine/astragal/engine/program"
)

// collector adds up the chunks in order, and stops the workers when the result is precise enough.
type collector struct {
	o      *Options
	cancel func()
	save   Save // what is played; the chunks that wait for others or for games of their own
	sum    *Result
	next   int // the chunk to be added
	enough bool
	games  map[int][]Game // of chunks that wait
}

// collector begins where o.From ended, if there is one.
func (w *worker) collector(o *Options, variants []*program.Program) (*collector, error) {
	c := &collector{o: o, sum: w.result(), next: o.first / o.Together, games: map[int][]Game{}}
	c.save = Save{Of: o.identity(w.players, variants), Seed: o.Seed, open: map[int]*Result{}}
	if o.From == nil {
		return c, nil
	}
	if err := o.From.fits(&c.save, o.Games); err != nil {
		return nil, err
	}
	c.sum, c.next, c.save.open = o.From.sum.clone(), o.From.sum.Games()/o.Together, maps.Clone(o.From.open)
	c.enough = c.precise()
	c.advance()
	return c, nil
}

func (c *collector) precise() bool { return c.o.UntilCI > 0 && c.sum.Precise(c.o.UntilCI) }

func (c *collector) collect(done <-chan *chunk) *Result {
	for x := range done {
		if x.result.games() > 0 {
			c.save.open[x.number], c.games[x.number] = x.result, x.games
			c.advance()
		}
	}
	if c.o.Keep {
		c.save.sum = c.sum.clone()
		c.sum.save = &c.save
		if c.enough {
			c.save.open = map[int]*Result{}
		}
	}
	// The last chunk may be smaller than the others, and after an interruption some may lack games.
	for _, n := range slices.Sorted(maps.Keys(c.save.open)) {
		if !c.enough {
			c.take(n, c.save.open[n])
		}
	}
	return c.sum
}

// advance adds the whole chunks that are next.
func (c *collector) advance() {
	for x := c.save.open[c.next]; !c.enough && x.games() == c.o.Together; x = c.save.open[c.next] {
		delete(c.save.open, c.next)
		c.take(c.next, x)
		c.next++
		if c.enough = c.precise(); c.enough && c.cancel != nil {
			c.cancel()
		}
	}
}

func (c *collector) take(number int, x *Result) {
	c.sum.merge(x)
	if c.o.chunk != nil {
		c.o.chunk(x)
	}
	games := c.games[number]
	delete(c.games, number)
	for i := range games {
		c.o.Each(&games[i])
	}
	if c.o.Progress != nil {
		c.o.Progress(c.sum.Games(), c.sum.expected(c.o.UntilCI, c.o.first+c.o.Games))
	}
}

// games of a chunk; none of one that has not begun.
func (r *Result) games() int {
	if r == nil {
		return 0
	}
	return r.Games()
}
