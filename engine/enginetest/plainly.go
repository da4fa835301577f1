package enginetest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/program"
)

// Plainly plays random games of a model twice, quickly and as compiled with compile.Options.Plain, and
// gives the first difference: of a line of the transcript, which holds every request, log entry and
// error and a mark of every state, or of the rules that a save names. A game that a budget stops
// is compared up to there, for the two spend differently.
func Plainly(quick, slow *program.Program, opts Options) error {
	opts = opts.filled()
	if quick.Hash != slow.Hash {
		return errors.New("plain mode has another hash of the rules")
	}
	// The list of events is kept, and rounds count as what a game is in, where an expression reads them; a branch
	// that folding leaves out reads nothing.
	unread := *slow
	unread.ReadsEvents, unread.ReadsRounds = quick.ReadsEvents, quick.ReadsRounds
	slow = &unread
	for i := 0; i < opts.Games; i++ {
		seed := opts.Seed + uint64(i)
		a, err := play(quick, opts, seed, way{turn: func() turn { return plain{} }})
		if err != nil {
			return err
		}
		b, err := play(slow, opts, seed, way{turn: func() turn { return plain{} }})
		if err == nil && (a.spent() || b.spent()) {
			if err = compare(a.sure(b), b.sure(a)); err == nil {
				continue
			}
		}
		if err == nil {
			err = a.same(b)
		}
		if err == nil {
			err = a.ended(Options{})
		}
		if err != nil {
			return fmt.Errorf("%s, seed %d, plainly: %w", quick.Name, seed, err)
		}
	}
	return nil
}

// spent reports a game that a budget has stopped.
func (t *transcript) spent() bool {
	if t.last == nil || t.last.Err() == nil {
		return false
	}
	for _, budget := range []string{"too many steps", "too large", "limit"} {
		if strings.Contains(t.last.Err().Error(), budget) {
			return true
		}
	}
	return false
}

// sure are the lines up to the last answer that both games were given.
func (t *transcript) sure(other *transcript) []string {
	n := min(len(t.at), len(other.at))
	if n == 0 {
		return nil
	}
	return t.lines[:t.at[n-1]]
}
