package protocol

import (
	"github.com/astragal-engine/astragal/engine/simulate"
	"github.com/astragal-engine/astragal/host/session"
)

var (
	keySimulation  = newKey("simulation")
	keyDone        = newKey("done")
	keyFinished    = newKey("finished")
	keyStopped     = newKey("stopped")
	keyCut         = newKey("cut")
	keyRequests    = newKey("requests")
	keyReasons     = newKey("reasons")
	keySeats       = newKey("seats")
	keyPayoff      = newKey("payoff")
	keyWins        = newKey("wins")
	keyWinRate     = newKey("win_rate")
	keyStops       = newKey("stops")
	keySeed        = newKey("seed")
	keyMean        = newKey("mean")
	keyLow         = newKey("low")
	keyHigh        = newKey("high")
	keyInterrupted = newKey("interrupted")
	keyPart        = newKey("part")
)

// simulated reads what is to be played.
func (c *call) simulated() session.Simulate {
	return session.Simulate{
		Games: c.int("games", 0), Players: c.int("players", 0), Workers: c.int("workers", 0), Requests: c.int("requests", 0),
		Seed: c.seed("seed"), Agents: c.text("agents"), UntilCI: c.arg("until_ci").f,
	}
}

func simulateRun(c *call) error {
	m, err := c.Model(c.handleOf("model"))
	if err != nil {
		return err
	}
	a := c.simulated()
	if c.given("wait") && !c.bool("wait") {
		h, err := c.StartSimulation(m, a)
		if err != nil {
			return err
		}
		c.w.Key(keySimulation)
		c.w.Uint(uint64(h))
		return nil
	}
	r, err := c.Simulate(m, a)
	if err != nil {
		return err
	}
	c.w.Key(keyResult)
	c.w.tally(r.Variants[0], a.Seed, r.Interrupted)
	return nil
}

func simulatePart(c *call) error {
	m, err := c.Model(c.handleOf("model"))
	if err != nil {
		return err
	}
	part, err := c.SimulatePart(m, c.simulated(), c.int("first", 0))
	if err != nil {
		return err
	}
	c.w.part(part)
	return nil
}

func simulateJoin(c *call) error {
	part, err := c.JoinParts(c.arg("parts").bytes)
	if err != nil {
		return err
	}
	c.w.part(part)
	c.w.Key(keyResult)
	c.w.tally(part.Sum, part.Seed, false)
	return nil
}

func (w *writer) part(p *simulate.Part) {
	b := p.Append(nil)
	w.Key(keyPart)
	w.Bytes(len(b), func(to []byte) []byte { return append(to, b...) })
}

func (c *call) simulation() (*session.Simulation, error) {
	return c.Simulation(c.handleOf("simulation"))
}

func simulateProgress(c *call) error {
	s, err := c.simulation()
	if err != nil {
		return err
	}
	played, over := s.Progress()
	c.w.Key(keyDone)
	c.w.Int(int64(played))
	c.w.Key(keyGames)
	c.w.Int(int64(s.Ask.Games))
	c.w.Key(keyFinished)
	c.w.Bool(over)
	return nil
}

func simulateResult(c *call) error {
	s, err := c.simulation()
	if err != nil {
		return err
	}
	r, err := c.Result(s)
	if err != nil {
		return err
	}
	c.w.Key(keyResult)
	c.w.tally(r.Variants[0], s.Ask.Seed, r.Interrupted)
	return nil
}

func simulateCancel(c *call) error {
	s, err := c.simulation()
	if err != nil {
		return err
	}
	s.Cancel()
	return simulateResult(c)
}

func simulateClose(c *call) error { return c.CloseSimulation(c.handleOf("simulation")) }

// tally writes what a simulation came to.
func (w *writer) tally(t *simulate.Tally, seed uint64, interrupted bool) {
	w.Map()
	w.Key(keySeed)
	w.Uint(seed)
	w.Key(keyInterrupted)
	w.Bool(interrupted)
	d := t.Data()
	w.count(keyGames, d.Games)
	w.count(keyFinished, d.Finished)
	w.count(keyStopped, d.Stopped)
	w.count(keyCut, d.Cut)
	w.Key(keyRequests)
	w.interval(&d.Requests)
	w.reasons(d.Reasons)
	w.seats(d.Seats)
	w.Key(keyStops)
	stops := d.Stops[:min(len(d.Stops), maxDiagnostics)]
	w.List(len(stops))
	for _, x := range stops {
		w.Map()
		w.Key(keyError)
		w.Text(x.Error)
		w.Key(keyGames)
		w.Int(int64(x.Games))
		w.Key(keySeed)
		w.Uint(x.Seed)
		w.EndMap()
	}
	w.EndList()
	w.EndMap()
}
