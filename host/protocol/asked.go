package protocol

import (
	"bytes"
	"context"
	"errors"
	"time"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
	"github.com/astragal-engine/astragal/host/evaluator"
	"github.com/astragal-engine/astragal/host/session"
)

var keyCall = newKey("call")

// mostName is the longest name of a function, in bytes.
const mostName = 256

// asked is what a model calls in both languages, since nobody knows yet who fetches it.
type asked struct{ pack, json []byte }

func functionOffer(c *call) error {
	name, err := c.functionName()
	if err != nil {
		return err
	}
	return c.rt.Offer(name, func(c *session.Called) any {
		p, j := writer{}, writer{json: true}
		p.called(c)
		j.called(c)
		return asked{p.b, j.b}
	})
}

func functionWithdraw(c *call) error {
	name, err := c.functionName()
	if err != nil {
		return err
	}
	return c.rt.SetFunction(name, nil)
}

func (c *call) functionName() (string, error) {
	if n := len(c.arg("code").bytes); n == 0 || n > mostName {
		return "", badParam("code", "has %d bytes; it has 1 to %d", n, mostName)
	}
	return c.text("code"), nil
}

func functionNext(c *call) error {
	wait, err := c.atLeast("wait", 0, 0)
	if err != nil {
		return err
	}
	a := c.rt.FetchNow()
	if a == nil && wait > 0 {
		ctx, stop := context.WithTimeout(c.Context(), time.Duration(wait)*time.Millisecond)
		a = c.rt.Fetch(ctx)
		stop()
		if a == nil {
			if err := c.Interrupted(); err != nil {
				return err
			}
		}
	}
	if a != nil {
		c.w.askedFor(a)
	}
	return nil
}

// askedFor writes a call that waits into the map that is open.
func (w *writer) askedFor(a *session.Asked) {
	w.Key(keyCall)
	w.Uint(a.ID)
	w.Key(keyAsked)
	w.comma()
	if said := a.What.(asked); w.json {
		w.b = append(w.b, said.json...)
	} else {
		w.b = append(w.b, said.pack...)
	}
}

func functionAnswer(c *call) error {
	first := ""
	for _, name := range []string{"value", "ops", "chance", "error"} {
		if !c.given(name) {
			continue
		}
		if first != "" {
			return badParam(name, "is there beside %s; give one of them", first)
		}
		first = name
	}
	if first == "error" {
		text := c.text("error")
		if text == "" {
			text = "failed"
		}
		return c.rt.Reply(c.seed("call"), program.Answer{}, errors.New(text))
	}
	var v value.Value
	if first != "" {
		var err error
		if v, err = decodeValue(msgpack.NewDecoder(bytes.NewReader(c.arg(first).bytes))); err != nil {
			return badParam(first, "cannot be read: %v", err)
		}
	}
	answer := program.Answer{Value: v}
	switch first {
	case "ops":
		answer.Form = program.GivesOps
	case "chance":
		var err error
		if answer, err = evaluator.Chance(v); err != nil {
			return badParam("chance", "cannot be read: %v", err)
		}
	}
	return c.rt.Reply(c.seed("call"), answer, nil)
}

// Poll gives {kind: "function", call, asked} for the next call that waits for an answer, in msgpack or in
// JSON; nil where there is none.
func Poll(rt *session.Runtime, inJSON bool) []byte {
	a := rt.FetchNow()
	if a == nil {
		return nil
	}
	w := writer{json: inJSON}
	w.Map()
	w.Key(keyKind)
	w.Text("function")
	w.askedFor(a)
	w.EndMap()
	return w.b
}
