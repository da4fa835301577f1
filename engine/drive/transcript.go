package drive

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

// Line is one line of a transcript: as data, with one key that says what it tells of (ask, answer,
// automatic, event, end, error), and as a text for people.
type Line struct {
	Data Map
	Text string
}

func line(kind string, v any, format string, args ...any) Line {
	return Line{Map{{kind, v}}, OneLine(fmt.Sprintf(format, args...))}
}

// Transcript tells a session's story in the order in which things happen. Show and Answer hand the
// lines to Emit.
type Transcript struct {
	Emit func(Line)
	Most int // bytes of its text at which Table.Play gives up; 0: no limit

	// Asked is called after each question, end or error has been told; nil: nothing is.
	Asked func(*Session)

	told  int      // bytes
	seen  int      // entries of the game's log that have been told
	asked []string // labels of the options of the question told last
}

func (t *Transcript) emit(l Line) {
	t.told += len(l.Text)
	t.Emit(l)
}

// Show tells what happened since the last time, and what the game waits for now.
func (t *Transcript) Show(s *Session) {
	g := s.Game()
	for _, e := range g.LogSince(t.seen) {
		switch e.Kind {
		case game.Event:
			t.emit(line("event", e.Label, "event %s", e.Label))
		case game.Automatic:
			key := "action"
			if e.Choice {
				key = "option"
			}
			t.emit(line("automatic", Map{{"place", e.Place}, {key, e.Label}}, "automatic · %s: %s", e.Place, e.Label))
		}
	}
	t.seen = g.LogLen()
	r := g.Request()
	t.asked = t.asked[:0]
	for _, o := range r.Options {
		t.asked = append(t.asked, o.Label)
	}
	t.emit(RequestLine(g, r))
	if t.Asked != nil {
		t.Asked(s)
	}
}

// Answer tells which option of the question shown last was taken. Call it before the next Show.
func (t *Transcript) Answer(i int) {
	label := ""
	if i >= 0 && i < len(t.asked) {
		label = t.asked[i]
	}
	t.emit(line("answer", i, "  %d: %s", i, label))
}

// RequestLine is the line of what a game waits for: an ask, an end or an error.
func RequestLine(g *game.Game, r *game.Request) Line {
	switch r.Kind {
	case game.End:
		pay, texts := List{}, []string{}
		for _, x := range r.Payoffs {
			pay, texts = append(pay, x), append(texts, Number(x))
		}
		return line("end", Map{{"payoffs", pay}, {"reason", r.Reason}}, "end: %s, payoffs %s", r.Reason, strings.Join(texts, " "))
	case game.Stopped:
		return errorLine(r.Err)
	case game.Chance:
		return chanceLine(g, r)
	}
	return decisionLine(g, r)
}

func errorLine(e *game.Error) Line {
	m := Map{{"kind", e.Kind}, {"message", e.Message}}
	text := "error: " + e.Error()
	if e.Pos.Line > 0 {
		m = append(m, Pair{"at", Map{{"file", e.Pos.File}, {"line", e.Pos.Line}, {"column", e.Pos.Col}}})
		text += " (" + e.Pos.String() + ")"
	}
	if c := e.CannotEnd; c != nil {
		places := List{}
		for _, p := range c.Places {
			places = append(places, p)
		}
		cycle := Map{{"rounds", c.Rounds}, {"places", places}}
		if c.More {
			cycle = append(cycle, Pair{"more", true})
		}
		m = append(m, Pair{"cannot_end", cycle})
		text += ": " + c.String()
	}
	return line("error", m, "%s", text)
}

func decisionLine(g *game.Game, r *game.Request) Line {
	st := g.Env().Store
	m := Map{{"kind", "decision"}, {"player", r.Player}, {"place", r.Place}}
	opts, labels := List{}, []string{}
	for _, o := range r.Options {
		labels = append(labels, o.Label)
		if r.Subset {
			opts = append(opts, Map{{"label", o.Label}, {"item", Data(st, o.Item)}})
		} else {
			opts = append(opts, o.Label)
		}
	}
	m = append(m, Pair{"options", opts})
	text := fmt.Sprintf("player %d · %s: %s", r.Player, r.Place, strings.Join(labels, " | "))
	if r.Subset {
		m = append(m, Pair{"pool", dataOf(st, r.Pool)}, Pair{"chosen", dataOf(st, r.Chosen)})
		if len(r.Chosen) > 0 {
			picked := make([]string, len(r.Chosen))
			for i, x := range r.Chosen {
				picked[i] = g.Label(x)
			}
			text += " (chosen: " + strings.Join(picked, ", ") + ")"
		}
	}
	seen, shown := visible(r)
	return line("ask", append(m, Pair{"visible_to", seen}), "%s%s", text, shown)
}

func chanceLine(g *game.Game, r *game.Request) Line {
	st := g.Env().Store
	out, texts := List{}, []string{}
	even := len(g.Weights()) == 0
	for _, o := range r.Options {
		var x any = o.Label
		switch o.Item.Kind() {
		case value.None, value.Bool, value.Int, value.BigInt, value.Float:
			x = Data(st, o.Item)
		}
		out = append(out, List{x, o.P})
		if even {
			texts = append(texts, o.Label)
		} else {
			texts = append(texts, fmt.Sprintf("%s %.4g", o.Label, o.P))
		}
	}
	text := fmt.Sprintf("chance · %s: %s", r.Place, strings.Join(counted(texts), " | "))
	if even {
		text += fmt.Sprintf(" (1/%d each)", len(texts))
	}
	seen, shown := visible(r)
	return line("ask", Map{{"kind", "chance"}, {"place", r.Place}, {"outcomes", out}, {"visible_to", seen}}, "%s%s", text, shown)
}

// counted puts one text with a count in the place of equal ones that follow each other, as the copies of a card do.
func counted(texts []string) []string {
	var out []string
	for i := 0; i < len(texts); {
		n := 1
		for i+n < len(texts) && texts[i+n] == texts[i] {
			n++
		}
		if n == 1 {
			out = append(out, texts[i])
		} else {
			out = append(out, fmt.Sprintf("%s ×%d", texts[i], n))
		}
		i += n
	}
	return out
}

func dataOf(st *value.Store, items []value.Value) List {
	l := List{}
	for _, x := range items {
		l = append(l, Data(st, x))
	}
	return l
}

// visible tells who sees the answer, as data and for people: nothing where everyone does.
func visible(r *game.Request) (any, string) {
	if r.All {
		return "all", ""
	}
	l, names := List{}, []string{}
	for _, p := range r.Seen {
		l, names = append(l, p), append(names, fmt.Sprint(p))
	}
	if len(names) == 0 {
		return l, " [seen by nobody]"
	}
	return l, " [seen by " + strings.Join(names, ", ") + "]"
}

// OneLine shows what would break a line, or steer a terminal, as an escape.
func OneLine(s string) string {
	clean := func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029
	}
	if strings.IndexFunc(s, clean) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case clean(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
