package protocol

import (
	"encoding/json"
	"fmt"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/engine/value"
	"github.com/astragal-engine/astragal/host/session"
)

var (
	keyGame    = newKey("game")
	keyAnswers = newKey("answers")
	keyLabel   = newKey("label")
	keyItem    = newKey("item")
	keyPool    = newKey("pool")
	keyChosen  = newKey("chosen")
	keyGameNo  = newKey("game_no")
	keyValue   = newKey("value")
	keyUID     = newKey("uid")
	keyEvents  = newKey("events")
	keyNext    = newKey("next")
	keyWhat    = newKey("what")
	keyData    = newKey("data")
	keyRecord  = newKey("record")
)

// with runs do on the game of the call, which nobody else uses meanwhile.
func (c *call) with(do func(c *call, g *session.Game) error) (err error) {
	g, err := c.Game(c.handleOf("game"))
	if err != nil {
		return err
	}
	defer g.Done(&err)
	g.Probe()
	return do(c, g)
}

// ask writes what a game waits for, once it has done something.
func (c *call) ask(g *session.Game, err error) error {
	if err != nil {
		return err
	}
	c.w.Key(keyRequest)
	c.w.request(g.Session().Game())
	return nil
}

// begun writes a new game with its request.
func (c *call) begun(g *session.Game, failed error) (err error) {
	if failed != nil {
		return failed
	}
	defer g.Done(&err)
	c.w.Key(keyGame)
	c.w.Uint(uint64(g.Handle()))
	return c.ask(g, nil)
}

// asks reads who answers chances.
func (c *call) asks() (bool, error) {
	switch how := c.text("chance"); how {
	case "", "seed":
		return false, nil
	case "ask":
		return true, nil
	default:
		return false, badParam("chance", "is '%s'; there are seed and ask", clip([]byte(how)))
	}
}

func gameNew(c *call) error {
	m, err := c.Model(c.handleOf("model"))
	if err != nil {
		return err
	}
	asks, err := c.asks()
	if err != nil {
		return err
	}
	players, err := c.atLeast("players", 1, 0)
	if err != nil && c.given("players") {
		return err
	}
	return c.begun(c.NewGame(m, session.NewGame{Players: players, Seed: c.seed("seed"), Asks: asks}))
}

func gameRequest(c *call) error {
	return c.with(func(c *call, g *session.Game) error {
		seat, seated, err := c.seat(g)
		switch {
		case err != nil:
			return err
		case seated:
			return c.askFor(g, seat, nil)
		}
		return c.ask(g, nil)
	})
}

func gameAnswer(c *call) error { return c.with(answer) }

func answer(c *call, g *session.Game) error {
	if c.given("view_as") {
		return answerAs(c, g)
	}
	option, seat := c.int("option", 0), c.int("seat", -1)
	label := c.given("label")
	switch {
	case c.given("item"):
		return badParam("item", "is a handle of a view: it goes with view_as")
	case label == c.given("option"):
		if label {
			return badParam("label", "and option are both there; give one")
		}
		return badParam("option", "or label is missing")
	case c.given("seat") && seat < 0:
		return badParam("seat", "is %d; seats count from 0", seat)
	}
	if label {
		var err error
		if option, err = g.Find(c.text("label"), seat); err != nil {
			return err
		}
	}
	if seat >= 0 {
		return c.ask(g, g.AnswerFor(seat, option))
	}
	return c.ask(g, g.Answer(option))
}

// answerAs is answer for somebody who sits at a seat and sees no more than its view.
func answerAs(c *call, g *session.Game) error {
	seat, _, err := c.looker("view_as", g)
	if err != nil {
		return err
	}
	n := 0
	for _, name := range []string{"option", "label", "item"} {
		if c.given(name) {
			n++
		}
	}
	switch {
	case seat < 0:
		return badParam("view_as", "is %d: who looks on answers nothing", seat)
	case c.int("seat", seat) != seat:
		return badParam("seat", "is %d, and seat %d answers its own question", c.int("seat", 0), seat)
	case n != 1:
		return badParam("option", "or label or item: give one")
	}
	option := c.int("option", 0)
	if !c.given("option") {
		if option, err = g.FindFor(seat, c.text("item"), c.text("label")); err != nil {
			return err
		}
	}
	return c.askFor(g, seat, g.AnswerFor(seat, option))
}

