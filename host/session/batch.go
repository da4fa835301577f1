package session

import (
	"encoding/binary"
	"math"
	"sync"
	"sync/atomic"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/engine/simulate"
)

// Batch is many games of one model that are answered together. Chances are answered inside. Game i,
// begun for the r-th time, has seed number i + r·n of the batch's seed, as in a simulation.
type Batch struct {
	rt      *Runtime
	turn    chan struct{}
	seed    uint64
	start   *game.Game
	games   []*game.Game
	chance  []prng.Source
	begun   []uint32
	players int
	words   *observe.Vocabulary
	coding  *observe.Encoding // once it was asked for
	numbers [][]int32         // of the options of each game; nil: not since its last answer
	memory  []*observe.Memory // nil: nobody asks for information states

	closed, poisoned bool
}

// perWorker is how many games make it worth while to wake another thread.
const perWorker = 64

// NewBatch says how a batch begins.
type NewBatch struct {
	N, Players int
	Seed       uint64
	Info       bool           // it keeps what each seat has seen
	Known      []observe.Word // options that were listed before
}

// NewBatch makes N games, each at its first decision.
func (c *Call) NewBatch(m *Model, o NewBatch) (h Handle, b *Batch, err error) {
	defer c.rt.guard(&err)
	n := o.N
	if n < 1 {
		return 0, nil, errorf(BadParams, "n: a batch has at least one game")
	}
	if err := c.rt.batches.room(); err != nil {
		return 0, nil, err
	}
	most := c.rt.conf.Limits.BatchGames
	if int64(n) > most {
		return 0, nil, errorf(Limited, "n: batches have at most %d games together", most)
	}
	if all := c.rt.batchGames.Add(int64(n)); all > most {
		c.rt.batchGames.Add(int64(-n))
		return 0, nil, errorf(Limited, "n: batches have at most %d games together", most)
	}
	defer func() {
		if h == 0 {
			c.rt.batchGames.Add(int64(-n))
		}
	}()
	start, err := game.New(m.Program, game.Options{Players: o.Players, Limits: c.rt.machine, Record: o.Info})
	if err != nil {
		return 0, nil, errorf(BadParams, "players: %v", err)
	}
	words, err := observe.NewVocabulary(m.Program, o.Known)
	if err != nil {
		return 0, nil, errorf(BadParams, "listed: %v", err)
	}
	b = &Batch{rt: c.rt, turn: make(chan struct{}, 1), seed: o.Seed, start: start, players: start.Players(), words: words,
		games: make([]*game.Game, n), chance: make([]prng.Source, n), begun: make([]uint32, n), numbers: make([][]int32, n)}
	if o.Info {
		b.memory = make([]*observe.Memory, n)
	}
	for i := range b.games {
		b.games[i] = start.Clone()
	}
	err = b.each(b.begin)
	if err != nil {
		return 0, nil, err
	}
	if h, err = c.rt.batches.put(b); err != nil {
		return 0, nil, err
	}
	return h, b, nil
}

// Batch finds a batch and waits until it is free. Whoever gets it must call Done.
func (c *Call) Batch(h Handle) (*Batch, error) {
	b, err := c.rt.batches.get(h)
	if err != nil {
		return nil, err
	}
	select {
	case b.turn <- struct{}{}:
	default:
		select {
		case b.turn <- struct{}{}:
		case <-c.Context().Done():
			return nil, c.Interrupted()
		}
	}
	switch {
	case b.closed:
		err = errorf(NotFound, "batch %d has been closed", h)
	case b.poisoned:
		err = errorf(Poisoned, "a fault of the engine has hit batch %d before; close it", h)
	}
	if err != nil {
		<-b.turn
		return nil, err
	}
	return b, nil
}

// Done ends a call's use of a batch. Defer it: a panic poisons the batch and becomes *err.
func (b *Batch) Done(err *error) {
	if p := recover(); p != nil {
		*err = b.rt.internal(p)
		b.poisoned = true
	}
	<-b.turn
}

// Len is how many games there are, Players how many seats each has.
func (b *Batch) Len() int     { return len(b.games) }
func (b *Batch) Players() int { return b.players }

// begin answers the chances that open a game. Every copy of the start may have been asked already.
func (b *Batch) begin(i int) {
	b.chance[i] = prng.Source{Seed: simulate.SeedOf(b.seed, i+int(b.begun[i])*len(b.games))}
	b.begun[i]++
	if b.memory != nil {
		b.memory[i] = nil
	}
	b.toDecision(i)
}

