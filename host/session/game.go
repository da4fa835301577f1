package session

import (
	"sync/atomic"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/engine/program"
)

// Game is one game of a runtime. A call that has opened it holds it until Done.
type Game struct {
	rt     *Runtime
	prog   *program.Program
	handle Handle
	asks   bool          // chances are asked of the host
	turn   chan struct{} // holds one token while the game is in use

	s        *drive.Session // nil: it waits as bytes
	frozen   []byte
	undone   int
	used     atomic.Bool // since the warm games were last looked through
	warmAt   int         // in the list of warm games, -1: not there
	call     *Call       // that holds the game
	closed   bool
	poisoned bool

	readings  map[int]*observe.Reading // of the log, by seat
	functions *functions               // of the runtime, when it was last used
	away      atomic.Bool              // in a function of the host
}

// NewGame says how a game begins.
type NewGame struct {
	Players int
	Seed    uint64
	Asks    bool // chances are asked of the host; else the game answers them itself
}

func (r *Runtime) options(g *Game) drive.Options {
	return drive.Options{Limits: r.machine, Interrupt: g.interrupted, Hosted: g.functions.hosted, Function: g.host}
}

func (g *Game) interrupted() error {
	if g.call == nil {
		return nil
	}
	return g.call.Interrupted()
}

// open makes a game of what begin gives, held by the call.
func (c *Call) open(p *program.Program, asks bool, begin func(opts drive.Options) (*drive.Session, error)) (_ *Game, err error) {
	if err := c.rt.games.room(); err != nil {
		return nil, err
	}
	g := &Game{rt: c.rt, prog: p, asks: asks, turn: make(chan struct{}, 1), warmAt: -1, call: c, functions: c.rt.functions.Load()}
	g.turn <- struct{}{}
	opened := false
	defer func() {
		if !opened {
			g.release()
		}
	}()
	defer c.rt.guard(&err)
	if g.s, err = begin(c.rt.options(g)); err != nil {
		return nil, err
	}
	if n := g.s.CanUndo(); int64(n) > c.rt.conf.Limits.Answers {
		return nil, errorf(Limited, "the game has had %d answers, more than the limit", n)
	}
	if err := g.settle(); err != nil {
		return nil, err
	}
	if g.handle, err = c.rt.games.put(g); err != nil {
		return nil, err
	}
	opened = true
	c.rt.warm.add(g)
	return g, nil
}

// NewGame starts a game and runs it to its first request. Whoever gets it must call Done.
func (c *Call) NewGame(m *Model, o NewGame) (*Game, error) {
	return c.open(m.Program, o.Asks, func(opts drive.Options) (*drive.Session, error) {
		opts.Players, opts.Seed = o.Players, o.Seed
		s, err := drive.New(m.Program, opts)
		if err != nil {
			return nil, wrongParam("players", err)
		}
		return s, nil
	})
}

// Game finds a game and waits until it is free. Whoever gets it must call Done.
func (c *Call) Game(h Handle) (*Game, error) {
	g, err := c.hold(h)
	if err != nil {
		return nil, err
	}
	if g.poisoned {
		err = errorf(Poisoned, "a fault of the engine has hit game %d before; close it", h)
	} else if g.s == nil {
		err = g.thaw()
	}
	if err != nil {
		g.release()
		return nil, err
	}
	g.learn()
	if !g.used.Load() {
		g.used.Store(true)
	}
	return g, nil
}

// hold waits until a game is free, in whatever state it is.
func (c *Call) hold(h Handle) (*Game, error) {
	g, err := c.rt.games.get(h)
	if err != nil {
		return nil, err
	}
	select {
	case g.turn <- struct{}{}:
	default:
		if g.away.Load() {
			return nil, errorf(Busy, "game %d waits for a function of the host", h)
		}
		select {
		case g.turn <- struct{}{}:
		case <-c.Context().Done():
			return nil, c.Interrupted()
		}
	}
	g.call = c
	if g.closed {
		g.release()
		return nil, errorf(NotFound, "game %d has been closed", h)
	}
	return g, nil
}

func (g *Game) release() {
	g.call = nil
	<-g.turn
}

// Done ends a call's use of a game. Defer it: a panic poisons the game and becomes *err.
func (g *Game) Done(err *error) {
	if p := recover(); p != nil {
		*err = g.rt.internal(p)
		g.poison()
	} else if g.s != nil {
		g.s.Game().Rest()
	}
	g.release()
}

// Probe runs the probe of the configuration.
func (g *Game) Probe() {
	if g.rt.conf.Probe != nil {
		g.rt.conf.Probe(g.handle)
	}
}

func (g *Game) poison() {
	g.poisoned, g.s, g.frozen = true, nil, nil
	g.rt.warm.remove(g)
}

// settle answers chances where that is the game's own affair, and sees to faults of the engine.
func (g *Game) settle() error {
	for !g.asks && g.s.Game().Kind() == game.Chance {
		if _, err := g.s.Draw(); err != nil {
			return err
		}
	}
	if e := g.s.Game().Err(); e != nil && e.Kind == "internal" {
		g.rt.fault(e.Message + "\n" + e.Stack)
		g.poison()
		return &Error{Code: Internal, Message: e.Message, At: e.Pos}
	}
	return nil
}

