package contentpack

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// Loaded is a model of packs, with what answers its code.
type Loaded struct {
	Model      *model.Model
	List       diag.List // what is wrong with the model
	Evaluators []Bound
	Packs      []*Pack // all that went into it
}

// Bound is an evaluator with its module. Its hash has been checked; nothing of it has run.
type Bound struct {
	pack.Evaluator
	Wasm []byte
	Pack string // id
}

// Load makes the model of a pack, with all that packs add to it. The packs stand in an order in which each is behind those
// that it requires, as Library.Resolve gives them; of is the id of the one that has the model, name the model's, which may be empty
// where there is one. The error, if there is one, is a *model.Failure: why there is no model at all.
func Load(packs []*Pack, of, name string, opts model.Options) (*Loaded, Errors, error) {
	owner := packOf(packs, of)
	if owner == nil {
		return nil, one(Unknown, diag.Pos{}, "ask for it too", "the pack '%s' is not among those that were asked for", of), nil
	}
	asset := owner.Model(name)
	if asset == nil {
		return nil, noModel(owner, owner.Pos, name), nil
	}
	out := &Loaded{Packs: packs}
	var more []model.Source
	answered := map[string]*Bound{}
	for _, p := range packs {
		adds := p == owner
		for _, a := range p.Content {
			to := packOf(packs, a.Pack)
			if a.Pack == "" {
				to = p
			}
			if to == nil {
				continue // of a pack that is only required
			}
			target := to.Model(a.Model)
			if target == nil {
				return nil, noModel(to, a.Pos, a.Model), nil
			}
			if target != asset {
				continue
			}
			adds = true
			for _, f := range a.Files {
				more = append(more, model.Source{Name: p.Files.Name, FS: p.Files.FS(), Path: f.Path})
			}
		}
		if !adds {
			continue
		}
		for _, e := range p.Evaluators {
			if old := answered[e.Name]; old != nil {
				return nil, one(Conflict, e.Pos, "give it another name, or take one of the packs", "the packs '%s' and '%s' both answer for '%s'; the first does at %s", old.Pack, p.ID, e.Name, old.Pos), nil
			}
			wasm, _ := p.Files.Get(e.Module)
			b := Bound{e, wasm, p.ID}
			answered[e.Name] = &b
			out.Evaluators = append(out.Evaluators, b)
		}
	}
	var clashes diag.List
	var err error
	out.Model, out.List, clashes, err = model.Join(model.Source{Name: owner.Files.Name, FS: owner.Files.FS(), Path: asset.Path}, more, opts)
	if clashes != nil {
		for i := range clashes {
			clashes[i].Code = Conflict
		}
		return nil, pack.ErrorsOf(clashes), nil
	}
	if err != nil {
		return nil, nil, err
	}
	return out, nil, nil
}

// Ruleset gives the packs of a ruleset of character rules that a pack names, in its order.
func Ruleset(packs []*Pack, of, name string) ([]*Pack, Errors) {
	owner := packOf(packs, of)
	if owner == nil {
		return nil, one(Unknown, diag.Pos{}, "ask for it too", "the pack '%s' is not among those that were asked for", of)
	}
	var known []string
	for _, r := range owner.Rulesets {
		if known = append(known, r.Name); r.Name != name {
			continue
		}
		var out []*Pack
		for _, id := range r.Packs {
			out = append(out, packOf(packs, id)) // its own or required: it is there
		}
		return out, nil
	}
	return nil, one(Unknown, owner.Pos, "name another", "the pack '%s' has no ruleset '%s': it has %v", of, name, known)
}

func packOf(packs []*Pack, id string) *Pack {
	for _, p := range packs {
		if p.ID == id {
			return p
		}
	}
	return nil
}

func noModel(p *Pack, pos diag.Pos, name string) Errors {
	have := "it has none"
	if list := names(p.Models); len(list) > 0 {
		have = fmt.Sprintf("it has %v", list)
	}
	if name == "" {
		return one(Unknown, pos, "name one", "which model of the pack '%s' is meant is not said: %s", p.ID, have)
	}
	return one(Unknown, pos, "name another", "the pack '%s' has no model '%s': %s", p.ID, name, have)
}
