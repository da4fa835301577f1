package explain

import (
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/turn"
)

// Turning says how things stand with the turn that is taken (docs/turns.md): whose it is, how far it has come, which
// actions are open and what each waits for, whether an ending has to be looked for, and whose turn is next.
type Turning struct {
	Open        bool         `json:"open"` // a turn is taken; where none is, the rest is empty
	Owner       int          `json:"owner"`
	Side        string       `json:"side,omitempty"`
	Phase       string       `json:"phase,omitempty"`
	ID          int          `json:"id"`
	FormalBegun bool         `json:"formal_begun"`
	FormalEnded bool         `json:"formal_ended"`
	BegunCounts []int        `json:"begun_counts"`
	Actions     []OpenAction `json:"actions"` // the outermost first
	Due         bool         `json:"due"`     // an ending has to be looked for
	Objectives  []End        `json:"objectives"`
	Next        *int         `json:"next,omitempty"` // whose turn is next, as things stand; missing: nobody's
	Cut         bool         `json:"cut,omitempty"`
	Sentences   []string     `json:"sentences"`
}

// OpenAction is an action in the middle of being carried out.
type OpenAction struct {
	Action   string `json:"action"`
	Stage    string `json:"stage"`            // declared, checked or resolving
	Effects  int    `json:"effects"`          // how many it has,
	Left     int    `json:"left"`             // and how many of them are left
	Nested   string `json:"nested,omitempty"` // what has control meanwhile
	Sentence string `json:"sentence"`
}

// Turn explains the turn that is taken. A model without turns is an error.
func Turn(g *game.Game, o Options) (out *Turning, err error) {
	if g.Program().Turns == nil {
		return nil, fmt.Errorf("the model has no section 'turns'")
	}
	defer guard(&err)
	x := begin(g, o)
	out = &Turning{BegunCounts: []int{}, Actions: []OpenAction{}, Objectives: []End{}, Sentences: []string{}}
	k, node := g.Turn()
	if out.Open = k != nil; out.Open {
		x.record(out, &k.Turn, slices.Contains(k.Out, k.Turn.Owner))
		for i := range k.Frames {
			out.Actions = append(out.Actions, x.openAction(&k.Frames[i]))
			out.Sentences = append(out.Sentences, out.Actions[i].Sentence)
		}
		x.checkpoint(out, k.Checkpoint != turn.NotDue)
	} else {
		out.Sentences = append(out.Sentences, "No turn is taken.")
	}
	for i := range x.prog.Turns.Objectives {
		e := x.objective(&x.prog.Turns.Objectives[i])
		out.Objectives = append(out.Objectives, e)
		out.Sentences = append(out.Sentences, e.Sentence)
	}
	if out.Open {
		x.follows(out, node)
	}
	out.Cut = x.meter.cut
	return out, nil
}

// record tells whose turn it is and how far it has come.
func (x *explainer) record(out *Turning, t *turn.Record, gone bool) {
	profile := x.prog.Turns
	side := &profile.Sides[profile.Seats[t.Owner]]
	out.Owner, out.Side, out.Phase, out.ID = t.Owner, side.Name.Text(), t.Phase, t.ID
	out.FormalBegun, out.FormalEnded, out.BegunCounts = t.FormalBegun, t.FormalEnded, t.BegunCounts
	var phases []string
	for _, p := range side.Phases {
		phases = append(phases, p.Text())
	}
	at := slices.Index(phases, t.Phase)
	say := func(format string, args ...any) { out.Sentences = append(out.Sentences, fmt.Sprintf(format, args...)) }
	say("It is turn %d, that of player %d (%s), in phase %s (%d of %d).", t.ID, t.Owner, out.Side, t.Phase, at+1, len(phases))
	begins, ends := x.prog.Events[profile.BeginEvent].Name, x.prog.Events[profile.EndEvent].Name
	switch left := phases[at+1:]; {
	case !t.FormalBegun:
		say("It is open and has not formally begun: what stands under opening comes first, then %s.", begins)
	case t.FormalEnded:
		say("It has formally ended: it is handed over when whatever has heard %s is through.", ends)
	case len(left) > 0:
		say("It has formally begun, and is handed over when this phase is through, %s too, and whatever has heard %s.", joined(left, "and"), ends)
	default:
		say("It has formally begun, and is handed over when this phase, the last, is through, and whatever has heard %s.", ends)
	}
	if gone {
		say("Player %d is out of the game: no more work is done in this turn.", t.Owner)
	}
}

