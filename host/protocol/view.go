package protocol

import (
	"bytes"
	"encoding/json"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/host/session"
)

var (
	keyView       = newKey("view")
	keySeat       = newKey("seat")
	keyTop        = newKey("top")
	keyBottom     = newKey("bottom")
	keyKnown      = newKey("known")
	keyUnknown    = newKey("unknown")
	keyItems      = newKey("items")
	keyEliminated = newKey("eliminated")
	keyResults    = newKey("results")
	keyTurn       = newKey("turn")
	keyStack      = newKey("stack")
	keyWindow     = newKey("window")
	keyAction     = newKey("action")
)

// seat reads who looks; ok says whether anybody in particular does, else it is the owner of the table.
func (c *call) seat(g *session.Game) (seat int, ok bool, err error) { return c.looker("seat", g) }

func (c *call) looker(name string, g *session.Game) (seat int, ok bool, err error) {
	if !c.given(name) {
		return observe.Spectator, false, nil
	}
	seat = c.int(name, 0)
	if n := g.Session().Game().Players(); seat < observe.Spectator || seat >= n {
		return 0, false, badParam(name, "is %d; seats are 0 to %d, and -1 looks on", seat, n-1)
	}
	return seat, true, nil
}

// askFor writes what a game waits for, as a seat sees it, once it has done something.
func (c *call) askFor(g *session.Game, seat int, err error) error {
	if err != nil {
		return session.Hush(err)
	}
	m := g.Session().Game()
	r, err := observe.Asked(m, seat)
	if err != nil {
		return err
	}
	c.w.Key(keyRequest)
	c.w.seatRequest(m, seat, &r)
	return nil
}

func gameView(c *call) error { return c.with(view) }

func view(c *call, g *session.Game) error {
	seat, _, err := c.seat(g)
	if err != nil {
		return err
	}
	since, err := c.atLeast("since", 0, 0)
	if err != nil {
		return err
	}
	m, w := g.Session().Game(), &c.w
	v, err := observe.Table(m, seat)
	if err != nil {
		return err
	}
	w.Key(keyView)
	w.Map()
	w.count(keySeat, v.Seat)
	w.count(keyPlayers, v.Players)
	w.count(keyGameNo, v.Game)
	w.Key(keyZones)
	w.List(len(v.Zones))
	for i := range v.Zones {
		w.seatZone(&v.Zones[i])
	}
	w.EndList()
	w.Key(keyVariables)
	w.List(len(v.Vars))
	for i := range v.Vars {
		w.seatVariable(&v.Vars[i])
	}
	w.EndList()
	w.Key(keyEliminated)
	w.raw(v.Eliminated)
	w.Key(keyResults)
	w.raw(v.Results)
	if v.Turn != nil {
		w.Key(keyTurn)
		w.raw(v.Turn)
	}
	w.stack(v.Stack)
	w.Key(keyRequest)
	w.seatRequest(m, seat, &v.Request)
	w.seatOptions(&v.Request)
	if err := w.seatEvents(g, seat, since); err != nil {
		return err
	}
	w.EndMap()
	return nil
}

func (w *writer) seatZone(z *observe.Zone) {
	w.Map()
	w.Key(keyName)
	w.Text(z.Name)
	w.player(z.Player)
	w.count(keyCount, z.Count)
	w.seatItems(keyItems, z.Items)
	w.seatItems(keyTop, z.Top)
	w.seatItems(keyBottom, z.Bottom)
	w.seatItems(keyKnown, z.Known)
	if z.Unknown > 0 {
		w.count(keyUnknown, z.Unknown)
	}
	w.EndMap()
}

func (w *writer) seatItems(k key, list []observe.Item) {
	if len(list) == 0 {
		return
	}
	w.Key(k)
	w.List(len(list))
	for i := range list {
		x := &list[i]
		w.Map()
		if x.ID != "" {
			w.Key(keyID)
			w.Text(x.ID)
		}
		w.hidden(x.Hidden)
		if !x.Hidden {
			w.Key(keyLabel)
			w.Text(x.Label)
			w.Key(keyValue)
			w.raw(x.Value)
		}
		w.EndMap()
	}
	w.EndList()
}

func (w *writer) seatVariable(x *observe.Var) {
	w.Map()
	w.Key(keyName)
	w.Text(x.Name)
	w.player(x.Player)
	w.hidden(x.Hidden)
	if !x.Hidden {
		w.Key(keyValue)
		w.raw(x.Value)
	}
	w.EndMap()
}

func (w *writer) player(p *int) {
	if p != nil {
		w.count(keyPlayer, *p)
	}
}

func (w *writer) hidden(is bool) {
	if is {
		w.Key(keyHidden)
		w.Bool(true)
	}
}

func (w *writer) stack(list []observe.Stacked) {
	if len(list) == 0 {
		return
	}
	w.Key(keyStack)
	w.List(len(list))
	for _, x := range list {
		w.Map()
		w.Key(keyWindow)
		w.Text(x.Window)
		w.Key(keyAction)
		w.Text(x.Action)
		w.count(keyPlayer, x.Player)
		if x.Cancelled {
			w.Key(keyCancelled)
			w.Bool(true)
		}
		w.EndMap()
	}
	w.EndList()
}

