package agent

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/program"
)

// isSearch reports whether a name is that of a search, and gives its settings.
func isSearch(name string) (list string, ok bool) {
	rest, ok := strings.CutPrefix(name, "search")
	if !ok {
		return "", false
	}
	if n, ok := strings.CutPrefix(rest, ":"); ok {
		return "playouts=" + n, true
	}
	inside, ok := strings.CutPrefix(rest, "(")
	if ok {
		return strings.CutSuffix(inside, ")")
	}
	return "", rest == ""
}

// settings reads the settings of a search.
func settings(p *program.Program, list string) (program.Lookahead, error) {
	l := program.Lookahead{Tactic: -1}
	if strings.TrimSpace(list) == "" {
		return l, nil
	}
	for _, part := range strings.Split(list, ",") {
		key, text, ok := strings.Cut(part, "=")
		key, text = strings.TrimSpace(key), strings.TrimSpace(text)
		if !ok {
			return l, fmt.Errorf("'%s' is no setting: write playouts=1000", strings.TrimSpace(part))
		}
		var err error
		switch key {
		case "playouts":
			l.Playouts, err = whole(key, text)
		case "depth":
			l.Depth, err = whole(key, text)
		case "seconds":
			l.Seconds, err = number(key, text, 3600)
		case "exploration":
			l.Exploration, err = number(key, text, 1000)
		case "tactic":
			l.Tactic, err = deciding(p, text)
		default:
			err = fmt.Errorf("no setting '%s'; there are playouts, seconds, depth, exploration, tactic", key)
		}
		if err != nil {
			return l, err
		}
	}
	return l, nil
}

func whole(key, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%s must be a whole number from 1 up, not '%s'", key, text)
	}
	return n, nil
}

func number(key, text string, most float64) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || x <= 0 || x > most {
		return 0, fmt.Errorf("%s must be a number above 0 and up to %v, not '%s'", key, most, text)
	}
	return x, nil
}

// deciding finds an agent with rules.
func deciding(p *program.Program, name string) (int32, error) {
	for i := range p.Agents {
		if p.Agents[i].Name == name && p.Agents[i].Decides() {
			return int32(i), nil
		}
	}
	return -1, fmt.Errorf("no agent '%s' has a tactic or a policy_x", name)
}
