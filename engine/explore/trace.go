package explore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

// Answer is one answer on a way through the game.
type Answer struct {
	Answer int    `json:"answer" doc:"the number of the option"`
	Label  string `json:"label" doc:"the option"`
	Place  string `json:"place" doc:"where it was asked"`
	Player int    `json:"player" doc:"who was asked; -1: chance"`
}

func (a *Answer) String() string {
	who := "chance"
	if a.Player >= 0 {
		who = fmt.Sprintf("player %d", a.Player)
	}
	return drive.OneLine(fmt.Sprintf("%s · %s: %s", who, a.Place, a.Label))
}

// Script writes answers as a script that `run` takes, with what each of them is.
func Script(answers []Answer) string {
	if len(answers) == 0 {
		return "[]\n"
	}
	var b strings.Builder
	for i := range answers {
		fmt.Fprintf(&b, "- %d  # %s\n", answers[i].Answer, answers[i].String())
	}
	return b.String()
}

// add counts a state, and keeps the way to the first.
func (f *Found) add(r *Report, i int32) {
	if f.States++; f.States == 1 {
		f.Trace = r.trace(i)
	}
}

// way gives the links that lead to a state.
func (r *Report) way(i int32) []link {
	var out []link
	for at := r.from[i]; at.state >= 0; at = r.from[at.state] {
		out = append(out, at)
	}
	slices.Reverse(out)
	return out
}

// step is the link of edge n of a state.
func (r *Report) step(state int32, n int) link {
	if r.kinds[state] == unasked {
		return link{state, -1}
	}
	g, err := game.At(r.prog, []byte(r.keys[state]), game.Options{Limits: r.opts.Limits})
	if err != nil {
		return link{state, -1}
	}
	for a, w := range g.Weights() {
		if w > 0 {
			if n--; n < 0 {
				return link{state, int32(a)}
			}
		}
	}
	return link{state, int32(n)}
}

func (r *Report) trace(i int32) []Answer {
	out, _ := r.answers(r.way(i), nil)
	return out
}

// answers plays the game along a way and then another, and tells what is answered on each.
func (r *Report) answers(ways ...[]link) (first, second []Answer) {
	out := [2][]Answer{{}, nil}
	g, err := game.New(r.prog, game.Options{Players: r.opts.Players, Limits: r.opts.Limits})
	for k, way := range ways {
		for _, at := range way {
			if at.answer < 0 {
				continue
			}
			if err != nil || g.Over() || int(at.answer) >= g.Len() {
				return out[0], out[1]
			}
			o := g.Request()
			out[k] = append(out[k], Answer{Answer: int(at.answer), Label: o.Options[at.answer].Label, Place: o.Place, Player: o.Player})
			err = g.Answer(int(at.answer))
		}
	}
	return out[0], out[1]
}

// holds reports whether an expression is true in a state, and else what it gives.
func holds(g *game.Game, code *expr.Code) (text string, yes bool) {
	env := g.Env()
	env.Begin()
	env.Locals.Cur = -1
	v, err := code.Eval(env)
	if err != nil {
		return err.Error(), false
	}
	if value.Truth(env.Store, v) {
		return "", true
	}
	return value.Repr(env.Store, v), false
}
