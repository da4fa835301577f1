package drive

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// EntryKind is a kind of script entry.
type EntryKind uint8

const (
	ByIndex   EntryKind = iota // option number N
	ByLabel                    // the first option whose label is Text
	AtRandom                   // N random answers
	UntilAsks                  // random answers until the place Text (with *) asks
)

// Entry is one entry of a script.
type Entry struct {
	Kind EntryKind
	N    int
	Text string
	Pos  diag.Pos
}

func (e Entry) String() string {
	switch e.Kind {
	case ByIndex:
		return fmt.Sprint(e.N)
	case ByLabel:
		return fmt.Sprintf("'%s'", e.Text)
	case AtRandom:
		return fmt.Sprintf("{random: %d}", e.N)
	}
	return fmt.Sprintf("{until: %s}", e.Text)
}

// Script is a list of answers in the order of asking.
type Script []Entry

// Misfit is a script that does not fit the game: which entry (Number, from 1), and what the game
// asked and offered.
type Misfit struct {
	Number int
	Entry  Entry
	Why    string
	Asked  Line
}

func (m *Misfit) Error() string {
	at := ""
	if m.Entry.Pos.Line > 0 {
		at = m.Entry.Pos.String() + ": "
	}
	return fmt.Sprintf("%sentry %d of the script, %s, %s\nasked: %s", at, m.Number, OneLine(m.Entry.String()), m.Why, m.Asked.Text)
}

// reader gives a script's answers one by one.
type reader struct {
	script Script
	at     int // the entry that answers next
	done   int // of a random entry: answers given
}

// answer answers the current request from the script; false when the script has come to its end.
func (r *reader) answer(s *Session) (i int, answered bool, err error) {
	g := s.Game()
	for r.at < len(r.script) {
		e := r.script[r.at]
		switch {
		case g.Over():
			return 0, false, r.misfit(g, "comes when the game is over")
		case e.Kind == AtRandom && r.done >= e.N, e.Kind == UntilAsks && program.Glob(e.Text, g.Place()):
			r.at, r.done = r.at+1, 0
			continue
		case e.Kind == AtRandom || e.Kind == UntilAsks:
			r.done++
			i, err := anyAnswer(s)
			return i, true, err
		}
		i, why := find(g, e)
		if why != "" {
			return 0, false, r.misfit(g, why)
		}
		r.at++
		return i, true, s.Answer(i)
	}
	return 0, false, nil
}

func (r *reader) misfit(g *game.Game, why string) error {
	return &Misfit{r.at + 1, r.script[r.at], why, RequestLine(g, g.Request())}
}

// rest reports an error where a script has entries that a game at its end does not need.
func (r *reader) rest(g *game.Game) error {
	for ; r.at < len(r.script); r.at++ {
		if e := r.script[r.at]; e.Kind != AtRandom || r.done < e.N {
			return r.misfit(g, "comes when the game is over")
		}
		r.done = 0
	}
	return nil
}

// find gives the option that an entry names, or why there is none.
func find(g *game.Game, e Entry) (i int, why string) {
	if e.Kind == ByIndex {
		if e.N < 0 || e.N >= g.Len() {
			return 0, fmt.Sprintf("is no index of the %d options (0 to %d)", g.Len(), g.Len()-1)
		}
		return e.N, ""
	}
	for i, o := range g.Request().Options {
		if o.Label == e.Text {
			return i, ""
		}
	}
	return 0, "is not among the options"
}

// anyAnswer answers a chance by the generator, a decision with any option.
func anyAnswer(s *Session) (int, error) {
	if s.Game().Kind() == game.Chance {
		return s.Draw()
	}
	return s.Ask(Random{})
}
