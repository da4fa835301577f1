package protocol

import (
	"github.com/astragal-engine/astragal/engine/chart"
	"github.com/astragal-engine/astragal/engine/diagram"
	"github.com/astragal-engine/astragal/engine/simulate"
	"github.com/astragal-engine/astragal/host/session"
)

var (
	keySimulation = newKey("simulation")
	keyDone       = newKey("done")
	keyExpected   = newKey("expected")
	keyLeft       = newKey("seconds_left")
	keyPart       = newKey("part")
	keyEnough     = newKey("enough")
	keySave       = newKey("save")
	keyChart      = newKey("chart")
	keyCompared   = newKey("compared")
	keyDifference = newKey("difference")
)

// simulated reads what is to be played.
func (c *call) simulated() (session.Simulate, error) {
	a := session.Simulate{
		Games: c.int("games", 0), Players: c.int("players", 0), Workers: c.int("workers", 0), Requests: c.int("requests", 0),
		Seed: c.seed("seed"), Agents: c.text("agents"), UntilCI: c.arg("until_ci").f, Actions: c.bool("actions"),
		CompareAgents: c.text("compare_agents"), Resume: c.arg("resume").bytes, Save: c.bool("save"),
	}
	if c.given("compare") {
		m, err := c.Model(c.handleOf("compare"))
		if err != nil {
			return a, err
		}
		a.Compare = m
	}
	return a, nil
}

func simulateRun(c *call) error {
	m, err := c.Model(c.handleOf("model"))
	if err != nil {
		return err
	}
	a, err := c.simulated()
	if err != nil {
		return err
	}
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
	return c.played(r, a.Seed)
}

func simulatePart(c *call) error {
	m, err := c.Model(c.handleOf("model"))
	if err != nil {
		return err
	}
	a, err := c.simulated()
	if err != nil {
		return err
	}
	part, err := c.SimulatePart(m, a, c.int("first", 0))
	if err != nil {
		return err
	}
	c.w.part(part)
	return nil
}

func simulateJoin(c *call) error {
	width := c.arg("until_ci").f
	part, err := c.JoinParts(c.arg("parts").bytes, width)
	if err != nil {
		return err
	}
	c.w.part(part)
	c.w.Key(keyEnough)
	c.w.Bool(part.Enough(width))
	return c.played(part.Sum, part.Seed)
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
	p := s.Progress()
	c.w.count(keyDone, p.Games)
	c.w.count(keyGames, s.Ask.Games)
	c.w.count(keyExpected, p.Expected)
	c.w.Key(keyLeft)
	if p.Left < 0 {
		c.w.Nil()
	} else {
		c.w.Float(p.Left)
	}
	c.w.Key(keyFinished)
	c.w.Bool(p.Over)
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
	return c.played(r, s.Ask.Seed)
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

// played writes what a simulation came to.
func (c *call) played(r *simulate.Result, seed uint64) error {
	theme := diagram.Theme(c.text("chart"))
	if theme != "" && !theme.Known() {
		return badParam("chart", "is '%s'; there are light, dark and auto", clip([]byte(theme)))
	}
	c.w.Key(keyResult)
	c.w.tally(r.Variants[0], seed, r.Interrupted)
	if len(r.Variants) == 2 {
		c.w.Key(keyCompared)
		c.w.tally(r.Variants[1], seed, r.Interrupted)
		c.w.Key(keyDifference)
		c.w.difference(r.Difference())
	}
	if theme != "" {
		c.w.Key(keyChart)
		c.w.Text(string(chart.SVG(r, [2]string{"model", "compared"}, theme)))
	}
	if save := r.Save(); save != nil {
		b := save.Append(nil)
		c.w.Key(keySave)
		c.w.Bytes(len(b), func(to []byte) []byte { return append(to, b...) })
	}
	return nil
}