// openAction tells what an action waits for.
func (x *explainer) openAction(f *turn.Frame) OpenAction {
	out := OpenAction{Action: f.Action, Stage: string(f.Stage), Left: f.Left, Nested: f.Nested}
	for i := range x.prog.Actions {
		if a := &x.prog.Actions[i]; a.Name == f.Action && a.Effect >= 0 {
			out.Effects = len(x.prog.Blocks[a.Effect].Ends)
		}
	}
	come := "no effect comes"
	if out.Effects == 1 {
		come = "its effect comes"
	} else if out.Effects > 1 {
		come = fmt.Sprintf("its %d effects come", out.Effects)
	}
	left := fmt.Sprintf("%d of %s left", f.Left, count(out.Effects, "effect"))
	switch {
	case f.Stage == turn.Declared:
		out.Sentence = fmt.Sprintf("%s is open: its cost is being paid; %s after that, after the checkpoint behind it, and when nobody answers the cost any more.", f.Action, come)
	case f.Stage == turn.Checked:
		out.Sentence = fmt.Sprintf("%s is open: its cost is paid and may be answered; %s when nobody does any more.", f.Action, come)
	case f.Nested != "":
		out.Sentence = fmt.Sprintf("%s is open: %s, and %s has control. It goes on when that has come back, and nothing else.", f.Action, left, f.Nested)
	default:
		out.Sentence = fmt.Sprintf("%s is open: %s.", f.Action, left)
	}
	return out
}

func (x *explainer) checkpoint(out *Turning, due bool) {
	out.Due = due
	var scores []string
	for i := range x.prog.Vars {
		if v := &x.prog.Vars[i]; v.Scores {
			scores = append(scores, v.Name)
		}
	}
	switch {
	case len(x.prog.Turns.Objectives) == 0 || len(scores) == 0:
	case due:
		out.Sentences = append(out.Sentences, fmt.Sprintf("A checkpoint is due, since %s was written: it is looked at when a cost is paid, when an action is complete, after a formal event, or when a node of the phase is through.", joined(scores, "or")))
	default:
		out.Sentences = append(out.Sentences, fmt.Sprintf("No checkpoint is due: %s was not written since the last.", joined(scores, "or")))
	}
}

// objective says whether an objective is reached.
func (x *explainer) objective(o *program.Objective) End {
	out := End{ID: o.ID, Tested: true}
	switch {
	case o.Stop != nil:
		out.Sentence = o.ID + " stops the game at the next checkpoint: " + o.Stop.Message + "."
		return out
	case !x.fresh():
		out.Sentence = o.ID + " is left out: to look at it would take too much work."
		return out
	}
	x.weigh(&out, o.If, o.Who)
	switch says := because(out.Reasons); {
	case out.If.Fails != "":
		out.Sentence = o.ID + " stops the game at the next checkpoint: " + says + "."
	case !out.Holds:
		out.Sentence = o.ID + " is not reached: " + says + "."
	default:
		out.Sentence = fmt.Sprintf("%s is reached, for %s: %s.", o.ID, out.Who, says)
	}
	return out
}

// follows tells whose turn is next, as things stand.
func (x *explainer) follows(out *Turning, node *program.Node) {
	say := func(format string, args ...any) { out.Sentences = append(out.Sentences, fmt.Sprintf(format, args...)) }
	x.g.SeeNothing()
	if node.Until != nil {
		if v, fails := x.run(node.Until); fails != "" {
			say("Whether another turn follows cannot be told: until_x fails: %s.", fails)
			return
		} else if x.truth(v) {
			say("As things stand no turn follows: until_x is true.")
			return
		}
	}
	seat, some, err := x.g.Follower(node)
	switch {
	case err != nil:
		say("Whose turn follows cannot be told: %s.", err.Message)
	case !some:
		say("As things stand no turn follows: everybody is out of the game.")
	default:
		out.Next = &seat
		say("As things stand the next turn is that of player %d.", seat)
	}
}
