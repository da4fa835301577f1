package protocol

import (
	"bytes"
	"errors"
	"reflect"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/turn"
	"github.com/astragal-engine/astragal/host/session"
)

var keyTrace = newKey("trace")

func gameTrace(c *call) error {
	return c.with(func(c *call, g *session.Game) error {
		text, err := g.Session().Turns(int(c.Runtime().Limits().FrameBytes))
		switch {
		case errors.Is(err, drive.ErrNoTurns):
			return badParam("game", "has no trace: %v", err)
		case errors.Is(err, drive.ErrTraceLimit):
			return session.Errorf(session.Limited, "%v", err)
		case err != nil:
			return err
		}
		c.w.Key(keyTrace)
		c.w.Text(string(text))
		return nil
	})
}

func turnCheck(c *call) error {
	v, err := turn.Check(bytes.NewReader(c.arg("trace").bytes))
	if err != nil {
		return session.Errorf(session.Internal, "%v", err)
	}
	c.w.fields(reflect.ValueOf(v).Elem())
	return nil
}
