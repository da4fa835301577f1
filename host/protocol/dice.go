package protocol

import (
	"bytes"
	"errors"
	"math"
	"reflect"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/engine/dice"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/value"
	"github.com/astragal-engine/astragal/host/session"
)

// parsedDice is the result of dice.parse.
type parsedDice struct {
	Dice  string     `json:"dice"`
	Terms []diceTerm `json:"terms"`
	Flat  int        `json:"flat"`
	Count int        `json:"count"`
}

type diceTerm struct {
	Dice  string `json:"dice"`
	Minus bool   `json:"minus"`
	Count int    `json:"count"`
	Sides int    `json:"sides"`
	Low   int    `json:"low"`
	High  int    `json:"high"`
}

// dice reads the parameter of that name.
func (c *call) dice() (dice.Dice, error) {
	d, err := dice.Parse(c.text("dice"))
	if err != nil {
		return d, diceFault("dice", err)
	}
	return d, nil
}

// diceFault gives an error of dice its code: a limit, or a fault of the parameter.
func diceFault(name string, err error) error {
	if errors.Is(err, dice.ErrLimit) {
		return session.Errorf(session.Limited, "%s: %v", name, err)
	}
	return session.Errorf(session.BadParams, "%s: %v", name, err)
}

func diceParse(c *call) error {
	d, err := c.dice()
	if err != nil {
		return err
	}
	out := &parsedDice{Dice: d.String(), Terms: []diceTerm{}, Flat: d.Flat, Count: d.Count()}
	for _, t := range d.Terms {
		out.Terms = append(out.Terms, diceTerm{t.String(), t.Minus, t.Count, t.Sides, t.Low(), t.High()})
	}
	c.w.fields(reflect.ValueOf(out).Elem())
	return nil
}

func diceRoll(c *call) error {
	d, err := c.dice()
	if err != nil {
		return err
	}
	source := prng.Source{Seed: c.seed("seed"), Index: c.seed("index")}
	chance := func(die dice.Die) (int, error) { return die.Low() + source.Intn(die.Sides), nil }
	var given *dice.Faces
	name := "dice"
	if c.given("faces") {
		if c.given("seed") || c.given("index") {
			return badParam("faces", "is given, and a seed or an index too")
		}
		faces, err := c.faces()
		if err != nil {
			return err
		}
		given, name = dice.Given(faces...), "faces"
		chance = given.Next
	}
	r, err := d.Roll(chance, dice.Options{})
	if err != nil {
		return diceFault(name, err)
	}
	if given != nil && given.Left() > 0 {
		return badParam("faces", "has %d more than are asked for", given.Left())
	}
	c.w.fields(reflect.ValueOf(r.Report()).Elem())
	if given == nil {
		c.w.Name("index")
		c.w.Int(int64(source.Index))
	}
	return nil
}

// faces reads a list of ints.
func (c *call) faces() ([]int, error) {
	v, err := decodeValue(msgpack.NewDecoder(bytes.NewReader(c.arg("faces").bytes)))
	if err != nil || v.Kind() != value.List {
		return nil, badParam("faces", "is no list of ints")
	}
	var out []int
	for _, x := range v.Items() {
		if !x.IsInt() || x.Int() > math.MaxInt32 || x.Int() < math.MinInt32 {
			return nil, badParam("faces", "is no list of ints")
		}
		out = append(out, int(x.Int()))
	}
	return out, nil
}

func diceDistribution(c *call) error {
	d, err := c.dice()
	if err != nil {
		return err
	}
	x, err := d.Distribution()
	if err != nil {
		return diceFault("dice", err)
	}
	c.w.fields(reflect.ValueOf(x.Report(d, c.bool("exact"))).Elem())
	return nil
}
