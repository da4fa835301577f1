package session

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/simulate"
)

// Simulate says what a simulation plays.
type Simulate struct {
	Games, Players, Workers, Requests int
	Seed                              uint64
	Agents                            string
	UntilCI                           float64
	Actions                           bool

	// Compare plays the same games of another model (nil: of none, or where CompareAgents are named of
	// the same one) and with other agents ("": the same).
	Compare       *Model
	CompareAgents string
	// Resume goes on where the bytes of another simulation end; Save makes such bytes.
	Resume []byte
	Save   bool
}

// programs are what is played: one, or two to be compared.
func (a *Simulate) programs(m *Model) []*program.Program {
	switch {
	case a.Compare != nil:
		return []*program.Program{m.Program, a.Compare.Program}
	case a.CompareAgents != "":
		return []*program.Program{m.Program, m.Program}
	}
	return []*program.Program{m.Program}
}

// Simulation is one that runs, or has run, beside its host.
type Simulation struct {
	Ask      Simulate
	cancel   context.CancelFunc
	begun    time.Time
	had      int // games that were there before
	played   atomic.Int64
	expected atomic.Int64
	done     chan struct{} // closed at the end: then what follows holds
	result   *simulate.Result
	err      error
}

// usualRequests is after how many a game is given up.
const usualRequests = 5000

// options of a simulation that runs until ctx ends.
func (c *Call) options(ctx context.Context, m *Model, a *Simulate) (simulate.Options, error) {
	limits := c.rt.conf.Limits
	switch {
	case a.Games < 1:
		return simulate.Options{}, errorf(BadParams, "games: %d games cannot be played", a.Games)
	case int64(a.Games) > limits.Played:
		return simulate.Options{}, errorf(Limited, "games: at most %d games at once", limits.Played)
	case a.Requests < 0 || int64(a.Requests) > limits.Answers:
		return simulate.Options{}, errorf(Limited, "requests: from 1 to %d", limits.Answers)
	case a.UntilCI < 0:
		return simulate.Options{}, errorf(BadParams, "until_ci must not be below 0")
	case a.Workers < 0:
		return simulate.Options{}, errorf(BadParams, "workers must not be below 0")
	case a.Players != 0 && (a.Players < m.Program.MinPlayers || a.Players > m.Program.MaxPlayers):
		return simulate.Options{}, errorf(BadParams, "players: %s takes %d to %d players, not %d", m.Program.Name, m.Program.MinPlayers, m.Program.MaxPlayers, a.Players)
	}
	if a.Requests == 0 {
		a.Requests = int(min(usualRequests, limits.Answers))
	}
	if a.Agents == "" {
		a.Agents = "random"
	}
	if a.Workers == 0 || a.Workers > c.rt.conf.Workers {
		a.Workers = c.rt.conf.Workers
	}
	seats := max(a.Players, 0)
	if seats == 0 {
		seats = m.Program.DefPlayers
	}
	who := [2]string{a.Agents, a.CompareAgents}
	if who[1] == "" {
		who[1] = who[0]
	}
	for i, p := range a.programs(m) {
		if _, err := agent.Seats(p, who[i], seats, agent.Host{Timer: agent.Clock}); err != nil {
			return simulate.Options{}, errorf(BadParams, "%s: %v", []string{"agents", "compare_agents"}[i], err)
		}
	}
	host := agent.Host{Timer: agent.Clock, Interrupt: ctx.Err}
	o := simulate.Options{
		Games: a.Games, Players: a.Players, Seed: a.Seed, Workers: a.Workers, Requests: a.Requests, UntilCI: a.UntilCI, Limits: c.rt.machine, Actions: a.Actions,
		Seats:    func(p *program.Program, n int) ([]drive.Player, error) { return agent.Seats(p, who[0], n, host) },
		Compared: func(p *program.Program, n int) ([]drive.Player, error) { return agent.Seats(p, who[1], n, host) },
		Who:      who[0] + "\n" + who[1], Keep: a.Save,
	}
	if len(a.Resume) > 0 {
		save, err := simulate.ReadSave(a.Resume)
		if err != nil {
			return simulate.Options{}, errorf(BadParams, "resume: %v", err)
		}
		o.From = save
	}
	return o, nil
}

// Simulate plays many games and waits for the result.
func (c *Call) Simulate(m *Model, a Simulate) (_ *simulate.Result, err error) {
	defer c.rt.guard(&err)
	o, err := c.options(c.Context(), m, &a)
	if err != nil {
		return nil, err
	}
	r, err := c.rt.simulated(simulate.Run(c.Context(), o, a.programs(m)...))
	if err == nil && r.Interrupted {
		return nil, errorf(Cancelled, "the simulation was cancelled after %d games", r.Games())
	}
	return r, err
}

