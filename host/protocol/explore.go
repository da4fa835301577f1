package protocol

import (
	"encoding/json"
	"reflect"

	"github.com/astragal-engine/astragal/engine/explore"
	"github.com/astragal-engine/astragal/engine/turn"
	"github.com/astragal-engine/astragal/host/session"
)

func modelExplore(c *call) error {
	m, err := c.Model(c.handleOf("model"))
	if err != nil {
		return err
	}
	o := explore.Options{Players: c.int("players", 0), Depth: c.int("depth", 0), States: c.int("states", 0), At: c.text("at")}
	list, err := c.texts("invariants")
	if err != nil {
		return err
	}
	for _, raw := range list {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return badParam("invariants", "has something that is no text")
		}
		o.Invariants = append(o.Invariants, text)
	}
	r, err := c.Explore(m, o)
	if err != nil {
		return err
	}
	c.w.fields(reflect.ValueOf(r).Elem())
	way, found := r.Amiss()
	c.w.Name("fine")
	c.w.Bool(!found)
	if found {
		c.w.Name("script")
		c.w.Text(explore.Script(way))
	}
	return nil
}

func turnExplore(c *call) error {
	var m *session.Model
	var err error
	if c.given("model") {
		if m, err = c.Model(c.handleOf("model")); err != nil {
			return err
		}
	}
	b := turn.Bounds{Turns: c.int("turns", 3), Effects: c.int("effects", 1), Depth: c.int("actions", 1), Out: c.int("out", 0), States: c.int("states", 0), Symmetric: c.bool("symmetry")}
	r, err := c.ExploreTurns(m, c.int("players", 0), b)
	if err != nil {
		return err
	}
	c.w.fields(reflect.ValueOf(r).Elem())
	return nil
}