func (b *Batch) toDecision(i int) {
	g, src := b.games[i], &b.chance[i]
	for g.Kind() == game.Chance {
		var pick int
		if w := g.Weights(); len(w) > 0 {
			pick = src.Weighted(w)
		} else {
			pick = src.Intn(g.Len())
		}
		if err := g.Answer(pick); err != nil {
			panic(err)
		}
	}
	b.numbers[i] = b.numbers[i][:0]
	if b.memory != nil {
		m, err := b.memory[i].Note(g)
		if err != nil {
			panic(err)
		}
		b.memory[i] = m
	}
}

// each runs do for every game, on several threads where there are many. A fault poisons the batch.
func (b *Batch) each(do func(i int)) error {
	n := len(b.games)
	workers := min(b.rt.conf.Workers, (n+perWorker-1)/perWorker)
	if workers <= 1 {
		for i := 0; i < n; i++ {
			do(i)
		}
		return nil
	}
	var wait sync.WaitGroup
	var next atomic.Int64
	var fault atomic.Pointer[Error]
	for range workers {
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					fault.Store(b.rt.internal(p))
				}
			}()
			for {
				to := int(next.Add(perWorker))
				for i := to - perWorker; i < min(to, n); i++ {
					do(i)
				}
				if to >= n {
					return
				}
			}
		})
	}
	wait.Wait()
	if e := fault.Load(); e != nil {
		b.poisoned = true
		return e
	}
	return nil
}

// Step answers every game that is not over with its option (int32, little-endian). With reset, games
// that were over before begin anew, under seeds of their own. Where one option does not fit, nothing
// changes.
func (b *Batch) Step(options []byte, reset bool) error {
	if len(options) != 4*len(b.games) {
		return errorf(BadParams, "options: %d bytes for %d games; 4 bytes each", len(options), len(b.games))
	}
	option := func(i int) int { return int(int32(binary.LittleEndian.Uint32(options[4*i:]))) }
	for i, g := range b.games {
		if k := option(i); !g.Over() && (k < 0 || k >= g.Len()) {
			return errorf(BadAnswer, "game %d: %s has options 0 to %d, not %d", i, g.Place(), g.Len()-1, k)
		}
	}
	var again []bool
	if reset {
		// A clone marks what it is made of, so that all are made by this thread.
		again = make([]bool, len(b.games))
		for i, g := range b.games {
			if again[i] = g.Over(); again[i] {
				b.games[i] = b.start.CloneInto(g)
			}
		}
	}
	return b.each(func(i int) {
		g := b.games[i]
		switch {
		case reset && again[i]:
			b.begin(i)
		case !g.Over():
			if err := g.Answer(option(i)); err != nil {
				panic(err)
			}
			b.toDecision(i)
		}
	})
}

// AppendPlayers and the others append one array of the state of all games: who must decide (int32, -1
// where the game is over), how many options there are (int32), whether the game is over (a byte: 1
// ended, 2 stopped by an error of the model), and the payoffs of all seats (float64, 0 unless ended).
func (b *Batch) AppendPlayers(dst []byte) []byte {
	for _, g := range b.games {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(int32(g.Player())))
	}
	return dst
}

func (b *Batch) AppendCounts(dst []byte) []byte {
	for _, g := range b.games {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(g.Len()))
	}
	return dst
}

func (b *Batch) AppendOver(dst []byte) []byte {
	for _, g := range b.games {
		over := byte(0)
		switch g.Kind() {
		case game.End:
			over = 1
		case game.Stopped:
			over = 2
		}
		dst = append(dst, over)
	}
	return dst
}

func (b *Batch) AppendPayoffs(dst []byte) []byte {
	for _, g := range b.games {
		pay := g.Payoffs()
		for p := 0; p < b.players; p++ {
			x := 0.0
			if pay != nil {
				x = pay[p]
			}
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(x))
		}
	}
	return dst
}

// CloseBatch forgets a batch.
func (c *Call) CloseBatch(h Handle) error {
	b, err := c.rt.batches.remove(h)
	if err != nil {
		return err
	}
	c.rt.batchGames.Add(int64(-len(b.games)))
	b.turn <- struct{}{}
	b.closed, b.games, b.start, b.memory, b.numbers = true, nil, nil, nil, nil
	<-b.turn
	return nil
}