func gamePlay(c *call) error {
	return c.with(func(c *call, g *session.Game) error {
		seats := g.Session().Game().Players()
		until := c.int("until_seat", -1)
		if c.given("until_seat") && (until < 0 || until >= seats) {
			return badParam("until_seat", "is %d; seats are 0 to %d", until, seats-1)
		}
		limit, err := c.atLeast("limit", 1, 100_000)
		if err != nil {
			return err
		}
		n, err := g.Play(c.text("agents"), until, limit)
		if err != nil {
			return err
		}
		if err := c.ask(g, nil); err != nil {
			return err
		}
		c.w.Key(keyAnswers)
		c.w.Int(int64(n))
		return nil
	})
}

func gameOptions(c *call) error { return c.with(options) }

func options(c *call, s *session.Game) error {
	seat, seated, err := c.seat(s)
	if err != nil {
		return err
	}
	if seated {
		r, err := observe.Asked(s.Session().Game(), seat)
		if err != nil {
			return err
		}
		c.w.seatOptions(&r)
		return nil
	}
	g, w := s.Session().Game(), &c.w
	r, st := g.Request(), g.Env().Store
	w.Key(keyOptions)
	w.List(len(r.Options))
	for _, o := range r.Options {
		w.Map()
		w.Key(keyLabel)
		w.Text(o.Label)
		if !o.Item.IsNone() {
			w.Key(keyItem)
			w.Value(st, o.Item)
		}
		if r.Kind == game.Chance {
			w.Key(keyP)
			w.Float(o.P)
		}
		w.EndMap()
	}
	w.EndList()
	if r.Subset {
		w.Key(keyPool)
		w.valueList(st, r.Pool)
		w.Key(keyChosen)
		w.valueList(st, r.Chosen)
	}
	return nil
}

func (w *writer) valueList(st *value.Store, items []value.Value) {
	w.List(len(items))
	for _, x := range items {
		w.Value(st, x)
	}
	w.EndList()
}

func gameState(c *call) error { return c.with(state) }

func state(c *call, s *session.Game) error {
	g, w := s.Session().Game(), &c.w
	p, slots, st := g.Program(), g.Env().State, g.Env().Store
	w.Key(keyVariables)
	w.Map()
	for i := range p.Vars {
		w.Name(p.Vars[i].Name)
		w.Value(st, slots[p.Vars[i].Slot])
	}
	w.EndMap()
	w.Key(keyZones)
	w.Map()
	for i := range p.Zones {
		z := &p.Zones[i]
		if !z.PerPlayer {
			w.Name(z.Name)
			w.items(g, slots[z.Slot].Items())
			continue
		}
		for k, list := range slots[z.Slot].Items() {
			w.Name(fmt.Sprintf("%s[%d]", z.Name, k))
			w.items(g, list.Items())
		}
	}
	w.EndMap()
	w.Key(keyGameNo)
	w.Int(int64(g.GameNo()))
	return nil
}

// items writes what lies in a zone. Of an instance or a dict its attributes stand beside the label.
func (w *writer) items(g *game.Game, items []value.Value) {
	w.List(len(items))
	for _, x := range items {
		w.Map()
		w.Key(keyLabel)
		w.Text(g.Label(x))
		switch data := drive.Data(g.Env().Store, x).(type) {
		case drive.Map:
			for _, e := range data {
				if e.Key != "label" {
					w.Name(e.Key)
					w.data(e.Value)
				}
			}
		default:
			w.Key(keyValue)
			w.data(data)
		}
		w.EndMap()
	}
	w.EndList()
}

