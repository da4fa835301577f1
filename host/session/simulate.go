package session

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync/atomic"

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
}

// Simulation is one that runs, or has run, beside its host.
type Simulation struct {
	Ask    Simulate
	cancel context.CancelFunc
	played atomic.Int64
	done   chan struct{} // closed at the end: then what follows holds
	result *simulate.Result
	err    error
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
	if _, err := agent.Seats(m.Program, a.Agents, seats, agent.Host{Timer: agent.Clock}); err != nil {
		return simulate.Options{}, errorf(BadParams, "agents: %v", err)
	}
	return simulate.Options{
		Games: a.Games, Players: a.Players, Seed: a.Seed, Workers: a.Workers, Requests: a.Requests, UntilCI: a.UntilCI, Limits: c.rt.machine,
		Seats: func(p *program.Program, n int) ([]drive.Player, error) {
			return agent.Seats(p, a.Agents, n, agent.Host{Timer: agent.Clock, Interrupt: ctx.Err})
		},
	}, nil
}

// Simulate plays many games and waits for the result.
func (c *Call) Simulate(m *Model, a Simulate) (_ *simulate.Result, err error) {
	defer c.rt.guard(&err)
	o, err := c.options(c.Context(), m, &a)
	if err != nil {
		return nil, err
	}
	r, err := c.rt.simulated(simulate.Run(c.Context(), o, m.Program))
	if err == nil && r.Interrupted {
		return nil, errorf(Cancelled, "the simulation was cancelled after %d games", r.Variants[0].Games)
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
	part, err := simulate.RunPart(c.Context(), o, first, m.Program)
	if err != nil && c.Context().Err() != nil {
		return nil, c.Interrupted()
	}
	if _, err := c.rt.simulated(nil, err); err != nil {
		return nil, err
	}
	part.Of = sha256.Sum256(fmt.Appendf(nil, "%x %d %q %d %v", m.Program.Hash, len(part.Sum.Seats), a.Agents, a.Requests, c.rt.machine))
	return part, nil
}

// JoinParts puts parts of one simulation together that stand one behind the other.
func (c *Call) JoinParts(b []byte) (_ *simulate.Part, err error) {
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
		} else if err := whole.Join(part); err != nil {
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
	s := &Simulation{Ask: a, cancel: cancel, done: make(chan struct{})}
	o.Progress = func(games int) { s.played.Store(int64(games)) }
	h, err := c.rt.simulations.put(s)
	if err != nil {
		cancel()
		return 0, err
	}
	rt, p := c.rt, m.Program
	go func() {
		defer close(s.done)
		defer cancel()
		defer rt.guard(&s.err)
		s.result, s.err = rt.simulated(simulate.Run(ctx, o, p))
	}()
	return h, nil
}

// Simulation finds a simulation.
func (c *Call) Simulation(h Handle) (*Simulation, error) { return c.rt.simulations.get(h) }

// Progress says how many games have been added up, and whether it is over.
func (s *Simulation) Progress() (games int, over bool) {
	select {
	case <-s.done:
		over = true
	default:
	}
	return int(s.played.Load()), over
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
