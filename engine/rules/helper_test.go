// Package rules_test plays the rules of game models one by one: small models, and what they must ask,
// show and come to. docs/model-conformance.md says which test proves which rule.
package rules_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	turns "github.com/astragal-engine/astragal/engine/turn"
	"github.com/astragal-engine/astragal/engine/value"
)

// table is a game in play, with what has been told of it so far.
type table struct {
	t    *testing.T
	g    *game.Game
	told map[string]int // entries of the log that a test has looked at, by what it looked for
}

// build compiles a model, for two unless it says otherwise; the diagnostics are what the compiler found.
func build(t *testing.T, text string) (*program.Program, diag.List) {
	t.Helper()
	if !strings.Contains(text, "num_players:") {
		text = strings.TrimRight(text, "\n") + "\nnum_players: 2\n"
	}
	m, found, err := model.Parse("model.yaml", text, model.Options{})
	if err != nil {
		t.Fatalf("the model cannot be read: %v\n%s", err, text)
	}
	p, more := compile.Compile(m, compile.Options{})
	return p, append(found, more...)
}

// play starts a game of a model without a fault.
func play(t *testing.T, text string) *table {
	t.Helper()
	return playWith(t, text, game.Options{})
}

func playWith(t *testing.T, text string, opts game.Options) *table {
	t.Helper()
	p, found := build(t, text)
	for _, d := range found {
		if d.Code == "note-only" { // a trap that is told of, and plays on
			continue
		}
		t.Fatalf("the model has a fault: %v\n%s", d, text)
	}
	return sit(t, p, opts)
}

// faulty starts a game of a model that the compiler has complaints about, or may have.
func faulty(t *testing.T, text string) *table {
	t.Helper()
	p, _ := build(t, text)
	return sit(t, p, game.Options{})
}

func sit(t *testing.T, p *program.Program, opts game.Options) *table {
	t.Helper()
	opts.Record, opts.Turns = true, func(turns.Line) {} // a game with turns is held against their relations
	g, err := game.New(p, opts)
	if err != nil {
		t.Fatal(err)
	}
	return &table{t: t, g: g, told: map[string]int{}}
}

// turn is a model for two in which player 0 does effect, once. Other sections may follow.
func turn(effect string, sections ...string) string {
	return "actions:\n  act:\n    effect:\n" + indent(6, effect) +
		"flow: {kind: step, id: main, actor_x: '0', do: [act]}\n" + strings.Join(trimmed(sections), "")
}

// trimmed takes the margin off each section, so that tests may indent them.
func trimmed(sections []string) []string {
	out := make([]string, len(sections))
	for i, s := range sections {
		out[i] = indent(0, s)
	}
	return out
}

func indent(n int, text string) string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	margin := -1
	for _, l := range lines {
		if rest := strings.TrimLeft(l, "\t "); rest != "" && (margin < 0 || len(l)-len(rest) < margin) {
			margin = len(l) - len(rest)
		}
	}
	var b strings.Builder
	for _, l := range lines {
		if strings.TrimSpace(l) != "" {
			b.WriteString(strings.Repeat(" ", n) + strings.ReplaceAll(l[margin:], "\t", "  ") + "\n")
		}
	}
	return b.String()
}

func labels(r *game.Request) []string {
	out := []string{}
	for _, o := range r.Options {
		out = append(out, o.Label)
	}
	return out
}

func (p *table) state() string {
	if err := p.g.Err(); err != nil {
		return err.Error()
	}
	r := p.g.Request()
	return fmt.Sprintf("%s of player %d at %q %q (payoffs %v, reason %q)", r.Kind, r.Player, r.Place, labels(r), r.Payoffs, r.Reason)
}

// asks: the game now asks this player at this place, with exactly these options.
func (p *table) asks(player int, place string, options ...string) *table {
	p.t.Helper()
	r := p.g.Request()
	if r.Kind != game.Decision || r.Player != player || r.Place != place || !reflect.DeepEqual(labels(r), options) {
		p.t.Fatalf("want a decision of player %d at %q %q,\ngot %s", player, place, options, p.state())
	}
	return p
}

// chance: the game now asks chance at this place.
func (p *table) chance(place string, outcomes ...string) *table {
	p.t.Helper()
	r := p.g.Request()
	if r.Kind != game.Chance || r.Player != -1 || r.Place != place || !reflect.DeepEqual(labels(r), outcomes) {
		p.t.Fatalf("want a chance at %q %q,\ngot %s", place, outcomes, p.state())
	}
	return p
}

// seen: the answer is for these players alone to see; seenByAll: for everyone.
func (p *table) seen(by ...int) *table {
	p.t.Helper()
	if by == nil {
		by = []int{}
	}
	if r := p.g.Request(); r.All || !reflect.DeepEqual(r.Seen, by) {
		p.t.Fatalf("want it seen by %v, got all %v, %v", by, r.All, r.Seen)
	}
	return p
}

