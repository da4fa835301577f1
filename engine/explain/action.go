package explain

import (
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// Legality says of actions whether they can be taken now.
type Legality struct {
	Asks      string   `json:"asks"` // the place that asks, or what the game waits for
	Actions   []Action `json:"actions"`
	Cut       bool     `json:"cut,omitempty"` // some of it would have taken too much work
	Sentences []string `json:"sentences"`
}

// Action is one action for one player.
type Action struct {
	Action   string   `json:"action"`
	Label    string   `json:"label,omitempty"`
	Player   int      `json:"player"` // -1: nobody
	At       *Place   `json:"at,omitempty"`
	Offered  bool     `json:"offered"` // the step or window that asks has it in its list
	Legal    bool     `json:"legal"`   // it is among the options
	Why      string   `json:"why"`     // pre, free, condition, inactive, fault, unlisted, speed, eliminated, unasked, unknown
	Reasons  []Reason `json:"reasons,omitempty"`
	Pre      *Part    `json:"pre,omitempty"`
	Sentence string   `json:"sentence"`
}

// Actions explains every action that the step or window which asks now lists. With a name it
// explains that action wherever it stands, and why it is not on offer.
func Actions(g *game.Game, name string, o Options) (out *Legality, err error) {
	defer guard(&err)
	x := begin(g, o)
	s := x.g.Situation()
	out = &Legality{Asks: x.asks(), Actions: []Action{}, Sentences: []string{}}
	list, window := x.offer(s)
	seats := x.seats(s)
	if name != "" {
		n := slices.IndexFunc(x.prog.Actions, func(a program.Action) bool { return a.Name == name })
		if n < 0 {
			return nil, fmt.Errorf("there is no action '%s'", name)
		}
		for _, seat := range seats {
			if slices.Contains(list, int32(n)) {
				out.add(x.offered(int32(n), seat, s))
			} else {
				out.add(x.elsewhere(int32(n), seat, s, window))
			}
		}
	} else {
		for _, seat := range seats {
			for _, n := range list {
				if n >= 0 {
					out.add(x.offered(n, seat, s))
				}
			}
		}
		if len(list) == 0 {
			who := ""
			if p := g.Player(); p >= 0 {
				who = fmt.Sprintf("player %d at ", p)
			}
			out.Sentences = append(out.Sentences, "No action is asked for: the game waits for "+who+out.Asks+".")
		}
	}
	out.Cut = x.meter.cut
	return out, nil
}

func (l *Legality) add(a Action) {
	l.Actions = append(l.Actions, a)
	l.Sentences = append(l.Sentences, a.Sentence)
}

// asks is the place that asks, or what else the game waits for.
func (x *explainer) asks() string {
	switch k := x.g.Kind(); k {
	case game.Decision:
		return x.g.Place()
	case game.Chance, game.Call:
		return k.String() + " at " + x.g.Place()
	case game.Stopped:
		return "nothing: it has stopped with an error"
	}
	return "nothing: it is over"
}

// offer lists the actions of the step or window that asks; of a step some may be missing (below 0).
func (x *explainer) offer(s game.Situation) ([]int32, *program.Window) {
	switch {
	case s.Step >= 0:
		return x.prog.Nodes[s.Step].Do, nil
	case s.Window >= 0:
		w := &x.prog.Windows[s.Window]
		return w.Candidates, w
	}
	return nil, nil
}

// seats lists for whom actions are explained.
func (x *explainer) seats(s game.Situation) []int32 {
	if x.opts.Seat >= 0 || len(s.Players) == 0 {
		return []int32{x.seat()}
	}
	var out []int32
	for _, p := range s.Players {
		out = append(out, int32(p))
	}
	return out
}

func (x *explainer) action(n, seat int32) Action {
	a := &x.prog.Actions[n]
	return Action{Action: a.Name, Label: a.Label, Player: int(seat), At: placeOf(a.Pos)}
}

// who begins a sentence about an action.
func (a *Action) who() string {
	if a.Player < 0 {
		return a.Action
	}
	return fmt.Sprintf("%s (player %d)", a.Action, a.Player)
}

// offered explains an action that the step or window has in its list.
func (x *explainer) offered(n, seat int32, s game.Situation) Action {
	out := x.action(n, seat)
	out.Offered = true
	asked := slices.Contains(s.Players, int(seat))
	if s.Window >= 0 && seat >= 0 && x.g.Eliminated(int(seat)) {
		out.Why, out.Sentence = "eliminated", out.who()+" is not legal: the player is eliminated, and windows skip those."
		return out
	}
	legal := x.judge(n, seat, &out)
	out.Legal = legal && asked
	if !asked {
		out.Sentence += fmt.Sprintf(" It is not this player who is asked: the game waits for player %s.", players(s.Players))
		if legal {
			out.Why = "unasked"
		}
	}
	return out
}

func players(list []int) string {
	var words []string
	for _, p := range list {
		words = append(words, fmt.Sprint(p))
	}
	return joined(words, "and")
}

// judge tests an action as the machine does and says why it comes out so.
func (x *explainer) judge(n, seat int32, out *Action) bool {
	full := x.fresh()
	a := &x.prog.Actions[n]
	legal, fault := x.g.IsLegal(n, seat)
	verdict := " is not legal: "
	if legal {
		verdict = " is legal: "
	}
	switch {
	case a.Item >= 0 && x.inactive(a.Item, out):
		out.Sentence = out.who() + verdict + "its item " + x.prog.Items[a.Item].ID + " is not active: " + because(out.Reasons) + "."
		return legal
	case fault != nil && a.Pre == nil:
		out.Why, out.Sentence = "fault", out.who()+" stops the game: "+fault.Message+"."
		return false
	case a.Pre == nil:
		out.Why, out.Sentence = "free", out.who()+verdict+"it has no pre_x."
		return legal
	}
	out.Why = "pre"
	if !legal {
		out.Why = "condition"
	}
	if fault != nil {
		out.Why = "fault"
	}
	if !full {
		out.Sentence = out.who() + verdict + "to say why would take too much work."
		return legal
	}
	x.g.SeeAction(n, seat)
	out.Pre = x.condition(a.Pre.Syntax(), true)
	out.Reasons = reasons(out.Pre)
	out.Sentence = out.who() + verdict + because(out.Reasons) + "."
	return legal
}

// inactive explains the active_x of an item that is not active.
func (x *explainer) inactive(item int32, out *Action) bool {
	p, ok := x.active(item)
	if ok {
		return false
	}
	out.Why = "inactive"
	if p != nil {
		out.Pre, out.Reasons = p, reasons(p)
	}
	return true
}

// elsewhere explains why an action is not on offer, and what would be if it were.
func (x *explainer) elsewhere(n, seat int32, s game.Situation, w *program.Window) Action {
	out := x.action(n, seat)
	a := &x.prog.Actions[n]
	where := x.homes(n)
	switch {
	case w != nil && a.Speed == "":
		out.Why, out.Sentence = "speed", fmt.Sprintf("%s is not on offer: it has no speed, and %s takes fast actions only; %s.", out.who(), x.asks(), where)
	case w != nil:
		out.Why, out.Sentence = "speed", fmt.Sprintf("%s is not on offer: its speed is '%s', and window %s allows %s; %s.", out.who(), a.Speed, w.Name, quoted(w.Allows), where)
	case s.Step >= 0:
		out.Why, out.Sentence = "unlisted", fmt.Sprintf("%s is not on offer: %s does not list it; %s.", out.who(), x.asks(), where)
	default:
		out.Why, out.Sentence = "unasked", fmt.Sprintf("%s is not on offer: the game waits for %s, where no action is taken; %s.", out.who(), x.asks(), where)
	}
	return out
}

// homes says where an action can be taken.
func (x *explainer) homes(n int32) string {
	var at []string
	for i := range x.prog.Nodes {
		if slices.Contains(x.prog.Nodes[i].Do, n) {
			at = append(at, "step "+x.prog.Nodes[i].ID)
		}
	}
	for i := range x.prog.Windows {
		if w := &x.prog.Windows[i]; slices.Contains(w.Candidates, n) && w.Allows != nil {
			at = append(at, "window "+w.Name)
		}
	}
	if len(at) == 0 {
		return "nothing offers it"
	}
	if len(at) > maxItems {
		at = append(at[:maxItems], "others")
	}
	return "it is offered by " + joined(at, "and")
}

func quoted(words []string) string {
	if len(words) == 0 {
		return "nothing"
	}
	var out []string
	for _, w := range words {
		out = append(out, "'"+w+"'")
	}
	return joined(out, "and")
}
