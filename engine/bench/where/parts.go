package where

import (
	"path"
	"strings"
)

// The parts of playing.
const (
	options  = "options"
	effect   = "effect"
	events   = "triggers and windows"
	knowing  = "who knows what"
	end      = "end conditions"
	request  = "requests and answers"
	chance   = "chance"
	flow     = "bookkeeping: flow, frames, names"
	begin    = "a new game"
	player   = "the player"
	tree     = "the tree of a search"
	protocol = "the protocol"
	caller   = "" // a helper: its time is its caller's
	system   = "the Go runtime by itself"
)

// byFile has the part of every file of the machine; byFunction that of single functions. Tests hold both
// against the source.
var byFile = map[string]string{
	"engine/game/action.go":         flow,
	"engine/game/brief.go":          request,
	"engine/game/call.go":           request,
	"engine/game/campaign.go":       begin,
	"engine/game/canonical.go":      knowing,
	"engine/game/chance.go":         chance,
	"engine/game/check.go":          begin,
	"engine/game/check_frame.go":    begin,
	"engine/game/check_node.go":     begin,
	"engine/game/check_stack.go":    begin,
	"engine/game/checkpoint.go":     flow,
	"engine/game/choose.go":         options,
	"engine/game/clone.go":          begin,
	"engine/game/codec.go":          begin,
	"engine/game/contract.go":       flow,
	"engine/game/deck.go":           chance,
	"engine/game/effect.go":         effect,
	"engine/game/emit.go":           events,
	"engine/game/end.go":            end,
	"engine/game/endless.go":        flow,
	"engine/game/fault.go":          flow,
	"engine/game/flow.go":           flow,
	"engine/game/foreign.go":        request,
	"engine/game/formal.go":         flow,
	"engine/game/frame.go":          flow,
	"engine/game/game.go":           flow,
	"engine/game/hold.go":           flow,
	"engine/game/host.go":           caller,
	"engine/game/know.go":           knowing,
	"engine/game/log.go":            request,
	"engine/game/mark.go":           knowing,
	"engine/game/modifier.go":       effect,
	"engine/game/move.go":           effect,
	"engine/game/playout.go":        flow,
	"engine/game/playout_code.go":   effect,
	"engine/game/playout_events.go": events,
	"engine/game/playout_flow.go":   flow,
	"engine/game/policy.go":         player,
	"engine/game/position.go":       tree,
	"engine/game/record.go":         flow,
	"engine/game/redistribute.go":   knowing,
	"engine/game/request.go":        request,
	"engine/game/restore.go":        begin,
	"engine/game/save.go":           begin,
	"engine/game/sealed.go":         options,
	"engine/game/sight.go":          knowing,
	"engine/game/situation.go":      caller,
	"engine/game/start.go":          begin,
	"engine/game/step.go":           flow,
	"engine/game/sweep.go":          flow,
	"engine/game/tactic.go":         player,
	"engine/game/token.go":          tree,
	"engine/game/tracer.go":         caller,
	"engine/game/turns.go":          flow,
	"engine/game/variable.go":       effect,
	"engine/game/window.go":         events,
	"engine/game/zone.go":           effect,
}

var byFunction = map[string]string{
	"engine/game.(*Game).isLegal":      options,
	"engine/game.(*Game).legalActions": options,
	"engine/game.(*Game).fewActions":   options,
	"engine/game.(*Game).mayDo":        options,
	"engine/game.(*Game).stepSees":     request,
	"engine/game.(*Game).keep":         caller,
	"engine/game.(*Game).value":        caller,
	"engine/game.(*Game).count":        caller,
	"engine/game.(*Game).elems":        caller,
	"engine/game.(*Game).elemsOf":      caller,
	"engine/game.(*Game).resolveZone":  caller,
	"engine/game.(*Game).zonePlayer":   caller,
	"engine/game.(*Game).put":          caller,
	"engine/game.(*Game).take":         caller,
	"engine/game.(*Game).find":         caller,
	"engine/game.(*Game).setZoneList":  caller,
	"engine/game.(*Game).slip":         effect,
	"engine/game.(*runner).choose":     options,
	"engine/game.(*runner).chooser":    options,
	"engine/game.(*runner).draw":       chance,
	"engine/game.(*runner).ask":        request,
	"engine/game.(*runner).answer":     request,
	"engine/game.(*runner).pickAction": request,
	"engine/game.(*runner).again":      player,

	"engine/bench.(*Player).Play": player,
}

// below has the parts of whole packages.
var below = map[string]string{
	"engine/search":   tree,
	"engine/observe":  knowing,
	"engine/drive":    player,
	"engine/simulate": player,
	"host/protocol":   protocol,
	"host/session":    protocol,
}

// partOf gives the part that a stack counts for, from the innermost call outwards, and whether it is inside an
// expression.
func partOf(stack []call) (part string, inside bool) {
	for _, c := range stack {
		if c.in("engine/expr") {
			inside = true
		}
		if part := c.part(); part != caller {
			return part, inside
		}
	}
	return system, inside
}

func (c call) part() string {
	if part, known := byFunction[named(c.function)]; known {
		return part
	}
	if part, known := byFile[c.file]; known {
		return part
	}
	return below[path.Dir(c.file)]
}

func (c call) in(dir string) bool { return path.Dir(c.file) == dir }

// short is the name of a function without folders and without the marks of pointers and closures.
func (c call) short() string {
	s, _, _ := strings.Cut(c.function, "[") // folders within the types of a generic function do not count
	s = c.function[strings.LastIndexByte(s, '/')+1:]
	return strings.NewReplacer("(*", "", ")", "").Replace(named(s))
}

// named is the name that the source has: without the numbers of closures and the types of generic functions.
func named(s string) string {
	if open, end := strings.IndexByte(s, '['), strings.LastIndexByte(s, ']'); open >= 0 && end > open {
		s = s[:open] + s[end+1:]
	}
	for {
		i := strings.LastIndexByte(s, '.')
		if i < 0 || !closure(s[i+1:]) {
			return s
		}
		s = s[:i]
	}
}

// closure tells func1, func2.1 and the like.
func closure(name string) bool {
	name = strings.TrimPrefix(name, "func")
	return strings.Trim(name, "0123456789") == ""
}
