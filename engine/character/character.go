package character

import (
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/dice"
	"github.com/astragal-engine/astragal/engine/drive/prng"
)

// Ruleset is a list of packs, checked and compiled.
type Ruleset struct{ rules *sheet.Rules }

// LoadRuleset reads packs, in order. Either the ruleset is nil and the list has an error, or the list has
// warnings at most.
func LoadRuleset(packs []pack.Source, o pack.Options) (*Ruleset, pack.Errors) {
	rs, errs := pack.Load(packs, o)
	if rs == nil {
		return nil, errs
	}
	return &Ruleset{sheet.Prepare(rs)}, errs
}

// Rules gives the ruleset for programs in Go.
func (r *Ruleset) Rules() *sheet.Rules { return r.rules }

// ComputeSheet takes {character, links?} and gives {ok: true, <the sheet>}, or {ok: false, errors}.
func (r *Ruleset) ComputeSheet(input []byte) []byte {
	in, err := sheet.ReadInput(input, []string{"character"}, []string{"links"})
	if err != nil {
		return refused(err)
	}
	s := r.rules.Compute(in.Character, in.Links)
	defer s.Release()
	return good(s.AppendJSON)
}

// ListOptions takes {character, path, links?} and gives {ok: true, path, owner, id, slot?, min, max?,
// picked, options}, or {ok: false, errors}: unknown-id and unknown-choice are those of a path that leads
// nowhere.
func (r *Ruleset) ListOptions(input []byte) []byte {
	in, err := sheet.ReadInput(input, []string{"character", "path"}, []string{"links"})
	if err != nil {
		return refused(err)
	}
	if fault := r.rules.UnknownLink(in.Links); fault != nil {
		return refused(sheet.Errors{fault})
	}
	s := r.rules.Compute(in.Character, in.Links)
	defer s.Release()
	choice, fault := s.Find(in.Path)
	if fault != nil {
		return refused(sheet.Errors{fault})
	}
	return good(choice.AppendOptions)
}

// ApplyChanges takes {character, changes, strict?, links?, dice?: {seed}} and gives {ok: true, character,
// applied, followUps}, or {ok: false, errors}: then nothing was changed. roll, if it is not nil, rolls the
// dice of incoming effects in place of the seed.
func (r *Ruleset) ApplyChanges(input []byte, roll dice.Chance) []byte {
	in, err := sheet.ReadInput(input, []string{"character", "changes"}, []string{"strict", "links", "dice"})
	if err != nil {
		return refused(err)
	}
	if roll == nil && in.Seed != nil {
		roll = seeded(*in.Seed)
	}
	result, fault := r.rules.Apply(in.Character, in.Changes, sheet.Options{Strict: in.Strict, Links: in.Links, Dice: roll})
	if fault != nil {
		return refused(sheet.Errors{fault})
	}
	return good(result.AppendJSON)
}

// Describe takes {ids, lang?, args?} and gives {ok: true, texts: [{id, name, text?}]}: what things are
// called (see [pack.Ruleset.Describe]), in the nearest language that there is; or {ok: false, errors}.
func (r *Ruleset) Describe(input []byte) []byte {
	in, err := sheet.ReadInput(input, []string{"ids"}, []string{"lang", "args"})
	if err != nil {
		return refused(err)
	}
	out, fault := r.rules.Described(in)
	if fault != nil {
		return refused(sheet.Errors{fault})
	}
	return good(func(dst []byte) []byte { return append(dst, out...) })
}

// good puts ok before the members of an object that is appended.
func good(object func([]byte) []byte) []byte {
	const ok = `{"ok":true`
	out := object([]byte(ok))
	out[len(ok)] = ','
	return out
}

func refused(err error) []byte {
	out := []byte(`{"ok":false,"errors":[`)
	for i, e := range err.(sheet.Errors) { // what this package reads and computes gives no others
		if i > 0 {
			out = append(out, ',')
		}
		out = e.JSON(out)
	}
	return append(out, `]}`...)
}

// seeded rolls dice by a seed: the nth face that is asked for follows from the seed and n.
func seeded(seed uint64) dice.Chance {
	source := prng.Source{Seed: seed}
	return func(d dice.Die) (int, error) {
		return d.Low() + source.Intn(d.Sides), nil
	}
}
