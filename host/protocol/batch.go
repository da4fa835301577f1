package protocol

import "github.com/astragal-engine/astragal/host/session"

var (
	keyBatch = newKey("batch")
	keyN     = newKey("n")
	keyCount = newKey("count")
	keyOver  = newKey("over")
)

func batchNew(c *call) error {
	m, err := c.Model(c.handleOf("model"))
	if err != nil {
		return err
	}
	known, err := c.listed()
	if err != nil {
		return err
	}
	h, b, err := c.NewBatch(m, session.NewBatch{N: c.int("n", 0), Players: c.int("players", 0), Seed: c.seed("seed"), Info: c.bool("info"), Known: known})
	if err != nil {
		return err
	}
	c.w.Key(keyBatch)
	c.w.Uint(uint64(h))
	c.w.Key(keyN)
	c.w.Int(int64(c.int("n", 0)))
	c.w.Key(keyPlayers)
	c.w.Int(int64(b.Players()))
	return nil
}

// withBatch runs do on the batch of the call and writes its arrays.
func (c *call) withBatch(do func(b *session.Batch) error) (err error) {
	b, err := c.Batch(c.handleOf("batch"))
	if err != nil {
		return err
	}
	defer b.Done(&err)
	if err := do(b); err != nil {
		return err
	}
	w, n := &c.w, b.Len()
	w.Key(keyPlayer)
	w.Bytes(4*n, b.AppendPlayers)
	w.Key(keyCount)
	w.Bytes(4*n, b.AppendCounts)
	w.Key(keyOver)
	w.Bytes(n, b.AppendOver)
	w.Key(keyPayoffs)
	w.Bytes(8*n*b.Players(), b.AppendPayoffs)
	return nil
}

func batchStep(c *call) error {
	switch options := c.given("options"); {
	case options && c.given("actions"):
		return badParam("actions", "and options are both there; give one")
	case !options && !c.given("actions"):
		return badParam("options", "or actions is missing")
	}
	return c.withBatch(func(b *session.Batch) error {
		if c.given("actions") {
			return b.Choose(c.arg("actions").bytes, c.bool("reset"))
		}
		return b.Step(c.arg("options").bytes, c.bool("reset"))
	})
}

func batchState(c *call) error {
	return c.withBatch(func(*session.Batch) error { return nil })
}

func batchClose(c *call) error { return c.CloseBatch(c.handleOf("batch")) }
