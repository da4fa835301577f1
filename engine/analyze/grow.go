package analyze

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/engine/program"
)

// TreeOptions say which tree is built.
type TreeOptions struct {
	Players int
	Agents  []drive.Player // by seat; nil: nobody is asked
	Fold    bool           // put histories of one position together even where there are secrets
	Named   bool           // keep the sets of a folded tree too
	Nodes   int            // at most; 0: a million
	Bytes   int64          // of memory, about, at most; 0: 1 GiB
	Limits  game.Limits
}

const (
	defaultNodes = 1_000_000
	defaultBytes = 1 << 30
	mostNodes    = 100_000_000
	maxRequests  = 100_000 // of one game
	levelBytes   = 16 << 10
)

// Limit is a tree that is too large: how far it was built when it had to end.
type Limit struct {
	What  string // what there was too much of
	Nodes int    // met so far
	Depth int    // requests of the longest way so far
}

func (l *Limit) Error() string {
	return fmt.Sprintf("%s: %d were met, on ways of up to %d requests", l.What, l.Nodes, l.Depth)
}

// Build walks the whole tree of a game. Errors are those of the options, a *Limit where the tree is too
// large or the context ends on the way, and what keeps a game from being analysed.
func Build(ctx context.Context, p *program.Program, o TreeOptions) (*Tree, error) {
	if o.Nodes == 0 {
		o.Nodes = defaultNodes
	}
	if o.Bytes == 0 {
		o.Bytes = defaultBytes
	}
	if o.Nodes < 1 || o.Nodes > mostNodes {
		return nil, fmt.Errorf("the limit must be from 1 to %d nodes, not %d", mostNodes, o.Nodes)
	}
	folded := o.Fold || !p.Secret
	g, err := game.New(p, game.Options{Players: o.Players, Record: true, Limits: o.Limits})
	if err != nil {
		return nil, err
	}
	if o.Agents != nil && len(o.Agents) != g.Players() {
		return nil, fmt.Errorf("%d agents are given for %d seats", len(o.Agents), g.Players())
	}
	t := &Tree{Program: p, Players: g.Players(), Folded: folded, Recall: true, picks: o.Agents != nil}
	b := &builder{Tree: t, ctx: ctx, o: &o, sets: map[Key]int32{}, at: map[Key]int32{}, stops: map[string]int32{}}
	at := b.level(0)
	b.pass(at, at, g, 0, &t.first)
	if _, err := b.visit(g, 0); err != nil {
		return nil, err
	}
	t.Peeks = t.peeks()
	return t, nil
}

type builder struct {
	*Tree
	ctx    context.Context
	o      *TreeOptions
	sets   map[Key]int32
	at     map[Key]int32 // the node of a position; of one that is being built ^depth
	stops  map[string]int32
	levels []*level
	deep   int
	bytes  int64
	buf    []byte
}

// level is what is known on the way to a node of that depth, and memory for what lies below it.
type level struct {
	seen  []Key // by seat: all it observed
	did   []Key // by seat: its decisions
	turns []int
	edges []edge
	probs []float64
	spare *game.Game
	back  []int // answers that lead back to the node that is built here
}

func (b *builder) level(n int) *level {
	for n >= len(b.levels) {
		b.bytes += levelBytes
		b.levels = append(b.levels, &level{seen: make([]Key, b.Players), did: make([]Key, b.Players), turns: make([]int, b.Players)})
	}
	return b.levels[n]
}

// pass goes one level down, over what the log of g says from an entry on.
func (b *builder) pass(from, to *level, g *game.Game, logged int, e *edge) {
	for _, l := range g.LogSince(logged) {
		switch {
		case l.Kind == game.Automatic && l.Choice && e.options < math.MaxUint16:
			e.options++
		case l.Kind == game.Automatic && !l.Choice && e.actions < math.MaxUint16:
			e.actions++
		}
	}
	if b.Folded {
		return
	}
	copy(to.did, from.did)
	copy(to.turns, from.turns)
	for seat := range to.seen {
		to.seen[seat] = from.seen[seat]
		b.buf = observe.Lines(g, seat, logged, b.buf[:0])
		for rest := b.buf; len(rest) > 0; {
			end := 1
			for rest[end-1] != '\n' {
				end++
			}
			to.seen[seat] = b.chain(to.seen[seat], rest[:end])
			rest = rest[end:]
		}
	}
}

func (b *builder) chain(k Key, text []byte) Key {
	h := sha256.New()
	h.Write(k[:])
	h.Write(text)
	var sum [sha256.Size]byte
	return Key(h.Sum(sum[:0])[:len(k)])
}

