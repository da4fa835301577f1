package protocol

import (
	"errors"
	"reflect"
	"strings"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/explain"
	"github.com/astragal-engine/astragal/host/session"
)

// explanation is the result of game.explain.
type explanation struct {
	Actions   *explain.Legality  `json:"actions,omitempty"`
	Value     *explain.Valuation `json:"value,omitempty"`
	Triggers  []*explain.Hearing `json:"triggers,omitempty"`
	Ends      *explain.Endings   `json:"ends,omitempty"`
	Turn      *explain.Turning   `json:"turn,omitempty"`
	Sentences []string           `json:"sentences"`
}

func gameExplain(c *call) error {
	return c.with(func(c *call, g *session.Game) error {
		seats, seat := g.Session().Game().Players(), c.int("seat", explain.Asked)
		if c.given("seat") && (seat < 0 || seat >= seats) {
			return badParam("seat", "is %d; seats are 0 to %d", seat, seats-1)
		}
		e := &explanation{Sentences: []string{}}
		err := e.fill(g.Session(), c.text("about"), c.text("name"), explain.Options{Seat: seat, Interrupt: c.Interrupted})
		switch {
		case err == nil:
			c.w.fields(reflect.ValueOf(e).Elem())
			return nil
		case errors.As(err, new(*session.Error)):
			return err
		}
		return badParam("name", "cannot be explained: %v", err)
	})
}

// fill explains what is asked about. The game stays as it is.
func (e *explanation) fill(s *drive.Session, about, name string, o explain.Options) error {
	all := about == "" || about == "all"
	switch about {
	case "", "all", "end", "turn":
		if name != "" {
			return badParam("name", "is given, and about is not action, value or trigger")
		}
	case "action", "trigger":
	case "value":
		if name == "" {
			return badParam("name", "is missing: what is the expression?")
		}
	default:
		return badParam("about", "is '%s'; there are action, value, trigger, turn, end and all", clip([]byte(about)))
	}
	var err error
	if all || about == "action" {
		if e.Actions, err = explain.Actions(s.Game(), name, o); err != nil {
			return err
		}
		e.Sentences = append(e.Sentences, e.Actions.Sentences...)
	}
	if about == "value" {
		if e.Value, err = explain.Value(s.Game(), name, o); err != nil {
			return err
		}
		e.Sentences = append(e.Sentences, e.Value.Sentences...)
	}
	if about == "trigger" {
		h, err := explain.Triggers(s, name, o)
		if err != nil {
			return err
		}
		e.Triggers = []*explain.Hearing{h}
	} else if all {
		if e.Triggers, err = explain.Lately(s, 0, o); err != nil {
			return err
		}
	}
	for _, h := range e.Triggers {
		e.Sentences = append(e.Sentences, h.Sentences...)
	}
	if about == "turn" && s.Game().Program().Turns == nil {
		return badParam("about", "is 'turn', and the model has no section 'turns'")
	}
	if about == "turn" || all && s.Game().Program().Turns != nil {
		if e.Turn, err = explain.Turn(s.Game(), o); err != nil {
			return err
		}
		e.Sentences = append(e.Sentences, e.Turn.Sentences...)
	}
	if all || about == "end" {
		if e.Ends, err = explain.Ends(s.Game(), o); err != nil {
			return err
		}
		e.Sentences = append(e.Sentences, e.Ends.Sentences...)
	}
	return nil
}

// fields writes the entries of a struct as encoding/json would, into the map that is open.
func (w *writer) fields(v reflect.Value) {
	for i := range v.NumField() {
		name, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		f := v.Field(i)
		if name == "" || options != "" && (f.IsZero() || f.Kind() == reflect.Slice && f.Len() == 0) {
			continue
		}
		w.Name(name)
		w.form(f)
	}
}

func (w *writer) form(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		w.form(v.Elem())
	case reflect.Struct:
		w.Map()
		w.fields(v)
		w.EndMap()
	case reflect.Slice:
		w.List(v.Len())
		for i := range v.Len() {
			w.form(v.Index(i))
		}
		w.EndList()
	case reflect.String:
		w.Text(v.String())
	case reflect.Bool:
		w.Bool(v.Bool())
	case reflect.Int, reflect.Int64:
		w.Int(v.Int())
	case reflect.Uint64:
		w.Uint(v.Uint())
	case reflect.Float64:
		w.Float(v.Float())
	default:
		panic("protocol: no form for a " + v.Type().String())
	}
}
