package enginetest

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

// answer is one answer of a record: an option of a player's question, or of chance (player -1).
// A player of nextGame starts the next game of a campaign.
type answer struct{ player, option int }

const nextGame = -2

// transcript is a game as text: one line for each thing that was asked, noted or decided.
type transcript struct {
	lines   []string
	answers []answer
	at      []int // for each answer the number of lines before it
	logged  int
	last    *game.Game
}

func (t *transcript) add(format string, args ...any) {
	t.lines = append(t.lines, fmt.Sprintf(format, args...))
}

// note takes down what happened since the last note, what the game asks now, and its state.
func (t *transcript) note(g *game.Game) {
	for _, e := range g.LogSince(t.logged) {
		t.add("  log %d %q %q %q all=%t seen=%x player=%d choice=%t", e.Kind, e.What, e.Place, e.Label, e.All, e.Seen, e.Player, e.Choice)
	}
	t.logged = g.LogLen()
	st := g.Env().Store
	for _, r := range g.Requests() {
		var b strings.Builder
		for _, o := range r.Options {
			fmt.Fprintf(&b, " [%s|%s|%x]", o.Label, show(st, o.Item), o.P)
		}
		t.add("%s %d at %q all=%t seen=%v subset=%t pool=%s chosen=%s%s", r.Kind, r.Player, r.Place, r.All, r.Seen, r.Subset,
			showAll(st, r.Pool), showAll(st, r.Chosen), b.String())
		if g.Over() {
			t.add("payoffs %x reason %q error %v", r.Payoffs, r.Reason, r.Err)
		}
	}
	t.add("  state %x game %d", digest(g), g.GameNo())
}

// digest is a mark of everything that expressions can read.
func digest(g *game.Game) uint64 {
	h := fnv.New64a()
	st := g.Env().Store
	for _, v := range g.Env().State {
		h.Write([]byte(show(st, v)))
		h.Write([]byte{0})
	}
	fmt.Fprint(h, st.Next())
	return h.Sum64()
}

// show is repr; of a value too deep or too large to show it is the error.
func show(st *value.Store, v value.Value) (text string) {
	defer func() {
		if p := recover(); p != nil {
			e, ok := p.(*value.Error)
			if !ok {
				panic(p)
			}
			text = e.Error()
		}
	}()
	return value.Repr(st, v)
}

func showAll(st *value.Store, list []value.Value) string {
	var b strings.Builder
	for _, v := range list {
		b.WriteString(show(st, v))
		b.WriteByte(';')
	}
	return b.String()
}

// same reports the first difference to another transcript of the same game.
func (t *transcript) same(other *transcript) error { return compare(t.lines, other.lines) }

func compare(want, got []string) error {
	for i := 0; i < len(want) && i < len(got); i++ {
		if want[i] != got[i] {
			return fmt.Errorf("line %d differs:\n  straight: %s\n  here:     %s", i+1, clip(want[i]), clip(got[i]))
		}
	}
	if len(want) != len(got) {
		return fmt.Errorf("%d lines instead of %d", len(got), len(want))
	}
	return nil
}

func clip(s string) string {
	if len(s) > 600 {
		return s[:600] + "…"
	}
	return s
}

// ended reports a game that did not end where it must.
func (t *transcript) ended(opts Options) error {
	switch g := t.last; {
	case g.Kind() == game.Stopped && g.Err().Kind == "internal":
		return fmt.Errorf("%w\n%s", g.Err(), g.Err().Stack)
	case !opts.MustEnd:
		return nil
	case g.Kind() == game.Stopped:
		return fmt.Errorf("stopped at %s: %w", g.Err().Pos, g.Err())
	case !g.Over():
		return fmt.Errorf("not ended after %d requests, at %s", len(t.answers), g.Place())
	}
	return nil
}
