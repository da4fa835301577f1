package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// Attack is an attack with advantage by the fighter of level 5 of the pack srd-5.1, against somebody.
type Attack struct {
	rules *sheet.Rules
	input []byte
	in    *action.Input
	seed  uint64
}

// NewAttack reads the pack and the fighter.
func NewAttack(root string) (*Attack, error) {
	dir := filepath.Join(root, "examples/packs/srd-5.1")
	source, err := pack.Open(dir)
	if err != nil {
		return nil, err
	}
	rs, faults := pack.Load([]pack.Source{source}, pack.Options{})
	if rs == nil {
		return nil, faults
	}
	fighter, err := os.ReadFile(filepath.Join(dir, "characters/fighter-5.json"))
	if err != nil {
		return nil, err
	}
	a := &Attack{rules: sheet.Prepare(rs)}
	a.input = fmt.Appendf(nil, `{"character": %s, "action": {"id": "srd-5.1:weapon-attack", "entry": "sword"},
		"situational": {"srd-5.1:advantage": true}, "participants": {"target": [{"id": "orc", "values": {"srd-5.1:ac": 13}}]}}`, fighter)
	a.in, err = action.ReadInput(a.input)
	return a, err
}

// Run makes the attack, each time with other dice.
func (a *Attack) Run() (*action.Result, error) {
	a.seed++
	r := action.Start(a.rules, a.in, action.Options{Dice: action.Seeded(a.seed)})
	if len(r.Errors) > 0 {
		return nil, r.Errors
	}
	return r, nil
}

// JSON makes it from the text of its input to that of its result.
func (a *Attack) JSON() ([]byte, error) {
	in, err := action.ReadInput(a.input)
	if err != nil {
		return nil, err
	}
	a.seed++
	return action.Start(a.rules, in, action.Options{Dice: action.Seeded(a.seed)}).MarshalJSON()
}

// ActionRows times an action of a character.
func ActionRows(s Setting) ([]Row, error) {
	a, err := NewAttack(s.Root)
	if err != nil {
		return nil, err
	}
	times := func(run func() error) Work {
		return Whole(100, func(n int) (int, error) {
			for range n {
				if err := run(); err != nil {
					return 0, err
				}
			}
			return n, nil
		})
	}
	whole, err := Timed("an attack with advantage, to its outcome", s.Pace, 60_000, times(func() error {
		_, err := a.Run()
		return err
	}))
	if err != nil {
		return nil, err
	}
	text, err := Timed("the same, from JSON to JSON", s.Pace, 0, times(func() error {
		_, err := a.JSON()
		return err
	}))
	return []Row{whole, text}, err
}

// Attacks makes attacks and sheets for so long each.
func Attacks(root string, d time.Duration) error {
	a, err := NewAttack(root)
	if err != nil {
		return err
	}
	for begun := time.Now(); time.Since(begun) < d; {
		if _, err := a.Run(); err != nil {
			return err
		}
	}
	var b []byte
	for begun := time.Now(); time.Since(begun) < d; {
		s := a.rules.Compute(a.in.Character, nil)
		b = s.AppendJSON(b[:0])
		s.Release()
	}
	return nil
}
