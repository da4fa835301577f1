package protocol

import (
	"encoding/json"

	"github.com/astragal-engine/astragal/host/contentpack"
	"github.com/astragal-engine/astragal/host/session"
)

// isPackSetting reports whether a member of the configuration says what packs a runtime takes.
func isPackSetting(name string) bool {
	return name == "packs" || name == "trusted" || name == "demand" || name == "capabilities"
}

// parsePackSetting reads such a member, whose value stands at a place.
func parsePackSetting(b []byte, name string, at int, conf *session.Config) error {
	bad := func(format string, args ...any) error {
		return session.Errorf(session.BadParams, "config: "+format, args...)
	}
	text, _, err := appendPlain(nil, b, at)
	if err != nil {
		return bad("%s: %v", name, err)
	}
	switch name {
	case "packs":
		if json.Unmarshal(text, &conf.Packs) != nil {
			return bad("packs is the path of a folder")
		}
	case "demand":
		if json.Unmarshal(text, &conf.Demand) != nil {
			return bad("demand is a bool")
		}
	case "trusted":
		var keys []string
		if json.Unmarshal(text, &keys) != nil {
			return bad("trusted is a list of keys")
		}
		for _, s := range keys {
			k, err := contentpack.ParseKey(s)
			if err != nil {
				return bad("trusted: %v", err)
			}
			conf.Trusted = append(conf.Trusted, k)
		}
	case "capabilities":
		if json.Unmarshal(text, &conf.Grant) != nil || conf.Grant == nil {
			return bad("capabilities is a list of texts")
		}
		for _, name := range conf.Grant {
			if !contentpack.IsCapability(name) {
				return bad("there is no capability '%s'", clip([]byte(name)))
			}
		}
	}
	return nil
}
