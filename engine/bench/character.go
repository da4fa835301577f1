package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing/fstest"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// CharacterRows times the sheet of a fighter under the rules of srd-5.1, and a sheet of 2,000 fields.
func CharacterRows(s Setting) ([]Row, error) {
	dir := filepath.Join(s.Root, "examples", "packs", "srd-5.1")
	src, err := pack.Open(dir)
	if err != nil {
		return nil, err
	}
	rules, err := prepared(src)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, "characters", "fighter-5.json"))
	if err != nil {
		return nil, err
	}
	fighter, err := sheet.Read(text)
	if err != nil {
		return nil, err
	}
	wide, crowd, err := large(2000, 500)
	if err != nil {
		return nil, err
	}
	var rows []Row
	var failed error
	timed := func(name string, must float64, least int, f func() error) {
		r, err := Timed(name, s.Pace, must, Whole(least, func(n int) (int, error) {
			for range n {
				if err := f(); err != nil {
					return 0, err
				}
			}
			return n, nil
		}))
		rows, failed = append(rows, r), errors.Join(failed, err)
	}
	timed("every field of a fighter of level 5", 60_000, 200, func() error {
		s := rules.Compute(fighter, nil)
		for n := range rules.Fields {
			if _, err := s.Value(n); err != nil {
				return errors.New(err.Message)
			}
		}
		s.Release()
		return nil
	})
	var out []byte
	written := func(r *sheet.Rules, c *sheet.Character) func() error {
		return func() error {
			s := r.Compute(c, nil)
			out = s.AppendJSON(out[:0])
			s.Release()
			return nil
		}
	}
	timed("its whole sheet as JSON", 100_000, 200, written(rules, fighter))
	timed("the sheet as JSON of 2,000 fields and 500 effects", 5_000_000, 8, written(wide, crowd))
	return rows, failed
}

func prepared(src pack.Source) (*sheet.Rules, error) {
	rs, errs := pack.Load([]pack.Source{src}, pack.Options{})
	if rs == nil {
		return nil, fmt.Errorf("the pack %s does not load: %v", src.Name, errs.Report())
	}
	return sheet.Prepare(rs), nil
}

// large are rules of many fields, two of three computed from others, and a character with copies that
// carry one effect each, of keys that stack in three ways.
func large(fields, effects int) (*sheet.Rules, *sheet.Character, error) {
	var rules, content, copies strings.Builder
	rules.WriteString("settings: {stacking: {a: highest, b: highestBonusLowestPenalty}}\n" +
		"contentTypes: [{id: thing, list: features, fields: {n: {type: integer, default: 1}}, state: {on: {type: boolean, default: true}}}]\nfields:\n")
	for i := range fields {
		switch i % 3 {
		case 0:
			fmt.Fprintf(&rules, "  - {id: f%d, type: integer, default: %d}\n", i, i%20)
		case 1:
			fmt.Fprintf(&rules, "  - {id: f%d, type: integer, formula: floor((f%d - 10) / 2)}\n", i, i-1)
		default:
			fmt.Fprintf(&rules, "  - {id: f%d, type: integer, formula: 'f%d + (f%d > 10 ? f%d : 2)'}\n", i, i-1, i-2, max(0, i-3))
		}
	}
	for i := range effects {
		key := [...]string{"", ", stackKey: a", ", stackKey: b"}[i%3]
		fmt.Fprintf(&content, "- {id: c%d, type: thing, n: %d, effects: [{target: {field: f%d}, op: add, when: self.on, value: item.n + f0%s}]}\n", i, i%7, (i*3+1)%fields, key)
		if i > 0 {
			copies.WriteByte(',')
		}
		fmt.Fprintf(&copies, `{"id":"x%d","item":"p:c%d"}`, i, i)
	}
	r, err := prepared(pack.Source{Name: "p", FS: fstest.MapFS{
		"pack.yaml":      {Data: []byte("id: p\nversion: 1.0.0\n")},
		"rules/r.yaml":   {Data: []byte(rules.String())},
		"content/c.yaml": {Data: []byte(content.String())},
	}})
	if err != nil {
		return nil, nil, err
	}
	c, err := sheet.Read([]byte(`{"features":[` + copies.String() + `],"values":{"p:f3":17}}`))
	return r, c, err
}
