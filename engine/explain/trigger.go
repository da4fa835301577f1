package explain

import (
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// Hearing says what the triggers of one event did when it was emitted last, or would do.
type Hearing struct {
	Event     string    `json:"event,omitempty"`
	Emitted   bool      `json:"emitted"` // within the last Answers answers
	Answers   int       `json:"answers"` // how many were looked through
	Whole     bool      `json:"whole"`   // those are all there were
	Open      bool      `json:"open,omitempty"`
	Replaced  bool      `json:"replaced,omitempty"` // an instead-trigger has replaced its impact
	Triggers  []Trigger `json:"triggers"`           // in the order in which they are tried
	Cut       bool      `json:"cut,omitempty"`
	Sentences []string  `json:"sentences"`
}

// Trigger is one trigger that can hear the event.
type Trigger struct {
	ID       string   `json:"id"`
	Item     string   `json:"item,omitempty"` // the content item that bears it
	At       *Place   `json:"at,omitempty"`
	Timing   string   `json:"timing"` // before, instead or after
	Optional bool     `json:"optional,omitempty"`
	Verdict  string   `json:"verdict"` // fired, condition, inactive, declined, asked, shut, waiting, unreached, would, unsure
	Reasons  []Reason `json:"reasons,omitempty"`
	If       *Part    `json:"if,omitempty"`
	Sentence string   `json:"sentence"`
}

// spans are how many answers are looked through for an event, one after the other until it is found.
var spans = []int{1, 8, 64, 512}

// Triggers explains what heard an event when it was emitted last. name is the event, or a trigger, which
// stands for those that it hears; none: whatever event was emitted last. It plays the last answers of the
// session again, on a copy.
func Triggers(s *drive.Session, name string, o Options) (out *Hearing, err error) {
	defer guard(&err)
	x := begin(s.Game(), o)
	wanted, only, err := x.wanted(name)
	if err != nil {
		return nil, err
	}
	out = &Hearing{Triggers: []Trigger{}, Sentences: []string{}}
	h := &hearing{wanted: wanted, last: -1}
	for _, n := range spans {
		out.Answers, out.Whole = min(n, s.CanUndo()), n > s.CanUndo()
		h.seen = 0
		if err := s.Trace(n, &game.Tracer{Emit: h.count}); err != nil {
			return nil, err
		}
		if h.last = h.seen - 1; h.last >= 0 || n > s.CanUndo() {
			if h.last >= 0 {
				h.seen = 0
				err = s.Trace(n, &game.Tracer{Emit: h.emit, Trigger: h.follow})
			}
			break
		}
	}
	if err != nil {
		return nil, err
	}
	x.hearing(out, h, only)
	out.Cut = x.meter.cut
	return out, nil
}

// Lately explains what heard each event that some trigger hears and that the last answers led to, in the
// order in which they were emitted, at most maxLately; with answers below 1 those since the last decision.
func Lately(s *drive.Session, answers int, o Options) (out []*Hearing, err error) {
	defer guard(&err)
	if answers < 1 {
		for answers = 1; answers < s.CanUndo() && s.Drawn(s.CanUndo()-answers); {
			answers++
		}
	}
	var all []*hearing
	t := &game.Tracer{
		Emit: func(g *game.Game, event int32, depth int) {
			for _, h := range all {
				h.emit(g, event, depth)
			}
			if len(all) < maxLately && len(heardBy(&g.Program().Events[event])) > 0 {
				all = append(all, &hearing{last: -1, event: event, depth: depth, verdicts: map[int32]verdict{}})
			}
		},
		Trigger: func(g *game.Game, event, trigger int32, depth int, v game.Verdict) {
			heard := false
			for _, h := range all {
				heard = h.trigger(g, event, trigger, depth, v) || heard
			}
			if !heard && len(all) < maxLately { // it was emitted before
				h := &hearing{last: -1, event: event, depth: depth, part: true, verdicts: map[int32]verdict{}}
				h.trigger(g, event, trigger, depth, v)
				all = append(all, h)
			}
		},
	}
	if s.CanUndo() == 0 || answers > s.CanUndo() {
		answers = s.CanUndo() + 1
	}
	if err := s.Trace(answers, t); err != nil {
		return nil, err
	}
	x := begin(s.Game(), o)
	out = []*Hearing{}
	for _, h := range all {
		e := &Hearing{Answers: min(answers, s.CanUndo()), Whole: answers > s.CanUndo(), Triggers: []Trigger{}, Sentences: []string{}}
		x.hearing(e, h, nil)
		e.Cut = x.meter.cut
		out = append(out, e)
	}
	return out, nil
}

const maxLately = 20

// wanted gives the events that a name stands for (nil: every one), and the triggers if it is one of those.
func (x *explainer) wanted(name string) (events map[int32]bool, only map[int32]bool, err error) {
	if name == "" {
		return nil, nil, nil
	}
	if e, ok := x.prog.EventIndex[name]; ok {
		return map[int32]bool{e: true}, nil, nil
	}
	events, only = map[int32]bool{}, map[int32]bool{}
	for i := range x.prog.Triggers {
		if x.prog.Triggers[i].ID == name {
			only[int32(i)] = true
		}
	}
	for i := range x.prog.Events {
		for _, t := range heardBy(&x.prog.Events[i]) {
			if only[t.trigger] {
				events[int32(i)] = true
			}
		}
	}
	if len(only) == 0 {
		return nil, nil, fmt.Errorf("there is no event or trigger '%s'", name)
	}
	return events, only, nil
}

type hears struct {
	trigger int32
	timing  string
}

// heardBy lists the triggers of an event in the order in which they are tried.
func heardBy(ev *program.Event) []hears {
	var out []hears
	for _, phase := range []struct {
		list   []int32
		timing string
	}{{ev.Before, "before"}, {ev.Instead, "instead"}, {ev.After, "after"}} {
		for _, t := range phase.list {
			out = append(out, hears{t, phase.timing})
		}
	}
	return out
}

// hearing follows one emit, the last of those that are wanted.
type hearing struct {
	wanted   map[int32]bool
	seen     int // emits so far
	last     int // number of the one that is followed; below 0: there was none, or it is this one alone
	event    int32
	depth    int
	over     bool // its frame has gone
	part     bool // it was emitted before the answers that are looked at
	replaced bool
	verdicts map[int32]verdict
}

// verdict is what became of a trigger; then, where it did not fire, is the game at that moment.
type verdict struct {
	is   game.Verdict
	then *game.Game
}

func (h *hearing) count(g *game.Game, event int32, depth int) {
	if h.wanted == nil || h.wanted[event] {
		h.seen++
	}
}

func (h *hearing) emit(g *game.Game, event int32, depth int) {
	if depth <= h.depth {
		h.over = true
	}
	if h.last >= 0 && (h.wanted == nil || h.wanted[event]) {
		if h.seen == h.last {
			h.event, h.depth, h.over, h.verdicts = event, depth, false, map[int32]verdict{}
		}
		h.seen++
	}
}

func (h *hearing) follow(g *game.Game, event, trigger int32, depth int, v game.Verdict) {
	h.trigger(g, event, trigger, depth, v)
}

// trigger takes a verdict down; false where it is of another emit.
func (h *hearing) trigger(g *game.Game, event, trigger int32, depth int, v game.Verdict) bool {
	if h.verdicts == nil || h.over || event != h.event || depth != h.depth {
		return false
	}
	switch v {
	case game.Replaced:
		h.replaced = true
	case game.Unmet, game.Inactive:
		h.verdicts[trigger] = verdict{v, g.Apart()}
	default:
		h.verdicts[trigger] = verdict{is: v}
	}
	return true
}

func (x *explainer) hearing(out *Hearing, h *hearing, only map[int32]bool) {
	s := x.g.Situation()
	out.Emitted, out.Replaced = h.verdicts != nil, h.replaced
	var events []int32
	if out.Emitted {
		events = []int32{h.event}
	} else {
		for e := range h.wanted {
			events = append(events, e)
		}
		slices.Sort(events)
	}
	if len(events) == 0 && only != nil {
		out.Sentences = append(out.Sentences, "The trigger hears no event.")
		return
	}
	if len(events) == 0 {
		out.Sentences = append(out.Sentences, "No event has been emitted "+out.since()+".")
		return
	}
	out.Open = out.Emitted && !h.over && s.Event == h.event && h.open()
	for _, e := range events {
		ev := &x.prog.Events[e]
		if out.Event == "" {
			out.Event = ev.Name
		}
		list := heardBy(ev)
		switch {
		case !out.Emitted:
			out.Sentences = append(out.Sentences, fmt.Sprintf("%s has not been emitted %s.", ev.Name, out.since()))
		case h.part:
			out.Sentences = append(out.Sentences, ev.Name+" goes on.")
		case len(list) == 0:
			out.Sentences = append(out.Sentences, ev.Name+" was emitted; no trigger hears it.")
		case out.Open:
			out.Sentences = append(out.Sentences, ev.Name+" is being emitted.")
		default:
			out.Sentences = append(out.Sentences, ev.Name+" was emitted.")
		}
		for _, t := range list {
			if only != nil && !only[t.trigger] {
				continue
			}
			if _, tried := h.verdicts[t.trigger]; h.part && !tried {
				continue
			}
			tr := x.heard(e, t, out, h)
			out.Triggers = append(out.Triggers, tr)
			out.Sentences = append(out.Sentences, tr.Sentence)
		}
	}
	if out.Replaced {
		out.Sentences = append(out.Sentences, "Its impact was replaced by an instead-trigger.")
	}
}

func (h *Hearing) since() string {
	if h.Whole {
		return "so far"
	}
	return "in the last " + count(h.Answers, "answer")
}

// open reports whether somebody is asked whether to use a trigger of the emit.
func (h *hearing) open() bool {
	for _, v := range h.verdicts {
		if v.is == game.Asked {
			return true
		}
	}
	return false
}

func (x *explainer) heard(event int32, t hears, all *Hearing, h *hearing) Trigger {
	tr := &x.prog.Triggers[t.trigger]
	out := Trigger{ID: tr.ID, At: placeOf(tr.Pos), Timing: t.timing, Optional: tr.Optional}
	who := "trigger " + tr.ID
	if tr.Item >= 0 {
		out.Item = x.prog.Items[tr.Item].ID
		if out.Item != tr.ID {
			who += " of " + out.Item
		}
	}
	who += " (" + t.timing + ")"
	say := func(verdict, text string) Trigger {
		out.Verdict, out.Sentence = verdict, who+" "+text+"."
		return out
	}
	v, tested := h.verdicts[t.trigger]
	switch {
	case tested && v.is == game.Fired:
		if tr.If == nil {
			return say("fired", "fired: it has no if_x")
		}
		return say("fired", "fired: its if_x, "+clip(tr.If.Src(), maxText)+", was true")
	case tested && v.is == game.Declined:
		return say("declined", "did not fire: it is optional, and was not used")
	case tested && v.is == game.Asked:
		return say("asked", fmt.Sprintf("waits for player %d, who may use or skip it", x.g.Player()))
	case tested:
		then := apart(v.then, x.opts, x.meter)
		if !x.fresh() {
			return say("condition", "did not fire; to say why would take too much work")
		}
		if v.is == game.Inactive {
			if p, ok := then.active(tr.Item); !ok && p != nil {
				out.If, out.Reasons = p, reasons(p)
			}
			return say("inactive", "did not fire, since its item was not active: "+because(out.Reasons))
		}
		out.If = then.condition(tr.If.Syntax(), true)
		out.Reasons = reasons(out.If)
		return say("condition", "did not fire: "+because(out.Reasons))
	case all.Emitted && h.replaced && t.timing == "instead":
		return say("shut", "was not tried: an instead-trigger before it had replaced the impact")
	case all.Emitted && !all.Open:
		return say("unreached", "was not tried: the game was stopped, or its flow ended, before")
	}
	return x.would(event, t, all, out, who)
}

// would says what a trigger would do if it were tried now.
func (x *explainer) would(event int32, t hears, all *Hearing, out Trigger, who string) Trigger {
	tr := &x.prog.Triggers[t.trigger]
	say := func(verdict, text string) Trigger {
		out.Verdict, out.Sentence = verdict, who+" "+text+"."
		return out
	}
	if !x.fresh() {
		return say("unsure", "is left out: it would take too much work")
	}
	if tr.Item >= 0 {
		if p, ok := x.active(tr.Item); !ok {
			if p != nil {
				out.If, out.Reasons = p, reasons(p)
			}
			return say("inactive", "would not fire now, since its item is not active: "+because(out.Reasons))
		}
	}
	if tr.If == nil {
		if tr.IfStop != nil {
			return say("unsure", "would stop the game: "+tr.IfStop.Message)
		}
		return say("would", "would fire: it has no if_x")
	}
	x.g.SeeTrigger(event, t.trigger, all.Open)
	out.If = x.condition(tr.If.Syntax(), true)
	out.Reasons = reasons(out.If)
	switch {
	case out.If.Fails != "":
		return say("unsure", "cannot be told: "+because(out.Reasons)+" — the place that emits "+x.prog.Events[event].Name+" may tell the name")
	case out.If.True:
		return say("would", "would fire now: "+because(out.Reasons))
	}
	return say("condition", "would not fire now: "+because(out.Reasons))
}
