package session

import (
	"encoding/json"

	"github.com/astragal-engine/astragal/engine/character"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/packfile"
	"github.com/astragal-engine/astragal/host/contentpack"
)

// Ruleset is a loaded list of packs of character rules; it never changes.
type Ruleset struct{ *character.Ruleset }

// PackSource says where a pack is: a Path to a folder or a zip, its Files by their paths, or its ID in the folder of packs,
// with those that it requires, or with those of one of its rulesets.
type PackSource struct {
	Path    string
	Name    string // with Files: stands for the folder in places
	Files   map[string]string
	ID      string // `<id>` or `<id>@<range>`
	Ruleset string // with ID: the name of a ruleset of the pack
}

// found gives the packs of a ruleset from the folder of packs.
func (r *Runtime) found(s PackSource) (packs []pack.Source, err error) {
	w, err := r.want(PackRef{ID: s.ID})
	if err != nil {
		return nil, err
	}
	list, faults := r.library.Resolve([]contentpack.Want{w})
	if list == nil {
		return nil, faultOf(RulesetError, faults)
	}
	if s.Ruleset != "" {
		if list, faults = contentpack.Ruleset(list, w.ID, s.Ruleset); list == nil {
			return nil, faultOf(RulesetError, faults)
		}
	}
	for _, p := range list {
		packs = append(packs, pack.SourceOf(p.Files))
	}
	return packs, nil
}

// open opens packs.
func (r *Runtime) open(list []PackSource) (packs []pack.Source, err error) {
	for _, s := range list {
		if s.ID != "" {
			found, err := r.found(s)
			if err != nil {
				return nil, err
			}
			packs = append(packs, found...)
			continue
		}
		if s.Files == nil && r.conf.NoPaths {
			return nil, errorf(BadParams, "packs: this runtime reads no files")
		}
		var f *packfile.Files
		var faults diag.List
		if s.Files != nil {
			f, faults = packfile.Given(s.Name, s.Files, packfile.Limits{})
		} else {
			f, faults = packfile.Open(s.Path, packfile.Limits{})
		}
		if faults != nil {
			return nil, faultOf(RulesetError, pack.ErrorsOf(faults))
		}
		packs = append(packs, pack.SourceOf(f))
	}
	return packs, nil
}

// LoadRuleset loads packs in the order given.
func (c *Call) LoadRuleset(list []PackSource) (h Handle, rs *Ruleset, err error) {
	defer c.rt.guard(&err)
	if err := c.rt.rulesets.room(); err != nil {
		return 0, nil, err
	}
	packs, err := c.rt.open(list)
	if err != nil {
		return 0, nil, err
	}
	loaded, faults := character.LoadRuleset(packs, pack.Options{})
	if loaded == nil {
		return 0, nil, faultOf(RulesetError, faults)
	}
	rs = &Ruleset{loaded}
	h, err = c.rt.rulesets.put(rs)
	return h, rs, err
}

// CheckRuleset says all that is wrong with packs, as JSON (docs/packs.md).
func (c *Call) CheckRuleset(list []PackSource) (report []byte, err error) {
	defer c.rt.guard(&err)
	packs, err := c.rt.open(list)
	if err != nil {
		return nil, err
	}
	r, _, _ := pack.Check(packs, pack.Options{})
	return json.Marshal(r)
}

// Ruleset gives what a handle names.
func (c *Call) Ruleset(h Handle) (*Ruleset, error) { return c.rt.rulesets.get(h) }

// CloseRuleset forgets a ruleset; calls that use it go on.
func (c *Call) CloseRuleset(h Handle) error {
	_, err := c.rt.rulesets.remove(h)
	return err
}

// Guarded runs a call of character rules: a fault of the engine becomes an error.
func (c *Call) Guarded(run func() []byte) (out []byte, err error) {
	defer c.rt.guard(&err)
	return run(), nil
}