// Handle names the game; Session is what is played. Answer it through the Game.
func (g *Game) Handle() Handle          { return g.handle }
func (g *Game) Session() *drive.Session { return g.s }

func (g *Game) ready(what string) error {
	m := g.s.Game()
	if m.Over() {
		return errorf(GameOver, "the game is over (%s): it takes no %s", m.Kind(), what)
	}
	if int64(g.s.CanUndo()) >= g.rt.conf.Limits.Answers {
		return errorf(Limited, "the game has had %d answers: it takes no more", g.s.CanUndo())
	}
	return nil
}

// Answer takes an option of the current question.
func (g *Game) Answer(option int) error {
	if err := g.ready("answer"); err != nil {
		return err
	}
	if err := g.s.Answer(option); err != nil {
		return wrong(BadAnswer, err)
	}
	return g.settle()
}

// AnswerFor answers the open question of one seat.
func (g *Game) AnswerFor(seat, option int) error {
	if err := g.ready("answer"); err != nil {
		return err
	}
	if err := g.s.AnswerFor(seat, option); err != nil {
		return wrong(BadAnswer, err)
	}
	return g.settle()
}

// Find gives the first option with a label, of the current question or (seat from 0) of a seat's.
func (g *Game) Find(label string, seat int) (int, error) {
	m := g.s.Game()
	if err := g.ready("answer"); err != nil {
		return 0, err
	}
	if seat < 0 || seat == m.Player() {
		for i := 0; i < m.Len(); i++ {
			if m.OptionLabel(i) == label {
				return i, nil
			}
		}
		return 0, errorf(BadAnswer, "%s has no option '%s'", m.Place(), label)
	}
	for _, r := range m.Requests() {
		if r.Player == seat {
			for i := range r.Options {
				if r.Options[i].Label == label {
					return i, nil
				}
			}
			return 0, errorf(BadAnswer, "%s has no option '%s'", m.Place(), label)
		}
	}
	return 0, errorf(BadAnswer, "player %d is not asked now", seat)
}

// Play lets agents answer until a seat must decide (-1: none), the game is over, or after so many
// answers. It gives their number.
func (g *Game) Play(agents string, untilSeat, limit int) (int, error) {
	players, err := agent.Seats(g.prog, agents, g.s.Game().Players(), agent.Host{Workers: g.rt.conf.Workers, Timer: agent.Clock, Interrupt: g.call.Interrupted})
	if err != nil {
		return 0, errorf(BadParams, "agents: %v", err)
	}
	n := 0
	for ; n < limit; n++ {
		m := g.s.Game()
		if m.Over() || m.Kind() == game.Decision && m.Player() == untilSeat {
			break
		}
		if err := g.ready("answer"); err != nil {
			return n, err
		}
		if err := g.call.Interrupted(); err != nil {
			return n, err
		}
		if m.Kind() == game.Chance {
			_, err = g.s.Draw()
		} else {
			_, err = g.s.Ask(players[m.Player()])
		}
		if err != nil {
			return n, wrong(ModelError, err)
		}
	}
	return n, g.settle()
}

// NextGame starts the next game of a campaign.
func (g *Game) NextGame() error {
	if int64(g.s.CanUndo()) >= g.rt.conf.Limits.Answers {
		return errorf(Limited, "the game has had %d answers: it takes no more", g.s.CanUndo())
	}
	g.readings = nil
	if err := g.s.NextGame(); err != nil {
		return wrong(BadAnswer, err)
	}
	return g.settle()
}

// Clone makes an independent game at the same point, and gives its handle.
func (g *Game) Clone() (Handle, error) {
	c, err := g.call.open(g.prog, g.asks, func(opts drive.Options) (*drive.Session, error) {
		s := g.s.Clone()
		s.SetInterrupt(opts.Interrupt)
		s.SetFunction(opts.Hosted, opts.Function)
		return s, nil
	})
	if err != nil {
		return 0, err
	}
	defer c.Done(&err)
	return c.handle, nil
}

// Restore makes a game of a snapshot, Replay of a record. Whoever gets it must call Done.
func (c *Call) Restore(m *Model, data []byte, asks bool) (*Game, error) {
	return c.open(m.Program, asks, func(opts drive.Options) (*drive.Session, error) {
		s, err := drive.Restore(m.Program, data, opts)
		if err != nil {
			return nil, wrongParam("data", err)
		}
		return s, nil
	})
}

func (c *Call) Replay(m *Model, r *drive.Record, asks bool) (*Game, error) {
	if n := int64(len(r.Answers)); n > c.rt.conf.Limits.Answers {
		return nil, errorf(Limited, "the record has %d answers, more than the limit", n)
	}
	return c.open(m.Program, asks, func(opts drive.Options) (*drive.Session, error) {
		s, err := drive.Replay(m.Program, r, opts)
		if err != nil {
			return nil, wrongParam("record", err)
		}
		return s, nil
	})
}

// CloseGame forgets a game, a poisoned one too.
func (c *Call) CloseGame(h Handle) error {
	g, err := c.hold(h)
	if err != nil {
		return err
	}
	defer g.release()
	g.closed, g.s, g.frozen = true, nil, nil // whoever waits finds it closed
	c.rt.warm.remove(g)
	_, err = c.rt.games.remove(h)
	return err
}