// visit builds what is below g and then its node, and gives its number.
func (b *builder) visit(g *game.Game, depth int) (int32, error) {
	if err := b.enough(depth); err != nil {
		return 0, err
	}
	var key Key
	if b.Folded {
		b.buf = g.Position(b.buf[:0])
		key = b.chain(Key{}, b.buf)
		if i, ok := b.at[key]; ok {
			return i, nil
		}
		b.at[key] = ^int32(depth)
		b.bytes += 48
	}
	x := node{kind: g.Kind(), player: -1, item: -1, pick: -1, n: int32(g.Len())}
	var err error
	switch x.kind {
	case game.End:
		x.item = int32(len(b.payoffs) / b.Players)
		b.payoffs = append(b.payoffs, g.Payoffs()...)
		b.bytes += int64(8 * b.Players)
	case game.Stopped:
		x.item = b.stopped(g.Err().Error())
	case game.Call:
		err = fmt.Errorf("the model calls code outside at %s, which cannot be analysed", g.Place())
	case game.Decision:
		x.player = int8(g.Player())
		if err = b.ask(g, &x); err == nil {
			err = b.set(g, &x, key, b.level(depth))
		}
	}
	if err == nil && x.n > 0 {
		err = b.below(g, &x, depth)
	}
	if err != nil {
		return 0, err
	}
	i := int32(len(b.nodes))
	b.nodes = append(b.nodes, x)
	b.bytes += 24
	l := b.level(depth)
	for _, at := range l.back {
		b.edges[at].to, b.Cyclic = i, true
	}
	l.back = l.back[:0]
	if b.Folded {
		b.at[key] = i
	}
	if x.kind == game.Decision && x.item >= 0 {
		s := &b.Sets[x.item]
		s.nodes = append(s.nodes, i)
	}
	return i, nil
}

// below builds what follows each option. It uses g up.
func (b *builder) below(g *game.Game, x *node, depth int) error {
	l, next := b.level(depth), b.level(depth+1)
	n := g.Len()
	l.probs = append(l.probs[:0], g.Weights()...)
	for i := len(l.probs); i < n; i++ {
		p := 0.0
		if x.kind == game.Chance {
			p = 1 / float64(n)
		}
		l.probs = append(l.probs, p)
	}
	l.edges = l.edges[:0]
	for i := range n {
		child := g
		if i < n-1 {
			l.spare = g.CloneInto(l.spare)
			child = l.spare
		}
		logged := g.LogLen()
		if err := child.Answer(i); err != nil {
			return err
		}
		var e edge
		b.pass(l, next, child, logged, &e)
		if x.kind == game.Decision && !b.Folded {
			p := x.player
			did := binary.LittleEndian.AppendUint32(b.Sets[x.item].Key[:], uint32(i))
			next.did[p], next.turns[p] = b.chain(l.did[p], did), l.turns[p]+1
		}
		to, err := b.visit(child, depth+1)
		if err != nil {
			return err
		}
		e.to = to
		l.edges = append(l.edges, e)
	}
	x.edges = int32(len(b.edges))
	for i, e := range l.edges {
		if e.to < 0 {
			up := b.level(int(^e.to))
			up.back = append(up.back, len(b.edges)+i)
		}
	}
	b.edges = append(b.edges, l.edges...)
	b.chances = append(b.chances, l.probs...)
	b.bytes += int64(n) * 16
	return nil
}

// enough says why there is to be no other node.
func (b *builder) enough(depth int) error {
	b.deep = max(b.deep, depth)
	reached := func(format string, args ...any) error {
		return &Limit{fmt.Sprintf(format, args...), len(b.nodes) + depth, b.deep}
	}
	switch {
	case len(b.nodes)+depth >= b.o.Nodes:
		return reached("the tree has more than %d nodes", b.o.Nodes)
	case len(b.edges) > math.MaxInt32/2:
		return reached("the nodes of the tree have more than %d answers", math.MaxInt32/2)
	case b.bytes > b.o.Bytes:
		return reached("the nodes of the tree take more than %d MiB", b.o.Bytes>>20)
	case depth > maxRequests:
		return reached("the tree has nodes behind more than %d requests", maxRequests)
	case b.ctx.Err() != nil:
		return reached("the time is up before all nodes of the tree are known")
	}
	return nil
}

func (b *builder) stopped(text string) int32 {
	i, ok := b.stops[text]
	if !ok {
		i = int32(len(b.Errors))
		b.stops[text] = i
		b.Errors = append(b.Errors, text)
	}
	return i
}

// ask notes what the agent of the seat does here.
func (b *builder) ask(g *game.Game, x *node) error {
	if b.o.Agents == nil {
		return nil
	}
	agent := b.o.Agents[x.player]
	if _, ok := agent.(drive.Random); ok || agent == nil {
		return nil
	}
	var src prng.Source
	i, err := agent.Choose(g, &src)
	if err != nil {
		return err
	}
	if src.Index > 0 {
		return fmt.Errorf("the agent of player %d draws numbers, so how likely its choices are is not known", x.player)
	}
	x.pick = int32(i)
	return nil
}
