package protocol

import (
	"bytes"
	"encoding/base64"
	"math"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/engine/value"
	"github.com/astragal-engine/astragal/host/session"
)

// maxParams is the most that a method has.
const maxParams = 15

// param is the value of one parameter, read as its type says.
type param struct {
	given bool
	u     uint64  // int, seed, handle, bool
	f     float64 // float
	bytes []byte  // text, bytes; of a map all of it. Part of the request
}

// params holds what was sent against the method's table. A nil stands for a parameter left out.
func (c *call) params(b []byte, at int) error {
	h := head{kind: kindMap}
	if at >= 0 {
		if h, _ = readHead(b, at); h.kind == kindNil {
			h = head{kind: kindMap}
		}
	}
	if h.kind != kindMap {
		return session.Errorf(session.BadRequest, "params are %s, not a map", h.kind)
	}
	seen := 0
	for i, at := 0, h.body; i < h.n; i++ {
		k, _ := readHead(b, at)
		name := b[k.body:k.end()]
		n := c.method.index(name)
		if n < 0 {
			return session.Errorf(session.BadParams, "%s has no parameter '%s'", c.method.Name, clip(name))
		}
		if seen>>n&1 == 1 {
			return badParam(c.method.Params[n].Name, "is there twice")
		}
		seen |= 1 << n
		at = skip(b, k.end())
		v, _ := readHead(b, k.end())
		if v.kind == kindNil {
			continue
		}
		if err := c.param(n, v, b[k.end():at], b); err != nil {
			return err
		}
	}
	for i := range c.method.Params {
		if p := &c.method.Params[i]; p.Required && !c.values[i].given {
			return badParam(p.Name, "is missing: %s takes %s", c.method.Name, p.Type.phrase())
		}
	}
	return nil
}

// param reads one value.
func (c *call) param(n int, v head, whole, b []byte) error {
	p, x := &c.method.Params[n], &c.values[n]
	wrong := func() error { return badParam(p.Name, "is %s, not %s", v.kind, p.Type.phrase()) }
	x.given = true
	switch p.Type {
	case Int:
		switch {
		case v.kind == kindExt, v.kind == kindInt && !v.neg && v.u > math.MaxInt32, v.kind == kindInt && v.neg && int64(v.u) < math.MinInt32:
			return badParam(p.Name, "is far too large")
		case v.kind != kindInt:
			return wrong()
		}
		x.u = v.u
	case Seed, HandleOf:
		switch {
		case v.kind == kindExt:
			return badParam(p.Name, "is far too large")
		case v.kind != kindInt:
			return wrong()
		case v.neg:
			return badParam(p.Name, "is below 0")
		}
		x.u = v.u
	case Float:
		switch {
		case v.kind == kindInt && v.neg:
			x.f = float64(int64(v.u))
		case v.kind == kindInt:
			x.f = float64(v.u)
		case v.kind == kindFloat:
			x.f = math.Float64frombits(v.u)
		default:
			return wrong()
		}
		if math.IsNaN(x.f) || math.IsInf(x.f, 0) {
			return badParam(p.Name, "is no finite number")
		}
	case Bool:
		if v.kind != kindBool {
			return wrong()
		}
		x.u = v.u
	case Text:
		if v.kind != kindText {
			return wrong()
		}
		x.bytes = b[v.body:v.end()]
	case Bytes:
		switch {
		case v.kind == kindBin:
			x.bytes = b[v.body:v.end()]
		case v.kind == kindText && c.json:
			data, err := base64.StdEncoding.DecodeString(string(b[v.body:v.end()]))
			if err != nil {
				return badParam(p.Name, "is no base64: %v", err)
			}
			x.bytes = data
		default:
			return wrong()
		}
	case Values:
		if v.kind != kindMap {
			return wrong()
		}
		x.bytes = whole
	case Value:
		x.bytes = whole
	}
	return nil
}

var absent param

// arg finds a parameter by its name.
func (c *call) arg(name string) *param {
	for i := range c.method.Params {
		if c.method.Params[i].Name == name {
			return &c.values[i]
		}
	}
	return &absent
}

func (c *call) given(name string) bool { return c.arg(name).given }
func (c *call) text(name string) string {
	return string(c.arg(name).bytes)
}
func (c *call) bool(name string) bool   { return c.arg(name).u == 1 }
func (c *call) seed(name string) uint64 { return c.arg(name).u }
func (c *call) handleOf(name string) session.Handle {
	return session.Handle(c.arg(name).u)
}

// int gives an int, or def where it was left out.
func (c *call) int(name string, def int) int {
	if p := c.arg(name); p.given {
		return int(int64(p.u))
	}
	return def
}

// atLeast is int for one that must not be below least.
func (c *call) atLeast(name string, least, def int) (int, error) {
	n := c.int(name, def)
	if n < least {
		return 0, badParam(name, "is %d; it is at least %d", n, least)
	}
	return n, nil
}

// constants reads a map from names to values. Maps in it keep their order.
func (c *call) constants(name string) (map[string]value.Value, error) {
	p := c.arg(name)
	if !p.given {
		return nil, nil
	}
	d := msgpack.NewDecoder(bytes.NewReader(p.bytes))
	n, err := d.DecodeMapLen()
	if err != nil {
		return nil, badParam(name, "cannot be read: %v", err)
	}
	set := make(map[string]value.Value, n)
	for ; n > 0; n-- {
		k, err := d.DecodeString()
		if err != nil {
			return nil, badParam(name, "cannot be read: %v", err)
		}
		if set[k], err = decodeValue(d); err != nil {
			return nil, badParam(name, "has a value of '%s' that cannot be read: %v", clip([]byte(k)), err)
		}
	}
	return set, nil
}