func (p *table) seenByAll() *table {
	p.t.Helper()
	if r := p.g.Request(); !r.All {
		p.t.Fatalf("want it seen by everyone, got %v", r.Seen)
	}
	return p
}

// answer answers with the options of these labels, one request after the other.
func (p *table) answer(labels ...string) *table {
	p.t.Helper()
	for _, a := range labels {
		at := -1
		for i, o := range p.g.Request().Options {
			if o.Label == a {
				at = i
				break
			}
		}
		if at < 0 {
			p.t.Fatalf("no option %q: %s", a, p.state())
		}
		if err := p.g.Answer(at); err != nil {
			p.t.Fatal(err)
		}
	}
	return p
}

// pick answers with option i.
func (p *table) pick(i int) *table {
	p.t.Helper()
	if err := p.g.Answer(i); err != nil {
		p.t.Fatalf("%v: %s", err, p.state())
	}
	return p
}

// is: an expression gives a value that Python would print so.
func (p *table) is(x, repr string) *table {
	p.t.Helper()
	if got := p.eval(x); got != repr {
		p.t.Fatalf("%s is %s, want %s", x, got, repr)
	}
	return p
}

type names func(string) expr.Ref

func (n names) Resolve(name string) expr.Ref { return n(name) }

func (p *table) eval(x string) string {
	p.t.Helper()
	syn, err := expr.Parse(x, diag.Pos{})
	if err != nil {
		p.t.Fatal(err)
	}
	env := p.g.Env()
	env.Begin()
	env.Locals.Cur = -1
	v, err := expr.Compile(syn, names(p.g.Program().Exprs.Resolve)).Eval(env)
	if err != nil {
		return err.Error()
	}
	return value.Repr(env.Store, v)
}

// ends: the game is over, with this reason and these payoffs.
func (p *table) ends(reason string, payoffs ...float64) *table {
	p.t.Helper()
	r := p.g.Request()
	if r.Kind != game.End || r.Reason != reason || !reflect.DeepEqual(r.Payoffs, payoffs) {
		p.t.Fatalf("want the end %q with %v,\ngot %s", reason, payoffs, p.state())
	}
	return p
}

const ranOut = "flow finished without an end condition"

// over: the main flow has run out.
func (p *table) over() *table {
	p.t.Helper()
	return p.ends(ranOut, make([]float64, p.g.Players())...)
}

// stops: an error of the model has stopped the game.
func (p *table) stops(message string) *table {
	p.t.Helper()
	if err := p.g.Err(); err == nil || err.Error() != message {
		p.t.Fatalf("want the game stopped by\n\t%s\ngot\t%s", message, p.state())
	}
	return p
}

// news compares what has been logged since the last look with what a test wants.
func (p *table) news(what string, want []string, show func(*game.Entry) (string, bool)) *table {
	p.t.Helper()
	got := []string{}
	entries := p.g.LogSince(p.told[what])
	p.told[what] = p.g.LogLen()
	for i := range entries {
		if s, ok := show(&entries[i]); ok {
			got = append(got, s)
		}
	}
	if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
		p.t.Fatalf("want the %s\n\t%q\ngot\t%q\n%s", what, want, got, p.state())
	}
	return p
}

// events: exactly these events since the last look.
func (p *table) events(want ...string) *table {
	p.t.Helper()
	return p.news("events", want, func(e *game.Entry) (string, bool) { return e.Label, e.Kind == game.Event })
}

// unasked: exactly these moves were made without asking since the last look, as "place: label".
func (p *table) unasked(want ...string) *table {
	p.t.Helper()
	return p.news("unasked moves", want, func(e *game.Entry) (string, bool) {
		return e.Place + ": " + e.Label, e.Kind == game.Automatic
	})
}

// observed: exactly these observations since the last look, as "place: kind label (who)".
func (p *table) observed(want ...string) *table {
	p.t.Helper()
	return p.news("observations", want, func(e *game.Entry) (string, bool) {
		return fmt.Sprintf("%s: %s %s (%s)", e.Place, e.What, e.Label, p.watchers(e)), e.Kind == game.Observed
	})
}

func (p *table) watchers(e *game.Entry) string {
	if e.All {
		return "all"
	}
	var who []string
	for i := 0; i < p.g.Players(); i++ {
		if e.SeenBy(i) {
			who = append(who, fmt.Sprint(i))
		}
	}
	if len(who) == 0 {
		return "nobody"
	}
	return strings.Join(who, " ")
}

// replace puts x in the place of the one % in text.
func replace(text, x string) string { return strings.Replace(text, "%", x, 1) }
