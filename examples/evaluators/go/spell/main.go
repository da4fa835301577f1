// Command spell is chain lightning: it strikes one foe, then leaps, half of the time, to one that it has not struck, with
// half its power, until the power is spent or none is left. Args {power: n}, reads {foes: [{left, uid}, ...]}, the health
// that each creature has left. Chance is asked for one stroke after the other; the call that has all of them answers
// with the ops.
package main

import (
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/examples/evaluators/go/astragal"
)

func init() { astragal.Evaluator(evaluate) }

func main() {}

const most = 64

type foe struct{ uid, left int64 }

type stroke struct {
	foe
	power int64
}

func (s stroke) fatal() bool { return s.power >= s.left }

func ask(answer *astragal.Answer, foes []foe, first bool) {
	answer.Map(1)
	answer.Text("chance")
	share, more := 0.5, 1
	if first {
		share, more = 1, 0
	}
	answer.List(len(foes) + more)
	for _, f := range foes {
		answer.List(2)
		answer.Int(f.uid)
		answer.Float(share / float64(len(foes)))
	}
	if !first {
		answer.List(2)
		answer.Nil()
		answer.Float(share)
	}
}

// texts writes an op, or a part of one, whose values are all texts: names and values by turns.
func texts(answer *astragal.Answer, fields ...string) {
	for _, s := range fields {
		answer.Text(s)
	}
}

// strike hurts the victim and, where that is fatal, has the game know that it dies.
func strike(answer *astragal.Answer, s stroke) {
	answer.Map(3)
	texts(answer, "name", "victim", "op", "let", "value_x", "next(c for c in field[1 - actor] if c['uid'] == "+strconv.FormatInt(s.uid, 10)+")")
	answer.Map(4)
	answer.Text("amount")
	answer.Int(s.power)
	texts(answer, "attr", "damage", "of_x", "victim", "op", "add")
	if !s.fatal() {
		return
	}
	answer.Map(3)
	texts(answer, "name", "corpse", "op", "let", "value_x", "victim")
	answer.Map(3)
	texts(answer, "name", "keeper", "op", "let", "value_x", "1 - actor")
	answer.Map(3)
	texts(answer, "event", "creature_dies", "impact")
	answer.List(1)
	answer.Map(4)
	texts(answer, "from", "field[keeper]", "op", "move", "to", "discard[keeper]", "what_x", "corpse")
	texts(answer, "op", "emit")
}

func evaluate(call astragal.Value, answer *astragal.Answer) {
	power, ok := call.Get("args").Get("power").Int()
	if !ok {
		answer.Refuse("args.power: no whole number")
		return
	}
	list := call.Get("reads").Get("foes")
	if list.Kind() != astragal.List || list.Len() > most {
		answer.Refuse("reads.foes: no list of at most 64 creatures")
		return
	}
	var foes []foe
	for _, v := range list.All() {
		uid, named := v.Get("uid").Int()
		left, alive := v.Get("left").Int()
		if !named || !alive {
			answer.Refuse("reads.foes: a creature without uid and left")
			return
		}
		foes = append(foes, foe{uid, left})
	}

	var strokes []stroke
	ops := 0
	over := len(foes) == 0 || power <= 0
	for _, outcome := range call.Get("chance").All() {
		if !over && len(strokes) > 0 && outcome.Kind() == astragal.Nil {
			over = true
			continue
		}
		uid, ok := outcome.Int()
		at := slices.IndexFunc(foes, func(f foe) bool { return f.uid == uid })
		if over || !ok || at < 0 {
			answer.Refuse("chance: an outcome that was not asked for")
			return
		}
		s := stroke{foes[at], power >> len(strokes)}
		strokes = append(strokes, s)
		foes = slices.Delete(foes, at, at+1)
		ops += 2
		if s.fatal() {
			ops += 3
		}
		over = len(foes) == 0 || s.power == 1
	}
	if !over {
		ask(answer, foes, len(strokes) == 0)
		return
	}
	answer.Map(1)
	answer.Text("ops")
	answer.List(ops)
	for _, s := range strokes {
		strike(answer, s)
	}
}
