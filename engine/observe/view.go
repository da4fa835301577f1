package observe

import (
	"encoding/json"
	"math"
	"math/bits"
	"strconv"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// View is what one seat sees. Nothing is in it that the seat must not know, and it marshals to the same
// bytes for all games that look the same to the seat.
type View struct {
	Seat       int             `json:"seat"`
	Players    int             `json:"players"`
	Game       int             `json:"game"` // of a campaign, from 1
	Zones      []Zone          `json:"zones"`
	Vars       []Var           `json:"vars"`
	Eliminated json.RawMessage `json:"eliminated"`
	Results    json.RawMessage `json:"results"`        // of the flows that have ended
	Turn       json.RawMessage `json:"turn,omitempty"` // the record of the turn, in a model with turns; null while none is taken
	Stack      []Stacked       `json:"stack,omitempty"`
	Request    Request         `json:"request"`
	Log        []Entry         `json:"log"`
}

// Zone is a zone as it lies before the seat. Where the seat can tell the items apart they are in Items, in
// their order. Of a hand that it cannot see, of an unordered hidden zone and of the middle of a shuffled
// one it sees how many there are: Known are the items that it knows to be there, sorted by what they show.
type Zone struct {
	Name    string `json:"name"`
	Player  *int   `json:"player,omitempty"`
	Count   int    `json:"count"`
	Items   []Item `json:"items,omitempty"`
	Top     []Item `json:"top,omitempty"` // of a shuffled zone, in order
	Bottom  []Item `json:"bottom,omitempty"`
	Known   []Item `json:"known,omitempty"`
	Unknown int    `json:"unknown,omitempty"`
}

// Item is a card or other item. ID is its handle: where it lies in this view, and no more, so that nobody
// can follow it out of sight.
type Item struct {
	ID     string          `json:"id,omitempty"`
	Hidden bool            `json:"hidden,omitempty"`
	Label  string          `json:"label,omitempty"`
	Value  json.RawMessage `json:"value,omitempty"` // its attributes, or the value that it is
}

// Var is a variable, of one that belongs to a player and is not public one player's.
type Var struct {
	Name   string          `json:"name"`
	Player *int            `json:"player,omitempty"`
	Hidden bool            `json:"hidden,omitempty"`
	Value  json.RawMessage `json:"value,omitempty"`
}

// Stacked is an action that waits on the stack of an open window, bottom first.
type Stacked struct {
	Window    string `json:"window"`
	Action    string `json:"action"`
	Player    int    `json:"player"`
	Cancelled bool   `json:"cancelled,omitempty"`
}

// Request is what the game waits for. Options are those of the seat's own question; where a model has
// no secrets everybody sees them.
type Request struct {
	Kind    string   `json:"kind"`
	Place   string   `json:"place,omitempty"` // not where that would tell a secret choice
	Waiting []int    `json:"waiting,omitempty"`
	Mine    bool     `json:"mine,omitempty"` // the seat is asked
	Prompt  string   `json:"prompt,omitempty"`
	Step    int      `json:"step,omitempty"` // of a subset choice, from 1
	Chosen  []Option `json:"chosen,omitempty"`
	Options []Option `json:"options,omitempty"`
	All     bool     `json:"all"`  // everybody will see the answer
	Seen    []int    `json:"seen"` // else these players
	Payoffs []Number `json:"payoffs,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	Failure string   `json:"failure,omitempty"`
}

// Number is a float that in JSON is a text where it is infinite or none.
type Number float64

func (n Number) MarshalJSON() ([]byte, error) {
	x := float64(n)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return json.Marshal(strconv.FormatFloat(x, 'g', -1, 64))
	}
	return json.Marshal(x)
}

// Option is one possible answer, by its number in the question.
type Option struct {
	Label  string `json:"label,omitempty"`
	Hidden bool   `json:"hidden,omitempty"` // the seat does not see which item it is
	Item   string `json:"item,omitempty"`   // its handle, where the view shows it
}

// New makes the view of a seat. An error means that there is no such seat.
func New(g *game.Game, seat int) (*View, error) {
	v, err := Table(g, seat)
	if err != nil {
		return nil, err
	}
	v.Log, err = Events(g, seat, 0)
	return v, err
}

// Asked is the Request of a view alone. An error means that there is no such seat.
func Asked(g *game.Game, seat int) (Request, error) {
	if err := check(g, seat); err != nil {
		return Request{}, err
	}
	return newEye(g, seat).request(), nil
}

// Table is the view without the log.
func Table(g *game.Game, seat int) (*View, error) {
	if err := check(g, seat); err != nil {
		return nil, err
	}
	e := newEye(g, seat)
	v := &View{Seat: seat, Players: g.Players(), Game: g.GameNo()}
	for i := 0; i < g.Zones(); i++ {
		v.Zones = append(v.Zones, e.zone(i))
	}
	for _, s := range g.Stack() {
		v.Stack = append(v.Stack, Stacked{s.Window, s.Action, s.Player, s.Cancelled})
	}
	v.Vars = e.vars()
	state := g.Env().State
	v.Eliminated, v.Results = e.json(state[program.SlotEliminated]), e.json(state[program.SlotResults])
	if t := g.Program().Turns; t != nil {
		v.Turn = e.json(state[t.Slot])
	}
	v.Request = e.request()
	return v, nil
}

// request shows what the game waits for.
func (e *eye) request() Request {
	g := e.game
	r := Request{Kind: g.Kind().String(), Seen: []int{}}
	if g.TellsPlace(e.seat) {
		r.Place = g.Place()
	}
	switch g.Kind() {
	case game.End:
		r.All, r.Reason = true, g.Reason()
		for _, x := range g.Payoffs() {
			r.Payoffs = append(r.Payoffs, Number(x))
		}
		return r
	case game.Stopped:
		r.All, r.Failure = true, Failure(g, e.seat)
		return r
	case game.Call:
		return r
	case game.Chance:
		b := g.Brief()
		r.All, r.Seen = b.All, seats(b.Seen)
		return r
	}
	for _, q := range g.Requests() {
		r.Waiting = append(r.Waiting, q.Player)
		if q.Player != e.seat && (g.Program().Secret || r.Mine || len(r.Waiting) > 1) {
			continue
		}
		r.Mine, r.Prompt = q.Player == e.seat, q.Prompt
		r.All, r.Seen = q.All, append([]int{}, q.Seen...)
		r.Options, r.Chosen = nil, nil
		for i := range q.Options {
			r.Options = append(r.Options, e.option(&q.Options[i]))
		}
		if q.Subset {
			r.Step = len(q.Chosen) + 1
			for _, x := range q.Chosen {
				r.Chosen = append(r.Chosen, e.option(&game.Option{Item: x, Label: e.label(x)}))
			}
		}
	}
	return r
}

func seats(set uint64) []int {
	out := []int{}
	for ; set != 0; set &= set - 1 {
		out = append(out, bits.TrailingZeros64(set))
	}
	return out
}
