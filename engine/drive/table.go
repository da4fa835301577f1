package drive

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/game"
)

// Table is who answers: a script as long as it goes, then the players at the seats.
type Table struct {
	Script       Script
	ChanceBySeed bool     // the script answers decisions only, the generator every chance
	Seats        []Player // by seat; nil: nobody sits there. Where anybody sits, chances are drawn

	read *reader
}

// Unanswered is a game that asks what nobody at the table answers.
type Unanswered struct{ Asked Line }

func (u *Unanswered) Error() string {
	return "nobody answers: " + u.Asked.Text
}

// Answer answers the current request and gives the option's index. Errors are *Misfit, *Unanswered,
// and those of players.
func (t *Table) Answer(s *Session) (int, error) {
	if t.read == nil {
		t.read = &reader{script: t.Script}
	}
	g := s.Game()
	chance := g.Kind() == game.Chance
	if chance && t.ChanceBySeed {
		return s.Draw()
	}
	i, answered, err := t.read.answer(s)
	if answered || err != nil {
		return i, err
	}
	switch {
	case chance && len(t.Seats) > 0:
		return s.Draw()
	case !chance && g.Player() < len(t.Seats) && t.Seats[g.Player()] != nil:
		return s.Ask(t.Seats[g.Player()])
	}
	return 0, &Unanswered{RequestLine(g, g.Request())}
}

// Play answers until the game is over, at most limit times (0: no limit), and tells the transcript
// (nil: nobody) what happens. A script with entries left over is an error.
func (t *Table) Play(s *Session, limit int, tell *Transcript) error {
	for n := 0; ; n++ {
		if tell != nil {
			tell.Show(s)
			if tell.Most > 0 && tell.told > tell.Most {
				return fmt.Errorf("the transcript is longer than %d bytes", tell.Most)
			}
		}
		if s.Game().Over() {
			if t.read == nil {
				t.read = &reader{script: t.Script}
			}
			return t.read.rest(s.Game())
		}
		if limit > 0 && n >= limit {
			return fmt.Errorf("the game has not ended after %d answers", limit)
		}
		i, err := t.Answer(s)
		if err != nil {
			return err
		}
		if tell != nil {
			tell.Answer(i)
		}
	}
}
