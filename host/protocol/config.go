package protocol

import (
	"bytes"
	"math"

	"github.com/astragal-engine/astragal/host/session"
)

// mostConfig is how long a configuration may be, in bytes: modules may be in it.
const mostConfig = 64 << 20

// ParseConfig reads the configuration of a runtime, in msgpack or JSON: {limits: {name: int}, workers,
// paths, evaluators, packs, trusted, demand, capabilities}. Nothing at all is the default.
func ParseConfig(b []byte) (session.Config, error) {
	conf := session.Config{}
	if len(b) == 0 {
		return conf, nil
	}
	bad := func(format string, args ...any) (session.Config, error) {
		return session.Config{}, session.Errorf(session.BadParams, "config: "+format, args...)
	}
	if len(b) > mostConfig {
		return bad("more than %d bytes", mostConfig)
	}
	if first := bytes.TrimLeft(b, " \t\r\n"); len(first) > 0 && first[0] == '{' {
		var err error
		if b, err = packJSON(b); err != nil {
			return bad("%v", err)
		}
	}
	if err := scan(b); err != nil {
		return bad("%v", err)
	}
	top, _ := readHead(b, 0)
	if top.kind == kindNil {
		return conf, nil
	}
	if top.kind != kindMap {
		return bad("a map, not %s", top.kind)
	}
	for i, at := 0, top.body; i < top.n; i++ {
		k, _ := readHead(b, at)
		v, _ := readHead(b, k.end())
		at = skip(b, k.end())
		name := string(b[k.body:k.end()])
		switch {
		case v.kind == kindNil && (name == "limits" || name == "workers" || name == "paths" || isPackSetting(name)):
		case name == "workers" && v.kind == kindInt && !v.neg && v.u <= 1024:
			conf.Workers = int(v.u)
		case name == "workers":
			return bad("workers is an int from 0 to 1024")
		case name == "paths" && v.kind == kindBool:
			conf.NoPaths = v.u == 0
		case name == "paths":
			return bad("paths is a bool")
		case isPackSetting(name):
			if err := parsePackSetting(b, name, k.end(), &conf); err != nil {
				return session.Config{}, err
			}
		case name == "limits" && v.kind == kindMap:
			if err := parseLimits(b, v, &conf.Limits); err != nil {
				return session.Config{}, err
			}
		case name == "limits":
			return bad("limits is a map")
		case name == "evaluators":
			var err error
			if conf.Evaluators, err = parseEvaluators(b[k.end():at]); err != nil {
				return bad("evaluators: %v", err)
			}
		default:
			return bad("there is no '%s'; there are evaluators, limits, workers, paths, packs, trusted, demand and capabilities", clip([]byte(name)))
		}
	}
	return conf, nil
}

func parseLimits(b []byte, h head, l *session.Limits) error {
	bad := func(format string, args ...any) error {
		return session.Errorf(session.BadParams, "config: limits: "+format, args...)
	}
next:
	for i, at := 0, h.body; i < h.n; i++ {
		k, _ := readHead(b, at)
		v, _ := readHead(b, k.end())
		at = skip(b, k.end())
		name := string(b[k.body:k.end()])
		for _, x := range l.List() {
			if x.Name != name {
				continue
			}
			if v.kind != kindInt || v.neg || v.u == 0 || v.u > math.MaxInt64 || int64(v.u) > x.Most {
				return bad("%s is an int from 1 to %d", name, x.Most)
			}
			*x.At = int64(v.u)
			continue next
		}
		return bad("there is no '%s'", clip([]byte(name)))
	}
	return nil
}