// SimulatePart plays games of a simulation from game first on, to be joined with the others.
func (c *Call) SimulatePart(m *Model, a Simulate, first int) (_ *simulate.Part, err error) {
	defer c.rt.guard(&err)
	o, err := c.options(c.Context(), m, &a)
	if err != nil {
		return nil, err
	}
	part, err := simulate.RunPart(c.Context(), o, first, a.programs(m)...)
	if err != nil && c.Context().Err() != nil {
		return nil, c.Interrupted()
	}
	if _, err := c.rt.simulated(nil, err); err != nil {
		return nil, err
	}
	return part, nil
}

// JoinParts puts parts of one simulation together that stand one behind the other; with a width above 0 no
// more of them than it takes until the intervals are no wider.
func (c *Call) JoinParts(b []byte, width float64) (_ *simulate.Part, err error) {
	defer c.rt.guard(&err)
	var whole *simulate.Part
	for whole == nil || len(b) > 0 {
		part, rest, err := simulate.ReadPart(b)
		if err != nil {
			return nil, errorf(BadParams, "parts: %v", err)
		}
		b = rest
		if whole == nil {
			whole = part
		} else if err := whole.Join(part, width); err != nil {
			return nil, errorf(BadParams, "parts: %v", err)
		}
		if err := c.Interrupted(); err != nil {
			return nil, err
		}
	}
	return whole, nil
}

func (r *Runtime) simulated(result *simulate.Result, err error) (*simulate.Result, error) {
	var fault *simulate.Fault
	if errors.As(err, &fault) {
		r.fault(fault.Error() + "\n" + string(fault.Stack))
		return nil, errorf(Internal, "%v", fault)
	}
	if err != nil {
		return nil, errorf(BadParams, "%v", err)
	}
	return result, nil
}

// StartSimulation plays many games while the host goes on.
func (c *Call) StartSimulation(m *Model, a Simulate) (Handle, error) {
	ctx, cancel := context.WithCancel(c.rt.ctx)
	o, err := c.options(ctx, m, &a)
	if err != nil {
		cancel()
		return 0, err
	}
	s := &Simulation{Ask: a, cancel: cancel, done: make(chan struct{}), begun: time.Now()}
	s.expected.Store(int64(a.Games))
	if o.From != nil {
		s.had = o.From.Games()
	}
	o.Progress = func(games, expected int) {
		s.played.Store(int64(games))
		s.expected.Store(int64(expected))
	}
	h, err := c.rt.simulations.put(s)
	if err != nil {
		cancel()
		return 0, err
	}
	rt, programs := c.rt, a.programs(m)
	go func() {
		defer close(s.done)
		defer cancel()
		defer rt.guard(&s.err)
		s.result, s.err = rt.simulated(simulate.Run(ctx, o, programs...))
	}()
	return h, nil
}

// Simulation finds a simulation.
func (c *Call) Simulation(h Handle) (*Simulation, error) { return c.rt.simulations.get(h) }

// Progress is how far a simulation is.
type Progress struct {
	Games    int // that have been added up
	Expected int // how many it takes, as far as is known
	Over     bool
	Left     float64 // seconds, by the time it has taken so far; -1: not known yet
}

func (s *Simulation) Progress() Progress {
	p := Progress{Left: -1}
	select {
	case <-s.done:
		p.Over = true
	default:
	}
	p.Games, p.Expected = int(s.played.Load()), int(s.expected.Load())
	switch {
	case p.Over:
		p.Left = 0
	case p.Games > s.had:
		p.Left = time.Since(s.begun).Seconds() / float64(p.Games-s.had) * float64(p.Expected-p.Games)
	}
	return p
}

// Result waits for the end. Of a simulation that was cancelled it gives what there is.
func (c *Call) Result(s *Simulation) (*simulate.Result, error) {
	select {
	case <-s.done:
	default:
		select {
		case <-s.done:
		case <-c.Context().Done():
			return nil, c.Interrupted()
		}
	}
	return s.result, s.err
}

// Cancel ends a simulation early; Result says what it came to.
func (s *Simulation) Cancel() { s.cancel() }

// CloseSimulation ends and forgets a simulation.
func (c *Call) CloseSimulation(h Handle) error {
	s, err := c.rt.simulations.remove(h)
	if err == nil {
		s.cancel()
	}
	return err
}