func gameEvents(c *call) error { return c.with(events) }

func events(c *call, s *session.Game) error {
	since, err := c.atLeast("since", 0, 0)
	if err != nil {
		return err
	}
	seat, seated, err := c.seat(s)
	switch {
	case err != nil:
		return err
	case seated:
		return c.w.seatEvents(s, seat, since)
	}
	g, w := s.Session().Game(), &c.w
	list := g.LogSince(since)
	w.Key(keyEvents)
	w.List(len(list))
	for i := range list {
		w.event(&list[i])
	}
	w.EndList()
	w.Key(keyNext)
	w.Int(int64(g.LogLen()))
	return nil
}

func (w *writer) event(e *game.Entry) {
	w.Map()
	w.Key(keyKind)
	switch {
	case e.Kind == game.Event:
		w.Text("event")
	case e.Kind == game.Automatic:
		what := "action"
		if e.Choice {
			what = "option"
		}
		w.Text("automatic")
		w.Key(keyWhat)
		w.Text(what)
	default:
		w.Text("observed")
		w.Key(keyWhat)
		w.Text(e.What)
	}
	if e.Place != "" {
		w.Key(keyPlace)
		w.Text(e.Place)
	}
	w.Key(keyLabel)
	w.Text(e.Label)
	w.seen(e.All, e.Seen)
	if e.Player >= 0 {
		w.Key(keyPlayer)
		w.Int(int64(e.Player))
	}
	w.EndMap()
}

func gameUndo(c *call) error { return c.back((*session.Game).Undo, (*session.Game).UndoFor) }
func gameRedo(c *call) error { return c.back((*session.Game).Redo, (*session.Game).RedoFor) }

// back takes answers back or gives them again: for the owner of the table, or for a seat.
func (c *call) back(all func(g *session.Game, n int) error, from func(g *session.Game, seat, n int) error) error {
	return c.with(func(c *call, g *session.Game) error {
		n, err := c.atLeast("n", 0, 1)
		if err != nil {
			return err
		}
		seat, seated, err := c.seat(g)
		switch {
		case err != nil:
			return err
		case seated:
			return c.askFor(g, seat, from(g, seat, n))
		}
		return c.ask(g, all(g, n))
	})
}

func gameClone(c *call) error {
	return c.with(func(c *call, g *session.Game) error {
		h, err := g.Clone()
		if err != nil {
			return err
		}
		c.w.Key(keyGame)
		c.w.Uint(uint64(h))
		return nil
	})
}

func gameSnapshot(c *call) error {
	return c.with(func(c *call, g *session.Game) error {
		data := g.Session().Save()
		c.w.Key(keyData)
		c.w.Bytes(len(data), func(b []byte) []byte { return append(b, data...) })
		return nil
	})
}

func gameRestore(c *call) error {
	m, err := c.Model(c.handleOf("model"))
	if err != nil {
		return err
	}
	asks, err := c.asks()
	if err != nil {
		return err
	}
	return c.begun(c.Restore(m, c.arg("data").bytes, asks))
}

func gameRecord(c *call) error {
	return c.with(func(c *call, g *session.Game) error {
		text, err := json.Marshal(g.Session().Record())
		if err != nil {
			return err
		}
		c.w.Key(keyRecord)
		c.w.Text(string(text))
		return nil
	})
}

func gameReplay(c *call) error {
	m, err := c.Model(c.handleOf("model"))
	if err != nil {
		return err
	}
	asks, err := c.asks()
	if err != nil {
		return err
	}
	r := &drive.Record{}
	if err := json.Unmarshal(c.arg("record").bytes, r); err != nil {
		return badParam("record", "is none: %v", err)
	}
	return c.begun(c.Replay(m, r, asks))
}

func gameNext(c *call) error {
	return c.with(func(c *call, g *session.Game) error { return c.ask(g, g.NextGame()) })
}

func gameClose(c *call) error { return c.CloseGame(c.handleOf("game")) }