// raw writes a value that stands ready in JSON.
func (w *writer) raw(b json.RawMessage) {
	switch {
	case len(b) == 0:
		w.Nil()
	case w.json:
		w.comma()
		w.b = append(w.b, b...)
	default:
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		p := packer{d: d, w: w, nodes: -maxShown}
		if err := p.next(0); err != nil {
			panic(err) // it was written a moment ago
		}
	}
}

// maxShown is how many values of a view there may be beyond those of a frame that a host sends.
const maxShown = 4_000_000

// seatRequest is request as a seat sees it: what it must not know is left out.
func (w *writer) seatRequest(g *game.Game, seat int, r *observe.Request) {
	w.Map()
	w.Key(keyKind)
	w.Text(r.Kind)
	switch g.Kind() {
	case game.End:
		w.Key(keyPayoffs)
		w.List(len(r.Payoffs))
		for _, x := range r.Payoffs {
			w.Float(float64(x))
		}
		w.EndList()
		w.Key(keyReason)
		w.Text(r.Reason)
	case game.Stopped:
		w.seatFailure(g, r.Failure)
	default:
		w.seatAsked(seat, r)
	}
	w.EndMap()
}

func (w *writer) seatFailure(g *game.Game, told string) {
	if !g.Program().Secret {
		w.failure(g.Err())
		return
	}
	w.Key(keyError)
	w.Map()
	w.Key(keyKind)
	w.Text(g.Err().Kind)
	w.Key(keyMessage)
	w.Text(told)
	w.EndMap()
}

func (w *writer) seatAsked(seat int, r *observe.Request) {
	who := -1
	if r.Mine {
		who = seat
	} else if len(r.Waiting) > 0 {
		who = r.Waiting[0]
	}
	if who >= 0 {
		w.count(keyPlayer, who)
	}
	if r.Place != "" {
		w.Key(keyPlace)
		w.Text(r.Place)
	}
	if len(r.Options) > 0 {
		w.Key(keyOptions)
		w.List(len(r.Options))
		for i := range r.Options {
			w.Text(seatLabel(&r.Options[i]))
		}
		w.EndList()
	}
	if len(r.Options) > 0 || len(r.Waiting) == 0 {
		w.Key(keyAll)
		w.Bool(r.All)
		if !r.All {
			w.Key(keySeen)
			w.List(len(r.Seen))
			for _, p := range r.Seen {
				w.Int(int64(p))
			}
			w.EndList()
		}
	}
	if r.Step > 0 {
		w.count(keyStep, r.Step)
	}
	if r.Prompt != "" {
		w.Key(keyPrompt)
		w.Text(r.Prompt)
	}
	if len(r.Waiting) > 1 {
		w.Key(keyOpen)
		w.List(len(r.Waiting) - 1)
		for _, p := range r.Waiting {
			if p != who {
				w.Map()
				w.count(keyPlayer, p)
				w.Key(keyOptions)
				w.List(0)
				w.EndList()
				w.EndMap()
			}
		}
		w.EndList()
	}
}

// seatLabel stands for an option; one that is an unknown card is a back.
func seatLabel(o *observe.Option) string {
	if o.Hidden {
		return "?"
	}
	return o.Label
}

// seatOptions writes the options that a seat sees, and what it has chosen of several.
func (w *writer) seatOptions(r *observe.Request) {
	w.optionList(keyOptions, r.Options)
	if r.Step > 0 {
		w.optionList(keyChosen, r.Chosen)
	}
}

func (w *writer) optionList(k key, list []observe.Option) {
	w.Key(k)
	w.List(len(list))
	for i := range list {
		w.Map()
		w.Key(keyLabel)
		w.Text(seatLabel(&list[i]))
		w.hidden(list[i].Hidden)
		if list[i].Item != "" {
			w.Key(keyItem)
			w.Text(list[i].Item)
		}
		w.EndMap()
	}
	w.EndList()
}

// seatEvents writes what a seat saw but the first since.
func (w *writer) seatEvents(g *session.Game, seat, since int) error {
	list, next, err := g.EventsFor(seat, since)
	if err != nil {
		return err
	}
	w.Key(keyEvents)
	w.List(len(list))
	for i := range list {
		w.seatEvent(&list[i])
	}
	w.EndList()
	w.count(keyNext, next)
	return nil
}

func (w *writer) seatEvent(e *observe.Entry) {
	w.Map()
	w.Key(keyKind)
	switch e.Kind {
	case "event", "automatic":
		w.Text(e.Kind)
	default:
		w.Text("observed")
		if e.Kind != "" {
			w.Key(keyWhat)
			w.Text(e.Kind)
		}
	}
	if e.Place != "" {
		w.Key(keyPlace)
		w.Text(e.Place)
	}
	if !e.Hidden {
		w.Key(keyLabel)
		w.Text(e.Label)
	}
	w.hidden(e.Hidden)
	if e.Seen != nil {
		w.Key(keySeen)
		w.List(len(e.Seen))
		for _, p := range e.Seen {
			w.Int(int64(p))
		}
		w.EndList()
	}
	w.player(e.Player)
	w.EndMap()
}
