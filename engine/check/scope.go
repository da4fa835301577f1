package check

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// scopes finds which local names can be bound where, over every way that leads there: a trigger sees the names of
// each place that emits its event, an outcome those of each `sample`. It goes over the model until nothing new
// turns up, and then once more to note the sites. What no way reaches is taken to see every name.
type scopes struct {
	c        *checker
	index    map[string]int // of the names that something binds
	list     []string
	blocks   []*block // in the order of the text
	queue    []*block
	triggers map[string][]*block // by event
	outcomes map[string][]*block // by outcome model
	items    []itemBlock
	windows  map[string]*block // "": of every speed
	stats    map[string]names  // keyword arguments of modified(), by stat
	anyStat  names             // of those where the stat is computed
	noting   bool
	running  int // number of the block, on the last pass
	table    *Scopes
	work     int
}

// block is something that runs with the names of whoever runs it.
type block struct {
	in      names
	reached bool
	queued  bool
	item    bool // knows self
	run     func(in names)
}

type itemBlock struct {
	*block
	catalogue, id string
}

// mostWork bounds the search. A model that passes it sees every name everywhere.
const mostWork = 5_000_000

func (c *checker) findSites() {
	s := &scopes{c: c, index: map[string]int{}, triggers: map[string][]*block{}, outcomes: map[string][]*block{},
		windows: map[string]*block{}, stats: map[string]names{}, table: &Scopes{bound: map[string][]binding{}}}
	c.scopes = s
	s.keywords()
	s.declare()
	for len(s.queue) > 0 && s.work < mostWork {
		b := s.queue[0]
		s.queue = s.queue[1:]
		b.queued = false
		b.run(b.in)
	}
	all := s.work >= mostWork
	if all && c.m.Flow != nil {
		c.warn("check-cut", c.m.Flow.Pos, "", "so much leads to so much in this model that names were not followed everywhere: what nothing binds is not told")
	}
	s.noting = true
	for i, b := range s.blocks {
		if all || !b.reached {
			b.in = names{all: true}
		}
		s.running = i
		b.run(b.in)
	}
	s.running = len(s.blocks)
	c.plainSites()
	s.table.names = s.list
}

func (s *scopes) name(n string) int {
	i, ok := s.index[n]
	if !ok {
		i = len(s.list)
		s.index[n] = i
		s.list = append(s.list, n)
	}
	return i
}

func (s *scopes) of(list ...string) names {
	var n names
	for _, x := range list {
		n = n.with(s.name(x))
	}
	return n
}

func (s *scopes) block(run func(in names)) *block {
	b := &block{run: run}
	s.blocks = append(s.blocks, b)
	return b
}

// enter says that a block is run where the names of in can be bound.
func (s *scopes) enter(b *block, in names) {
	if s.noting {
		return
	}
	s.work += 1 + len(in.bits)
	if b.item {
		in = in.with(s.name("self"))
	}
	both, more := b.in.or(in)
	if b.in = both; (more || !b.reached) && !b.queued {
		b.queued = true
		s.queue = append(s.queue, b)
	}
	b.reached = true
}

// keywords collects the names that modified() tells to the modifiers of each stat.
func (s *scopes) keywords() {
	for _, p := range s.c.says.phrases {
		p.each(func(t *expr.Tree) {
			if t.Kind == expr.CallTree && t.Kids[0].Kind == expr.NameTree && t.Kids[0].Name == "modified" {
				s.told(p, t)
			}
		})
	}
}

func (s *scopes) told(p *phrase, call *expr.Tree) {
	var told names
	for _, k := range call.Kws {
		if k.Name == "" {
			told.all = true
		} else {
			told = told.with(s.name(k.Name))
			s.table.bind(k.Name, p.x.At(k.Off), -1)
		}
	}
	if len(call.Kids) > 1 && call.Kids[1].Kind == expr.ConstTree && call.Kids[1].Value.Kind() == value.Text {
		stat := call.Kids[1].Value.Text()
		s.stats[stat], _ = s.stats[stat].or(told)
		return
	}
	s.anyStat, _ = s.anyStat.or(told)
}

// modifierSees gives what a modifier of stat sees beside what it brings along.
func (s *scopes) modifierSees(stat string, own names) names {
	n, _ := own.or(s.stats[stat])
	n, _ = n.or(s.anyStat)
	return n.with(s.name("value"))
}

// note keeps a site, on the last pass.
func (s *scopes) note(x model.Expr, field, place string, u use, see names) {
	if !s.noting {
		return
	}
	if x.Given() {
		s.table.row(x.Pos, place, field, see, s.running, nil)
	}
	if src := s.c.read(x); src != nil {
		s.c.sites = append(s.c.sites, &site{phrase: src, field: field, place: place, use: u, see: see})
	}
}

// begin notes where a part of the model begins, for the expressions that it does not have yet.
func (s *scopes) begin(at diag.Pos, place string, see names) {
	if s.noting {
		s.table.row(at, place, "", see, s.running, nil)
	}
}

// bind gives in with a name that is bound at a place.
func (s *scopes) bind(in names, name string, at diag.Pos) names {
	if s.noting {
		s.table.bind(name, at, s.running)
	}
	return in.with(s.name(name))
}
