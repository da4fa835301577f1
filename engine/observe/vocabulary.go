package observe

import (
	"errors"
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// Vocabulary numbers what may be chosen in games of one model. First come the model's actions and the
// words that every model has: their numbers are the same everywhere. Behind them stand the options of
// choices, by the place of the question and what they are called, in the order in which they were met: their
// numbers are the same as long as the list is kept, and can be taken over by another Vocabulary.
type Vocabulary struct {
	fixed  int
	listed []Word
	number map[Word]int
}

// Word is what an option is called. Of several that are called the same in one question the second is "x #2";
// options that are unknown cards are "?", "? #2" and so on.
type Word struct{ Place, Label string }

// MaxWords is the most that a Vocabulary lists.
const MaxWords = 1 << 16

var errWords = fmt.Errorf("more than %d different options have been met", MaxWords)

// NewVocabulary begins with words that were listed before. An error means that there are too many, or one
// twice.
func NewVocabulary(p *program.Program, known []Word) (*Vocabulary, error) {
	v := &Vocabulary{fixed: len(p.Actions) + len(game.Steady), number: map[Word]int{}}
	if len(known) > MaxWords {
		return nil, errWords
	}
	for _, w := range known {
		if _, twice := v.number[w]; twice {
			return nil, errors.New("'" + w.Label + "' of " + w.Place + " is there twice")
		}
		v.add(w)
	}
	return v, nil
}

func (v *Vocabulary) add(w Word) int {
	n := v.fixed + len(v.listed)
	v.number[w] = n
	v.listed = append(v.listed, w)
	return n
}

// Len is how many numbers there are; Fixed how many of them are the same everywhere; Listed the others.
func (v *Vocabulary) Len() int       { return v.fixed + len(v.listed) }
func (v *Vocabulary) Fixed() int     { return v.fixed }
func (v *Vocabulary) Listed() []Word { return v.listed }

// Append appends the number of each option of the current question, which are all different.
func (v *Vocabulary) Append(g *game.Game, dst []int32) ([]int32, error) {
	seat := g.Player()
	if seat < 0 {
		return dst, nil
	}
	var r *game.Request
	var met map[Word]bool
	e := &eye{game: g, seat: seat}
	for i := range g.Len() {
		if n, ok := g.Steadily(i); ok {
			dst = append(dst, int32(n))
			continue
		}
		if r == nil {
			r, met = g.Request(), map[Word]bool{}
		}
		w := wordOf(r, e.option(&r.Options[i]))
		for name, k := w.Label, 2; met[w]; k++ {
			w.Label = fmt.Sprintf("%s #%d", name, k)
		}
		met[w] = true
		n, ok := v.number[w]
		if !ok {
			if len(v.listed) >= MaxWords {
				return dst, errWords
			}
			n = v.add(w)
		}
		dst = append(dst, int32(n))
	}
	return dst, nil
}

func wordOf(r *game.Request, o Option) Word {
	place, _, _ := strings.Cut(r.Place, " · ")
	if o.Hidden {
		return Word{place, blank}
	}
	return Word{place, o.Label}
}
