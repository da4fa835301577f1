package explain

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// Endings says how things stand with the end conditions, in the order in which they are tested.
type Endings struct {
	Over       bool     `json:"over"`
	Reason     string   `json:"reason,omitempty"` // of a game that is over
	Checked    string   `json:"checked"`          // when they are tested
	Conditions []End    `json:"conditions"`
	Nearest    string   `json:"nearest,omitempty"` // id of the one that holds or is nearest to it
	Cut        bool     `json:"cut,omitempty"`
	Sentences  []string `json:"sentences"`
}

// End is one end condition.
type End struct {
	ID       string   `json:"id"`
	Result   string   `json:"result,omitempty"`
	Scope    string   `json:"scope,omitempty"` // the subflow that it ends
	At       *Place   `json:"at,omitempty"`
	Tested   bool     `json:"tested"` // where it is checked now; false: it is ignored, see Sentence
	Holds    bool     `json:"holds"`
	Near     float64  `json:"near"`          // 1: it holds; of a comparison 1/(1 + what is missing), of and/all the mean, of or/any the best
	Who      string   `json:"who,omitempty"` // the value of who_x, where it holds
	Reasons  []Reason `json:"reasons,omitempty"`
	If       *Part    `json:"if,omitempty"`
	Sentence string   `json:"sentence"`
}

const checked = "End conditions are checked after every step that ran an action, after every effect that resolves in a window, and after each end_event."

var results = [...]string{
	program.Win: "win", program.Loss: "loss", program.Drawn: "draw", program.Score: "score",
	program.Eliminate: "eliminate", program.Winners: "winners", program.Rank: "rank",
}

// Ends explains every end condition.
func Ends(g *game.Game, o Options) (out *Endings, err error) {
	defer guard(&err)
	x := begin(g, o)
	out = &Endings{Over: g.Kind() == game.End, Checked: checked, Conditions: []End{}, Sentences: []string{}}
	if out.Over {
		out.Reason = g.Reason()
		out.Sentences = append(out.Sentences, "The game is over: "+out.Reason+".")
	}
	nearest := -1
	for i := range x.prog.Ends {
		e := x.end(&x.prog.Ends[i])
		if e.Tested && (nearest < 0 || e.Near > out.Conditions[nearest].Near) {
			nearest = len(out.Conditions)
		}
		out.Conditions = append(out.Conditions, e)
	}
	for _, e := range x.prog.IdleEnds {
		idle := End{ID: e.ID, At: placeOf(e.Pos), Sentence: e.ID + " is never tested: it has no if_x."}
		if e.Continue {
			idle.Result, idle.Sentence = "continue", e.ID+" is never tested: its result is continue."
		}
		out.Conditions = append(out.Conditions, idle)
	}
	for i := range out.Conditions {
		out.Sentences = append(out.Sentences, out.Conditions[i].Sentence)
	}
	if nearest >= 0 {
		e := &out.Conditions[nearest]
		out.Nearest = e.ID
		switch {
		case out.Over:
		case e.Holds:
			out.Sentences = append(out.Sentences, e.ID+" holds: it takes effect at the next check.")
		case e.Near == 0:
			out.Nearest = ""
			out.Sentences = append(out.Sentences, "None is in sight: no part of any condition holds.")
		default:
			out.Sentences = append(out.Sentences, fmt.Sprintf("The nearest is %s (%.2f of 1).", e.ID, e.Near))
		}
	}
	out.Cut = x.meter.cut
	return out, nil
}

func (x *explainer) end(e *program.End) End {
	out := End{ID: e.ID, Result: results[e.Result], At: placeOf(e.Pos), Tested: true}
	if e.Scope >= 0 {
		out.Scope = x.prog.Flows[e.Scope].Name
		if out.Tested = x.g.Running(e.Scope); !out.Tested {
			out.Sentence = e.ID + " is not tested now: its flow " + out.Scope + " is not running."
			return out
		}
	}
	if !x.fresh() {
		out.Sentence = e.ID + " is left out: to look at it would take too much work."
		return out
	}
	x.weigh(&out, e.If, e.Who)
	says := because(out.Reasons)
	switch {
	case out.If.Fails != "":
		out.Sentence = e.ID + " stops the game when it is checked: " + says + "."
	case !out.Holds:
		out.Sentence = e.ID + " does not hold: " + says + "."
	default:
		if out.Who != "" {
			says += "; who_x is " + out.Who
		}
		out.Sentence = fmt.Sprintf("%s holds (%s): %s.", e.ID, out.Result, says)
	}
	return out
}

// weigh takes a condition apart, and says of whom it holds.
func (x *explainer) weigh(out *End, holds, who *expr.Code) {
	x.g.SeeNothing()
	out.If = x.condition(holds.Syntax(), false)
	out.Reasons = reasons(out.If)
	if out.Holds, out.Near = out.If.True && out.If.Fails == "", out.If.near; !out.Holds || who == nil {
		return
	}
	if v, fails := x.run(who); fails == "" {
		out.Who = x.show(v)
	}
}
